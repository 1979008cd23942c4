"""What a server takes of the parameters that its model is asked with, learned from its replies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from agents.models.refused_parameters import names_parameter, refused_parameters
from agents.models.request import AskedModel, ModelRequest, RefusedOptionError
from data_base.logs import module_logger

_log = module_logger(__name__)
LIMITS = frozenset({"max_tokens", "max_completion_tokens", "max_output_tokens", "num_predict"})
"""What the limit on a reply's length is called on the wire."""


class Capabilities:
    """What is known of one model at one server.

    A parameter is unknown until a request that carried it was answered. A request with an unknown parameter
    goes alone: others that want to send it wait for its result, so that a refusal is met once in an
    event loop.

    Attributes:
        room: tokens that a reply needed where the server's own limit had cut one off, None where none was.
    """

    def __init__(self, model: str) -> None:
        """Begin without knowledge of the model of this name."""
        self._model = model
        self.room: int | None = None
        self._refused: dict[str, str] = {}
        self._accepted: set[str] = set()
        self._empty: set[str] = set()
        self._failures = 0
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    @property
    def refused(self) -> Mapping[str, str]:
        """The parameters that the server refused, each with its words."""
        return self._refused

    def accepts(self, parameter: str) -> bool:
        """Whether a request with this parameter has been answered."""
        return parameter in self._accepted

    def accept(self, parameters: Iterable[str]) -> None:
        """A request with these was answered."""
        self._accepted.update(parameters)

    def refuse(self, parameters: Iterable[str], words: str) -> None:
        """The server refused these, in these words; said once, in one line."""
        new = [each for each in parameters if each not in self._refused]
        self._refused.update(dict.fromkeys(new, words))
        self._accepted.difference_update(new)
        if new:
            _log.warning(
                "%s does not take %s; it is asked in another way (%s)", self._model, " and ".join(new), words
            )

    def note_empty(self, formats: frozenset[str]) -> None:
        """A prompt had an empty reply in these formats and a text without; they are refused at the second.

        One empty reply is an event, and formats that had a text are never refused for one.
        """
        if not formats & self._accepted and formats <= self._empty:
            self.refuse(formats, "two empty replies")
        self._empty |= formats

    def learn(self, error: BaseException, words: str, request: ModelRequest, asked: AskedModel) -> bool:
        """Whether an error says what the server does not take; what the user chose is never left out.

        Args:
            error: what the request ended with.
            words: what the server said.
            request: what was sent.
            asked: the model.

        Raises:
            RefusedOptionError: it refuses an option that the user chose, or its value.
        """
        named = asked.named
        if asked.limit is not None:
            named |= request.parameters & LIMITS
        refused = refused_parameters(error, request.parameters - (named & self._accepted))
        chosen = next((each for each in refused if each in asked.named), None)
        if not refused:
            # What was chosen is the same in all requests: one that was answered shows that it is taken.
            chosen = names_parameter(error, named - self._accepted)
        if chosen is not None:
            raise RefusedOptionError(self._model, chosen, words)
        if refused:
            self.refuse(refused, words)
        return bool(refused)

    def let_pass(self) -> None:
        """Nothing was learned, since the server failed: who waits now need not wait for each other."""
        self._failures += 1

    @asynccontextmanager
    async def turn(self, plan: Callable[[Mapping[str, str]], ModelRequest]) -> AsyncIterator[ModelRequest]:
        """The request to make now, alone if it carries what is not known yet.

        Args:
            plan: makes a request from what is refused; called again after waiting.
        """
        request = plan(self._refused)
        if self._is_known(request):
            yield request
            return
        failures = self._failures
        async with self._lock():
            request = plan(self._refused)
            if self._failures == failures and not self._is_known(request):
                yield request
                return
        yield request

    def _is_known(self, request: ModelRequest) -> bool:
        return request.parameters <= self._accepted

    def _lock(self) -> asyncio.Lock:
        loop = asyncio.get_running_loop()
        return self._locks.setdefault(loop, asyncio.Lock())

"""A call that is paid for: asked as its server takes it, given room, retried, hedged, bounded and counted."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from agents.calls.accepted_parameters import LIMITS, Capabilities
from agents.calls.completion import Completion, completion_of
from agents.calls.hedging import first_reply
from agents.calls.limits import ModelLimits
from agents.calls.request_gate import pass_gate
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import CutOffError, ModelCallError, UnusableResponseError, WithheldError
from agents.models.redaction import blot_out, redacted, secrets_of
from agents.models.refused_parameters import OBJECT_FORMAT, SCHEMA_FORMAT, refused_parameters
from agents.models.registry import EMBEDDED
from agents.models.request import (
    AskedModel,
    ModelRequest,
    OutputSchema,
    ReplyRequirements,
    run_config,
    seconds,
)
from agents.models.server_addresses import without_addresses
from agents.models.server_errors import (
    are_said_to_clients,
    concerns,
    is_transient,
    retry_after,
    server_words,
    shortened,
    status_of,
    what_happened,
)
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import RunnableConfig

Sleep = Callable[[float], Awaitable[None]]
# What is added to the wait that a server asks for, so that not all come back at once: a share of the first
# wait for each second of it.
_JITTER = 0.2
_MOST_DOUBLINGS = 64
_FORMATS = frozenset({SCHEMA_FORMAT, OBJECT_FORMAT})
_MORE_ROOM = 2
"""Times that a reply which was cut off is asked for again, each time with twice the room."""
# A server that does not know a request's fields, or not this schema, and does not say which.
_REFUSING = frozenset({400, 404, 422, 501})
# One that breaks on them; it may also be down, so that it is asked by text once and not as often as usual.
_BREAKING = 500
_log = module_logger(__name__)


@dataclass(slots=True)
class _Requests:
    """Requests made for one reply so far: every try and every hedge, those that failed included."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class PaidCall:
    """One call and all it needs."""

    llm: BaseChatModel
    """The model."""
    asked: AskedModel
    """The same model as calls ask it."""
    messages: list[BaseMessage]
    """The prompt."""
    settings: CallSettings
    """Timeout, retries, limits."""
    sleep: Sleep
    """How waiting is done."""
    name: str
    """The model's name."""
    identity: str
    """The model with its parameters (see :func:`agents.calls.reply_key.identity_of`)."""
    runtime: ModelRuntime
    """What it shares with other calls."""
    config: RunnableConfig = field(default_factory=lambda: run_config("chat"))
    """What callbacks see of its requests."""
    is_noted: bool = False
    """Whether its reply is noted elsewhere, so that the cache is not asked for it."""

    @property
    def timeout(self) -> float:
        """Seconds that one try may take: by the call's settings, else by the model's, else the default."""
        named = self.settings.timeout
        return seconds(getattr(self.asked, "timeout", None) if named is None else named)

    @property
    def is_embedded(self) -> bool:
        """Whether the model runs in this process."""
        return self.name == EMBEDDED

    async def whole_reply(self, schema: OutputSchema | None) -> Completion:
        """Ask for a reply, and again with twice the room where a limit cut it off.

        Room that was enough once is given from the start from then on.

        Raises:
            CutOffError: it was cut off all the same, or by a limit that the user named.
            ModelCallError: the call was given up, or a budget is spent.
            InputError: the user must fix something before the model can be asked.
        """
        known = self.runtime.capabilities(self.name, self.asked.server)
        wanted, spent = ReplyRequirements(schema, known.room), TokenUsage()
        cut_off: Completion | None = None
        for further in reversed(range(_MORE_ROOM + 1)):
            try:
                reply = await self._adapted(wanted, known)
            except ModelCallError as error:
                error.usage += spent
                if cut_off is not None and _is_refusal(error):
                    # More than the model can write, or than fits next to the prompt.
                    raise self._cut_off(cut_off, error.usage, self._words(error)) from error
                raise
            spent += reply.usage
            if not reply.cut_off:
                break
            more = replace(wanted, room=2 * max(wanted.room or 0, reply.length))
            if not further or not self._takes_room(more, known):
                raise self._cut_off(reply, spent)
            wanted, cut_off = more, reply
        if wanted.room is not None:
            # Calls that began before any was cut off know of no room.
            known.room = max(known.room or 0, wanted.room)
        return reply.model_copy(update={"usage": spent})

    async def _adapted(self, wanted: ReplyRequirements, known: Capabilities) -> Completion:
        """Ask in the best way that the server takes; what it refuses is learned on the way."""
        spent = TokenUsage()
        while True:
            async with known.turn(partial(self.asked.request, wanted)) as request:
                try:
                    reply = await self.reply(request)
                except ModelCallError as error:
                    error.usage = spent = spent + error.usage
                    cause, words = error.__cause__, self._words(error)
                    try:
                        if cause is not None and known.learn(cause, words, request, self.asked):
                            continue
                        if not _may_be_the_format(error, request, known):
                            raise
                        breaks = _is_breakdown(error)
                        reply = await self._by_text(wanted, spent, known, once=breaks)
                    except (ModelCallError, InputError):
                        known.let_pass()
                        raise
                    # Who breaks on one format is not tried with the next: each break costs every retry.
                    known.refuse(sorted(_FORMATS | request.formats if breaks else request.formats), words)
                    return reply.after(spent)
                if request.formats and not reply.text.strip() and not reply.cut_off:
                    empty = reply.after(spent)
                    spent = empty.usage
                    reply = await self._after_empty(empty, request.formats, wanted, known)
                else:
                    known.accept(request.parameters)
            if reply.refusal:
                raise self._refused(reply.after(spent))
            return reply.after(spent)

    async def _after_empty(
        self, empty: Completion, formats: frozenset[str], wanted: ReplyRequirements, known: Capabilities
    ) -> Completion:
        """The reply to the prompt alone: some models reply to a schema with nothing at all."""
        shows_format = False
        try:
            reply = await self._by_text(wanted, empty.usage, known)
            shows_format = not empty.refusal and bool(reply.text.strip())
        finally:
            if shows_format:
                known.note_empty(formats)
            else:
                known.let_pass()
        return reply

    def _refused(self, reply: Completion) -> ModelCallError:
        return ModelCallError(
            f"{self.name} refused to reply: {shortened(redacted(reply.refusal, secrets_of(self.llm)))}",
            model_id=self.name,
            concerns="prompt",
            attempts=reply.attempts,
            usage=reply.usage,
        )

    async def _by_text(
        self, wanted: ReplyRequirements, spent: TokenUsage, known: Capabilities, *, once: bool = False
    ) -> Completion:
        """Ask by the prompt alone; ``once`` without trying again."""
        call = self
        if once:
            call = replace(self, settings=self.settings.model_copy(update={"attempts": 1}))
        try:
            return await call.reply(self.asked.request(replace(wanted, schema=None), known.refused))
        except ModelCallError as error:
            error.usage += spent
            raise

    async def reply(self, request: ModelRequest) -> Completion:
        """Ask, again where that may help.

        Raises:
            ModelCallError: the call was given up.
            InputError: the user must fix something before the model can be asked.
        """
        limits = self.runtime.limits(self.identity)
        tries, made, started = 0, _Requests(), time.perf_counter()
        ask = partial(self._ask, request, limits, made)
        while True:
            tries += 1
            try:
                async with self._place(limits):
                    if self.settings.hedging and not self.is_embedded:
                        message = await first_reply(ask, partial(self._hedge, ask, limits), limits)
                    else:
                        message = await ask()
                return completion_of(message, self.name, self.asked.server, requests=made.count, tries=tries)
            except InputError:
                raise
            except Exception as error:
                # Some servers answer a parameter that they do not know with 500.
                may_pass = is_transient(error) and not refused_parameters(error, request.parameters)
                if tries >= self.settings.attempts or not may_pass:
                    elapsed_ms = (time.perf_counter() - started) * 1000
                    raise self._given_up(error, tries, made.count, elapsed_ms) from error
                wait = self._wait(error, tries)
            await self.sleep(wait)

    async def _hedge(self, ask: Callable[[], Awaitable[BaseMessage]], limits: ModelLimits) -> BaseMessage:
        async with self._place(limits, first=True):
            return await ask()

    @asynccontextmanager
    async def _place(self, limits: ModelLimits, *, first: bool = False) -> AsyncIterator[None]:
        """A place among the model's calls, from when a request may start to when its reply is there."""
        places = limits.places
        await places.take(self.settings.concurrency, first=first)
        try:
            await limits.pace(self.settings.requests_per_minute, self.sleep)
            yield
        finally:
            places.leave()

    async def _ask(self, request: ModelRequest, limits: ModelLimits, made: _Requests) -> BaseMessage:
        await pass_gate(self.name)
        made.count += 1
        clock = asyncio.get_running_loop().time
        started = clock()
        with limits.waiting():
            async with asyncio.timeout(self.timeout):
                message = await self.asked.ask(
                    self.messages, request, timeout=self.timeout, config=self.config
                )
        limits.note(clock() - started)
        return message

    def _wait(self, error: Exception, tries: int) -> float:
        """Seconds before the next try: what the server asks for, or a growing wait; both with jitter."""
        first, longest = self.settings.first_wait, self.settings.longest_wait
        if (asked := retry_after(error)) is not None:
            return min(longest, asked + random.uniform(0, _JITTER * first * (1 + asked)))  # noqa: S311  (no secret)
        return random.uniform(0, min(longest, first * 2 ** min(tries - 1, _MOST_DOUBLINGS)))  # noqa: S311  (as above)

    def _takes_room(self, wanted: ReplyRequirements, known: Capabilities) -> bool:
        """Whether a further request would allow a longer reply."""
        if self.asked.limit is not None:
            return False
        return bool(self.asked.request(wanted, known.refused).parameters & LIMITS)

    def _words(self, error: ModelCallError) -> str:
        return shortened(redacted(server_words(error.__cause__ or error), secrets_of(self.llm)))

    def _given_up(self, error: Exception, tries: int, requests: int, elapsed_ms: float) -> ModelCallError:
        after = f" after {tries} tries" if tries > 1 else ""
        keys = secrets_of(self.llm)
        # A traceback of ours would show its words, too; and a key must be gone before they are cut.
        blot_out(error, keys)
        said = what_happened(error, timeout=self.timeout, server=self.asked.server, keys=keys)
        message = redacted(f"{self.name} gave no reply{after}: {said}", keys)
        if are_said_to_clients() and (plain := without_addresses(message, self.asked.server)) != message:
            _log.warning("%s", message)
            message = plain
        return ModelCallError(
            message,
            model_id=self.name,
            status=status_of(error),
            concerns=concerns(error),
            attempts=tries,
            usage=error.usage if isinstance(error, WithheldError) else TokenUsage(calls=requests),
            elapsed_ms=elapsed_ms,
        )

    def _cut_off(self, reply: Completion, spent: TokenUsage, words: str = "") -> CutOffError:
        reasoning = reply.usage.reasoning_tokens
        length = f"{reply.length:,} tokens" + (f", {reasoning:,} of them reasoning" if reasoning else "")
        limit = self.asked.limit
        if limit is not None:
            advice = f"the limit is max_output_tokens={limit}, as you chose; raise it"
        elif words:
            advice = f"the server gives no more room ({words})"
        else:
            advice = "a model with a longer output, or less reasoning_effort, may do"
        error = CutOffError(
            f"{self.name}: the reply was cut off after {length}, before its end; {advice}.",
            model_id=self.name,
            attempts=reply.attempts,
            usage=spent,
        )
        error.text = reply.text
        return error


def _may_be_the_format(error: ModelCallError, request: ModelRequest, known: Capabilities) -> bool:
    """Whether a server that never replied in this format may have failed because of it."""
    if not request.formats or any(map(known.accepts, request.formats)) or error.concerns == "account":
        return False
    return _is_refusal(error) or _is_breakdown(error)


def _is_refusal(error: ModelCallError) -> bool:
    if error.status is not None:
        return error.status in _REFUSING
    cause = error.__cause__
    # What packages raise that rewrite a schema for their provider.
    unable = (TypeError, ValueError, NotImplementedError, AssertionError)
    return isinstance(cause, unable) and not is_transient(cause)


def _is_breakdown(error: ModelCallError) -> bool:
    """An error of the server's own, or a reply that is none: some servers say so that they know no schema."""
    is_none = error.status is None and isinstance(error.__cause__, UnusableResponseError)
    return is_none or error.status == _BREAKING

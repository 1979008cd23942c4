"""A call that is paid for: within the limits of its model, bounded in time, retried, hedged and counted."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from agents.calls.hedging import first_reply
from agents.calls.limits import Lane, lane_of
from agents.calls.redaction import blot_out, redacted, secrets_of
from agents.calls.server_errors import is_transient, retry_after, status_of, what_happened
from agents.calls.spending import check_spending, note_spending
from agents.errors import BudgetSpentError, ModelCallError
from agents.models.names import EMBEDDED
from data_base.errors import InputError
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from tenacity import RetryCallState

    from agents.calls.settings import CallSettings

Sleep = Callable[[float], Awaitable[None]]
# What is added to the wait that a server asks for, so that not all come back at once: a share of the first
# wait for each second of it.
_JITTER = 0.2
_HALVES = re.compile("[\ud800-\udfff]")


class Asked(Protocol):
    """What a call is made to: a chat model, or one bound to a schema."""

    async def ainvoke(self, messages: list[BaseMessage], /) -> BaseMessage:
        """Ask once."""
        ...


@dataclass(frozen=True, slots=True)
class PaidReply:
    """A reply that was paid for.

    Attributes:
        name: the model's name.
        text: the reply.
        usage: tokens, and every request made for it: tries that failed and hedges count.
        attempts: tries it took.
    """

    name: str
    text: str
    usage: TokenUsage
    attempts: int


@dataclass(slots=True)
class _Requests:
    """Requests made for one reply so far: every try and every hedge, those that failed included."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class PaidCall:
    """One call and all it needs.

    Attributes:
        llm: the model.
        messages: the prompt.
        settings: timeout, retries, limits.
        sleep: how waiting is done.
        name: the model's name.
        identity: the model with its parameters (see :func:`agents.calls.reply_key.identity_of`).
        asked: what is called in the model's place, the model bound to a schema; the model itself if None.
    """

    llm: BaseChatModel
    messages: list[BaseMessage]
    settings: CallSettings
    sleep: Sleep
    name: str
    identity: str
    asked: Asked | None = None

    @property
    def is_embedded(self) -> bool:
        """Whether the model runs in this process."""
        return self.name == EMBEDDED

    async def reply(self) -> PaidReply:
        """Ask, again where that may help.

        Raises:
            ModelCallError: the call was given up, or a budget is spent.
            InputError: the user must mend something before the model can be asked.
        """
        tries, made, started = 0, _Requests(), time.perf_counter()

        async def one_try() -> PaidReply:
            nonlocal tries
            tries += 1
            message = await self._one_try(made)
            return PaidReply(self.name, whole_text(str(message.text)), _usage(message, made.count), tries)

        try:
            reply = await self._retried(one_try)
        except InputError:
            raise
        except ModelCallError as error:
            # A budget was spent: the try that noticed it asked nobody.
            error.attempts, error.calls, error.elapsed_ms = tries - 1, made.count, _ms_since(started)
            note_spending(self.name, TokenUsage(calls=made.count))
            raise
        except Exception as error:
            note_spending(self.name, TokenUsage(calls=made.count))
            raise self._given_up(error, tries, made.count, _ms_since(started)) from error
        note_spending(self.name, reply.usage)
        return reply

    async def _retried(self, one_try: Callable[[], Awaitable[PaidReply]]) -> PaidReply:
        """The first try stands outside tenacity, whose machinery costs a good call more than it gives."""
        try:
            return await one_try()
        except Exception as error:
            if self.settings.attempts == 1 or not is_transient(error):
                raise
            failed: list[Exception] = [error]

        async def next_try() -> PaidReply:
            if failed:
                raise failed.pop()
            return await one_try()

        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt  # noqa: PLC0415  (heavy)

        retrying = AsyncRetrying(
            sleep=self.sleep,
            stop=stop_after_attempt(self.settings.attempts),
            wait=_Waits(self.settings),
            retry=retry_if_exception(is_transient),
            reraise=True,
        )
        reply: PaidReply = await retrying(next_try)
        return reply

    async def _one_try(self, made: _Requests) -> BaseMessage:
        """Take a place, wait for the pace, ask; ask once more if the reply is overdue."""
        lane = lane_of(self.identity)
        async with self._place(lane):
            check_spending(self.name)
            if not self.settings.hedging or self.is_embedded:
                return await self._ask(lane, made)
            return await first_reply(
                partial(self._ask, lane, made),
                partial(self._ask_again, lane, made),
                lane,
                may_ask_again=self._may_ask_again,
            )

    async def _ask_again(self, lane: Lane, made: _Requests) -> BaseMessage:
        async with self._place(lane, first=True):
            return await self._ask(lane, made)

    def _may_ask_again(self) -> bool:
        try:
            check_spending(self.name)
        except BudgetSpentError:
            return False
        return True

    @asynccontextmanager
    async def _place(self, lane: Lane, *, first: bool = False) -> AsyncIterator[None]:
        """A place among the model's calls, from when a request may start to when its reply is there."""
        places = lane.places
        await places.take(self.settings.concurrency, first=first)
        try:
            await lane.pace(self.settings.requests_per_minute, self.sleep)
            yield
        finally:
            places.leave()

    async def _ask(self, lane: Lane, made: _Requests) -> BaseMessage:
        made.count += 1
        clock = asyncio.get_running_loop().time
        started = clock()
        async with asyncio.timeout(self.settings.timeout):
            message: BaseMessage = await (self.asked or self.llm).ainvoke(self.messages)
        lane.note(clock() - started)
        return message

    def _given_up(self, error: Exception, tries: int, calls: int, elapsed_ms: float) -> ModelCallError:
        after = f" after {tries} tries" if tries > 1 else ""
        keys = secrets_of(self.llm)
        # A traceback of ours would show its words, too; and a key must be gone before they are cut.
        blot_out(error, keys)
        message = f"{self.name} gave no reply{after}: {what_happened(error, timeout=self.settings.timeout)}"
        return ModelCallError(
            redacted(message, keys),
            model_id=self.name,
            status=status_of(error),
            attempts=tries,
            calls=calls,
            elapsed_ms=elapsed_ms,
        )


class _Waits:
    """Seconds before the next try: what the server asks for and some jitter, or a jittered, growing wait."""

    def __init__(self, settings: CallSettings) -> None:
        from tenacity import wait_random_exponential  # noqa: PLC0415  (heavy)

        self._longest = settings.longest_wait
        self._jitter = _JITTER * settings.first_wait
        self._backoff = wait_random_exponential(multiplier=settings.first_wait, max=settings.longest_wait)

    def __call__(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = retry_after(error) if error else None
        if asked is None:
            return self._backoff(state)
        return min(self._longest, asked + random.uniform(0, self._jitter * (1 + asked)))  # noqa: S311  (no secret)


def whole_text(text: str) -> str:
    """The text with halves of characters joined where they are pairs, and replaced by U+FFFD where not.

    Some servers escape or cut a reply in the middle of a character; a half cannot be written to any file.
    """
    if not _HALVES.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _usage(message: BaseMessage, asked: int) -> TokenUsage:
    counted = getattr(message, "usage_metadata", None) or {}
    return TokenUsage(
        input_tokens=int(counted.get("input_tokens") or 0),
        output_tokens=int(counted.get("output_tokens") or 0),
        calls=asked,
    )

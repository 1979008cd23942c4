"""A call that is paid for: within the limits of its model, bounded in time, retried, hedged and counted."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pydantic import Field
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_random_exponential,
)

from agents.calls.hedging import first_reply
from agents.calls.limits import ModelLimits
from agents.calls.prices import cost_usd
from agents.calls.request_gate import pass_gate
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import ModelCallError
from agents.models.addresses import without_addresses
from agents.models.names import EMBEDDED
from agents.models.redaction import blot_out, redacted, secrets_of
from agents.models.refused_parameters import refused_parameters
from agents.models.request import AskedModel, Request, seconds
from agents.models.server_errors import (
    are_said_to_clients,
    is_transient,
    retry_after,
    status_of,
    what_happened,
)
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

Sleep = Callable[[float], Awaitable[None]]
# What is added to the wait that a server asks for, so that not all come back at once: a share of the first
# wait for each second of it.
_JITTER = 0.2
_log = logging.getLogger(__name__)
_HALVES = re.compile("[\ud800-\udfff]")
# Where providers say why a reply ended, and what they call a limit on its length.
_FINISH = ("finish_reason", "stop_reason", "done_reason", "stopReason")
_CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "context_window_exceeded"})


class Completion(Frozen):
    """What a model replied.

    Attributes:
        text: the reply.
        usage: tokens as the provider counts them (0 where it does not say); every request is a call: tries
            that failed and hedges count. For a reply from the cache no tokens and no call, but one
            ``cached`` reply.
        latency_ms: wall time in milliseconds, retries and waits included.
        model_id: the model as asked.
        model_served: the model as the reply names it, None where it does not.
        system_fingerprint: the server's configuration, None where it does not say.
        attempts: tries it took; 0 for a reply from the cache.
        cut_off: whether a limit on its length ended it; such a reply is asked for again or given up.
        batch: the provider's id of the batch that it came in, None for a call of its own.
    """

    text: str
    usage: TokenUsage
    latency_ms: float = Field(default=0, ge=0)
    model_id: str
    model_served: str | None = None
    system_fingerprint: str | None = None
    attempts: int = Field(default=1, ge=0)
    cut_off: bool = False
    batch: str | None = None

    @property
    def cached(self) -> bool:
        """Whether it was read from the cache."""
        return self.usage.cached > 0

    @property
    def cost_usd(self) -> float | None:
        """What it cost now in US dollars; None where the model's price is not known."""
        return self.usage.cost_usd


@dataclass(slots=True)
class _Requests:
    """Requests made for one reply so far: every try and every hedge, those that failed included."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class PaidCall:
    """One call and all it needs.

    Attributes:
        llm: the model.
        asked: the same model as calls ask it.
        messages: the prompt.
        settings: timeout, retries, limits.
        sleep: how waiting is done.
        name: the model's name.
        identity: the model with its parameters (see :func:`agents.calls.reply_key.identity_of`).
        runtime: what it shares with other calls.
    """

    llm: BaseChatModel
    asked: AskedModel
    messages: list[BaseMessage]
    settings: CallSettings
    sleep: Sleep
    name: str
    identity: str
    runtime: ModelRuntime

    @property
    def timeout(self) -> float:
        """Seconds that one try may take: by the call's settings, else by the model's, else the default."""
        named = self.settings.timeout
        return seconds(getattr(self.asked, "timeout", None) if named is None else named)

    async def reply(self, request: Request) -> Completion:
        """Ask, again where that may help.

        Raises:
            ModelCallError: the call was given up.
            InputError: the user must fix something before the model can be asked.
        """
        tries, made, started = 0, _Requests(), time.perf_counter()

        async def one_try() -> Completion:
            nonlocal tries
            tries += 1
            return self._read(await self._one_try(request, made), made.count, tries)

        try:
            reply = await self._retried(one_try, request)
        except InputError:
            raise
        except Exception as error:
            raise self._given_up(error, tries, made.count, _ms_since(started)) from error
        return reply

    async def _retried(self, one_try: Callable[[], Awaitable[Completion]], request: Request) -> Completion:
        """The first try is made without tenacity, whose machinery would only cost a call that succeeds."""

        def may_pass(error: BaseException) -> bool:
            # Some servers answer a parameter that they do not know with 500.
            return is_transient(error) and not refused_parameters(error, request.parameters)

        try:
            return await one_try()
        except Exception as error:
            if self.settings.attempts == 1 or not may_pass(error):
                raise
            failed: list[Exception] = [error]

        async def next_try() -> Completion:
            if failed:
                raise failed.pop()
            return await one_try()

        retrying = AsyncRetrying(
            sleep=self.sleep,
            stop=stop_after_attempt(self.settings.attempts),
            wait=_Waits(self.settings),
            retry=retry_if_exception(may_pass),
            reraise=True,
        )
        reply: Completion = await retrying(next_try)
        return reply

    async def _one_try(self, request: Request, made: _Requests) -> BaseMessage:
        """Take a place, wait for the pace, ask; ask once more if the reply is overdue."""
        limits = self.runtime.limits(self.identity)
        async with self._place(limits):
            if not self.settings.hedging or self.is_embedded:
                return await self._ask(request, limits, made)
            return await first_reply(
                partial(self._ask, request, limits, made),
                partial(self._ask_again, request, limits, made),
                limits,
            )

    async def _ask_again(self, request: Request, limits: ModelLimits, made: _Requests) -> BaseMessage:
        async with self._place(limits, first=True):
            return await self._ask(request, limits, made)

    @property
    def is_embedded(self) -> bool:
        """Whether the model runs in this process."""
        return self.name == EMBEDDED

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

    async def _ask(self, request: Request, limits: ModelLimits, made: _Requests) -> BaseMessage:
        await pass_gate(self.name)
        made.count += 1
        clock = asyncio.get_running_loop().time
        started = clock()
        with limits.waiting():
            async with asyncio.timeout(self.timeout):
                message = await self.asked.ask(self.messages, request, timeout=self.timeout)
        limits.note(clock() - started)
        return message

    def _read(self, message: BaseMessage, requests: int, tries: int) -> Completion:
        said = message.response_metadata
        served = said.get("model_name") or said.get("model")
        served, fingerprint = (
            str(each) if each else None for each in (served, said.get("system_fingerprint"))
        )
        usage = _usage(message, requests)
        finish = next((said[name] for name in _FINISH if said.get(name)), "")
        return Completion(
            model_id=self.name,
            text=whole_text(str(message.text)),
            usage=usage.model_copy(update={"cost_usd": self._cost(usage, served)}),
            attempts=tries,
            model_served=served,
            system_fingerprint=fingerprint,
            cut_off=str(finish).lower() in _CUT_OFF,
        )

    def _cost(self, usage: TokenUsage, served: str | None, *, batch: bool = False) -> float | None:
        """The price of the model that served, which is the one that is billed, or else of the one asked."""
        if not usage.total_tokens and self.name != EMBEDDED:
            return None  # the server does not say what it counts
        names = [self.name] if served is None else [f"{self.name.partition(':')[0]}:{served}", self.name]
        return cost_usd(names, usage, server=self.asked.server, batch=batch)

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
            attempts=tries,
            usage=TokenUsage(calls=requests),
            elapsed_ms=elapsed_ms,
        )


class _Waits:
    """Seconds before the next try: what the server asks for and some jitter, or a jittered, growing wait."""

    def __init__(self, settings: CallSettings) -> None:
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


def _usage(message: BaseMessage, requests: int) -> TokenUsage:
    counted = getattr(message, "usage_metadata", None) or {}
    return TokenUsage(
        input_tokens=int(counted.get("input_tokens") or 0),
        cached_input_tokens=int((counted.get("input_token_details") or {}).get("cache_read") or 0),
        output_tokens=int(counted.get("output_tokens") or 0),
        reasoning_tokens=int((counted.get("output_token_details") or {}).get("reasoning") or 0),
        calls=requests,
    )

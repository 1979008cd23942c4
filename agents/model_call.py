"""One call to a chat model: bounded in time, retried where another try may help, and counted."""

from __future__ import annotations

import asyncio
import email.utils
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import Field
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_random_exponential,
)

from agents.chat_models.names import model_id
from agents.errors import ModelCallError, UnusableResponseError
from data_base.errors import InputError
from data_base.frozen import Frozen
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

_TRANSIENT_STATUS = frozenset({408, 429})
_SERVER_ERROR = 500
_FIRST_STATUS, _LAST_STATUS = 100, 599
# Errors of HTTP libraries and SDKs for timeouts and broken connections, by the names of their classes: no
# library is imported to know them.
_TRANSIENT_NAMES = frozenset(
    {"APIConnectionError", "APITimeoutError", "TransportError", "ServiceUnavailable", "DeadlineExceeded"}
)
_UNAUTHORISED = frozenset({401, 403})
_NOT_FOUND = 404
Sleep = Callable[[float], Awaitable[None]]


class CallSettings(Frozen):
    """How a call is made.

    Attributes:
        timeout: seconds that one try may take.
        attempts: tries before the call is given up.
        first_wait: seconds that the wait before the second try is drawn from; it doubles from try to try.
        longest_wait: seconds that no wait exceeds, a server's ``Retry-After`` included.
    """

    timeout: float = Field(default=60.0, gt=0)
    attempts: int = Field(default=4, ge=1)
    first_wait: float = Field(default=0.5, ge=0)
    longest_wait: float = Field(default=60.0, ge=0)


DEFAULT_SETTINGS = CallSettings()


class Completion(Frozen):
    """What a model replied.

    Attributes:
        text: the reply.
        usage: tokens as the provider counts them (0 where it does not say); one call.
        latency_ms: wall time in milliseconds, retries and waits included.
        model_id: the model.
        attempts: tries it took.
    """

    text: str
    usage: TokenUsage
    latency_ms: float = Field(ge=0)
    model_id: str
    attempts: int = Field(default=1, ge=1)


async def complete(
    llm: BaseChatModel,
    messages: Sequence[BaseMessage],
    *,
    settings: CallSettings = DEFAULT_SETTINGS,
    sleep: Sleep = asyncio.sleep,
) -> Completion:
    """Call a model.

    Tried again after 408, 429, 5xx, timeouts and broken connections, with jittered, growing waits that
    honour ``Retry-After``; after nothing else.

    Args:
        llm: any LangChain chat model.
        messages: the prompt.
        settings: timeout and retries.
        sleep: how waiting is done.

    Raises:
        ModelCallError: the call was given up.
        InputError: the model says that its user must mend something.
    """
    started = time.perf_counter()
    name = model_id(llm)
    retrying = AsyncRetrying(
        sleep=sleep,
        stop=stop_after_attempt(settings.attempts),
        wait=_Waits(settings),
        retry=retry_if_exception(is_transient),
        reraise=True,
    )
    try:
        message: BaseMessage = await retrying(_one_try, llm, list(messages), settings)
    except InputError:
        raise
    except Exception as error:
        raise _given_up(name, error, int(retrying.statistics.get("attempt_number", 1)), settings) from error
    return Completion(
        text=str(message.text),
        usage=_usage(message),
        latency_ms=(time.perf_counter() - started) * 1000,
        model_id=name,
        attempts=int(retrying.statistics.get("attempt_number", 1)),
    )


def is_transient(error: BaseException) -> bool:
    """Whether the same call may succeed a moment later."""
    if (status := status_of(error)) is not None:
        return status in _TRANSIENT_STATUS or status >= _SERVER_ERROR
    if isinstance(error, (TimeoutError, ConnectionError, UnusableResponseError)):
        return True
    return any(parent.__name__ in _TRANSIENT_NAMES for parent in type(error).__mro__)


def status_of(error: BaseException) -> int | None:
    """The HTTP status that an SDK's error carries, None where it carries none."""
    response = getattr(error, "response", None)
    for value in (
        getattr(error, "status_code", None),
        getattr(error, "code", None),
        getattr(response, "status_code", None),
    ):
        if isinstance(value, int) and not isinstance(value, bool) and _FIRST_STATUS <= value <= _LAST_STATUS:
            return value
    return None


def retry_after(error: BaseException, *, now: datetime | None = None) -> float | None:
    """Seconds that the server asks to wait, None where it does not say."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    value = headers.get("retry-after") if headers is not None and hasattr(headers, "get") else None
    if not isinstance(value, str):
        return None
    if value.strip().isascii() and value.strip().replace(".", "", 1).isdigit():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


class _Waits:
    """Seconds before the next try: what the server asks for, with a jittered wait on top of it."""

    def __init__(self, settings: CallSettings) -> None:
        self._longest = settings.longest_wait
        self._backoff = wait_random_exponential(multiplier=settings.first_wait, max=settings.longest_wait)

    def __call__(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = retry_after(error) if error else None
        return min(self._longest, (asked or 0.0) + self._backoff(state))


async def _one_try(llm: BaseChatModel, messages: list[BaseMessage], settings: CallSettings) -> BaseMessage:
    async with asyncio.timeout(settings.timeout):
        return await llm.ainvoke(messages)


def _usage(message: BaseMessage) -> TokenUsage:
    counted = getattr(message, "usage_metadata", None) or {}
    return TokenUsage(
        input_tokens=int(counted.get("input_tokens") or 0),
        output_tokens=int(counted.get("output_tokens") or 0),
        calls=1,
    )


def _given_up(name: str, error: Exception, attempts: int, settings: CallSettings) -> ModelCallError:
    status = status_of(error)
    tries = f" after {attempts} tries" if attempts > 1 else ""
    message = f"{name} gave no reply{tries}: {_what(error, status, settings)}"
    return ModelCallError(message, model_id=name, status=status, attempts=attempts)


def _what(error: Exception, status: int | None, settings: CallSettings) -> str:
    """What happened, without a server's own text where it may repeat a key."""
    if status in _UNAUTHORISED:
        return f"the server refused the key (status {status})"
    if status == _NOT_FOUND:
        return "the server does not know the model or the address (status 404)"
    detail = " ".join(str(error).split())[:200]
    if status is not None:
        return f"status {status}: {detail}"
    if isinstance(error, TimeoutError):
        return f"no answer within {settings.timeout:g} s"
    return f"{type(error).__name__}: {detail}" if detail else type(error).__name__

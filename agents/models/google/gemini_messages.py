"""Gemini's protocol as far as it is needed: messages to a request, a reply to a message, errors to ours.

Everything here works on the JSON of ``generateContent``, whatever SDK carries it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import InputTokenDetails, OutputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

from agents.errors import UnusableResponseError
from agents.models.langchain_model import WROTE, is_withheld
from agents.models.request import wire_role
from agents.models.server_errors import reported_error

_ROLES = {"human": "user", "ai": "model"}
_FINISHED = frozenset({"STOP", "MAX_TOKENS"})
_SECONDS = re.compile(r"(\d+(?:\.\d+)?)s")


class HttpResponse(Protocol):
    """What the responses of ``httpx2`` and ``requests`` share."""

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers, found by a name in any case."""
        ...

    def json(self) -> Any:  # noqa: ANN401  (what JSON decodes to)
        """The decoded body; a ``ValueError`` where it is no JSON."""
        ...


class GeminiStatusError(Exception):
    """Gemini's server answered with an error status.

    Attributes:
        status_code: the HTTP status.
        response: the wait that the server asks for, where
            :func:`agents.models.server_errors.retry_after` looks for it.
    """

    def __init__(self, message: str, *, status_code: int, wait: str | None = None) -> None:
        """Keep the status, and the seconds or date to wait for."""
        super().__init__(message)
        self.status_code = status_code
        self.response = _Headers({} if wait is None else {"retry-after": wait})


class _Headers(NamedTuple):
    headers: dict[str, str]


class GeminiPrompt(NamedTuple):
    """A prompt in Gemini's terms."""

    system: str | None
    """The system instruction, None without one."""
    contents: list[dict[str, Any]]
    """The turns, each ``{"role": "user" | "model", "parts": [{"text": …}]}``."""


def gemini_prompt(messages: Sequence[BaseMessage]) -> GeminiPrompt:
    """Split messages into the system instruction (several are joined by an empty line) and the turns.

    Raises:
        ValueError: a message is neither system, human nor ai.
    """
    system = [str(message.text) for message in messages if message.type == "system"]
    turns = [_turn(message) for message in messages if message.type != "system"]
    return GeminiPrompt("\n\n".join(system) or None, turns)


def chat_result(reply: object, *, model: str) -> ChatResult:
    """A reply of ``generateContent``, as decoded JSON, in LangChain's terms.

    An answer that ran into the token limit, or was kept back, comes as far as it got, with the reason and the
    tokens that were paid for; so does a refused prompt, with an empty one.

    Args:
        reply: the JSON.
        model: the model asked, named in errors and where the reply names none.

    Raises:
        UnusableResponseError: there is no answer, without a reason.
    """
    if not isinstance(reply, dict):
        raise UnusableResponseError("the server's response is no generateContent answer")
    candidate = _candidate(reply)
    finish = str(candidate.get("finishReason") or "")
    text = _text(candidate)
    if not text and finish not in _FINISHED and not is_withheld(finish):
        raise UnusableResponseError(f"{model} sent an answer without text ({finish or 'no reason given'})")
    message = AIMessage(
        content=text,
        usage_metadata=_usage(reply.get("usageMetadata")),
        response_metadata={
            "model_name": reply.get("modelVersion"),
            "finish_reason": finish,
            WROTE: _wrote(candidate),
        },
    )
    return ChatResult(generations=[ChatGeneration(message=message)])


def status_error(response: HttpResponse, *, secret: str) -> GeminiStatusError:
    """The error that a server's response reports.

    Args:
        response: of whatever HTTP library.
        secret: the key, blotted out should the server repeat it.
    """
    error = _error_body(response)
    parts = (error.get("status"), error.get("message"))
    message = ": ".join(part for part in parts if isinstance(part, str) and part)
    return GeminiStatusError(
        f"{message or 'no reason given'}{_quotas(error.get('details'))}".replace(secret, "***"),
        status_code=int(response.status_code),
        wait=response.headers.get("retry-after") or _asked_delay(error.get("details")),
    )


def late(timeout: float) -> TimeoutError:
    """The error of a server that did not answer within ``timeout`` seconds."""
    return TimeoutError(f"no answer within {timeout:g} s")


def unreachable(server: str, error: Exception) -> ConnectionError:
    """The error of a server that cannot be reached or breaks off, as the HTTP library's ``error`` says."""
    return ConnectionError(f"{server} cannot be reached or broke the connection ({type(error).__name__})")


def _turn(message: BaseMessage) -> dict[str, Any]:
    return {"role": wire_role(message, _ROLES), "parts": [{"text": str(message.text)}]}


def _candidate(reply: dict[str, Any]) -> dict[str, Any]:
    candidates = reply.get("candidates")
    if candidates:
        first: dict[str, Any] = candidates[0]
        return first
    reason = (reply.get("promptFeedback") or {}).get("blockReason")
    if reason:
        return {"finishReason": f"prompt blocked: {reason}"}
    raise reported_error(reply) or UnusableResponseError("the server's response contains no answer")


def _text(candidate: Mapping[str, Any]) -> str:
    """The text parts but for the model's thoughts."""
    parts = (candidate.get("content") or {}).get("parts") or ()
    return "".join(part.get("text") or "" for part in parts if not part.get("thought"))


def _wrote(candidate: Mapping[str, Any]) -> list[str]:
    """What a candidate contains in addition to a text."""
    parts = (candidate.get("content") or {}).get("parts") or ()
    kinds = {"thinking" for part in parts if part.get("thought")}
    return sorted(kinds | {"a tool call" for part in parts if part.get("functionCall")})


def _usage(counts: Mapping[str, int] | None) -> UsageMetadata | None:
    """Tokens; thinking is output.

    A server or SDK that does not count thinking apart still has it in the total.
    """
    if not counts:
        return None
    sent = _count(counts, "promptTokenCount") + _count(counts, "toolUsePromptTokenCount")
    received = _count(counts, "candidatesTokenCount") + _count(counts, "thoughtsTokenCount")
    received = max(received, _count(counts, "totalTokenCount") - sent)
    return UsageMetadata(
        input_tokens=sent,
        output_tokens=received,
        total_tokens=sent + received,
        input_token_details=InputTokenDetails(cache_read=_count(counts, "cachedContentTokenCount")),
        output_token_details=OutputTokenDetails(reasoning=_count(counts, "thoughtsTokenCount")),
    )


def _count(counts: Mapping[str, int], name: str) -> int:
    return int(counts.get(name) or 0)


def _error_body(response: HttpResponse) -> dict[str, Any]:
    """The ``error`` object of Google's shape, empty where a proxy answered with something else."""
    try:
        body = response.json()
    except ValueError:
        return {}
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) else {}


def _quotas(details: object) -> str:
    """What a ``google.rpc.QuotaFailure`` names as exceeded: limits of a minute, or of a day."""
    violations = [
        violation
        for detail in (details if isinstance(details, list) else ())
        for violation in (detail.get("violations") or () if isinstance(detail, dict) else ())
    ]
    ids = [str(each["quotaId"]) for each in violations if isinstance(each, dict) and each.get("quotaId")]
    return f" ({', '.join(dict.fromkeys(ids))})" if ids else ""


def _asked_delay(details: object) -> str | None:
    """Seconds of a ``google.rpc.RetryInfo`` among the details, such as ``34.07s``."""
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        if isinstance(delay, str) and (seconds := _SECONDS.fullmatch(delay)):
            return seconds.group(1)
    return None

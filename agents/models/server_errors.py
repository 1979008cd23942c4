"""Errors of model calls: what the server said, whether another try may help, how long it asks to wait."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Literal
from urllib.parse import urlsplit

from agents.errors import UnusableResponseError, WithheldError
from agents.models.redaction import redacted
from agents.models.server_addresses import connection_fault
from data_base.net.asked_wait import asked_wait

_TRANSIENT_STATUS = frozenset({408, 429})
_SERVER_ERROR = 500
_FIRST_STATUS, _LAST_STATUS = 100, 599
_FIRST_ERROR, _DIGITS = 400, 3
# Errors of HTTP libraries and SDKs for timeouts and broken connections, by the names of their classes: no
# library is imported to know them.
_TRANSIENT_NAMES = frozenset(
    {"APIConnectionError", "APITimeoutError", "TransportError", "ServiceUnavailable", "DeadlineExceeded"}
    | {"HTTPClientError"}  # botocore's
)
# OpenAI's and Anthropic's, for every server that cannot be reached.
_NO_CONNECTION = "APIConnectionError"
_UNAUTHORISED, _FORBIDDEN = 401, 403
_NOT_FOUND = 404
# An error that a relay passes on.
_INNER = re.compile(r'\[?\{\s*"(?:error|message|detail|msg|object|type|code)"')
# What is due at once, and what a wait of minutes does not change; not the per-minute quota of a paid account.
_SPENT_STATUS = frozenset({400, 402, 403, 412, 429})
_PAYMENT_REQUIRED = 402
_SPENT = re.compile(
    r"insufficient[_ ](?:\w+[_ ])?(?:quota|balance|credits?|funds)|"
    r"balance (?:is )?(?:insufficient|not enough)|"
    r"(?:credits?|balance|funds)\W+(?:balance )?(?:(?:is|are|has|have|been|fully) )*"
    r"(?:too low|used up|exhausted|depleted|spent|expired)|"
    r"(?:used|consumed) (?:up )?all (?:\w+ ){0,3}credits|can only afford|included credits|"
    r"out of (?:call volume )?(?:quota|credits?)|no (?:remaining )?credits|arrearage|overdue|"
    r"billing[_ ](?:hard[_ ]|is )?(?:limit|not[_ ])|account is not active|free_?tier_?only|"
    r"budget[_ ](?:has been )?exceeded|(?:exceeded|over) (?:\w+ )?budget|"
    r"(?:spend(?:ing)?|monthly|daily|weekly|key)[_ ](?:\w+ )?(?:limit|quota|cap)\b|"
    r"\btop[ -]?up\b|payment (?:method|required)|subscription (?:\w+ )?expired|余额不足|额度不足|欠费",
    re.IGNORECASE,
)
_A_DAYS = re.compile(r"per[_ -]?(?:day|week|month)|/ ?(?:day|month)\b|\b[RT]PD\b", re.IGNORECASE)
# Google says so of a minute's quota, too, and then how many seconds it takes.
_MAYBE_SPENT = re.compile(
    r"exceeded[_ ](?:your )?current[_ ]quota|billing details|usage limit|quota (?:is )?(?:exhausted|used up)"
    r"|\"quota_exceeded\"",
    re.IGNORECASE,
)
_A_MINUTES = re.compile(r"per[_ -]?(?:minute|second)(?![a-z])|/ ?min\b|\b[RT]PM\b", re.IGNORECASE)
_SOON = re.compile(r"(?:retry|again) (?:in|after) \d|PerMinute", re.IGNORECASE)
# What servers say of one prompt: a policy, a filter, its length.
_OF_THE_PROMPT = re.compile(
    r"maximum context length|context[_ ]length|context limits?\b|reduce the length|"
    r"could not finish the message|must contain the word|failed to generate json|json_validate_failed|"
    r"content management|content[_ ](?:filter|policy|safety|moderation)|guard[_ -]?rails?|moderation|"
    r"\b(?:blocked|flagged|censored|jailbreak|inappropriate|offensive|harmful|nsfw|prompt injection)\b|"
    r"violat(?:ed?|es|ing|ions?)\b|\b(?:usage|safety|security|acceptable use) polic(?:y|ies)|responsible ai|"
    r"\b(?:WAF|DLP|PII|firewall)\b|(?:prompt|message|input|content) (?:was )?rejected|"
    r"forbidden (?:term|word|content|topic)|sensitive (?:content|words?|information)|"
    r"敏感|违规|不合规|data_?inspection_?failed|unsafe|toxic",
    re.IGNORECASE,
)
_LIMIT_AND_WANTED = re.compile(r"\blimit:? ([\d,]+)\b[^\n\d]{0,20}\brequested:? ([\d,]+)", re.IGNORECASE)
_SILENT_KEYS = {"type", "code", "object", "status", "input", "url", "ctx", "param", "@type", "request_id"}
_DEEPEST = 16
_SHOWN = 200
_SAID_TO_CLIENTS = ContextVar("said_to_clients", default=False)
# What our own errors say is a sentence for users; the name of their class says nothing to them.
_OWN_PACKAGE = __name__.partition(".")[0]


# Where a body with status 200 says that there was an error, in the protocols of the field.
_ERROR_KEYS = ("error", "errors", "detail", "message", "msg", "error_message", "errorMessage", "base_resp")
_STATUS_KEYS = ("status_code", "status", "code", "type")
_NAMED_STATUS = {
    "invalid_request_error": 400,
    "INVALID_ARGUMENT": 400,
    "authentication_error": 401,
    "invalid_api_key": 401,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "model_not_found": 404,
    "NOT_FOUND": 404,
    "insufficient_quota": 429,
    "rate_limit_exceeded": 429,
    "RESOURCE_EXHAUSTED": 429,
}


class ReportedError(UnusableResponseError):
    """An error that a server reports in a response with status 200.

    Attributes:
        body: the error as the server sent it.
        status_code: the status that it names, None if it names none.
    """

    def __init__(self, body: object) -> None:
        """Take the server's words."""
        said = " ".join(" ".join(words for words, _ in statements(body)).split())
        super().__init__(f"the server reported an error: {said or json.dumps(body, ensure_ascii=False)}")
        self.body = body
        self.status_code = next(_statuses(body), None)


def reported_error(response: object) -> ReportedError | None:
    """The error in a decoded response with status 200, None if it reports none."""
    if isinstance(response, list) and response:
        response = response[0]
    if not isinstance(response, dict):
        return None
    said = {key: response[key] for key in _ERROR_KEYS if response.get(key)}
    return ReportedError({**{key: response.get(key) for key in _STATUS_KEYS}, **said}) if said else None


def _statuses(body: object, depth: int = 0) -> Iterator[int]:
    """The statuses of errors that a body names."""
    if isinstance(body, dict) and depth <= _DEEPEST:
        for key in _STATUS_KEYS:
            value = body.get(key)
            number = _NAMED_STATUS.get(value, value) if isinstance(value, str) else value
            if isinstance(number, str) and number.isdecimal() and number.isascii() and len(number) == _DIGITS:
                number = int(number)
            if isinstance(number, int) and _FIRST_ERROR <= number <= _LAST_STATUS:
                yield number
        for each in body.values():
            yield from _statuses(each, depth + 1)
    elif isinstance(body, list) and depth <= _DEEPEST:
        for each in body:
            yield from _statuses(each, depth + 1)


@contextmanager
def said_to_clients() -> Iterator[None]:
    """Have errors of the calls in this block name no server: who reads them did not choose it; a log does."""
    before = _SAID_TO_CLIENTS.set(True)
    try:
        yield
    finally:
        _SAID_TO_CLIENTS.reset(before)


def are_said_to_clients() -> bool:
    """Whether what goes wrong now is shown to clients of a service."""
    return _SAID_TO_CLIENTS.get()


def is_transient(error: BaseException) -> bool:
    """Whether the same call may succeed a moment later."""
    if is_spent(error) or _never_fits(error):
        return False
    if (status := status_of(error)) is not None:
        return status in _TRANSIENT_STATUS or status >= _SERVER_ERROR
    if (fault := connection_fault(error)) is not None:
        return not fault.is_lasting
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
        _metadata(response).get("HTTPStatusCode"),
    ):
        if isinstance(value, int) and not isinstance(value, bool) and _FIRST_STATUS <= value <= _LAST_STATUS:
            return value
    return None


def is_spent(error: BaseException) -> bool:
    """Whether the account has no credit left, or has reached a limit that no short wait changes."""
    status = status_of(error)
    if status not in _SPENT_STATUS or status == _PAYMENT_REQUIRED:
        return status == _PAYMENT_REQUIRED
    body = body_of(error)
    said = f"{body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)} {error}"
    if is_of_the_prompt(error):
        return False
    if _SPENT.search(said) or (_A_DAYS.search(said) and not _A_MINUTES.search(said)):
        return True
    passes_soon = _SOON.search(said) or _A_MINUTES.search(said) or retry_after(error) is not None
    return _MAYBE_SPENT.search(said) is not None and not passes_soon


def concerns(error: BaseException) -> Literal["account", "machine", "prompt"] | None:
    """What an error is about, if that is known."""
    if is_spent(error) or status_of(error) == _UNAUTHORISED:
        return "account"
    if isinstance(error, WithheldError):
        return "prompt"
    if status_of(error) is None:
        return "machine" if (fault := connection_fault(error)) is not None and fault.is_lasting else None
    return "prompt" if is_of_the_prompt(error) else None


def is_of_the_prompt(error: BaseException) -> bool:
    """Whether the server speaks of this prompt alone: what it contains, or its length."""
    return _OF_THE_PROMPT.search(server_words(error)) is not None or _never_fits(error)


def _never_fits(error: BaseException) -> bool:
    """Whether one request takes more tokens than a minute has: no wait makes room for it."""
    found = _LIMIT_AND_WANTED.search(server_words(error))
    limit, wanted = (int(each.replace(",", "")) for each in found.groups()) if found else (0, 0)
    return wanted > limit


def retry_after(error: BaseException, *, now: datetime | None = None) -> float | None:
    """Seconds that the server asks to wait, None where it does not say."""
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or _metadata(response).get("HTTPHeaders")
    value = headers.get("retry-after") if headers is not None and hasattr(headers, "get") else None
    return asked_wait(value, now=now) if isinstance(value, str) else None


def _metadata(response: object) -> Mapping[str, Any]:
    """What botocore's errors, whose response is a mapping, say of status and headers."""
    metadata = response.get("ResponseMetadata") if isinstance(response, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def what_happened(
    error: BaseException, *, timeout: float, server: str | None = None, keys: Sequence[str] = ()
) -> str:
    """The error in a few words, with keys blotted out.

    Args:
        error: what ended the call.
        timeout: seconds that a try had.
        server: the server's address, None for the provider's own.
        keys: the model's own, for those that a server repeats.
    """
    status = status_of(error)
    words = shortened(redacted(server_words(error), keys))
    if is_spent(error):
        return f"the account has no credit left or has reached its limit (status {status}: {words})"
    if status == _UNAUTHORISED or (status == _FORBIDDEN and not is_of_the_prompt(error)):
        return f"{redacted(server or _host(error), keys)} refused the key (status {status}: {words})"
    if status == _NOT_FOUND:
        return "the server does not know the model or the address (status 404)"
    detail = shortened(redacted(" ".join(str(error).split()), keys))
    if status is not None:
        return f"status {status}: {detail}"
    if isinstance(error, TimeoutError):
        return detail or f"no answer within {timeout:g} s"  # ours has no words
    is_own = type(error).__module__.partition(".")[0] == _OWN_PACKAGE
    return detail if detail and is_own else _kind_and_words(error, detail)


def _kind_and_words(error: BaseException, words: str) -> str:
    if (fault := connection_fault(error)) is not None:
        # Our own errors of this kind name the address.
        return f"{fault.words} ({words})" if type(error) is ConnectionError else fault.words
    named = error.__cause__ if type(error.__cause__).__name__ == "ConnectTimeout" else error
    if type(named).__name__ == _NO_CONNECTION:
        return f"the connection failed ({words.rstrip('.')})"
    return f"{type(named).__name__}: {words}" if words else type(named).__name__


def _host(error: BaseException) -> str:
    """The server that replied, where its response says so."""
    with suppress(ValueError, RuntimeError):  # a response that knows no request
        if host := urlsplit(str(getattr(getattr(error, "response", None), "url", ""))).hostname:
            return host
    return "the server"


def shortened(words: str) -> str:
    """Words of a server's, cut where they are many."""
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"


def server_words(error: BaseException) -> str:
    """What the server says, in its own words and one line, without field names and codes."""
    said = " ".join(words for words, _ in statements(body_of(error)))
    return " ".join((said if said.strip() else str(error)).split())


def body_of(error: BaseException) -> Any:  # noqa: ANN401  (whatever JSON the server sent)
    """The error's JSON as an SDK keeps it, or as the response contains it, or else the error's own words."""
    if (body := getattr(error, "body", None)) is not None:
        return body
    text = None
    with suppress(RuntimeError):  # a stream that was not read
        text = getattr(getattr(error, "response", None), "text", None)
    text = text if text and isinstance(text, str) else str(error)
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return text


def statements(body: object, depth: int = 0) -> Iterator[tuple[str, str]]:
    """What a body says, object by object: the words, with the place that a validator names; and ``param``."""
    if isinstance(body, str):
        body = {"message": body}
    if isinstance(body, dict) and depth <= _DEEPEST:
        own, inner = [], []
        for key, each in body.items():
            if key == "loc" and isinstance(each, (list, tuple)):
                own.append(".".join(map(str, each)))
            elif key not in _SILENT_KEYS:
                words, further = _unpacked(each) if isinstance(each, str) else ("", each)
                own.append(words)
                inner.append(further)
        param = body.get("param")
        yield " ".join(filter(None, own)), param if isinstance(param, str) else ""
        yield from statements(inner, depth + 1)
    elif isinstance(body, (list, tuple)) and depth <= _DEEPEST:
        for each in body:
            yield from statements(each, depth + 1)


def _unpacked(text: str) -> tuple[str, Any]:
    """The text, and apart from it the JSON of an error within it."""
    if (start := _INNER.search(text)) is not None:
        with suppress(ValueError, RecursionError):
            inner, end = json.JSONDecoder().raw_decode(text, start.start())
            return text[: start.start()] + text[end:], inner
    return text, None

"""Errors of model calls: which may pass when tried again, and how long a server asks to wait."""

from __future__ import annotations

import email.utils
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from agents.calls.redaction import redacted
from agents.errors import UnusableResponseError

if TYPE_CHECKING:
    from collections.abc import Mapping

_TRANSIENT_STATUS = frozenset({408, 429})
_SERVER_ERROR = 500
_FIRST_STATUS, _LAST_STATUS = 100, 599
# Errors of HTTP libraries and SDKs for timeouts and broken connections, by the names of their classes: no
# library is imported to know them.
_TRANSIENT_NAMES = frozenset(
    {"APIConnectionError", "APITimeoutError", "TransportError", "ServiceUnavailable", "DeadlineExceeded"}
    | {"HTTPClientError"}  # botocore's
)
_UNAUTHORISED = frozenset({401, 403})
_NOT_FOUND = 404
# What our own errors say is a sentence for users; the name of their class tells them nothing.
_OWN_PACKAGE = __name__.partition(".")[0]


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
        _metadata(response).get("HTTPStatusCode"),
    ):
        if isinstance(value, int) and not isinstance(value, bool) and _FIRST_STATUS <= value <= _LAST_STATUS:
            return value
    return None


def retry_after(error: BaseException, *, now: datetime | None = None) -> float | None:
    """Seconds that the server asks to wait, None where it does not say."""
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or _metadata(response).get("HTTPHeaders")
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


def _metadata(response: object) -> Mapping[str, Any]:
    """What botocore's errors, whose response is a mapping, say of status and headers."""
    metadata = response.get("ResponseMetadata") if isinstance(response, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def what_happened(error: BaseException, *, timeout: float) -> str:
    """The error in a few words, without a server's own text where it may repeat a key.

    Args:
        error: what ended the call.
        timeout: seconds that a try had.
    """
    status = status_of(error)
    if status in _UNAUTHORISED:
        return f"the server refused the key (status {status})"
    if status == _NOT_FOUND:
        return "the server does not know the model or the address (status 404)"
    detail = redacted(" ".join(str(error).split()))[:200]
    if status is not None:
        return f"status {status}: {detail}"
    if isinstance(error, TimeoutError):
        return f"no answer within {timeout:g} s"
    is_own = type(error).__module__.partition(".")[0] == _OWN_PACKAGE
    if detail and is_own:
        return detail
    named = error.__cause__ if type(error.__cause__).__name__ == "ConnectTimeout" else error
    return f"{type(named).__name__}: {detail}" if detail else type(named).__name__

"""How many evaluations, or other results, of one key are waited for at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.http.problems import ProblemError

_RETRY_S = "2"
_OR_AS_JOB = "once one of them is there, or hand many in as a job"


class ConcurrentRequests:
    """Counts what is under way by key and kind; of one server, and in its event loop alone."""

    def __init__(self, most: int) -> None:
        """Let each key have so many of a kind under way."""
        self._most = most
        self._counts: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def one(self, key: str, what: str = "evaluations", again: str = _OR_AS_JOB) -> Iterator[None]:
        """Count one more of a key for as long as the block takes.

        Args:
            key: names the API key.
            what: is under way.
            again: when to send a request again that is refused.

        Raises:
            ProblemError: 429, the key has as many of them under way as it may.
        """
        counted = key, what
        if self._counts[counted] >= self._most:
            raise ProblemError(
                429,
                f"This API key has {self._most} {what} under way; send the request again {again}.",
                {"Retry-After": _RETRY_S},
            )
        self._counts[counted] += 1
        try:
            yield
        finally:
            self._counts[counted] -= 1
            if not self._counts[counted]:
                del self._counts[counted]

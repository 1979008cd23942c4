"""How many evaluations of one key are waited for at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.http.problems import ProblemError

_RETRY_S = "2"


class UnderWay:
    """Counts what is under way by key; of one server, and in its event loop alone."""

    def __init__(self, most: int) -> None:
        """Let each key have so many under way."""
        self._most = most
        self._counts: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Count one more of a key for as long as the block takes.

        Raises:
            ProblemError: 429, the key has as many under way as it may.
        """
        if self._counts[key] >= self._most:
            raise ProblemError(
                429,
                f"This API key has {self._most} evaluations under way; send the request again once one of "
                "them is there, or hand many in as a job.",
                {"Retry-After": _RETRY_S},
            )
        self._counts[key] += 1
        try:
            yield
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

"""A page that was asked for: what came, or why nothing did."""

from dataclasses import dataclass
from typing import Literal

Unfetched = Literal["dead", "unreadable", "never_opened"]
"""What a page without content is: not there, there and not to be had, or not asked for."""


_GONE = frozenset({404, 410})
_SERVER_ERRORS = range(500, 600)


def is_dead(status: int | None) -> bool:
    """Whether a page is not there: nothing answered, it is gone, or its server breaks.

    Args:
        status: of HTTP; None where nothing answered. One that HTTP does not know (999) is a refusal.
    """
    return status is None or status in _GONE or status in _SERVER_ERRORS


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page that came."""

    final_url: str
    """Where redirects led."""
    status: int
    """Of HTTP."""
    content: bytes
    """Its content, decompressed."""
    media_type: str
    """What the server calls it, in lower case; empty where it says nothing."""
    charset: str | None
    """The encoding that the server names."""


class NotFetchedError(Exception):
    """A page that has no content; the text says why.

    Attributes:
        state: what it is.
        status: of HTTP, where something answered.
        is_of_host: whether all pages of the host have it.
        final_url: where redirects led, as far as they were followed.
    """

    def __init__(
        self, state: Unfetched, reason: str, *, status: int | None = None, is_of_host: bool = False
    ) -> None:
        """Say why.

        Args:
            state: what it is.
            reason: why, without a full stop.
            status: of HTTP.
            is_of_host: whether all pages of the host have it.
        """
        super().__init__(reason)
        self.state, self.status, self.is_of_host = state, status, is_of_host
        self.final_url: str | None = None

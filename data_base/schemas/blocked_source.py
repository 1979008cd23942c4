"""A source that an answer may not use."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import is_web_address
from data_base.whole_text import WholeText


class BlockedSource(Frozen):
    """A work that may not be used: its title, its addresses, or both; a plain string is either."""

    title: WholeText | None = None
    """The work's title, None where only addresses are known."""
    authors: tuple[WholeText, ...] = ()
    """Who wrote it; for the reader."""
    urls: tuple[WholeText, ...] = ()
    """Addresses that it can be read at."""

    @model_validator(mode="before")
    @classmethod
    def _of_a_string(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        if isinstance(given, Mapping):
            # What was JSON is Python to the fields, where a list is no tuple to a strict reader.
            return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        if not isinstance(given, str):
            return given
        return {"urls": (given,)} if is_web_address(given) else {"title": given}

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not (self.title or "").strip() and not any(url.strip() for url in self.urls):
            raise ValueError("a blocked source has a title or an address")
        return self

    @property
    def line(self) -> str:
        """All that is known of it, in one line."""
        return " ".join("; ".join(filter(None, (self.title, *self.authors, *self.urls))).split())


MOST_BLOCKED = 100
"""Blocked sources of one question."""
BlockedSources = Annotated[tuple[BlockedSource, ...], Field(max_length=MOST_BLOCKED)]

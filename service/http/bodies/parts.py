"""What several requests have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_base.schemas.frozen import Frozen

TEXT = 1_000_000
"""Characters of a text at most; the limit of the body comes first as a rule."""
PASSAGES = 1_000
NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"
"""One line of text."""
Name = Annotated[str, Field(min_length=1, max_length=500, pattern=NO_CONTROL)]
"""A name of the caller's own, on one line."""
Text = Annotated[str, Field(max_length=TEXT)]
ID = r"^[A-Za-z0-9_-]{1,100}$"
"""What an id looks like that the server gave."""


class PassageRequest(Frozen):
    """A passage that an answer is based on.

    Attributes:
        text: its text.
        doc_id: the document's name.
        page: the page, from 1.
        id: names the passage among the others; a number where it is not given.
    """

    text: Text
    doc_id: Name = "document"
    page: int | None = Field(default=None, ge=1, le=1_000_000)
    id: Name | None = None


class CollectionPassages(Frozen):
    """Passages of a collection of the project.

    Attributes:
        collection: the collection's id.
        passages: the passages' ids, as a search gives them.
    """

    collection: str = Field(pattern=ID)
    passages: tuple[Annotated[str, Field(max_length=1_000)], ...] = Field(max_length=PASSAGES)


Documents = (
    Annotated[tuple[Text | PassageRequest, ...], Field(max_length=PASSAGES, fail_fast=True)]
    | CollectionPassages
)

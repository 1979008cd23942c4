"""A case: a question with what is known about it."""

from typing import Annotated

from pydantic import Field

from data_base.schemas.blocked_source import BlockedSources
from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoints
from data_base.schemas.passage import Passage
from data_base.whole_text import WholeText


class Case(Frozen):
    """A question and what is known about it."""

    id: str = Field(min_length=1)
    """Unique in its set."""
    question: Annotated[WholeText, Field(min_length=1)]
    """As the user asked it."""
    language: str | None = None
    """A language tag (zh-Hant, zh-Hans, en, ru), None where it is to be detected."""
    answerable: bool | None = None
    """Whether the documents contain the answer; None where it was not said."""
    gold_answer: WholeText | None = None
    """An answer a person considers right and complete."""
    key_points: KeyPoints = ()
    """What a complete answer says, or must not say; plain strings are points of weight 1."""
    blocked: BlockedSources = Field(default=(), exclude_if=lambda sources: not sources)
    """Sources that may not be used: a key point that only such a source shows counts as missing."""
    documents: tuple[str, ...] = ()
    """Names of the documents the answer is in."""
    reference_passages: tuple[Passage, ...] = ()
    """Passages a person marked as evidence."""
    tags: tuple[str, ...] = ()
    """Free labels for grouping."""

"""What a judge of pairs is asked."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from data_base.marks.thinking import spoken
from data_base.schemas.blocked_source import BlockedSources
from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.whole_text import WholeText


class PairRequest(Frozen):
    """Two answers to a question, in the order in which they are to be shown."""

    case_id: str = Field(default="1", min_length=1)
    """The case."""
    question: WholeText
    """The user's original question."""
    first: str = Field(default="first", min_length=1)
    """The system whose answer is shown first."""
    second: str = Field(default="second", min_length=1)
    """The other system."""
    first_answer: Annotated[WholeText, AfterValidator(spoken)]
    """Its answer's text, without thinking."""
    second_answer: Annotated[WholeText, AfterValidator(spoken)]
    """The other's."""
    passages: tuple[Passage, ...] | None = None
    """What both are judged on.

    None where there is nothing but the judge's own knowledge, empty where a search found nothing.
    """
    reference_answer: WholeText | None = None
    """An answer that is right and need not be exhaustive; None where none is known."""
    key_points: tuple[KeyPoint, ...] = ()
    """What a complete answer says."""
    blocked: BlockedSources = Field(default=(), exclude_if=lambda sources: not sources)
    """Sources that may not be used: what an answer gives by such a source alone counts as not given."""

    @model_validator(mode="after")
    def _two_systems(self) -> Self:
        if self.first == self.second:
            raise ValueError("a pair is of two systems")
        return self

    @property
    def answers(self) -> str:
        """Both answers as one text."""
        return f"{self.first_answer}\n\n{self.second_answer}"

    @property
    def by_number(self) -> dict[int, str]:
        """The ids of the passages by their numbers, which are their places, from 1."""
        return {number: passage.id for number, passage in enumerate(self.passages or (), start=1)}

    def turned(self) -> Self:
        """The same pair in the other order."""
        return self.model_copy(
            update={
                "first": self.second,
                "second": self.first,
                "first_answer": self.second_answer,
                "second_answer": self.first_answer,
            }
        )

"""What a judge of pairs is asked."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage


class PairRequest(Frozen):
    """Two answers to a question, in the order in which they are to be shown.

    Attributes:
        case_id: the case.
        question: the user's original question.
        first: the system whose answer is shown first.
        second: the other system.
        first_answer: its answer's text.
        second_answer: the other's.
        passages: what both are judged on; None where there is nothing but the judge's own knowledge, empty
            where a search found nothing.
        reference_answer: an answer that is right and need not be exhaustive; None where none is known.
        key_points: what a complete answer says.
    """

    case_id: str = Field(default="1", min_length=1)
    question: str
    first: str = Field(default="first", min_length=1)
    second: str = Field(default="second", min_length=1)
    first_answer: str
    second_answer: str
    passages: tuple[Passage, ...] | None = None
    reference_answer: str | None = None
    key_points: tuple[KeyPoint, ...] = ()

    @model_validator(mode="after")
    def _two_systems(self) -> Self:
        if self.first == self.second:
            raise ValueError("a pair is of two systems")
        return self

    @property
    def answers(self) -> str:
        """Both answers as one text."""
        return f"{self.first_answer}\n\n{self.second_answer}"

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

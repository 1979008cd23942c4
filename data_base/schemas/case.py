"""A case: a question with what is known about it."""

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage


class Case(Frozen):
    """A question and what is known about it.

    Attributes:
        id: unique in its set.
        question: as the user asked it.
        language: a language tag (zh-Hant, zh-Hans, en, ru), None where it is to be detected.
        answerable: whether the documents contain the answer; None where it was not said.
        gold_answer: an answer a person considers right and complete.
        key_points: what a complete answer says; plain strings are points of weight 1.
        documents: names of the documents the answer is in.
        reference_passages: passages a person marked as evidence.
        tags: free labels for grouping.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    language: str | None = None
    answerable: bool | None = None
    gold_answer: str | None = None
    key_points: tuple[KeyPoint, ...] = ()
    documents: tuple[str, ...] = ()
    reference_passages: tuple[Passage, ...] = ()
    tags: tuple[str, ...] = ()

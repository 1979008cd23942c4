"""What is asked of an arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.run_name import RunName
from data_base.text.language import Language
from service.http.bodies.gold_answer import GoldNamed, gold_names
from service.http.bodies.parts import Documents, Name, Text
from service.http.bodies.research import QuestionText, ResearcherRequest
from service.jobs.judge_request import JudgeSettingsRequest

_CONTESTANTS = 50


class QuestionRequest(GoldNamed):
    """A question with what is known about it.

    Attributes:
        question: as a user asks it.
        id: names it among the others; ``q`` and its number, from 1, where it is not given.
        gold_answer: an answer that is right and complete; also read under the other names that data files
            give it.
        key_points: what a complete answer says.
        answerable: whether the documents contain the answer; null where it is not known.
        language: the question's language; detected if null.
        tags: its labels.
    """

    question: QuestionText
    id: Name | None = None
    gold_answer: Text | None = Field(default=None, validation_alias=gold_names("gold_answer"))
    key_points: tuple[KeyPoint, ...] = Field(default=(), max_length=200)
    answerable: bool | None = None
    language: Language | None = None
    tags: tuple[Name, ...] = Field(default=(), max_length=50)

    def name(self, number: int) -> str:
        """What names it among the others.

        Args:
            number: its number, from 1.
        """
        return self.id or f"q{number}"


class PureLLMRequest(Frozen):
    """A model that answers from what it knows, without documents.

    Attributes:
        kind: what it is told apart by.
        name: names the contestant in the results.
        model: the model, one of ``GET /v1/models``; ``embedded`` if null, which knows nothing by heart.
    """

    kind: Literal["pure_llm"]
    name: Name = "Pure LLM"
    model: Name | None = None


class DeepResearchRequest(ResearcherRequest):
    """Deep Research over a collection.

    Attributes:
        kind: what it is told apart by.
        name: names the contestant in the results.
    """

    kind: Literal["deep_research"]
    name: Name = "Deep Research"


class GivenAnswer(Frozen):
    """An answer that was given elsewhere.

    Attributes:
        answer: its text.
        documents: what it is based on: texts, passages, or passages of a collection.
    """

    answer: Text
    documents: Documents = ()

    @model_validator(mode="before")
    @classmethod
    def _has_no_more(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        # Refused at the first: to tell of each unknown field of each answer would take seconds.
        if isinstance(data, dict) and (unknown := data.keys() - cls.model_fields.keys()):
            raise ValueError(f"an answer has no field {min(unknown)!r}")
        return data


class RecordedRequest(Frozen):
    """Answers that some system gave elsewhere.

    Attributes:
        kind: what it is told apart by.
        name: names the contestant in the results.
        answers: an answer for each question, under its id: a text, or an object with ``answer`` and
            ``documents``.
    """

    kind: Literal["recorded"]
    name: Name = "recorded answers"
    answers: Mapping[Name, Text | GivenAnswer]


ContestantRequest = Annotated[
    PureLLMRequest | DeepResearchRequest | RecordedRequest, Field(discriminator="kind")
]


class ArenaRunRequest(Frozen):
    """Systems that answer the same questions and are judged on the same passages.

    Attributes:
        questions: the questions; each id once.
        contestants: who answers, two at least; each name once.
        judges: who scores; of several, each judges every answer and the medians count. The server's own if
            empty. The first judges the drafts of research that names no judge.
        settings: how answers are judged.
        blind: the judge sees no gold answers and no key points.
        seed: of the bootstrap that gives the intervals.
        name: what the run is called; its kind, subject and day if null.
        priority: jobs of the project with a greater one go first.
    """

    questions: tuple[QuestionRequest, ...] = Field(min_length=1, fail_fast=True)
    contestants: tuple[ContestantRequest, ...] = Field(max_length=_CONTESTANTS, fail_fast=True)
    judges: tuple[Name, ...] = Field(default=(), max_length=100)
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    blind: bool = False
    seed: int = Field(default=0, ge=0, le=2**31)
    name: RunName | None = None
    priority: int = Field(default=0, ge=-100, le=100)

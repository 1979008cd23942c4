"""What an arena is held on, as a job keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from agents.models.registry import EMBEDDED
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.frozen import Frozen
from data_base.schemas.run_name import RunName
from service.jobs.judge_request import JudgeSettingsRequest
from service.research.terms import ResearcherTerms

PREFIX = "arena-"
"""Before the job's id, the name of an arena's run."""


class PureTerms(Frozen):
    """A model that answers from what it knows.

    Attributes:
        kind: what it is told apart by.
        name: the contestant's, as all of them have one.
        model: the model.
    """

    kind: Literal["pure_llm"] = "pure_llm"
    name: str
    model: str = EMBEDDED


class ResearchingTerms(Frozen):
    """Deep Research over a collection.

    Attributes:
        kind: what it is told apart by.
        name: the contestant's.
        researcher: who researches, from what and how.
    """

    kind: Literal["deep_research"] = "deep_research"
    name: str
    researcher: ResearcherTerms


class RecordedTerms(Frozen):
    """Answers that were given elsewhere; they are kept with the questions.

    Attributes:
        kind: what it is told apart by.
        name: the contestant's.
    """

    kind: Literal["recorded"] = "recorded"
    name: str


ContestantTerms = Annotated[PureTerms | ResearchingTerms | RecordedTerms, Field(discriminator="kind")]


class ArenaTerms(Frozen):
    """Who takes part in an arena, and who judges.

    Attributes:
        contestants: who answers; their names differ.
        judge: who scores.
        settings: how answers are judged.
        blind: the judge sees no gold answers and no key points.
        seed: of the bootstrap.
        questions_sha256: of the questions.
        answers_sha256: of the recorded answers, None where there are none.
        gold_answers: questions with a gold answer.
        key_points: questions with key points.
        questions: how many there are, 0 where an earlier version of the program did not count them.
        name: what the run is called; kind, subject and day if None.
    """

    contestants: tuple[ContestantTerms, ...]
    judge: str
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    blind: bool = False
    seed: int = 0
    questions_sha256: str
    answers_sha256: str | None = None
    gold_answers: int = 0
    key_points: int = 0
    questions: int = 0
    name: RunName | None = None

    @property
    def models_named(self) -> tuple[str, ...]:
        """Who answers and judges."""
        pure = (each.model for each in self.contestants if isinstance(each, PureTerms))
        researching = (each.researcher for each in self.contestants if isinstance(each, ResearchingTerms))
        return self.judge, *pure, *(name for each in researching for name in each.models_named)


class ArenaQuestion(Frozen):
    """A question of an arena.

    Attributes:
        case: the question with what is known about it.
        recorded: contestant to the answer that it gave elsewhere.
    """

    case: Case
    recorded: Mapping[str, Answer] = Field(default_factory=dict)

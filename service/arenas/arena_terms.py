"""What an arena is held on, as a job keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field, model_validator

from agents.models.options import SAME
from agents.models.registry import PANEL
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.frozen import Frozen
from data_base.schemas.runs.run_name import RunName
from data_base.store.database import NotStoredError
from eval.arena.config import ArenaRules, ContestantConfig, ResearchConfig
from service.collections.index import IndexedDocument
from service.jobs.judge_request import FinalJudgeName, JudgeSettingsRequest
from service.research.terms import LoopSettingsRequest, NamedSources

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators

PREFIX = "arena-"
"""Before the job's id, the name of an arena's run."""


class ResearchInCollection(ResearchConfig, NamedSources):
    """Deep Research over a collection."""

    settings: LoopSettingsRequest = LoopSettingsRequest()
    """The settings of the loop."""
    collection: str
    """Whose documents are searched."""
    judge_settings: JudgeSettingsRequest | None = None
    """How drafts are judged; as the arena's answers if None."""


class ContestantTerms(ContestantConfig):
    """A contestant of a job; answers that were given elsewhere are kept with the questions."""

    kinds: ClassVar[tuple[str, ...]] = ("model", "research", "answers_sha256", "http")

    name: str
    """The contestant's name."""
    research: ResearchInCollection | None = None
    """Deep Research over a collection, None for another kind of contestant."""
    answers_sha256: str | None = None
    """Of the answers that were given elsewhere."""


class ArenaTerms(ArenaRules):
    """Who takes part in an arena, and who judges."""

    contestants: tuple[ContestantTerms, ...] = Field(min_length=1)
    """The contestants."""
    collection: str | None = None
    """Passages of its documents are shared, whoever finds them; None where there is none."""
    searched: Mapping[str, tuple[IndexedDocument, ...]] = Field(default_factory=dict)
    """Collections to those of their documents that could be searched when the arena was asked for."""
    final_judge: FinalJudgeName | None = None
    """Who scores and compares in the judge's place; None for the judges."""
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How answers are judged."""
    blind: bool = False
    """Whether the judge sees no gold answers and no key points."""
    questions_sha256: str
    """Of the questions."""
    gold_answers: int = 0
    """Questions with a gold answer."""
    key_points: int = 0
    """Questions with key points."""
    questions: int = 0
    """How many there are, 0 where an earlier version of the program did not count them."""
    name: RunName | None = None
    """What the run is called; kind, subject and day if None."""

    @model_validator(mode="before")
    @classmethod
    def _of_before(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        """As jobs of earlier versions have it, whose arenas are still shown."""
        if not isinstance(given, Mapping) or "judge" not in given:
            return given
        rest = {name: value for name, value in given.items() if name not in {"judge", "answers_sha256"}}
        contestants, searched = [], {}
        for each in given["contestants"]:
            own = {name: each[name] for name in ("name", "model") if name in each}
            if each["kind"] == "recorded":
                own["answers_sha256"] = given.get("answers_sha256") or ""
            elif each["kind"] == "deep_research":
                own["research"] = {**each["researcher"]}
                searched[own["research"]["collection"]] = own["research"].pop("documents")
            contestants.append(own)
        named = {"contestants": contestants, "judges": given["judge"].split(PANEL)}
        return {**rest, **named, "searched": searched}

    @property
    def judge(self) -> str:
        """Who scores; where the judge does by another prompt, its own name."""
        final = () if self.final_judge is None or self.final_judge.strip() == SAME else (self.final_judge,)
        return PANEL.join(final or self.judges)

    def scorers(self, evaluators: Evaluators) -> tuple[RAGEvaluator, tuple[RAGEvaluator, ...]]:
        """Who scores, and who compares pairs.

        Raises:
            InputError: a name or a setting cannot be used.
        """
        if self.final_judge is not None and self.final_judge.strip() == SAME:
            other = evaluators.of(self.judges[0], self.settings).by_another_prompt()
            return other, (other,)
        pairs = tuple(evaluators.of(each, self.settings) for each in self.judge.split(PANEL))
        return evaluators.of(self.judge, self.settings), pairs


class ArenaQuestion(Frozen):
    """A question of an arena."""

    case: Case
    """The question with what is known about it."""
    recorded: Mapping[str, Answer] = Field(default_factory=dict)
    """Contestant to the answer that it gave elsewhere."""


def arena_job(jobs: JobStore, run_id: str, project: str) -> Job | None:
    """The project's job that made an arena's run; None where a command made it, or it is no arena."""
    if not run_id.startswith(PREFIX):
        return None
    try:
        job = jobs.job(run_id.removeprefix(PREFIX), project)
    except NotStoredError:
        return None
    return job if job.kind == "arena" else None

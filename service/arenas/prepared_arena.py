"""An arena about to be held: contestants and judge, as its terms say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from agents.judges.prompt import passage_budget
from agents.models.registry import chat_model
from agents.systems import ALONE_PROMPTS, RESEARCH_PROMPTS, PureLLM
from data_base.counted import counted
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.arena.setup import choose_shared
from eval.runs import terms
from eval.runs.manifest import manifest_of
from eval.runs.references import references_term
from eval.systems.contestants import ResearchContestant, SystemContestant
from eval.systems.recorded import RECORDED
from prompts.registry import refs
from service.arenas.terms import PureTerms, ResearchingTerms
from service.research.researcher import Researcher

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from pydantic import JsonValue

    from agents.evaluator import RAGEvaluator
    from agents.models.registry import ModelOrJudge
    from data_base.passage_index import PassageIndex
    from data_base.schemas.judgement import PromptRef
    from data_base.schemas.run import RunManifest
    from data_base.schemas_deep_research import DeepResearchResult
    from eval.arena.contest import ChooseShared
    from eval.systems.contestants import Contestant
    from service.arenas.terms import ArenaQuestion, ArenaTerms, ContestantTerms
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators
    from service.research.terms import ResearcherTerms

    IndexOf = Callable[[ResearcherTerms], PassageIndex]


@dataclass(frozen=True, slots=True)
class RecordedElsewhere:
    """A system whose answers came with the questions.

    Attributes:
        name: the contestant's.
        answers: case id to answer.
    """

    name: str
    answers: Mapping[str, Answer]

    async def answer(self, case: Case) -> Answer:
        """The answer that was given."""
        return self.answers[case.id]


@dataclass(frozen=True, slots=True)
class ResearchInRun:
    """Deep Research as a part of a run; a question whose research was cut off is gone on with.

    Attributes:
        name: the contestant's.
        researcher: researches.
        run_id: the run.
    """

    name: str
    researcher: Researcher
    run_id: str

    async def research(self, case: Case) -> DeepResearchResult:
        """Research the case's question."""
        return await self.researcher.research(case.question, self.kept_as(case), lambda _event: None)

    def kept_as(self, case: Case) -> str:
        """The name of its checkpoints of a question."""
        return f"{self.run_id}/{self.name}/{case.id}"


@dataclass(frozen=True, slots=True)
class PreparedArena:
    """Contestants and judge of an arena.

    Attributes:
        terms: what they are made by.
        run_id: the run.
        evaluator: who scores.
        researchers: the contestants that research, by their names.
    """

    terms: ArenaTerms
    run_id: str
    evaluator: RAGEvaluator
    researchers: Mapping[str, ResearchInRun]

    @classmethod
    def of(
        cls, asked: ArenaTerms, run_id: str, *, index_of: IndexOf, evaluators: Evaluators, jobs: JobStore
    ) -> PreparedArena:
        """As a job's terms say.

        Raises:
            InputError: a model cannot be used, or a document was changed or deleted since.
        """
        researchers = {
            each.name: ResearchInRun(
                each.name,
                Researcher.of(each.researcher, index_of(each.researcher), evaluators, jobs),
                run_id,
            )
            for each in asked.contestants
            if isinstance(each, ResearchingTerms)
        }
        return cls(asked, run_id, evaluators.of(asked.judge, asked.settings), researchers)

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """All models that are asked."""
        alone = (chat_model(each.model) for each in self.terms.contestants if isinstance(each, PureTerms))
        loops = [each.researcher for each in self.researchers.values()]
        others = (model for loop in loops for model in (loop.llm, *loop.judge.spec.models))
        return (*alone, *others, *self.evaluator.spec.models)

    @property
    def choose_shared(self) -> ChooseShared:
        """Chooses the passages that all answers to a question are judged on."""
        return partial(choose_shared, token_budget=passage_budget(self.evaluator.spec))

    def contestants(self, questions: Sequence[ArenaQuestion]) -> tuple[Contestant, ...]:
        """Who answers these questions."""
        return tuple(self._contestant(each, questions) for each in self.terms.contestants)

    def _contestant(self, one: ContestantTerms, questions: Sequence[ArenaQuestion]) -> Contestant:
        if isinstance(one, ResearchingTerms):
            return ResearchContestant(self.researchers[one.name])
        if isinstance(one, PureTerms):
            return SystemContestant(PureLLM(chat_model(one.model), name=one.name))
        return SystemContestant(
            RecordedElsewhere(one.name, {each.case.id: each.recorded[one.name] for each in questions})
        )

    def manifest(self) -> RunManifest:
        """The terms of the run."""
        asked = self.terms
        hashes = {"questions": asked.questions_sha256}
        if asked.answers_sha256:
            hashes["answers"] = asked.answers_sha256
        for each in self.researchers.values():
            hashes |= each.researcher.documents
        settings: dict[str, JsonValue] = {
            "judge": self.evaluator.terms,
            "contestants": [
                each.model_dump(mode="json", exclude={"researcher": {"documents"}})
                for each in asked.contestants
            ],
            **references_term(asked.gold_answers, asked.key_points, blind=asked.blind),
        }
        indexes = dict.fromkeys(each.researcher.index.fingerprint for each in self.researchers.values())
        manifest = manifest_of(
            "arena",
            models=dict(self._models()),
            data_hashes=hashes,
            settings=settings,
            scorer_version=terms.scorer_version(),
            prompts=tuple(dict.fromkeys(self._prompts())),
            index_version=",".join(indexes) or None,
            seeds={"bootstrap": asked.seed},
            subject=counted(asked.questions, "question") if asked.questions else None,
            name=asked.name,
            planned=asked.questions * len(asked.contestants) or None,
        )
        return manifest.model_copy(update={"run_id": self.run_id})

    def _prompts(self) -> Iterator[PromptRef]:
        for each in self.terms.contestants:
            if isinstance(each, ResearchingTerms):
                yield from (*refs(*RESEARCH_PROMPTS), *self.researchers[each.name].researcher.judge.prompts)
            elif isinstance(each, PureTerms):
                yield from refs(*ALONE_PROMPTS)
        yield from self.evaluator.prompts

    def _models(self) -> Iterator[tuple[str, ModelOrJudge | str]]:
        for each in self.terms.contestants:
            if isinstance(each, ResearchingTerms):
                researcher = self.researchers[each.name].researcher
                yield each.name, researcher.llm
                yield f"{each.name}: loop_judge", researcher.judge.spec
            else:
                yield each.name, chat_model(each.model) if isinstance(each, PureTerms) else RECORDED
        yield "judge", self.evaluator.spec

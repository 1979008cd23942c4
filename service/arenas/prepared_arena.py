"""An arena about to be held: contestants and judges, as its terms say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from agents.judges.passage_conversion import as_passages
from agents.judges.prompt import passage_budget
from agents.models.registry import models_in
from agents.research.settings import ResearchSettings
from agents.systems import DeepResearch
from data_base.counted import counted
from data_base.schemas.run import RunItem
from eval.arena.entrants import choice_of, in_arena
from eval.arena.judging.judges import Judges
from eval.arena.setup import arena_manifest, choose_shared
from eval.runs.blind_judging import QuestionTerms
from eval.systems.choice import ChosenSystem, choose_system
from eval.systems.contestant_adapters import ResearchContestant, SystemContestant
from eval.systems.kept_answers import KeptAnswers
from eval.systems.recorded import RECORDED
from service.arenas.endpoint import PublicEndpoint
from service.research.researcher import checkpoints_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from pydantic import JsonValue

    from data_base.net.addresses import AddressCheck
    from data_base.passage_index import PassageIndex
    from data_base.schemas.case import Case
    from data_base.schemas.passage import Passage
    from data_base.schemas.run import RunManifest
    from eval.arena.contest import SharedPassageChoice
    from service.arenas.arena_terms import ArenaQuestion, ArenaTerms, ContestantTerms
    from service.jobs.judging import Evaluators
    from service.jobs.worker import SliceContext


@dataclass(frozen=True, slots=True)
class PreparedArena:
    """Contestants and judges of an arena."""

    terms: ArenaTerms
    """What they are made by."""
    entrants: tuple[ChosenSystem, ...]
    """Who answers."""
    judges: Judges
    """Who scores, and who compares pairs."""
    index: PassageIndex | None
    """Of the documents that passages are shared from; None where there are none."""

    @classmethod
    def of(
        cls,
        asked: ArenaTerms,
        context: SliceContext,
        questions: Sequence[ArenaQuestion],
        *,
        indexes: Mapping[str, PassageIndex],
        evaluators: Evaluators,
        endpoints: AddressCheck,
    ) -> PreparedArena:
        """As a job's terms say.

        Args:
            asked: the terms.
            context: of the slice that is worked on.
            questions: those that are asked.
            indexes: collections to their indexes.
            evaluators: the judges of this process.
            endpoints: says which addresses may be asked.

        Raises:
            InputError: a model cannot be used, or a document was changed or deleted since.
        """
        run_id, checkpoints = str(context.leased.job.run_id), checkpoints_of(context.jobs)

        def entrant(one: ContestantTerms) -> ChosenSystem:
            if one.answers_sha256 is not None:
                items = (
                    RunItem(case_id=each.case.id, system=one.name, answer=each.recorded[one.name])
                    for each in questions
                )
                given = KeptAnswers(one.name, one.name, {item.case_id: item for item in items})
                return ChosenSystem(given, {one.name: RECORDED}, {"answers_sha256": one.answers_sha256})
            if one.http is not None:
                system = PublicEndpoint(one.http, endpoints, name=one.name, timeout=one.timeout)
                return ChosenSystem(SystemContestant(system), {one.name: "http"}, {"http": system.identity})
            research = one.research
            judging = asked.settings if research is None else research.judge_settings or asked.settings
            choice = choice_of(one, asked.judges[0], judging.of_evaluator())
            if research is None:
                return choose_system(choice)
            loop = ResearchSettings(checkpoints=checkpoints, **research.settings.model_dump())
            as_of = judging.as_of or asked.settings.as_of
            loop = in_arena(loop, {"final_judge": asked.final_judge, "as_of": as_of})
            research.require_declared()
            more = {"retrievers": research.retrievers, "searches": research.searches}
            choice = choice.model_copy(update={"research": loop, **more})
            chosen = choose_system(choice, index=lambda: indexes[research.collection])
            return replace(chosen, contestant=chosen.contestant.for_run(run_id))

        judges = Judges(*asked.scorers(evaluators))
        index = None if asked.collection is None else indexes[asked.collection]
        return cls(asked, tuple(map(entrant, asked.contestants)), judges, index)

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """All models that are asked."""
        named = [*(each for one in self.entrants for each in one.models), self.judges.evaluator.spec]
        return tuple(model for each in named for model in models_in(each))

    @property
    def choose_shared(self) -> SharedPassageChoice:
        """Chooses the passages that all answers to a question are judged on."""
        return partial(choose_shared, token_budget=passage_budget(self.judges.evaluator.spec))

    async def look_up(self, case: Case) -> tuple[Passage, ...]:
        """What a search of the arena's documents finds, whoever else finds it."""
        return () if self.index is None else as_passages(await self.index.ainvoke(case.question))

    def kept_research(self, questions: Sequence[ArenaQuestion]) -> Iterator[str]:
        """The names of the checkpoints of these questions."""
        for each in (one.contestant for one in self.entrants):
            if isinstance(each, ResearchContestant) and isinstance(each.system, DeepResearch):
                yield from (each.system.kept_as(one.case) for one in questions)

    def manifest(self) -> RunManifest:
        """The terms of the run."""
        asked = self.terms
        given = asked.settings.model_dump(mode="json", exclude_defaults=True)
        settings: dict[str, JsonValue] = {"judge": given} if given else {}
        hashes = {each.name: each.sha256 for documents in asked.searched.values() for each in documents}
        questions = QuestionTerms(
            sha256=asked.questions_sha256, gold_answers=asked.gold_answers, key_points=asked.key_points
        )
        return arena_manifest(
            asked,
            self.entrants,
            self.judges.evaluator,
            questions,
            self.index,
            blind=asked.blind,
            data_hashes=hashes,
            settings=settings,
            subject=counted(asked.questions, "question") if asked.questions else None,
            planned=asked.questions,
            name=asked.name,
        )

"""The loop over a collection, as a job runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agents.deep_research import DeepResearchService
from agents.graphs.search_sources import searched
from agents.models.registry import chat_model
from agents.research.checkpoints import open_checkpoints
from agents.research.events import ResearchEvent, result_at_end
from agents.research.saver_errors import CheckpointsError
from agents.research.settings import DEFAULT_CHECKPOINTS, ResearchSettings
from data_base.logs import module_logger
from data_base.store.database import StoreAwayError
from eval.runs.research_run import manifest_of_research

if TYPE_CHECKING:
    from collections.abc import Iterable

    from langchain_core.language_models import BaseChatModel

    from agents.evaluator import RAGEvaluator
    from agents.graphs.retrievers import MergedRetriever
    from agents.graphs.search_sources import GuardedRetriever
    from data_base.passage_index import PassageIndex
    from data_base.schemas.run import RunManifest
    from data_base.schemas_deep_research import DeepResearchResult
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators
    from service.research.terms import ResearchTerms

logger = module_logger(__name__)


@dataclass(frozen=True, slots=True)
class Researcher:
    """Researches questions; what is cut off is gone on with under the same name."""

    llm: BaseChatModel
    """Plans, refines and writes."""
    judge: RAGEvaluator
    """Judges the drafts."""
    final_judge: RAGEvaluator | None
    """Judges what is returned, None if nobody does."""
    settings: ResearchSettings
    """The settings of the loop, its checkpoints among them."""
    index: PassageIndex | GuardedRetriever | MergedRetriever
    """What is searched."""
    sources: tuple[str, ...]
    """What of it is no document of the collection, by the names that the operator gave."""
    documents: Mapping[str, str]
    """Name to sha256 of what is searched."""

    @classmethod
    def of(
        cls, terms: ResearchTerms, index: PassageIndex, evaluators: Evaluators, jobs: JobStore
    ) -> Researcher:
        """As a job's terms say.

        Raises:
            InputError: a model cannot be used.
        """
        return cls(
            llm=chat_model(terms.model),
            judge=terms.evaluator(evaluators),
            final_judge=terms.final_evaluator(evaluators),
            settings=ResearchSettings(**terms.settings.model_dump(), checkpoints=checkpoints_of(jobs)),
            index=searched(index, terms.search_sources()) or index,
            sources=terms.named_sources,
            documents={each.name: each.sha256 for each in terms.documents},
        )

    def manifest(self, question: str) -> RunManifest:
        """The terms of researching a question."""
        return manifest_of_research(
            question,
            self.llm,
            self.judge,
            self.settings,
            self.documents,
            self.index,
            final_judge=self.final_judge,
            sources=self.sources,
        )

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """All models that are asked."""
        final = () if self.final_judge is None else self.final_judge.spec.models
        return self.llm, *self.judge.spec.models, *final

    async def research(
        self, question: str, name: str, watch: Callable[[ResearchEvent], None]
    ) -> DeepResearchResult:
        """Research a question, or go on with what is left of it.

        Args:
            question: the question.
            name: under which it is kept until :func:`forget`.
            watch: called with every event.

        Raises:
            ModelCallError: a model cannot be asked; finished steps are kept.
            InputError: something else that the user has to fix; they are kept, too.
            StoreAwayError: the checkpoints cannot be reached at the moment.
        """
        service = DeepResearchService(
            self.llm, retriever=self.index, evaluator=self.judge, settings=self.settings
        )
        try:
            return await result_at_end(service.stream(question, thread_id=name), watch)
        except CheckpointsError as error:
            raise stored_elsewhere(error) from error


def checkpoints_of(jobs: JobStore) -> Path | str:
    """Where research under way is kept: in a file next to the store's, or in the database itself."""
    return jobs.address if jobs.is_shared else jobs.path.with_name(DEFAULT_CHECKPOINTS.name)


async def forget(jobs: JobStore, names: Iterable[str]) -> None:
    """Drop the checkpoints of research whose results are kept in the run store.

    Raises:
        StoreAwayError: the checkpoints cannot be reached at the moment.
    """
    try:
        async with open_checkpoints(checkpoints_of(jobs)) as saver:
            for name in names:
                await saver.adelete_thread(name)
    except CheckpointsError as error:
        raise stored_elsewhere(error) from error


def stored_elsewhere(error: CheckpointsError) -> StoreAwayError:
    """The error as jobs know it, which wait for a store that is away."""
    # Where they are is not for those who read of it in the job.
    logger.warning("%s", error)
    return StoreAwayError("Checkpoints of research cannot be kept at the moment; the worker's log says why.")

"""What is researched, from what, by whom and how, as a job keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from agents.models.registry import EMBEDDED, chat_model
from agents.research.settings import ResearchSettings
from data_base.errors import InputError
from data_base.schemas.frozen import FromNetwork, Frozen, LocalOnly
from data_base.schemas.runs.run_name import RunName
from service.collections.index import IndexedDocument
from service.jobs.judge_request import FinalJudgeName, JudgeSettingsRequest, require_model_name

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from agents.graphs.search_sources import GuardedRetriever
    from service.jobs.judging import Evaluators


class LoopSettingsRequest(FromNetwork, ResearchSettings):
    """How the loop researches."""

    max_attempts: int = Field(default=4, ge=1, le=50)
    """Attempts in all; 1 never retries."""
    final_judge: FinalJudgeName | None = Field(default=None, exclude_if=lambda name: name is None)
    """Who judges the first and the returned attempt once more, without having steered the research: another
    of ``GET /v1/models``, or ``same`` for the same judge by another template and another order of passages;
    null: nobody. Its score of the returned attempt is the result's."""
    checkpoints: Annotated[Path | str | None, LocalOnly("a place of files")] = None
    """Where runs under way are kept: the server says so, and no job contains it."""


class NamedSources(Frozen):
    """What is searched besides a collection, by names that the operator gave."""

    retrievers: tuple[str, ...] = Field(default=(), max_length=20, exclude_if=lambda names: not names)
    """Retrievers that the server declares (``JUDGE_RETRIEVERS``), by their names; what they find is merged
    with what the collection gives, by rank."""
    searches: tuple[str, ...] = Field(default=(), max_length=20, exclude_if=lambda names: not names)
    """Searches of MCP servers that the server declares (``JUDGE_SEARCHES``), by their names."""

    @property
    def named_sources(self) -> tuple[str, ...]:
        """All of them."""
        return *self.retrievers, *self.searches

    def require_declared(self) -> None:
        """Refuse names that the operator has not given.

        Raises:
            InputError: one is of no such source.
        """
        from agents.graphs.search_sources import (  # noqa: PLC0415  (loads LangChain)
            RETRIEVERS_VARIABLE,
            SEARCHES_VARIABLE,
            declared,
        )

        for names, variable, what in (
            (self.retrievers, RETRIEVERS_VARIABLE, "retriever"),
            (self.searches, SEARCHES_VARIABLE, "search"),
        ):
            known = declared(variable)
            for name in names:
                if name not in known:
                    there = f"those there are: {', '.join(known)}" if known else "there is none"
                    raise InputError(f"{name[:100]!r} is no {what} of this server; {there}.")

    def search_sources(self) -> tuple[GuardedRetriever, ...]:
        """The sources, once their names are those of the operator.

        Raises:
            InputError: one is not, or cannot be used.
        """
        from agents.graphs.search_sources import search_sources  # noqa: PLC0415  (loads LangChain)

        self.require_declared()
        return search_sources(self.retrievers, self.searches)


class ResearchTerms(NamedSources):
    """What a job of research does: what is asked, and who researches it from what and how."""

    question: str
    """As the user asked it."""
    name: RunName | None = None
    """What the run is called; kind, question and day if None."""

    model: str = EMBEDDED
    """Plans, refines and writes."""
    judge: str = EMBEDDED
    """Judges the drafts."""
    settings: LoopSettingsRequest = LoopSettingsRequest()
    """The settings of the loop."""
    judge_settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How the judge judges."""
    collection: str
    """Whose documents are searched."""
    documents: tuple[IndexedDocument, ...]
    """Those of its documents that could be searched when it was asked for."""

    @property
    def models_named(self) -> tuple[str, ...]:
        """Who researches and judges."""
        return self.model, self.judge, *self.settings.final_judges_named

    def evaluator(self, evaluators: Evaluators) -> RAGEvaluator:
        """The judge of the drafts; its panel decides where the loop does.

        Raises:
            InputError: its name or a setting cannot be used.
        """
        settings = self.judge_settings
        if settings.panel is not None and settings.panel_threshold is None:
            settings = settings.model_copy(update={"panel_threshold": self.settings.threshold})
        return evaluators.of(self.judge, settings)

    def final_evaluator(self, evaluators: Evaluators) -> RAGEvaluator | None:
        """The judge of what is returned; None for none.

        Raises:
            InputError: its name or a setting cannot be used, or it steers.
        """
        name = self.settings.final_judge
        return None if name is None else self.evaluator(evaluators).final_judge(name)

    def require_models(self, evaluators: Evaluators) -> None:
        """Refuse models that cannot be used here.

        Raises:
            InputError: a name, an option or a setting cannot be used, or a key is missing.
        """
        require_answering_model(self.model)
        self.require_declared()
        self.evaluator(evaluators)
        self.final_evaluator(evaluators)


def require_answering_model(name: str) -> None:
    """Refuse a model that cannot answer here.

    Raises:
        InputError: it is a name of several models, of none that requests may name, or a key is missing.
    """
    require_model_name(name)
    chat_model(name)

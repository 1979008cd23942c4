"""What is researched, from what, by whom and how, as a job keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, field_serializer

from agents.models.names import EMBEDDED, chat_model
from data_base.schemas.frozen import Frozen
from data_base.schemas.run_name import RunName
from data_base.text.language import Language
from service.collections.index import IndexedDocument
from service.jobs.judge_request import JudgeSettingsRequest, require_model_name

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from service.jobs.judging import Evaluators

_THRESHOLD = 8.0


class LoopSettingsRequest(Frozen):
    """How the loop researches; what is null is left to it."""

    max_attempts: int | None = Field(default=None, ge=1, le=50)
    """Attempts in all, 4 if null; 1 never retries."""
    threshold: float | None = Field(default=None, ge=1, le=10)
    """Accuracy (1-10) below which a draft is researched again, 8 if null."""
    retry_on: frozenset[Literal["unanswered", "incomplete", "unclear"]] | None = None
    """What else sends a draft back; all three if null."""
    min_completeness: float | None = Field(default=None, ge=1, le=10)
    """Completeness (1-10) below which a draft counts as incomplete, 7 if null."""
    min_clarity: float | None = Field(default=None, ge=1, le=10)
    """Clarity (1-10) below which a draft counts as unclear, 7 if null."""
    token_budget: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """Tokens that may be used; a further attempt begins only where it can also be judged."""
    time_budget_s: float | None = Field(default=None, gt=0, le=1_000_000)
    """Seconds of work that may be used, by the same rule."""
    writer_passages: int | None = Field(default=None, ge=1, le=1000)
    """Passages that a draft is written from and judged on at most, 10 if null."""
    writer_tokens: int | None = Field(default=None, ge=1, le=10_000_000)
    """Estimated tokens of those passages at most, 6,000 if null."""
    language: Language | None = None
    """Language of the prompts, the question's own if null."""

    @field_serializer("retry_on")
    def _in_order(self, causes: frozenset[str] | None) -> list[str] | None:
        # A set has another order in every process, and a request sent again must look the same.
        return None if causes is None else sorted(causes)

    def of_loop(self) -> dict[str, Any]:
        """As the loop takes them."""
        return {name: value for name, value in self if value is not None}


class ResearcherTerms(Frozen):
    """Who researches, from what and how."""

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
        return self.model, self.judge

    def evaluator(self, evaluators: Evaluators) -> RAGEvaluator:
        """The judge of the drafts; its panel decides where the loop does.

        Raises:
            InputError: its name or a setting cannot be used.
        """
        settings = self.judge_settings
        if settings.panel is not None and settings.panel_threshold is None:
            threshold = self.settings.threshold or _THRESHOLD
            settings = settings.model_copy(update={"panel_threshold": threshold})
        return evaluators.of(self.judge, settings)

    def require_models(self, evaluators: Evaluators) -> None:
        """Refuse models that cannot be used here.

        Raises:
            InputError: a name, an option or a setting cannot be used, or a key is missing.
        """
        require_answering_model(self.model)
        self.evaluator(evaluators)


class ResearchTerms(ResearcherTerms):
    """What a job of research does."""

    question: str
    """As the user asked it."""
    name: RunName | None = None
    """What the run is called; kind, question and day if None."""


def require_answering_model(name: str) -> None:
    """Refuse a model that cannot answer here.

    Raises:
        InputError: it is a name of several models, of none that requests may name, or a key is missing.
    """
    require_model_name(name)
    chat_model(name)

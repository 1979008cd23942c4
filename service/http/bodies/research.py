"""What is asked of research."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from service.http.bodies.parts import ID, TEXT, Name, Queued
from service.jobs.judge_request import JudgeSettingsRequest
from service.research.terms import LoopSettingsRequest, NamedSources, ResearchTerms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.collections.index import IndexedDocument

QUESTION = r"^[^\x00]*[^\s\x00][^\x00]*$"
"""PostgreSQL takes no character of number 0 into a checkpoint."""
QuestionText = Annotated[str, Field(min_length=1, max_length=TEXT, pattern=QUESTION)]
"""A question to be researched."""


class ResearchModels(Frozen):
    """The models of a research, each one of ``GET /v1/models``."""

    model: Name | None = None
    """The model that plans, refines and writes; ``embedded`` if null."""
    judge: Name | None = None
    """The judge of the drafts; the server's own judge if null."""


class ResearcherRequest(NamedSources):
    """Who researches, from what and how."""

    collection: str = Field(pattern=ID)
    """The id of the collection whose documents are searched."""
    models: ResearchModels = ResearchModels()
    """The models that take part."""
    settings: LoopSettingsRequest = LoopSettingsRequest()
    """The settings of the loop."""
    judge_settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How drafts are judged."""

    @model_validator(mode="before")
    @classmethod
    def _needs_a_collection(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if isinstance(data, dict) and data.get("collection") is None:
            raise ValueError(
                "research answers from documents; name the collection that has them as `collection` "
                "(POST /v1/collections makes one)"
            )
        return data


class ResearchRequest(ResearcherRequest, Queued):
    """A question to be researched."""

    question: QuestionText
    """As the user asks it."""

    def terms(self, documents: Sequence[IndexedDocument], *, judge: str) -> ResearchTerms:
        """As a job keeps it.

        Args:
            documents: those of the collection that can be searched now.
            judge: the server's own judge.
        """
        return ResearchTerms(
            **({"model": self.models.model} if self.models.model else {}),
            judge=self.models.judge or judge,
            settings=self.settings,
            judge_settings=self.judge_settings,
            collection=self.collection,
            documents=tuple(documents),
            retrievers=self.retrievers,
            searches=self.searches,
            question=self.question,
            name=self.name,
        )

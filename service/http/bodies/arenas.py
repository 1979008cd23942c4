"""What is asked of an arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field, model_validator

from agents.models.registry import EMBEDDED
from data_base.schemas.blocked_source import BlockedSources
from data_base.schemas.frozen import FromNetwork, Frozen
from data_base.schemas.key_point import KeyPoints
from data_base.text.language import Language
from eval.arena.config import MOST_CONTESTANTS, ArenaRules, ContestantConfig, ResearchConfig
from service.http.bodies.parts import ID, NO_CONTROL, Documents, GoldNamed, Name, Queued, Text, gold_names
from service.http.bodies.research import QuestionText, ResearchModels
from service.jobs.judge_request import FinalJudgeName, JudgeSettingsRequest
from service.research.terms import LoopSettingsRequest, NamedSources


class QuestionRequest(GoldNamed):
    """A question with what is known about it."""

    question: QuestionText
    """The question as a user asks it."""
    id: Name | None = None
    """The question's id; ``q`` and its number, from 1, if it is missing."""
    gold_answer: Text | None = Field(default=None, validation_alias=gold_names("gold_answer"))
    """A reference answer, right and complete; also read under the other names that data files use."""
    key_points: KeyPoints = Field(default=(), max_length=200)
    """The statements that a complete answer must make, and the faults that it must not have."""
    blocked: BlockedSources = Field(default=(), exclude_if=lambda sources: not sources)
    """Sources that answers may not use: a key point that only such a source shows counts as missing."""
    answerable: bool | None = None
    """Whether the documents contain the answer; null if it is not known."""
    language: Language | None = None
    """The question's language; detected if null."""
    tags: tuple[Name, ...] = Field(default=(), max_length=50)
    """The question's tags."""

    def name(self, number: int) -> str:
        """What names it among the others.

        Args:
            number: its number, from 1.
        """
        return self.id or f"q{number}"


class GivenAnswer(Frozen):
    """An answer that was given elsewhere."""

    answer: Text
    """The answer's text."""
    documents: Documents = ()
    """What the answer is based on: texts, passages, or passages of a collection."""

    @model_validator(mode="before")
    @classmethod
    def _has_no_more(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        # Refused at the first: to tell of each unknown field of each answer would take seconds.
        if isinstance(data, dict) and (unknown := data.keys() - cls.model_fields.keys()):
            raise ValueError(f"an answer has no field {min(unknown)!r}")
        return data


class ResearchContestantRequest(FromNetwork, ResearchConfig, NamedSources):
    """Deep Research as a contestant; the loop's settings may be given next to the other fields."""

    model: Name = EMBEDDED
    """Plans, refines and writes; one of ``GET /v1/models``."""
    judge: Name | None = None
    """Judges the drafts; the first of the arena's judges if null."""
    settings: LoopSettingsRequest = LoopSettingsRequest()
    """Of the loop; where ``as_of`` is null, its date is that by which answers are judged."""
    collection: str | None = Field(default=None, pattern=ID)
    """The id of the collection whose documents are searched; the arena's ``documents`` if null."""
    judge_settings: JudgeSettingsRequest | None = None
    """How drafts are judged; as the arena's answers if null."""


class ContestantRequest(FromNetwork, ContestantConfig):
    """A contestant: a name, and exactly one of ``model``, ``research``, ``answers`` and ``http``."""

    kinds: ClassVar[tuple[str, ...]] = ("model", "research", "answers", "http")

    name: Name
    """Unique in the arena."""
    model: Name | None = None
    """A model that answers from what it knows, one of ``GET /v1/models``."""
    research: ResearchContestantRequest | None = None
    """Deep Research over a collection."""
    answers: Mapping[Name, Text | GivenAnswer] | None = None
    """Answers that some system gave elsewhere, one for each question under its id: a text, or an object with
    ``answer`` and ``documents``."""
    http: str | None = Field(default=None, max_length=2_000, pattern=NO_CONTROL)
    """The ``https://`` address of an endpoint that is asked by POST, on the public internet."""
    timeout: float = Field(default=120.0, gt=0, le=600)
    """Seconds that an endpoint's answer may take."""

    @model_validator(mode="before")
    @classmethod
    def _by_kind(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        """The form with a ``kind``, of which each has a name of its own."""
        kind = given.get("kind") if isinstance(given, Mapping) else None
        if kind is None:
            return given
        if kind not in tuple(_NAMES):
            raise ValueError(f"kind is one of {', '.join(_NAMES)}; or leave it out")
        rest = {"name": _NAMES[kind], **{name: value for name, value in given.items() if name != "kind"}}
        if kind == "pure_llm":
            return {**rest, "model": rest.get("model") or EMBEDDED}
        if kind == "recorded":
            return rest
        models = ResearchModels.model_validate(rest.pop("models", None) or {}).model_dump(exclude_none=True)
        own = {name: rest.pop(name) for name in _OF_RESEARCH if name in rest}
        return {**rest, "research": {"settings": {}, "judge_settings": {}, **own, **models}}


_OF_RESEARCH = ("collection", "settings", "judge_settings", *NamedSources.model_fields)
"""What the form with a ``kind`` says of research itself."""
_NAMES = {"pure_llm": "Pure LLM", "deep_research": "Deep Research", "recorded": "recorded answers"}
"""What a contestant is called by default in the form with a ``kind``."""


class ArenaRunRequest(FromNetwork, ArenaRules, Queued):
    """Systems that answer the same questions and are judged on the same passages."""

    questions: tuple[QuestionRequest, ...] = Field(min_length=1, fail_fast=True)
    """The questions; each id once."""
    documents: str | None = Field(default=None, pattern=ID)
    """The id of a collection that Deep Research searches, and that passages are shared from; null for
    none."""
    contestants: tuple[ContestantRequest, ...] = Field(
        min_length=2, max_length=MOST_CONTESTANTS, fail_fast=True
    )
    """Who answers, two at least; each name once."""
    judges: tuple[Name, ...] = Field(default=(), max_length=100)
    """Who scores; of several, each judges every answer and the medians count, and each compares every pair.
    The server's own if empty. The first judges the drafts of research that names no judge."""
    final_judge: FinalJudgeName | None = None
    """Who scores and compares all answers in the judge's place, which then only steers Deep Research: another
    judge, or ``same`` for the same one by another template and another order of passages. It also judges the
    first and the returned attempt of all research once. Null: the judges do both."""
    seed: int = Field(default=0, ge=0, le=2**31)
    """Of every random choice."""
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How answers are judged."""
    blind: bool = False
    """The judge sees no gold answers and no key points."""


class ArenaQuery(Frozen):
    """Which of an arena's questions are wanted."""

    after: str | None = Field(default=None, pattern=r"^\d{1,9}$")
    """Where the page begins: ``after`` of the page before."""
    limit: int = Field(default=50, ge=1, le=200)
    """How many questions at most; a page of large answers has fewer."""

"""The three roles everything else plays: a system answers, a scorer scores, a judge judges."""

from typing import Annotated, Protocol

from pydantic import AfterValidator, Field, field_validator

from data_base.marks.thinking import spoken
from data_base.schemas.answer import Answer
from data_base.schemas.blocked_source import BlockedSources
from data_base.schemas.case import Case
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import FailedJudgement, JudgeMode, ScoredJudgement
from data_base.schemas.key_point import KeyPoints
from data_base.schemas.passage import Passage
from data_base.schemas.score_card import ScoreCard
from data_base.whole_text import WholeText


class System(Protocol):
    """Answers the question of a case."""

    @property
    def name(self) -> str:
        """The system's name in runs and reports."""
        ...

    async def answer(self, case: Case) -> Answer:
        """Answer the case's question."""
        ...


class Scorer(Protocol):
    """Turns an answer into a score card."""

    async def score(self, case: Case, answer: Answer) -> ScoreCard:
        """Score one answer; an answer that cannot be scored gets an unscored card, never a zero."""
        ...


class JudgeRequest(Frozen):
    """What a judge is asked."""

    id: str = "1"
    """Names it among others."""
    question: WholeText
    """The user's original question."""
    answer: Annotated[WholeText, AfterValidator(spoken)]
    """The answer's text, without the thinking of the model that wrote it."""
    documents: tuple[Passage, ...] | None = None
    """The passages the answer came with.

    None for an answer without any, empty where a search found nothing.
    """
    reference_documents: tuple[Passage, ...] | None = None
    """Passages shared by all answers to judge the answer by."""
    reference_answer: WholeText | None = None
    """An answer that is right and need not be exhaustive; None where none is known, or the text is blank."""
    key_points: KeyPoints = ()
    """What a complete answer says, or must not say, each judged on its own."""
    blocked: BlockedSources = Field(default=(), exclude_if=lambda sources: not sources)
    """Sources that may not be used: a key point that only such a source shows counts as missing."""
    numbers: tuple[int, ...] = Field(default=(), exclude_if=lambda numbers: not numbers)
    """The number of each passage, by which the answer may cite it; empty where that is its place, from 1."""
    tried: tuple[WholeText, ...] = Field(default=(), exclude_if=lambda tried: not tried)
    """What research has searched for so far, and what a judge suggested to it before, so that it does not
    suggest that again."""

    as_given: Answer | None = Field(default=None, exclude_if=lambda answer: answer is None)
    """The answer as its system gave it, where its marks name passages of its own; None where they name those
    that it is judged on."""

    @field_validator("reference_answer")
    @classmethod
    def _has_words(cls, text: str | None) -> str | None:
        return text if text and text.strip() else None

    @property
    def mode(self) -> JudgeMode:
        """On what the answer is judged: its own documents (even none found), shared ones, or nothing."""
        if self.documents is not None:
            return "documents"
        return "comparison" if self.reference_documents else "no_documents"

    @property
    def by_number(self) -> dict[int, str]:
        """The ids of the passages by their numbers; a passage that was handed in twice has two."""
        ids = [passage.id for passage in self.passages]
        return dict(zip(self.numbers or range(1, len(ids) + 1), ids, strict=True))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The passages that it is judged on."""
        return (self.documents if self.documents is not None else self.reference_documents) or ()


class Judge(Protocol):
    """Judges an answer; a model, a panel and a cascade all are one."""

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer; a judge that fails says so and does not raise."""
        ...

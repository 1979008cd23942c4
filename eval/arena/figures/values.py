"""An arena's scores cut up, and what they took: the values."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from eval.stats.paired import Estimate

SliceBy = Literal["language", "kind", "tag", "answerable"]
Amount = Literal["cost_usd", "tokens", "seconds"]


class QuestionSliceScore(Frozen):
    """A contestant's mean over the questions of a slice."""

    system: str
    """The contestant."""
    scored: int = Field(ge=0)
    """Answers whose scores count."""
    mean: float | None
    """Their mean weighted score (1-10), None if there are none."""


class QuestionSlice(Frozen):
    """The questions that have something in common."""

    by: SliceBy
    """What they have in common.

    ``kind`` is a tag that says what sort of question it is, ``tag`` any other.
    """
    value: str
    """The language or the tag; ``yes`` or ``no`` for ``answerable``."""
    questions: int = Field(ge=1)
    """How many there are."""
    scores: tuple[QuestionSliceScore, ...]
    """One for each contestant, in the contestants' order."""


class CostPerPoint(Frozen):
    """What a point of score takes; None if it is not known."""

    cost_usd: float | None = None
    """US dollars."""
    seconds: float | None = None
    """Seconds of answering."""
    calls: float | None = None
    """Requests sent to models."""
    tokens: float | None = None
    """Tokens sent and received."""


class Spending(Frozen):
    """What a contestant's answers took; judging them is not part of it, judging inside its own loop is."""

    system: str
    """The contestant."""
    answers: int = Field(ge=0)
    """Answers that it gave."""
    calls: int | None = Field(default=None, ge=0)
    """Requests sent to models; None, like tokens and cost, if no answer says what it took."""
    tokens: int | None = Field(default=None, ge=0)
    """Tokens sent and received."""
    cached_tokens: int | None = Field(default=None, ge=0)
    """Those of them that providers read from their prompt caches."""
    cost_usd: float | None = Field(default=None, ge=0)
    """US dollars; None also if a price is not known."""
    timed: int = Field(default=0, ge=0)
    """Answers whose time is known."""
    seconds: float | None = Field(default=None, ge=0)
    """Seconds that the timed answers took together, None if there are none."""
    mean: float | None = None
    """Mean weighted score, None if nothing was scored."""
    per_point: CostPerPoint = CostPerPoint()
    """Amounts over the scored answers, per point of their scores."""
    frontier: bool = False
    """Whether no other contestant has as high a mean for less, or a higher one for as much."""

    def per_answer(self, amount: Amount) -> float | None:
        """What an answer takes on average; None where that is not known."""
        value = getattr(self, amount)
        answers = self.timed if amount == "seconds" else self.answers
        return None if value is None or not answers else value / answers


class ArenaSpending(Frozen):
    """What all contestants took."""

    by: Amount | None
    """What the frontier is drawn by: US dollars if every cost is known and any is above 0, else tokens, else
    time, of the contestants that say so; None if nothing is known.
    """
    sides: tuple[Spending, ...]
    """One for each contestant, in the contestants' order."""


class Optimism(Frozen):
    """What the judge that steered a contestant's research makes of its answers, and one that did not.

    Both judged them on what they were written from, and not on the shared passages.
    """

    judges: tuple[str, ...]
    """Who judged without having steered."""
    steering: Estimate
    """Mean weighted score (1-10) of the returned attempts by the judge that steered."""
    fresh: Estimate
    """That of the same attempts by the judge that did not."""
    optimism: Estimate
    """The first minus the second."""
    gain: Estimate
    """Returned minus first attempt, by the judge that did not steer."""
    missing: int = Field(ge=0)
    """Answers that one of the two judges has no score of."""


class AgainstReference(Frozen):
    """A contestant's scores against those of the reference, on the questions for which both have one.

    Each is the mean over questions of ``own / (own + reference)``: above .5 is better than the reference.
    """

    system: str
    """The contestant."""
    compared: int = Field(ge=0)
    """Questions for which both have a weighted score."""
    left_out: int = Field(ge=0)
    """The other questions."""
    scores: Mapping[str, Estimate] = Field(default_factory=dict)
    """Dimension to the mean share of its scores; ``weighted_score`` is the share by the arena's weights."""
    key_points: Estimate = Estimate(n=0)
    """The same of the shares of key points covered, of the points that both have a verdict on."""
    groups: Mapping[str, Estimate] = Field(default_factory=dict)
    """Group of key points to the same."""
    points_left_out: int = Field(default=0, ge=0)
    """Key points of compared answers that do not count, since either answer has no verdict on them or they do
    not apply to it."""


class ReferenceFigures(Frozen):
    """All contestants against the one that is the reference."""

    reference: str
    """The reference."""
    sides: tuple[AgainstReference, ...]
    """One for each other contestant, in the contestants' order."""


class CitedClaims(Frozen):
    """What became of a contestant's citations."""

    system: str
    """The contestant."""
    claims: int = Field(default=0, ge=0)
    """Sentences of its answers that state a fact."""
    citing: int = Field(default=0, ge=0)
    """The claims that cite a passage."""
    cited: int = Field(default=0, ge=0)
    """Passages cited, once for each sentence that cites them."""
    verdicts: Mapping[Literal["supported", "unsupported", "undecidable"], int] = Field(default_factory=dict)
    """How many citations are ``supported``, ``unsupported`` (this includes passages that do not exist) or
    ``undecidable``.
    """

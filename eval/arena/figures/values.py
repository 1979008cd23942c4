"""An arena's scores cut up, and what they took: the values."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen

SliceBy = Literal["language", "kind", "tag", "answerable"]
Amount = Literal["cost_usd", "tokens", "seconds"]


class QuestionSliceScore(Frozen):
    """A contestant's mean over the questions of a slice.

    Attributes:
        system: the contestant.
        scored: answers whose scores count.
        mean: their mean weighted score (1-10), None where there are none.
    """

    system: str
    scored: int = Field(ge=0)
    mean: float | None


class QuestionSlice(Frozen):
    """The questions that have something in common.

    Attributes:
        by: what they have in common. ``kind`` is a tag that says what sort of question it is, ``tag`` any
            other.
        value: the language, the tag; of ``answerable`` ``yes`` or ``no``.
        questions: how many there are.
        scores: one for each contestant, in the contestants' order.
    """

    by: SliceBy
    value: str
    questions: int = Field(ge=1)
    scores: tuple[QuestionSliceScore, ...]


class CostPerPoint(Frozen):
    """What a point of score takes; None where that is not known."""

    cost_usd: float | None = None
    seconds: float | None = None
    calls: float | None = None
    tokens: float | None = None


class Spending(Frozen):
    """What a contestant's answers took; judging them is not part of it, judging inside its own loop is.

    Attributes:
        system: the contestant.
        answers: that it gave.
        calls: requests made to models; None, like tokens and cost, where no answer says what it took.
        tokens: sent and received.
        cost_usd: US dollars; None also where a price is not known.
        timed: answers whose time is known.
        seconds: of those together, None where there are none.
        mean: mean weighted score, None where nothing was scored.
        per_point: amounts over the answers that were scored, per point of their scores.
        frontier: whether no other contestant has as high a mean for less, or a higher one for as much.
    """

    system: str
    answers: int = Field(ge=0)
    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    cost_usd: float | None = Field(default=None, ge=0)
    timed: int = Field(default=0, ge=0)
    seconds: float | None = Field(default=None, ge=0)
    mean: float | None = None
    per_point: CostPerPoint = CostPerPoint()
    frontier: bool = False

    def per_answer(self, amount: Amount) -> float | None:
        """What an answer takes on average; None where that is not known."""
        value = getattr(self, amount)
        answers = self.timed if amount == "seconds" else self.answers
        return None if value is None or not answers else value / answers


class ArenaSpending(Frozen):
    """What all contestants took.

    Attributes:
        by: what the frontier is drawn by: US dollars where every cost is known and any is above 0, else
            tokens, else time, of contestants that say so; None where nothing is known.
        sides: one for each contestant, in the contestants' order.
    """

    by: Amount | None
    sides: tuple[Spending, ...]


class CitedClaims(Frozen):
    """What became of a contestant's citations.

    Attributes:
        system: the contestant.
        claims: sentences of its answers that state a fact.
        citing: those of them that cite a passage.
        cited: passages cited, once for each sentence that cites them.
        verdicts: what each of these does for its sentence: ``supported``, ``unsupported`` (passages that do
            not exist included) or ``undecidable``, to their number.
    """

    system: str
    claims: int = Field(default=0, ge=0)
    citing: int = Field(default=0, ge=0)
    cited: int = Field(default=0, ge=0)
    verdicts: Mapping[Literal["supported", "unsupported", "undecidable"], int] = Field(default_factory=dict)

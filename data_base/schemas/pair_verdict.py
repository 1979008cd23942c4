"""A pair verdict: which of two answers a judge finds better, and what both orders say together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, Self

from pydantic import Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import ParseRung, PromptRef
from data_base.schemas.usage import TokenUsage

PairChoice = Literal["first_much_better", "first_better", "tie", "second_better", "second_much_better"]
"""The five steps of the scale; first and second are the answers in the order in which they were shown."""
PAIR_VALUES: Mapping[PairChoice, float] = MappingProxyType(
    {
        "first_much_better": 1.0,
        "first_better": 0.75,
        "tie": 0.5,
        "second_better": 0.25,
        "second_much_better": 0.0,
    }
)
"""What each step is worth for the answer that was shown first."""
TIE = PAIR_VALUES["tie"]
ComparedBy = Literal["both_in_view", "scores"]
"""both_in_view: the judge was shown both. scores: it judged each answer on its own, and the scores decide."""


class PairEvidence(Frozen):
    """What a judge points at in one of the answers."""

    answer: Literal["first", "second"]
    """Whose words they are."""
    says: str
    """What that answer says."""
    passage_id: str | None = None
    """The passage that it is measured by, None where none is named."""
    quote: str | None = None
    """The words of that passage, None where none are given."""
    quote_found: bool | None = None
    """Whether a program found the quote on that passage; None where nothing was to be found."""


class PairVerdict(Frozen):
    """One judge's verdict on two answers to a question, shown in one order; a later one takes its place.

    A judge that failed has said nothing: there is an ``error`` in place of the verdict, and it is no tie.
    """

    case_id: str = Field(min_length=1)
    """The case."""
    first: str = Field(min_length=1)
    """The system whose answer was shown first."""
    second: str = Field(min_length=1)
    """The one whose answer was shown second."""
    judge: str = Field(min_length=1)
    """The judge as it is named: a model, or ``embedded+openai:<model>`` for a cascade."""
    verdict: PairChoice | None = None
    """The step of the scale; None where the judge failed."""
    error: str | None = Field(default=None, min_length=1)
    """Why there is none; set exactly where there is no verdict."""
    compared_by: ComparedBy = "both_in_view"
    """How the verdict came about."""
    analysis: str = ""
    """The judge's chain of thought."""
    reason: str = ""
    """The verdict in short; empty where there is none."""
    evidence: tuple[PairEvidence, ...] = ()
    """What decided."""
    model_id: str = Field(min_length=1)
    """The model that decided, as asked."""
    model_served: str | None = None
    """The model as its reply names it, None where it does not."""
    prompt: PromptRef | None = None
    """The prompt used; None where none was."""
    parse_method: ParseRung | None = None
    """The rung of the parse ladder that read the reply; None where there is no verdict."""
    usage: TokenUsage = TokenUsage()
    """Tokens, calls and cost, repair calls included."""
    latency_ms: float = Field(default=0, ge=0, allow_inf_nan=False)
    """Wall time in milliseconds."""
    passages_shown: tuple[str, ...] = ()
    """Ids of the passages that the judge saw, in order; none where there were none."""
    passages_left_out: tuple[str, ...] = ()
    """Ids of those that did not fit."""
    raw_reply: str | None = None
    """The judge's last reply as it came, None where none came."""
    second_look: bool = False
    """Whether the pair was judged because what was said of each answer by itself does not go together.

    Such pairs are no fair sample, and make no standings.
    """

    @property
    def value(self) -> float | None:
        """What the verdict is worth for the answer shown first, 1 to 0; None where the judge failed."""
        return None if self.verdict is None else PAIR_VALUES[self.verdict]

    @model_validator(mode="after")
    def _two_and_one_verdict(self) -> Self:
        if self.first == self.second:
            raise ValueError("a pair is of two systems")
        if (self.verdict is None) == (self.error is None):
            raise ValueError("a pair has either a verdict or an error")
        if (self.verdict is None) != (self.parse_method is None):
            raise ValueError("parse_method says how the verdict was read; without a verdict there is none")
        if self.verdict is None and (self.reason or self.evidence):
            raise ValueError("without a verdict there is neither reason nor evidence")
        return self


class PairOutcome(Frozen):
    """What a judge's verdicts on a pair in both orders say together; build it with :meth:`of`."""

    case_id: str
    """The case."""
    system_a: str
    """The first of the two by name."""
    system_b: str
    """The other."""
    judge: str
    """The judge as it is named."""
    value: float | None = Field(default=None, ge=0, le=1)
    """What the outcome is worth for A, 1 to 0: the mean of both orders, and 0.5 where these contradict each
    other; None where there is no verdict in one of them.
    """
    consistent: bool | None = None
    """Whether the same answer is not preferred in one order and rejected in the other.

    None where the pair is not judged.
    """
    shown_first: float | None = Field(default=None, ge=0, le=1)
    """What the verdict with A's answer shown first is worth for A; None where there is none."""
    shown_second: float | None = Field(default=None, ge=0, le=1)
    """The same of the other order."""
    compared_by: ComparedBy = "both_in_view"
    """``scores`` where one of the verdicts came about so: it has no order then."""

    @property
    def systems(self) -> tuple[str, str]:
        """A and B."""
        return self.system_a, self.system_b

    @model_validator(mode="after")
    def _judged_or_not(self) -> Self:
        if (self.value is None) != (self.consistent is None):
            raise ValueError("a pair that is judged is consistent or not, and any other is neither")
        if self.consistent is False and self.value != TIE:
            raise ValueError("an inconsistent pair is a tie")
        return self

    @classmethod
    def of(cls, verdict: PairVerdict, turned: PairVerdict | None) -> PairOutcome:
        """The outcome of a pair.

        Args:
            verdict: in one order, whichever.
            turned: in the other order; None where it was not asked for, so that the pair is not judged.

        Raises:
            ValueError: the two are not of the same case, judge and systems in opposite orders.
        """
        if turned is not None and _place(turned) != (*_place(verdict)[:2], verdict.second, verdict.first):
            raise ValueError("the verdicts are not of one pair in both orders")
        a, b = sorted((verdict.first, verdict.second))
        by_first = {each.first: each.value for each in (verdict, turned) if each is not None}
        shown_first, turned_value = by_first.get(a), by_first.get(b)
        shown_second = None if turned_value is None else 1 - turned_value
        outcome = cls(
            case_id=verdict.case_id,
            system_a=a,
            system_b=b,
            judge=verdict.judge,
            shown_first=shown_first,
            shown_second=shown_second,
            compared_by=_compared_by(verdict, turned),
        )
        if shown_first is None or shown_second is None:
            return outcome
        values = (shown_first, shown_second)
        consistent = min(values) >= TIE or max(values) <= TIE
        value = sum(values) / 2 if consistent else TIE
        return outcome.model_copy(update={"value": value, "consistent": consistent})


def pair_outcomes(verdicts: Iterable[PairVerdict]) -> Iterator[PairOutcome]:
    """The outcome of every pair, as soon as both orders have come by; those with one order come last.

    Args:
        verdicts: of each case, judge and order at most one, as :meth:`.RunReader.pairs` gives them.
    """
    waiting: dict[tuple[str, str, str, str], PairVerdict] = {}
    for verdict in verdicts:
        case_id, judge, first, second = _place(verdict)
        turned = waiting.pop((case_id, judge, second, first), None)
        if turned is None:
            waiting[case_id, judge, first, second] = verdict
        else:
            yield PairOutcome.of(turned, verdict)
    for verdict in waiting.values():
        yield PairOutcome.of(verdict, None)


def _compared_by(*verdicts: PairVerdict | None) -> ComparedBy:
    by_scores = any(each is not None and each.compared_by == "scores" for each in verdicts)
    return "scores" if by_scores else "both_in_view"


def _place(verdict: PairVerdict) -> tuple[str, str, str, str]:
    return verdict.case_id, verdict.judge, verdict.first, verdict.second

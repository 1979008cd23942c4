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
    """What a judge points at in one of the answers.

    Attributes:
        answer: whose words they are.
        says: what that answer says.
        passage_id: the passage that it is measured by, None where none is named.
        quote: the words of that passage, None where none are given.
        quote_found: whether a program found the quote on that passage; None where nothing was to be found.
    """

    answer: Literal["first", "second"]
    says: str
    passage_id: str | None = None
    quote: str | None = None
    quote_found: bool | None = None


class PairVerdict(Frozen):
    """One judge's verdict on two answers to a question, shown in one order; a later one takes its place.

    A judge that failed has said nothing: there is an ``error`` in place of the verdict, and it is no tie.

    Attributes:
        case_id: the case.
        first: the system whose answer was shown first.
        second: the one whose answer was shown second.
        judge: the judge as it is named: a model, or ``embedded+openai:<model>`` for a cascade.
        verdict: the step of the scale; None where the judge failed.
        error: why there is none; set exactly where there is no verdict.
        compared_by: how the verdict came about.
        analysis: the judge's chain of thought.
        reason: the verdict in short; empty where there is none.
        evidence: what decided.
        model_id: the model that decided, as asked.
        model_served: the model as its reply names it, None where it does not.
        prompt: the prompt used; None where none was.
        parse_method: the rung of the parse ladder that read the reply; None where there is no verdict.
        usage: tokens, calls and cost, repair calls included.
        latency_ms: wall time in milliseconds.
        passages_shown: ids of the passages that the judge saw, in order; none where there were none.
        passages_left_out: ids of those that did not fit.
        raw_reply: the judge's last reply as it came, None where none came.
        second_look: whether the pair was judged because what was said of each answer by itself does not go
            together; such pairs are no fair sample, and make no standings.
    """

    case_id: str = Field(min_length=1)
    first: str = Field(min_length=1)
    second: str = Field(min_length=1)
    judge: str = Field(min_length=1)
    verdict: PairChoice | None = None
    error: str | None = Field(default=None, min_length=1)
    compared_by: ComparedBy = "both_in_view"
    analysis: str = ""
    reason: str = ""
    evidence: tuple[PairEvidence, ...] = ()
    model_id: str = Field(min_length=1)
    model_served: str | None = None
    prompt: PromptRef | None = None
    parse_method: ParseRung | None = None
    usage: TokenUsage = TokenUsage()
    latency_ms: float = Field(default=0, ge=0, allow_inf_nan=False)
    passages_shown: tuple[str, ...] = ()
    passages_left_out: tuple[str, ...] = ()
    raw_reply: str | None = None
    second_look: bool = False

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
    """What a judge's verdicts on a pair in both orders say together; build it with :meth:`of`.

    Attributes:
        case_id: the case.
        system_a: the first of the two by name.
        system_b: the other.
        judge: the judge as it is named.
        value: what the outcome is worth for A, 1 to 0: the mean of both orders, and 0.5 where these
            contradict each other; None where there is no verdict in one of them.
        consistent: whether the same answer is not preferred in one order and rejected in the other; None
            where the pair is not judged.
        shown_first: what the verdict with A's answer shown first is worth for A; None where there is none.
        shown_second: the same of the other order.
        compared_by: ``scores`` where one of the verdicts came about so: it has no order then.
    """

    case_id: str
    system_a: str
    system_b: str
    judge: str
    value: float | None = Field(default=None, ge=0, le=1)
    consistent: bool | None = None
    shown_first: float | None = Field(default=None, ge=0, le=1)
    shown_second: float | None = Field(default=None, ge=0, le=1)
    compared_by: ComparedBy = "both_in_view"

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

"""Requests to judge two answers against each other, and what is said of them."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.pair_verdict import PairOutcome, PairVerdict
from service.http.bodies.parts import TEXT, Judged, KnownQuestion


class PairEvaluationRequest(KnownQuestion, Judged):
    """Two answers to a question, and who says which is better."""

    first: str = Field(max_length=TEXT)
    """The text of the answer that is shown first."""
    second: str = Field(max_length=TEXT)
    """That of the other answer."""
    both_orders: bool = True
    """Whether the judge is asked again with the answers the other way round, since judges may prefer what
    they see first."""


class PairEvaluation(Frozen):
    """What was said of two answers.

    Attributes:
        id: names the pair in its run.
        run_id: the run in which it is kept.
        verdicts: of each judge with the first answer shown first, then with the second answer shown first.
            A judge that failed says so in it.
        outcomes: what both orders say together, of each judge; its value is the first answer's, 1 to 0.
            Empty where one order was asked for.
    """

    id: str
    run_id: str
    verdicts: tuple[PairVerdict, ...]
    outcomes: tuple[PairOutcome, ...] = ()

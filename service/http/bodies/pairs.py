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
    """What was said of two answers."""

    id: str
    """The pair's id in its run."""
    run_id: str
    """The run in which the evaluation is stored."""
    verdicts: tuple[PairVerdict, ...]
    """Each judge's verdict with the first answer shown first, then with the second answer shown first.

    If a judge failed, its verdict says so.
    """
    outcomes: tuple[PairOutcome, ...] = ()
    """What both orders say together, for each judge; its value is the first answer's, 1 to 0.

    Empty if only one order was requested.
    """

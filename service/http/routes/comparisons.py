"""Comparisons: a candidate run against its baseline, with the gate's verdict."""

from __future__ import annotations

from fastapi import APIRouter

from eval.compare.result import Comparison
from service.http.caller import Reading
from service.http.compared_runs import side_of
from service.http.comparison_bodies import ComparisonRequest
from service.http.context import Context
from service.http.problems import ProblemError, responses

router = APIRouter(prefix="/v1/comparisons", tags=["runs"])
_MOST_RESAMPLES = 100_000


@router.post("", responses=responses(401, 403, 404, 422, 429))
def compare_runs(asked: ComparisonRequest, who: Reading, context: Context) -> Comparison:
    """Compare a candidate run with a baseline and say whether it may pass.

    The same as `judge compare --json`. Where there is no verdict (the runs differ in what must agree, or too
    few items are scored), the response is a problem that says why.
    """
    from eval.compare.comparison import compare  # noqa: PLC0415  (loads what a starting server does not need)

    if asked.settings.bootstrap.resamples > _MOST_RESAMPLES:
        raise ProblemError(
            422, f"body.settings.bootstrap.resamples: at most {_MOST_RESAMPLES:,} are drawn; ask for fewer."
        )
    base = side_of(context.runs, who.project, asked.base, asked.base_system)
    candidate = side_of(context.runs, who.project, asked.candidate, asked.candidate_system)
    return compare(base, candidate, asked.settings)

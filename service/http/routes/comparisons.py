"""Comparisons: a candidate run against its baseline, with the gate's verdict."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from data_base.errors import InputError
from eval.compare.result import Comparison
from service.http.bodies.comparisons import ComparisonRequest
from service.http.caller import Reading
from service.http.compared_runs import side_of
from service.http.context import Context
from service.http.fair_scheduling import in_project_turn
from service.http.guards.body_route import BodyRoute
from service.http.problems import ProblemError, responses

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore

router = APIRouter(prefix="/v1/comparisons", tags=["runs"], route_class=BodyRoute)
_MOST_RESAMPLES = 10_000
_OPTION = re.compile(r"--([a-z][a-z-]*)")


@router.post("", responses=responses(401, 403, 404, 415, 422, 429, 503, 504))
async def compare_runs(
    request: Request, asked: ComparisonRequest, who: Reading, context: Context
) -> Comparison:
    """Compare a candidate run with a baseline and say whether it may pass.

    The same as `judge compare --json`. Where there is no verdict (the runs differ in what must agree, or too
    few items are scored), the response is a problem that says why.
    """
    if asked.settings.bootstrap.resamples > _MOST_RESAMPLES:
        raise ProblemError(
            422, f"body.settings.bootstrap.resamples: at most {_MOST_RESAMPLES:,} are drawn; ask for fewer."
        )
    return await in_project_turn(request, context, who, partial(_compared, context.runs, who.project, asked))


def _compared(runs: RunStore, project: str, asked: ComparisonRequest) -> Comparison:
    from eval.compare.comparison import compare  # noqa: PLC0415  (loads what a starting server does not need)

    base = side_of(runs, project, asked.base, asked.base_system)
    candidate = side_of(runs, project, asked.candidate, asked.candidate_system)
    try:
        return compare(base, candidate, asked.settings)
    except InputError as error:
        # What the command line has options for stands in the settings.
        said = _OPTION.sub(lambda option: f"settings.{option[1].replace('-', '_')}", str(error))
        raise InputError(said) from error

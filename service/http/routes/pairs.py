"""Pairs: two answers judged against each other."""

from __future__ import annotations

import uuid
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import Response

from agents.models.registry import uses_embedded
from data_base.schemas.pair_verdict import pair_outcomes
from service.http.answers.recorded import passages_in, reference_in
from service.http.bodies.pairs import PairEvaluation, PairEvaluationRequest
from service.http.caller import Judging
from service.http.collection_passages import passages_of
from service.http.context import Context, ServerContext
from service.http.fair_scheduling import taken_in_turn
from service.http.guards.body_route import BodyRoute
from service.http.guards.prompt_size import require_pair_size, require_readable
from service.http.idempotency import CreatedResponse, MakesOnce
from service.http.models_named import require_named
from service.http.problems import responses
from service.http.request_timeout import until_disconnect
from service.jobs.judging import JudgingTerms

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from agents.judges.pairs.pair_request import PairRequest
    from data_base.schemas.pair_verdict import PairVerdict

router = APIRouter(prefix="/v1/pairs", tags=["evaluations"], route_class=BodyRoute)
REFUSALS = responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 504)


@router.post("", responses=REFUSALS, response_model=PairEvaluation)
async def judge_pair(
    request: Request, asked: PairEvaluationRequest, who: Judging, context: Context, once: MakesOnce
) -> Response:
    """Say which of two answers is better, and wait for it. A judge that fails says so in its verdict."""
    if (kept := await once.replayed(asked)) is not None:
        return kept
    require_named(context, who, [asked.judge])
    take = partial(_taken, context, who.project, asked)
    orders, terms = await taken_in_turn(request, context, who, take)

    async def work() -> CreatedResponse:
        made: list[CreatedResponse] = []

        def keep(connection: Connection, *, run_id: str, verdicts: tuple[PairVerdict, ...]) -> None:
            outcomes = tuple(pair_outcomes(verdicts)) if asked.both_orders else ()
            name = orders[0].case_id
            judged = PairEvaluation(id=name, run_id=run_id, verdicts=verdicts, outcomes=outcomes)
            made.append(CreatedResponse(judged, 200))
            once.end(connection, made[-1])

        async with context.in_time.limit():
            await context.at_once.judge_pair(who.project, orders, terms, also=keep)
        return made[-1]

    with context.under_way.one(who.key):
        return await until_disconnect(request, once.run(asked, work))


def _taken(
    context: ServerContext, project: str, asked: PairEvaluationRequest
) -> tuple[tuple[PairRequest, ...], JudgingTerms]:
    """The pair as a judge takes it, and how; refused where it cannot be judged."""
    from agents.judges.pairs.pair_request import PairRequest  # noqa: PLC0415  (loaded with the first pair)

    require_pair_size(asked, context.settings.max_tokens)
    terms = JudgingTerms(judge=asked.judge or context.settings.judge, settings=asked.settings)
    context.evaluators.of(terms.judge, terms.settings)
    pair = PairRequest(
        case_id=f"pair_{uuid.uuid4().hex}",
        question=asked.question,
        first_answer=asked.first,
        second_answer=asked.second,
        passages=passages_in(asked.documents, passages_of(context, project)),
        reference_answer=reference_in(asked),
        key_points=asked.key_points,
        blocked=asked.blocked,
    )
    if uses_embedded(terms.judge):
        told = (pair.reference_answer, *(point.text for point in pair.key_points))
        texts = (each.text for each in pair.passages or ())
        require_readable((pair.question, pair.first_answer, pair.second_answer, *told, *texts))
    return ((pair, pair.turned()) if asked.both_orders else (pair,)), terms

"""Evaluations: one answer at once, or many as a job."""

from __future__ import annotations

import uuid
from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response

from agents.models.registry import uses_embedded
from data_base.schemas.frozen import Frozen
from service.http.answers.ndjson import LinesRoute, LinesTerms, NdjsonRequest, described, take_lines
from service.http.answers.received import ReceivedAnswers
from service.http.bodies.evaluations import BatchRequest, Evaluation, EvaluationRequest
from service.http.bodies.jobs import JobView
from service.http.caller import Caller, Judging
from service.http.collection_passages import passages_of
from service.http.context import Context, ServerContext
from service.http.fair_scheduling import part_taken_in_turn, taken_in_turn
from service.http.guards.body_route import BodyRoute
from service.http.guards.read_body import largest_upload
from service.http.idempotency import CreatedResponse, MakesOnce
from service.http.job_views import entered
from service.http.models_named import require_named
from service.http.problems import ProblemError, responses
from service.http.request_timeout import until_disconnect
from service.jobs.job import NewJob
from service.jobs.judging import JudgingTerms

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data_base.schemas.run import RunItem
    from eval.judging.answer_file import RecordedAnswer

router = APIRouter(prefix="/v1/evaluations", tags=["evaluations"], route_class=BodyRoute)
REFUSALS = responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 504)
Prefer = Annotated[
    str | None, Header(description="`respond-async`: the evaluation is made as a job.", max_length=200)
]


class _AsJob(Frozen):
    """A request for a job: another one than for the same evaluation at once."""

    evaluation: EvaluationRequest
    """That the job makes."""


@router.post(
    "",
    responses={202: {"model": JobView, "description": "A job that makes the evaluation."}, **REFUSALS},
    response_model=Evaluation,
    status_code=200,
)
async def evaluate(
    request: Request,
    asked: EvaluationRequest,
    who: Judging,
    context: Context,
    once: MakesOnce,
    prefer: Prefer = None,
) -> Response:
    """Judge an answer and wait for the evaluation. A judge that fails gives an evaluation that says so.

    The judge `embedded` reads 500,000 characters of question, answer and documents at most (413). A key has
    as many evaluations under way at once as the server allows (429); further ones are handed in as a job.
    """
    name = f"evaluation_{uuid.uuid4().hex}"
    as_job = prefer is not None and "respond-async" in prefer
    if (kept := await once.replayed(_AsJob(evaluation=asked) if as_job else asked)) is not None:
        return kept
    require_named(context, who, [asked.judge])
    with _taking(context, who, asked) as taken:

        def take() -> tuple[RecordedAnswer, JudgingTerms]:
            return taken.take_one(asked, name), _terms(context, asked)

        answer, terms = await taken_in_turn(request, context, who, take)
        if as_job:
            return await once.create(
                _AsJob(evaluation=asked),
                lambda connection: _job(context, connection, who.project, terms, taken),
            )

    async def work() -> CreatedResponse:
        made: list[CreatedResponse] = []

        def keep(connection: Connection, *, run_id: str, item: RunItem) -> None:
            made.append(_evaluated(run_id, item))
            once.end(connection, made[-1])

        async with context.in_time.limit():
            await context.at_once.judge(who.project, answer, terms.judge, terms.settings, also=keep)
        return made[-1]

    with context.under_way.one(who.key):
        return await until_disconnect(request, once.run(asked, work))


async def evaluate_lines(
    request: Request,
    asked: Annotated[LinesTerms, Query()],
    who: Judging,
    context: Context,
    once: MakesOnce,
) -> Response:
    """As :func:`evaluate_batch`, with an answer in each line of the body."""

    async def allowed() -> JudgingTerms:
        require_named(context, who, [asked.judge])
        return await part_taken_in_turn(context, who, partial(_terms, context, asked))

    # Before the body is read; under a key the response may be there, whatever has become of the judge.
    terms = None if once.key is not None else await allowed()
    with (
        context.under_way.one(who.key, "uploads", "once one of them was taken in"),
        _taking(context, who, asked, patient=once.key is not None) as taken,
    ):
        in_turn = partial(part_taken_in_turn, context, who)
        await take_lines(request, taken, longest=context.settings.max_body_bytes, in_turn=in_turn)
        lines = NdjsonRequest(terms=asked, lines_sha256=taken.request_sha256)
        if (kept := await once.replayed(lines)) is not None:
            return kept
        found = terms or await allowed()
        taken.require_all()
        return await once.create(
            lines,
            lambda connection: _job(context, connection, who.project, found, taken, priority=asked.priority),
        )


# Before the route of the same path that takes JSON.
router.add_api_route(
    "/batch",
    evaluate_lines,
    methods=["POST"],
    status_code=202,
    include_in_schema=False,
    route_class_override=LinesRoute,
)


@router.post("/batch", responses=REFUSALS, response_model=JobView, status_code=202, openapi_extra=described())
async def evaluate_batch(
    request: Request, asked: BatchRequest, who: Judging, context: Context, once: MakesOnce
) -> Response:
    """Judge many answers as a job; what comes of each is an item of its run.

    They are in a JSON body, or each in a line of NDJSON, which may be ten times as large.
    """
    if len(asked.items) > context.settings.max_items:
        raise ProblemError(413, f"items: at most {context.settings.max_items} answers are taken at once.")

    if (kept := await once.replayed(asked)) is not None:
        return kept
    require_named(context, who, [asked.judge])

    def take(taken: ReceivedAnswers) -> JudgingTerms:
        for number, item in enumerate(asked.items):
            taken.take(item, f"items.{number}")
        return _terms(context, asked)

    with _taking(context, who, asked) as taken:
        terms = await taken_in_turn(request, context, who, partial(take, taken))
        return await once.create(
            asked,
            lambda connection: _job(context, connection, who.project, terms, taken, priority=asked.priority),
        )


def _taking(
    context: ServerContext,
    who: Caller,
    asked: EvaluationRequest | BatchRequest | LinesTerms,
    *,
    patient: bool = False,
) -> ReceivedAnswers:
    settings = context.settings
    return ReceivedAnswers(
        passages_of(context, who.project),
        asked.settings,
        max_tokens=settings.max_tokens,
        max_bytes=largest_upload(settings),
        embedded=uses_embedded(asked.judge or settings.judge),
        patient=patient,
    )


def _terms(context: ServerContext, asked: EvaluationRequest | BatchRequest | LinesTerms) -> JudgingTerms:
    """How answers are to be judged; refused before anything is entered where they cannot be."""
    many = {} if isinstance(asked, EvaluationRequest) else {"blind": asked.blind, "name": asked.name}
    terms = JudgingTerms(judge=asked.judge or context.settings.judge, settings=asked.settings, **many)
    context.evaluators.of(terms.judge, terms.settings)
    return terms


def _evaluated(run_id: str, item: RunItem) -> CreatedResponse:
    assert item.evaluation is not None  # noqa: S101  (it was judged)
    found = item.evaluation
    return CreatedResponse(Evaluation(id=item.case_id, run_id=run_id, evaluation=found, note=found.note), 200)


def _job(
    context: ServerContext,
    connection: Connection,
    project: str,
    terms: JudgingTerms,
    taken: ReceivedAnswers,
    *,
    priority: int = 0,
) -> CreatedResponse:
    hashes = {
        "questions_sha256": taken.questions_sha256,
        "answers_sha256": taken.answers_sha256,
        "answers": taken.count,
    }
    new = NewJob(
        kind="evaluations",
        project=project,
        request=terms.model_copy(update=hashes).model_dump_json(),
        slice_items=context.worker.slice_items,
        priority=priority,
    )
    return entered(context, connection, new, taken.inputs())

"""Evaluations: one answer at once, or many as a job."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Header
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from eval.judging.answer_file import RecordedAnswer
from service.http.answers import ReadHashes, batch_answers, recorded_answer
from service.http.bodies import BatchRequest, Evaluation, EvaluationRequest, JobView
from service.http.caller import Judging
from service.http.collections_used import passages_of
from service.http.context import Context, ServerContext
from service.http.idempotency import Created, MakesOnce
from service.http.job_views import job_place, job_view
from service.http.problems import ProblemError, responses
from service.jobs.job import NewJob, new_id
from service.jobs.judging import JudgingTerms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from data_base.schemas.run import RunItem

router = APIRouter(prefix="/v1/evaluations", tags=["evaluations"])
REFUSALS = responses(400, 401, 403, 404, 409, 413, 422, 429, 504)
Prefer = Annotated[
    str | None, Header(description="`respond-async`: the evaluation is made as a job.", max_length=200)
]


@router.post(
    "",
    responses={202: {"model": JobView, "description": "A job that makes the evaluation."}, **REFUSALS},
    response_model=Evaluation,
    status_code=200,
)
async def evaluate(
    asked: EvaluationRequest, who: Judging, context: Context, once: MakesOnce, prefer: Prefer = None
) -> Response:
    """Judge an answer and wait for the evaluation. A judge that fails gives an evaluation that says so."""
    terms = _terms(context, asked)
    look_up = passages_of(context, who.project)
    # In a thread: passages of a collection are read from the store.
    answer = await run_in_threadpool(recorded_answer, asked, f"evaluation_{uuid.uuid4().hex}", look_up)
    if prefer is not None and "respond-async" in prefer:
        return await once.create(
            asked, lambda connection: _job(context, connection, who.project, terms, [answer])
        )

    async def work() -> Created:
        made: list[Created] = []

        def keep(connection: Connection, *, run_id: str, item: RunItem) -> None:
            made.append(_evaluated(run_id, item))
            once.end(connection, made[-1])

        async with _in_time(context.settings.request_seconds):
            await context.at_once.judge(who.project, answer, terms.judge, terms.settings, also=keep)
        return made[-1]

    return await once.run(asked, work)


@router.post("/batch", responses=REFUSALS, response_model=JobView, status_code=202)
async def evaluate_batch(asked: BatchRequest, who: Judging, context: Context, once: MakesOnce) -> Response:
    """Judge many answers as a job; what comes of each is an item of its run."""
    if len(asked.items) > context.settings.max_items:
        raise ProblemError(413, f"items: at most {context.settings.max_items} answers are taken at once.")
    terms = _terms(context, asked).model_copy(update={"blind": asked.blind})
    look_up = passages_of(context, who.project)
    answers = await run_in_threadpool(lambda: list(batch_answers(asked.items, look_up)))
    return await once.create(
        asked,
        lambda connection: _job(context, connection, who.project, terms, answers, priority=asked.priority),
    )


def _terms(context: ServerContext, asked: EvaluationRequest | BatchRequest) -> JudgingTerms:
    terms = JudgingTerms(judge=asked.judge or context.settings.judge, settings=asked.settings)
    # Refused before anything is entered.
    context.evaluators.of(terms.judge, terms.settings)
    return terms


@asynccontextmanager
async def _in_time(seconds: float) -> AsyncIterator[None]:
    """Give what is done in the block up after a time.

    Raises:
        ProblemError: 504, it was given up.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        raise ProblemError(
            504,
            f"There was no evaluation within {seconds:g} s; it was given up and nothing of it is kept. "
            "Ask for it as a job with the header `Prefer: respond-async`.",
        ) from None


def _evaluated(run_id: str, item: RunItem) -> Created:
    assert item.evaluation is not None  # noqa: S101  (it was judged)
    return Created(Evaluation(id=item.case_id, run_id=run_id, evaluation=item.evaluation), 200)


def _job(
    context: ServerContext,
    connection: Connection,
    project: str,
    terms: JudgingTerms,
    answers: Sequence[RecordedAnswer],
    *,
    priority: int = 0,
) -> Created:
    hashes = ReadHashes()
    inputs = [answer.model_dump_json() for answer in hashes.noted(answers)]
    terms = terms.model_copy(update={"questions_sha256": hashes.questions, "answers_sha256": hashes.answers})
    job_id = new_id("job")
    new = NewJob(
        id=job_id,
        kind="evaluations",
        project=project,
        request=terms.model_dump_json(),
        slice_items=context.worker.slice_items,
        run_id=f"evaluate-{job_id}",
        priority=priority,
    )
    job = context.jobs.add(connection, new, inputs)
    return Created(job_view(context, job), 202, (("Location", job_place(job.id)),))

"""Many answers as jobs of the server: a stream of any length in batches, each judged by a job of its own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from agents.calls.concurrency import in_order, stream_of
from data_base.errors import InputError
from service.client.errors import ServiceUnavailableError
from service.client.jobs import give_up
from service.client.requests import answer_request
from service.http.bodies.evaluations import BatchItem, BatchRequest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, Iterable, Mapping, Sequence

    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from service.client.judge_client import AsyncJudgeClient

_ITEMS, _BYTES = 1_000, 4_000_000
"""Of a batch at most; a server takes 10,000 and 10 MB as a rule."""
_SYSTEM = "recorded"
_READ_AT_ONCE = 16


async def batches(
    requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest],
) -> AsyncGenerator[tuple[JudgeRequest, ...]]:
    """The requests in batches of what a server takes at once."""
    batch: list[JudgeRequest] = []
    size = 0
    async for request in stream_of(requests):
        length = len(request.model_dump_json().encode())
        if batch and (len(batch) >= _ITEMS or size + length > _BYTES):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(request)
        size += length
    if batch:
        yield tuple(batch)


async def judged_by_a_job(
    client: AsyncJudgeClient, batch: Sequence[JudgeRequest], judge: Mapping[str, Any]
) -> list[FineGrainedEvaluationResult]:
    """The evaluations of a batch, in its order; who gives up waiting has the job cancelled.

    Args:
        client: asks the server.
        batch: what is judged.
        judge: by whom and how, as fields of the request.

    Raises:
        InputError: the job failed or was cancelled; the server's sentence.
        ServiceUnavailableError: the server cannot be reached, or failed, at every try.
    """
    items = tuple(BatchItem(**dict(answer_request(request))) for request in batch)
    job = await client.evaluations.batch(BatchRequest(items=items, **judge))
    try:
        job = await client.jobs.wait(job.id)
    except asyncio.CancelledError:
        await give_up(client.jobs, job.id)
        raise
    if job.state != "done":
        said = job.last_error or "It was cancelled."
        raise InputError(f"{said} What was judged is kept; the job {job.id} can be resumed.")

    async def evaluation(number: int) -> FineGrainedEvaluationResult:
        found = (await client.runs.item(str(job.run_id), str(number), _SYSTEM)).item.evaluation
        if found is None:
            raise ServiceUnavailableError(f"The run {job.run_id} has no evaluation of its item {number}.")
        return found

    return [
        found async for found in in_order(range(1, len(batch) + 1), evaluation, concurrency=_READ_AT_ONCE)
    ]

"""Evaluations: one that is waited for, or jobs that make them."""

from __future__ import annotations

from service.client.connection import Resource
from service.client.sync_wrapper import SyncWrapper, waited
from service.http.bodies.evaluations import BatchRequest, Evaluation, EvaluationRequest
from service.http.bodies.jobs import JobView
from service.http.bodies.pairs import PairEvaluation, PairEvaluationRequest

_PLACE = "/v1/evaluations"


class AsyncEvaluations(Resource):
    """Evaluations of answers.

    Every request that makes something takes an ``idempotency_key``, under which the same request, sent again
    within 24 hours, gets the same response and makes nothing twice. Tries after a broken connection are sent
    under one key in any case.
    """

    async def create(self, request: EvaluationRequest, *, idempotency_key: str | None = None) -> Evaluation:
        """Judge an answer and wait; a judge that fails gives an evaluation that says so."""
        return await self._connection.post(Evaluation, _PLACE, request, key=idempotency_key)

    async def start(self, request: EvaluationRequest, *, idempotency_key: str | None = None) -> JobView:
        """Have an answer judged by a job."""
        headers = {"Prefer": "respond-async"}
        return await self._connection.post(JobView, _PLACE, request, key=idempotency_key, headers=headers)

    async def batch(self, request: BatchRequest, *, idempotency_key: str | None = None) -> JobView:
        """Have many answers judged by a job."""
        return await self._connection.post(JobView, f"{_PLACE}/batch", request, key=idempotency_key)

    async def pair(
        self, request: PairEvaluationRequest, *, idempotency_key: str | None = None
    ) -> PairEvaluation:
        """Have two answers judged against each other and wait; a judge that fails says so in its verdict."""
        return await self._connection.post(PairEvaluation, "/v1/pairs", request, key=idempotency_key)


class Evaluations(SyncWrapper[AsyncEvaluations]):
    """As :class:`AsyncEvaluations`, waiting for results."""

    create = waited(AsyncEvaluations.create)
    start = waited(AsyncEvaluations.start)
    batch = waited(AsyncEvaluations.batch)
    pair = waited(AsyncEvaluations.pair)

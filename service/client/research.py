"""Research: a question answered from a collection's documents, as a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.client.connection import Resource
from service.client.sync_wrapper import SyncWrapper, waited
from service.http.bodies.jobs import JobView

if TYPE_CHECKING:
    from service.http.bodies.research import ResearchRequest


class AsyncResearch(Resource):
    """Research of questions; what is made has an ``idempotency_key`` as evaluations have."""

    async def start(self, request: ResearchRequest, *, idempotency_key: str | None = None) -> JobView:
        """Have a question researched; the job's events are the loop's."""
        return await self._connection.post(JobView, "/v1/research", request, key=idempotency_key)


class Research(SyncWrapper[AsyncResearch]):
    """As :class:`AsyncResearch`, waiting for results."""

    start = waited(AsyncResearch.start)

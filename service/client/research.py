"""Research: a question answered from a collection's documents, as a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.client.waited import Waiting, waited
from service.http.bodies import JobView

if TYPE_CHECKING:
    from service.client.connection import Connection
    from service.http.research_bodies import ResearchRequest


class AsyncResearch:
    """Research of questions; what is made has an ``idempotency_key`` as evaluations have."""

    def __init__(self, connection: Connection) -> None:
        """Ask over a connection."""
        self._connection = connection

    async def start(self, request: ResearchRequest, *, idempotency_key: str | None = None) -> JobView:
        """Have a question researched; the job's events are the loop's.

        Raises:
            RequestRefusedError: there is no such collection, or a model cannot be used.
            ServiceUnavailableError: the server cannot be reached, or failed, at every try.
        """
        return await self._connection.post(JobView, "/v1/research", request, key=idempotency_key)


class Research(Waiting[AsyncResearch]):
    """As :class:`AsyncResearch`, waiting for results."""

    start = waited(AsyncResearch.start)

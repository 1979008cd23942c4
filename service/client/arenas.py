"""Arenas: systems on the same questions, judged on the same passages by a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.errors import InputError
from eval.arena.result import ArenaResult
from service.arenas.arena_page import ArenaPage
from service.client.connection import Connection, Resource
from service.client.jobs import AsyncJobs
from service.client.sync_wrapper import SyncWrapper, waited
from service.http.bodies.jobs import JobView
from service.path_segment import segment

if TYPE_CHECKING:
    from service.http.bodies.arenas import ArenaRunRequest

_PLACE = "/v1/arenas"


class AsyncArenas(Resource):
    """Arenas; what is made has an ``idempotency_key`` as evaluations have."""

    def __init__(self, connection: Connection, jobs: AsyncJobs) -> None:
        """Ask for arenas, and wait for the jobs that hold them."""
        super().__init__(connection)
        self._jobs = jobs

    async def start(self, request: ArenaRunRequest, *, idempotency_key: str | None = None) -> JobView:
        """Have an arena held by a job."""
        return await self._connection.post(JobView, _PLACE, request, key=idempotency_key)

    async def wait(self, job_id: str) -> ArenaResult:
        """The arena that a job holds, once it is held.

        Raises:
            InputError: the job failed or was cancelled; the server's sentence.
        """
        job = await self._jobs.wait(job_id)
        if job.state != "done":
            said = job.last_error or "The arena was cancelled."
            raise InputError(f"{said} What was judged is kept; the job {job.id} can be resumed.")
        return await self.result(str(job.run_id))

    async def result(self, run_id: str) -> ArenaResult:
        """An arena as far as it was held, over the questions that all contestants are done with."""
        page = await self._page(run_id, None)
        items, pairs = [*page.items], [*page.pairs]
        while page.after is not None:
            page = await self._page(run_id, page.after)
            items += page.items
            pairs += page.pairs
        # The figures of the last page are over no fewer questions than those of the first.
        return ArenaResult(
            manifest=page.manifest, summary=page.summary, items=tuple(items), pairs=tuple(pairs)
        )

    async def _page(self, run_id: str, after: str | None) -> ArenaPage:
        return await self._connection.get(ArenaPage, f"{_PLACE}/{segment(run_id)}", params={"after": after})


class Arenas(SyncWrapper[AsyncArenas]):
    """As :class:`AsyncArenas`, waiting for results."""

    start = waited(AsyncArenas.start)
    wait = waited(AsyncArenas.wait)
    result = waited(AsyncArenas.result)

"""Jobs: how far they came, what happens in them, and stopping and taking them up again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from httpx2 import EventSource, Response

from data_base.errors import InputError
from service.client.connection import Resource
from service.client.errors import ServiceUnavailableError
from service.client.sync_wrapper import SyncWrapper, iterated, waited
from service.http.bodies.jobs import JobPage, JobView
from service.jobs.job import ENDED, JobEvent, JobKind, JobState

_PLACE = "/v1/jobs"
_NO_MORE = 204
_GIVE_UP_S = 5.0
_COME_BACK_S = 2.0
_EVENT_BYTES = 64 * 2**20
"""An event with the result of research has all its passages."""


class AsyncJobs(Resource):
    """The project's jobs."""

    async def page(
        self,
        *,
        state: JobState | None = None,
        kind: JobKind | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> JobPage:
        """Some of the jobs, newest first.

        Args:
            state: only jobs in this state.
            kind: only jobs of this kind.
            after: ``after`` of the page before.
            limit: jobs on the page, 200 at most.
        """
        params = {"state": state, "kind": kind, "after": after, "limit": limit}
        return await self._connection.get(JobPage, _PLACE, params=params)

    async def get(self, job_id: str) -> JobView:
        """A job."""
        return await self._connection.get(JobView, f"{_PLACE}/{job_id}")

    async def cancel(self, job_id: str) -> JobView:
        """Begin no further item of a job."""
        return await self._connection.post(JobView, f"{_PLACE}/{job_id}/cancel")

    async def resume(self, job_id: str) -> JobView:
        """Go on with a job that failed or was cancelled."""
        return await self._connection.post(JobView, f"{_PLACE}/{job_id}/resume")

    async def retry_failed(self, job_id: str) -> JobView:
        """Try the items without a score again."""
        return await self._connection.post(JobView, f"{_PLACE}/{job_id}/retry-failed")

    async def events(self, job_id: str, *, after: int = 0) -> AsyncGenerator[JobEvent]:
        """What happens in a job, to its end; none is missed where the server is started again meanwhile.

        Args:
            job_id: the job.
            after: ``seq`` of the last event that is known already.
        """
        policy = self._connection.retry_policy()
        ended = False
        while not ended:
            try:
                headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
                async with self._connection.stream(f"{_PLACE}/{job_id}/events", headers) as response:
                    if response.status_code == _NO_MORE:
                        return
                    async for event in _events(response):
                        policy.renew()
                        after, ended = event.seq, event.event in ENDED
                        yield event
            except ServiceUnavailableError as error:
                await policy.again(error)
            else:
                await asyncio.sleep(0 if ended else _COME_BACK_S)

    async def wait(self, job_id: str) -> JobView:
        """A job once it has come to its end, be it ``done``, ``failed`` or ``cancelled``."""
        async with aclosing(self.events(job_id)) as events:
            async for _ in events:
                pass
        return await self.get(job_id)


class Jobs(SyncWrapper[AsyncJobs]):
    """As :class:`AsyncJobs`, waiting for results."""

    page = waited(AsyncJobs.page)
    get = waited(AsyncJobs.get)
    cancel = waited(AsyncJobs.cancel)
    resume = waited(AsyncJobs.resume)
    retry_failed = waited(AsyncJobs.retry_failed)
    events = iterated(AsyncJobs.events)
    wait = waited(AsyncJobs.wait)


async def give_up(jobs: AsyncJobs, job_id: str) -> None:
    """Cancel a job that nobody waits for any more, if that can be done within a few seconds."""
    with suppress(InputError, ServiceUnavailableError, TimeoutError):
        async with asyncio.timeout(_GIVE_UP_S):
            await jobs.cancel(job_id)


async def _events(response: Response) -> AsyncGenerator[JobEvent]:
    async for sent in EventSource(response, max_event_size=_EVENT_BYTES):
        if sent.id:  # without one it only says how soon to come back
            yield JobEvent.model_validate({"seq": int(sent.id), "event": sent.event, "data": sent.json()})

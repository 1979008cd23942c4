"""A server of the service for tests: real HTTP on a free port, in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

import httpx2

from service.http.app import create_app
from service.http.server import Server, listening_socket
from service.http.settings import ServerSettings
from service.jobs.settings import WorkerSettings
from service.keys import SCOPES

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from starlette.applications import Starlette

    from service.client.judge_client import AsyncJudgeClient
    from service.http.context import ServerContext
    from service.jobs.job import JobEvent
    from service.keys import Scope


@dataclass(frozen=True)
class RunningService:
    """A running server.

    Attributes:
        url: where it is.
        context: what its routes share.
        client: with a key of the project ``default`` that has all scopes.
        stop: has it stop.
    """

    url: str
    context: ServerContext
    client: httpx2.Client
    stop: Callable[[], None]

    def key(self, project: str = "default", scopes: Sequence[Scope] = SCOPES) -> str:
        """A new key."""
        return self.context.keys.create(project, "test", scopes).secret

    @contextmanager
    def client_of(self, project: str, scopes: Sequence[Scope] = SCOPES) -> Iterator[httpx2.Client]:
        """A client with a new key."""
        with client(self.url, self.key(project, scopes)) as found:
            yield found


@contextmanager
def running_service(
    store: str,
    worker: WorkerSettings | None = None,
    *,
    make: Callable[[ServerSettings, WorkerSettings], Starlette] = create_app,
    **settings: object,
) -> Iterator[RunningService]:
    """A server on a run store, with a worker of its own unless ``workers`` is false."""
    app = make(
        ServerSettings(store=store, port=0, **settings),  # type: ignore[arg-type]  # validated there
        worker or WorkerSettings(poll_seconds=0.2, stop_seconds=5),
    )
    context: ServerContext = app.state.context
    listening = listening_socket(context.settings)
    server = Server(app)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        with client(url, context.keys.create("default", "test").secret) as found:
            _wait_until_up(found)
            yield RunningService(url, context, found, lambda: setattr(server, "should_exit", True))
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        listening.close()


def client(url: str, key: str) -> httpx2.Client:
    """A client that sends a key; it waits as long as a slow machine needs."""
    return httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60)


def listened_to(client: AsyncJudgeClient, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """What is set once the client listens to a job: the job is entered, and the client knows its name."""
    listening, events = asyncio.Event(), client.jobs.events

    def heard(*arguments: Any, **options: Any) -> AsyncGenerator[JobEvent]:
        listening.set()
        return events(*arguments, **options)

    monkeypatch.setattr(client.jobs, "events", heard)
    return listening


def _wait_until_up(found: httpx2.Client) -> None:
    for _ in range(600):
        try:
            found.get("/health")
        except httpx2.TransportError:
            threading.Event().wait(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


def wait_for_job(found: httpx2.Client, job_id: str) -> dict[str, object]:
    """The job once it has come to its end; its events are read along."""
    with found.stream("GET", f"/v1/jobs/{job_id}/events") as events:
        for _ in events.iter_lines():
            pass
    job: dict[str, object] = found.get(f"/v1/jobs/{job_id}").json()
    return job

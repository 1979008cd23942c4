"""A client of the service: every resource of its API."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from agents.calls.run_sync import wait_for
from eval.compare.result import Comparison
from service.client.arenas import Arenas, AsyncArenas
from service.client.collections import AsyncCollections, Collections
from service.client.connection import Connection
from service.client.evaluations import AsyncEvaluations, Evaluations
from service.client.jobs import AsyncJobs, Jobs
from service.client.research import AsyncResearch, Research
from service.client.runs import AsyncRuns, Runs
from service.client.settings import client_settings
from service.client.sync_wrapper import SyncWrapper, waited
from service.http.bodies.comparisons import ComparisonRequest
from service.http.bodies.health import Health
from service.http.model_views import Models

TIMEOUT, ATTEMPTS = 600.0, 6


class AsyncJudgeClient:
    """A server's resources.

    It may be made before an event loop runs, and be used in several loops and by many tasks at once. What
    goes wrong is raised as by :class:`service.client.connection.Resource`.

    Attributes:
        evaluations: answers are judged.
        jobs: what the server works on.
        collections: documents.
        research: questions that are answered from them.
        arenas: systems that answer the same questions.
        runs: what came of it all.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        timeout: float = TIMEOUT,
        attempts: int = ATTEMPTS,
    ) -> None:
        """Bind a server; nothing is sent yet.

        Args:
            url: its address; the environment variable ``JUDGE_URL``, or else this machine's server, if None.
            api_key: the environment variable ``JUDGE_API_KEY`` if None.
            timeout: seconds that a request may take with all its tries; events and jobs are waited for as
                long as they take.
            attempts: tries while the server cannot be reached, starts or is overloaded.

        Raises:
            InputError: the address or the key cannot be used.
        """
        settings = client_settings(url=url, api_key=api_key)
        self.connection = Connection(settings, timeout=timeout, attempts=attempts)
        self.evaluations = AsyncEvaluations(self.connection)
        self.jobs = AsyncJobs(self.connection)
        self.collections = AsyncCollections(self.connection)
        self.research = AsyncResearch(self.connection)
        self.arenas = AsyncArenas(self.connection, self.jobs)
        self.runs = AsyncRuns(self.connection)

    async def compare(self, request: ComparisonRequest) -> Comparison:
        """Compare a candidate's run with a baseline's and say whether it may pass."""
        return await self.connection.post(Comparison, "/v1/comparisons", request)

    async def models(self) -> Models:
        """What can be named as a judge or a model on the server."""
        return await self.connection.get(Models, "/v1/models")

    async def health(self) -> Health:
        """Whether the server answers, and its version."""
        return await self.connection.get(Health, "/health")

    async def aclose(self) -> None:
        """Close the running loop's connections; they are opened again when needed."""
        await self.connection.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class JudgeClient(SyncWrapper[AsyncJudgeClient]):
    """As :class:`AsyncJudgeClient`, waiting for results; used by any number of threads."""

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        timeout: float = TIMEOUT,
        attempts: int = ATTEMPTS,
    ) -> None:
        """Bind a server, as :class:`AsyncJudgeClient` does."""
        core = AsyncJudgeClient(url, api_key=api_key, timeout=timeout, attempts=attempts)
        super().__init__(core)
        self.evaluations = Evaluations(core.evaluations)
        self.jobs = Jobs(core.jobs)
        self.collections = Collections(core.collections)
        self.research = Research(core.research)
        self.arenas = Arenas(core.arenas)
        self.runs = Runs(core.runs)

    compare = waited(AsyncJudgeClient.compare)
    models = waited(AsyncJudgeClient.models)
    health = waited(AsyncJudgeClient.health)

    def close(self) -> None:
        """Close the connections; they are opened again when needed."""
        wait_for(self._core.aclose)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""Deep Research on a server: the methods of :class:`agents.deep_research.DeepResearchService`."""

import asyncio
import hashlib
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import get_args

from pydantic import TypeAdapter, ValidationError

from agents.calls.run_sync import wait_for
from agents.graphs.nodes import ResearchGraphNode
from agents.research.events import Finished, ResearchEvent, RunStarted, result_at_end
from agents.research.settings import ResearchSettings, short_hash
from agents.research.state import require_question
from data_base.errors import InputError, first_fault
from data_base.schemas_deep_research import DeepResearchResult
from service.client.jobs import give_up
from service.client.judge_client import AsyncJudgeClient
from service.client.judge_terms import RemoteTerms
from service.client.remote_evaluator import RemoteEvaluator
from service.http.bodies.jobs import JobView
from service.http.bodies.research import ResearcherRequest, ResearchModels, ResearchRequest
from service.jobs.judge_request import JudgeSettingsRequest
from service.research.terms import LoopSettingsRequest

_EVENT: TypeAdapter[ResearchEvent] = TypeAdapter(ResearchEvent)
_STOPPED = ("failed", "cancelled")
_LOCAL = frozenset({"checkpoints", "call", "step_timeout_s"})


class RemoteDeepResearch(ResearchGraphNode):
    """Researches questions in a collection of a server, as often and as many at once as one likes.

    A run is a job of the server. Calling :meth:`run` or :meth:`stream` with the question and the thread id of
    the last 24 hours goes on with it, or returns its result.
    """

    def __init__(  # noqa: PLR0913  (each says something else of the research)
        self,
        llm: str,
        *,
        collection: str,
        evaluator: RemoteEvaluator | None = None,
        settings: ResearchSettings | None = None,
        retrievers: Sequence[str] = (),
        searches: Sequence[str] = (),
        client: AsyncJudgeClient | None = None,
    ) -> None:
        """Bind models, collection and settings; nothing is sent yet.

        Args:
            llm: plans, refines and writes: a model that ``GET /v1/models`` of the server lists.
            collection: the id of the collection that is searched, in place of a retriever.
            evaluator: judges the drafts, ``llm`` itself if None.
            settings: when to retry and stop. Where runs are kept and how models are called is the server's
                to say: ``checkpoints``, ``call`` and ``step_timeout_s`` are not sent.
            retrievers: what is searched besides, by the names that the server declares.
            searches: searches of MCP servers, by such names.
            client: asks the server; the one that ``JUDGE_URL`` and ``JUDGE_API_KEY`` name if None.

        Raises:
            InputError: a setting cannot be used on a server.
        """
        self.settings = ResearchSettings.of(settings)
        self._client = client or AsyncJudgeClient()
        judged = _own_judge(llm, self.settings) if evaluator is None else evaluator.asked
        self._asked = ResearcherRequest(
            collection=collection,
            models=ResearchModels(model=llm, judge=judged.judge),
            settings=_loop_settings(self.settings),
            retrievers=tuple(retrievers),
            searches=tuple(searches),
            judge_settings=judged.settings,
        )

    async def run(
        self, question: str, *, thread_id: str | None = None, notes: Mapping[str, str] | None = None
    ) -> DeepResearchResult:
        """As :meth:`agents.deep_research.DeepResearchService.run`.

        Args:
            question: as the user asks it.
            thread_id: names the run, so that it can be resumed; a new one of its own where None.
            notes: are kept by runs on this machine alone.

        Raises:
            InputError: what was handed in cannot be used, or the research failed; the server's sentence.
            ServiceUnavailableError: the server cannot be reached, or failed, at every try.
        """
        return await result_at_end(self.stream(question, thread_id=thread_id, notes=notes))

    def run_sync(self, question: str, *, thread_id: str | None = None) -> DeepResearchResult:
        """As :meth:`run`, for callers without an event loop; works inside a running one, too."""
        return wait_for(lambda: self.run(question, thread_id=thread_id))

    async def stream(
        self, question: str, *, thread_id: str | None = None, notes: Mapping[str, str] | None = None
    ) -> AsyncGenerator[ResearchEvent]:
        """As :meth:`run`, reporting what happens, of a resumed run from its beginning on.

        The last event is :class:`agents.research.events.Finished`. Where the stream is closed before, the job
        is cancelled; where the connection is lost for good, it goes on, and so does the same call later.
        """
        if notes:
            raise InputError("notes are kept with runs on this machine alone; leave them out.")
        require_question(question, thread_id)
        name = thread_id or self.thread_id(question, label=uuid.uuid4().hex)
        job = await self._begun(question, name)
        finished = False
        try:
            async with aclosing(self._events(job, name)) as events:
                async for event in events:
                    finished = isinstance(event, Finished)
                    yield event
                    if finished:
                        return
        except (GeneratorExit, asyncio.CancelledError):
            if not finished:
                await give_up(self._client.jobs, job.id)
            raise
        job = await self._client.jobs.get(job.id)
        raise InputError(job.last_error or f"The research was cancelled; the job {job.id} can be resumed.")

    def thread_id(self, question: str, *, label: str = "") -> str:
        """A name for a run that the same question, settings, models, collection and label always give.

        Args:
            question: the question.
            label: distinguishes runs that are otherwise the same.
        """
        return f"{short_hash(question, label)}-{short_hash(self._asked.model_dump_json())}"

    async def _begun(self, question: str, name: str) -> JobView:
        asked = ResearchRequest(**dict(self._asked), question=question)
        key = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        begun = await self._client.research.start(asked, idempotency_key=key)
        # Where the run was begun before, that is what was said of it then.
        job = await self._client.jobs.get(begun.id)
        return await self._client.jobs.resume(job.id) if job.state in _STOPPED else job

    async def _events(self, job: JobView, name: str) -> AsyncGenerator[ResearchEvent]:
        kinds = {
            get_args(kind.model_fields["kind"].annotation)[0] for kind in get_args(get_args(ResearchEvent)[0])
        }
        async with aclosing(self._client.jobs.events(job.id)) as events:
            async for news in events:
                if news.event in kinds:
                    yield _named(_EVENT.validate_python(news.data, extra="ignore"), name)


def _named(event: ResearchEvent, name: str) -> ResearchEvent:
    """The event with the caller's name for the run in place of the server's."""
    if isinstance(event, RunStarted):
        return event.model_copy(update={"thread_id": name})
    if isinstance(event, Finished):
        return Finished(result=event.result.model_copy(update={"thread_id": name}))
    return event


def _own_judge(llm: str, settings: ResearchSettings) -> RemoteTerms:
    """The loop's model as its judge, as the embedded loop has it."""
    judging = {"language": settings.language, "passage_limit": settings.writer_passages}
    return RemoteTerms(judge=llm, settings=JudgeSettingsRequest.model_validate(judging))


def _loop_settings(settings: ResearchSettings) -> LoopSettingsRequest:
    given = settings.model_dump(include=settings.model_fields_set - _LOCAL)
    try:
        return LoopSettingsRequest.model_validate(given)
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(
            f"the setting {fault.field!r} cannot be used on a server: {fault.reason}."
            if fault.place
            else fault.reason
        ) from None

"""The tools of the MCP server: each is a route of the API, and takes what the route takes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import anyio
from mcp_types import Tool, ToolAnnotations
from pydantic import AliasChoices, BaseModel, Field, TypeAdapter, ValidationError

from agents.research.events import Finished, ResearchEvent
from data_base.errors import first_fault
from data_base.schemas.frozen import Frozen
from service.http.bodies.comparisons import ComparisonRequest
from service.http.bodies.evaluations import EvaluationRequest
from service.http.bodies.parts import ID, TEXT, Documents, Judged, Text
from service.http.bodies.research import ResearchRequest
from service.jobs.job import ENDED
from service.mcp.api import Api, ApiRefusalError

_LOOK_S = 0.5
"""How often a research under way is looked at."""
_EVENT: TypeAdapter[ResearchEvent] = TypeAdapter(ResearchEvent)
ProgressHandler = Callable[[int, str], Awaitable[None]]
"""Called with how many steps were made, and what the last one was."""


class SearchRequest(Frozen):
    """What a collection is searched for."""

    collection_id: str = Field(pattern=ID, validation_alias=AliasChoices("collection_id", "collection"))
    """The collection's id.

    The resource ``judge://collections`` lists them. ``collection`` is taken for it, too.
    """
    q: str = Field(min_length=1, max_length=5_000)
    """Words that are looked for."""
    limit: int = Field(default=10, ge=1, le=100)
    """How many passages are given at most."""


class ReportRequest(Judged):
    """A report whose claims are checked."""

    report: Text
    """The report in Markdown, with its marks and its list of sources."""
    question: str = Field(min_length=1, max_length=TEXT, pattern=r"\S")
    """What it answers."""
    documents: Documents | None = None
    """What it is based on, which its marks name by number or id: texts, passages, or passages of a
    collection."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool."""

    api: Api
    """What it is passed on to."""
    key: str | None
    """What the caller sent as ``Authorization``."""
    arguments: Mapping[str, Any]
    """What was asked for."""
    progress: ProgressHandler
    """Called with how far it came."""


async def _evaluate(call: Call) -> Any:  # noqa: ANN401  (JSON)
    return await call.api.post("/v1/evaluations", call.key, call.arguments)


async def _report(call: Call) -> Any:  # noqa: ANN401  (JSON)
    """The claim table first: what the judge said of the whole report comes behind it."""
    try:
        asked = ReportRequest.model_validate(call.arguments)
    except ValidationError as error:
        raise _refused(error) from error
    settings = {**asked.settings.model_dump(mode="json", exclude_unset=True), "claims": True}
    body = asked.model_dump(mode="json", exclude_unset=True, exclude={"report", "settings"})
    found = await call.api.post(
        "/v1/evaluations", call.key, {**body, "answer": asked.report, "settings": settings}
    )
    evaluation = dict(found["evaluation"])
    return {"claims": evaluation.pop("claims", None), **found, "evaluation": evaluation}


async def _compare(call: Call) -> Any:  # noqa: ANN401  (JSON)
    return await call.api.post("/v1/comparisons", call.key, call.arguments)


async def _search(call: Call) -> Any:  # noqa: ANN401  (JSON)
    try:
        asked = SearchRequest.model_validate(call.arguments)
    except ValidationError as error:
        raise _refused(error) from error
    path = f"/v1/collections/{asked.collection_id}/search"
    return await call.api.get(path, call.key, q=asked.q, limit=asked.limit)


def _refused(error: ValidationError) -> ApiRefusalError:
    fault = first_fault(error)
    return ApiRefusalError(f"{fault.field or 'arguments'}: {fault.reason}.")


async def _research(call: Call) -> Any:  # noqa: ANN401  (JSON)
    """Have a question researched, and wait; where the caller gives up, the job is cancelled."""
    job = await call.api.post("/v1/research", call.key, call.arguments)
    try:
        return await _finished(call, str(job["id"]))
    except asyncio.CancelledError:
        with anyio.CancelScope(shield=True):
            await call.api.post(f"/v1/jobs/{job['id']}/cancel", call.key)
        raise


async def _finished(call: Call, job_id: str) -> Any:  # noqa: ANN401  (JSON)
    after, steps = 0, 0
    finished: Finished | None = None
    while True:
        job = await call.api.get(f"/v1/jobs/{job_id}", call.key)
        news = await call.api.get(f"/v1/jobs/{job_id}/events", call.key, after=after)
        for each in news:
            after = each["seq"]
            event = _read(each["data"])
            if isinstance(event, Finished):
                finished = event
            elif event is not None:
                steps += 1
                await call.progress(steps, event.line)
        # Its last event comes before the job is done, and the caller may read the job and its run next.
        if job["state"] in ENDED and not news:
            if finished is not None:
                return _found(job, finished)
            raise ApiRefusalError(
                job["last_error"] or f"The research was {job['state']}; the job {job_id} can be resumed."
            )
        await asyncio.sleep(_LOOK_S)


def _read(data: Mapping[str, Any]) -> ResearchEvent | None:
    """An event of the loop; None for one of the job alone."""
    try:
        return _EVENT.validate_python(data, extra="ignore")
    except ValidationError:
        return None


def _found(job: Mapping[str, Any], event: Finished) -> Mapping[str, Any]:
    """The answer and what the judge said of it; the attempts are in the run."""
    result = event.result
    evaluation = None if result.best is None else result.best.evaluation
    return {
        "job_id": job["id"],
        "run_id": job["run_id"],
        "answer": result.answer.model_dump(mode="json"),
        "evaluation": None if evaluation is None else evaluation.model_dump(mode="json"),
        "note": None if evaluation is None else evaluation.note,
        "stop_reason": result.stop_reason,
        "attempts": len(result.attempts),
        "usage": result.usage.model_dump(mode="json"),
    }


class JudgeTool(NamedTuple):
    """A tool."""

    takes: type[BaseModel]
    """What its arguments are."""
    run: Callable[[Call], Awaitable[Any]]
    """Does what it is for; an object as JSON."""
    description: str
    """What it is for."""
    only_reads: bool = False
    """Whether it changes nothing."""

    def described(self, name: str) -> Tool:
        """It as clients see it."""
        return Tool(
            name=name,
            description=self.description,
            input_schema=self.takes.model_json_schema(),
            annotations=ToolAnnotations(read_only_hint=self.only_reads, destructive_hint=False),
        )


TOOLS = {
    "evaluate": JudgeTool(
        EvaluationRequest,
        _evaluate,
        "Judge an answer to a question: accuracy, completeness and clarity from 1 to 10, with reasons, the "
        "claims that the documents contradict, and a suggestion. `documents` is what the answer is based on.",
    ),
    "judge_report": JudgeTool(
        ReportRequest,
        _report,
        "Check every claim of a report against the sources that it cites, the `documents` and the pages that "
        "the server has: a table with each claim's verdict and the words of its source that decide, and how "
        "many sources are dead, unreadable, never opened or lead nowhere. The report is scored, too.",
    ),
    "research": JudgeTool(
        ResearchRequest,
        _research,
        "Answer a question from a collection of documents: search, draft, judge the draft, search again. "
        "Takes a while; the answer has citations and what the judge said of it. The resource "
        "judge://collections lists the collections.",
    ),
    "compare": JudgeTool(
        ComparisonRequest,
        _compare,
        "Compare a candidate run with a baseline: differences with confidence intervals, and whether the "
        "candidate may pass. The resource judge://runs lists the runs.",
        only_reads=True,
    ),
    "search_documents": JudgeTool(
        SearchRequest,
        _search,
        "Search a collection of documents: passages that share words with the query, best first. `evaluate` "
        "takes their ids in place of texts.",
        only_reads=True,
    ),
}
"""The tools by their names."""

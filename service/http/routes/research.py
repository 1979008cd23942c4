"""Research: a question answered from a collection's documents, as a job."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from service.collections.index import indexed_documents
from service.http.bodies.jobs import JobView
from service.http.bodies.research import ResearchRequest
from service.http.caller import Researching
from service.http.context import Context, ServerContext
from service.http.guards.body_route import BodyRoute
from service.http.guards.prompt_size import require_research_size
from service.http.idempotency import MakesOnce
from service.http.job_views import entered
from service.http.models_named import require_named
from service.http.problems import responses
from service.jobs.job import NewJob
from service.research.terms import ResearchTerms

router = APIRouter(prefix="/v1/research", tags=["research"], route_class=BodyRoute)


@router.post(
    "",
    responses=responses(400, 401, 403, 404, 409, 413, 415, 422, 429),
    response_model=JobView,
    status_code=202,
)
async def research(asked: ResearchRequest, who: Researching, context: Context, once: MakesOnce) -> Response:
    """Answer a question from a collection's documents: search, draft, judge, search again.

    The job's events are the loop's, and its run has one item with the answer and all attempts. Searched are
    the documents that are indexed now.
    """
    if (kept := await once.replayed(asked)) is not None:
        return kept
    named = [asked.models.model, asked.models.judge, *asked.settings.final_judges_named]
    require_named(context, who, named)
    # In a thread: a judge is built, and the collection's documents are read from the store.
    terms = await run_in_threadpool(_terms, context, who.project, asked)
    new = NewJob(
        kind="research",
        project=who.project,
        request=terms.model_dump_json(),
        slice_items=1,
        priority=asked.priority,
    )
    return await once.create(asked, lambda connection: entered(context, connection, new, ["{}"]))


def _terms(context: ServerContext, project: str, asked: ResearchRequest) -> ResearchTerms:
    require_research_size(asked, context.settings.max_tokens)
    documents = indexed_documents(context.jobs, project, asked.collection)
    terms = asked.terms(documents, judge=context.settings.judge)
    # Refused before anything is entered.
    terms.require_models(context.evaluators)
    return terms

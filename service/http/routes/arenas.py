"""Arenas: systems on the same questions, judged on the same passages, as a job."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from agents.models.registry import uses_embedded
from service.arenas.arena_page import ArenaPage
from service.collections.index import indexed_documents
from service.http.arena_request import (
    arena_questions,
    arena_terms,
    require_endpoints,
    require_models,
)
from service.http.bodies.arenas import ArenaQuery, ArenaRunRequest
from service.http.bodies.jobs import JobView
from service.http.bodies.parts import ID
from service.http.caller import Reading, Researching
from service.http.collection_passages import passages_of
from service.http.context import Context, ServerContext, arena_of
from service.http.fair_scheduling import in_project_turn, taken_in_turn
from service.http.guards.body_route import BodyRoute
from service.http.guards.prompt_size import arena_texts, require_arena_size, require_readable
from service.http.guards.read_body import largest_upload
from service.http.idempotency import MakesOnce
from service.http.job_views import entered
from service.http.models_named import require_named
from service.http.problems import ProblemError, responses
from service.jobs.job import NewJob

if TYPE_CHECKING:
    from eval.arena.result import ArenaResult
    from service.arenas.arena_terms import ArenaQuestion, ArenaTerms

router = APIRouter(prefix="/v1/arenas", tags=["arenas"], route_class=BodyRoute)


@router.post(
    "",
    responses=responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 504),
    response_model=JobView,
    status_code=202,
)
async def hold_arena(
    request: Request, asked: ArenaRunRequest, who: Researching, context: Context, once: MakesOnce
) -> Response:
    """Have systems answer the same questions and judge all answers to a question on the same passages.

    The job's run has an item for each question and contestant; the link `arena` of the job says where the
    figures are.
    """
    if len(asked.questions) * len(asked.contestants) + _pairs(asked) > context.settings.max_items:
        raise ProblemError(
            413,
            f"questions: at most {context.settings.max_items} answers (questions times contestants) and "
            "pairs of them are taken at once.",
        )
    if (kept := await once.replayed(asked)) is not None:
        return kept
    require_named(context, who, asked.models_named)
    await require_endpoints(asked, context.endpoints)
    take = partial(_asked, context, who.project, asked)
    terms, questions = await taken_in_turn(request, context, who, take)
    new = NewJob(
        kind="arena",
        project=who.project,
        request=terms.model_dump_json(),
        slice_items=context.worker.slice_items,
        priority=asked.priority,
    )
    inputs = [each.model_dump_json() for each in questions]
    return await once.create(asked, lambda connection: entered(context, connection, new, inputs))


@router.get("/{run_id}", responses=responses(401, 403, 404, 422, 429, 503, 504), response_model=ArenaPage)
async def get_arena(
    request: Request,
    run_id: Annotated[str, Path(pattern=ID, description="The arena's run id.")],
    asked: Annotated[ArenaQuery, Query()],
    who: Reading,
    context: Context,
) -> Response:
    """An arena as far as it was held: the figures, and question by question answers and judgements.

    As the `arena.json` of `judge arena`, with some of the questions: a page ends after `limit` questions, or
    with the one that makes it longer than 10 MB. All pages have the figures over all questions that every
    contestant is done with.
    """

    def written() -> Response:
        # FastAPI would make several copies of it, outside the thread.
        found = _page(context, run_id, who.project, asked).model_dump_json()
        return Response(found, media_type="application/json")

    return await in_project_turn(request, context, who, written)


def _page(context: ServerContext, run_id: str, project: str, asked: ArenaQuery) -> ArenaResult:
    if context.shown_arena is not None and context.shown_arena.manifest.run_id == run_id:
        return arena_of(context, run_id, project)
    from service.arenas.result import arena_page  # noqa: PLC0415  (loads what a starting server does not)

    kept, page = context.kept_figures, asked.model_dump()
    return arena_page(context.jobs, context.runs, run_id, project, kept, **page)


def _pairs(asked: ArenaRunRequest) -> int:
    """How many pairs of answers are compared at most."""
    every = len(asked.questions) * math.comb(len(asked.contestants), 2)
    return {"none": 0, "all": every, "sampled": min(every, asked.max_pairs)}[asked.pairs]


def _asked(
    context: ServerContext, project: str, asked: ArenaRunRequest
) -> tuple[ArenaTerms, list[ArenaQuestion]]:
    require_arena_size(asked, context.settings.max_tokens)
    look_up, most = passages_of(context, project), largest_upload(context.settings)
    questions = arena_questions(asked, look_up, max_bytes=most)
    terms = arena_terms(
        asked,
        questions,
        judge=context.settings.judge,
        documents_of=lambda collection: indexed_documents(context.jobs, project, collection),
    )
    if uses_embedded(terms.judge):
        for number, each in enumerate(questions):
            require_readable(arena_texts(each), f"questions.{number}")
    # Refused before anything is entered.
    require_models(terms, context.evaluators)
    return terms, questions

"""Collections: documents that are uploaded, read by a job, and searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from service.collections.collection import Collection, DocumentState, RefusedFile, StoredDocument
from service.collections.index import IndexBusyError
from service.collections.uploading import OfferedFile, Upload, take_in
from service.http.bodies.collections import (
    CollectionPage,
    CollectionRequest,
    DocumentPage,
    FileHash,
    PassageFound,
    PassagesFound,
    UploadRequest,
    UploadView,
)
from service.http.bodies.parts import ID
from service.http.caller import Reading, Researching
from service.http.context import Context, ServerContext
from service.http.guards.body_route import BodyRoute
from service.http.idempotency import CreatedResponse, MakesOnce
from service.http.job_views import job_place, job_view
from service.http.problems import ProblemError, responses
from service.http.uploads import SCHEMA, uploaded

if TYPE_CHECKING:
    from sqlalchemy import Connection

router = APIRouter(prefix="/v1/collections", tags=["collections"], route_class=BodyRoute)
REFUSALS = responses(401, 403, 404, 409, 422, 429)
_PLACE = "/v1/collections"
_SHOWN = 5
"""Refused files whose reasons a refusal quotes."""
After = Annotated[str | None, Query(pattern=ID, description="`after` of the page before.")]
CollectionId = Annotated[str, Path(pattern=ID, description="The collection's id.")]
DocumentId = Annotated[str, Path(pattern=ID, description="The document's id.")]
Limit = Annotated[int, Query(ge=1, le=200, description="The most entries on the page.")]
State = Annotated[DocumentState | None, Query(description="Only documents in this state.")]


@router.post("", responses=responses(400, 413, 415) | REFUSALS, response_model=Collection, status_code=201)
async def make_collection(
    asked: CollectionRequest, who: Researching, context: Context, once: MakesOnce
) -> Response:
    """Make a collection for documents; its name is used once in the project."""

    def make(connection: Connection) -> CreatedResponse:
        made = context.collections.create(connection, who.project, asked.name)
        return CreatedResponse(made, 201, (("Location", f"{_PLACE}/{made.id}"),))

    return await once.create(asked, make)


@router.get("", responses=REFUSALS)
def list_collections(
    who: Reading, context: Context, after: After = None, limit: Limit = 50
) -> CollectionPage:
    """The project's collections, newest first."""
    last = None if after is None else context.collections.collection(after, who.project)
    found = context.collections.collections(who.project, after=last, limit=limit + 1)
    shown = tuple(found[:limit])
    return CollectionPage(collections=shown, after=shown[-1].id if len(found) > limit else None)


@router.get("/{collection_id}", responses=REFUSALS)
def get_collection(collection_id: CollectionId, who: Reading, context: Context) -> Collection:
    """A collection: how many documents it has, by their state, and how many passages."""
    return context.collections.collection(collection_id, who.project)


@router.delete("/{collection_id}", responses=REFUSALS, status_code=204)
def delete_collection(collection_id: CollectionId, who: Researching, context: Context) -> None:
    """Delete a collection with its documents."""
    context.collections.delete(collection_id, who.project)


@router.post(
    "/{collection_id}/documents",
    responses={
        200: {"model": UploadView, "description": "All files were there already; nothing is to be read."},
        **responses(400, 413, 415),
        **REFUSALS,
    },
    response_model=UploadView,
    status_code=202,
    openapi_extra=SCHEMA,
)
async def add_documents(
    collection_id: CollectionId, request: Request, who: Researching, context: Context, once: MakesOnce
) -> Response:
    """Upload documents (PDF, Markdown, HTML, plain text), which a job reads.

    A file that cannot be taken is refused with a reason, and the others are taken. The name and content of a
    document that is there already is that document; the same name with other content replaces it.
    """
    # Before the body is read, which may be long.
    await run_in_threadpool(context.collections.collection, collection_id, who.project)
    async with uploaded(request) as form:
        files = form.files
        asked = UploadRequest(files=tuple(FileHash(name=each.name, sha256=each.sha256) for each in files))
        return await once.create(
            asked, lambda connection: _taken(context, connection, who.project, collection_id, files)
        )


@router.get("/{collection_id}/documents", responses=REFUSALS)
def list_documents(
    collection_id: CollectionId,
    who: Reading,
    context: Context,
    state: State = None,
    after: After = None,
    limit: Limit = 50,
) -> DocumentPage:
    """The documents of a collection, by their names."""
    collections = context.collections
    last = None if after is None else collections.document(after, collection_id, who.project)
    found = collections.documents(collection_id, who.project, state=state, after=last, limit=limit + 1)
    shown = tuple(found[:limit])
    return DocumentPage(documents=shown, after=shown[-1].id if len(found) > limit else None)


@router.get("/{collection_id}/documents/{document_id}", responses=REFUSALS)
def get_document(
    collection_id: CollectionId, document_id: DocumentId, who: Reading, context: Context
) -> StoredDocument:
    """A document: whether it can be searched, and why not where it could not be read."""
    return context.collections.document(document_id, collection_id, who.project)


@router.delete("/{collection_id}/documents/{document_id}", responses=REFUSALS, status_code=204)
def delete_document(
    collection_id: CollectionId, document_id: DocumentId, who: Researching, context: Context
) -> None:
    """Delete a document with its passages."""
    context.collections.delete_document(document_id, collection_id, who.project)


@router.get("/{collection_id}/search", responses={**REFUSALS, **responses(503, 504)})
async def search(
    collection_id: CollectionId,
    who: Reading,
    context: Context,
    q: Annotated[str, Query(min_length=1, max_length=5_000, description="Words that are looked for.")],
    limit: Annotated[int, Query(ge=1, le=100, description="The most passages returned.")] = 10,
) -> PassagesFound:
    """The passages of a collection's indexed documents that share words with a query, best first.

    Where documents were changed and their index takes long, the one before it answers until it is there.
    """
    try:
        async with context.in_time.limit("result", "Search for fewer words, or again in a moment."):
            found = await context.indexes.search(who.project, collection_id, q, limit)
    except IndexBusyError:
        said = "The index of the collection is being made and many wait for it; search again in a moment."
        raise ProblemError(503, said, {"Retry-After": "5"}) from None
    return PassagesFound(
        passages=tuple(
            PassageFound(id=each.id, document=each.doc_id, page=each.page, text=each.text, score=score)
            for each, score in found
        )
    )


def take_files(
    context: ServerContext,
    connection: Connection,
    project: str,
    collection_id: str,
    files: list[OfferedFile],
) -> Upload:
    """Take files into a project's collection.

    Raises:
        NotStoredError: the project has no such collection.
    """
    context.collections.lock(connection, collection_id, project)
    return take_in(
        context.jobs,
        connection,
        project=project,
        collection=collection_id,
        files=files,
        settings=context.collection_settings,
    )


def _taken(
    context: ServerContext,
    connection: Connection,
    project: str,
    collection_id: str,
    files: list[OfferedFile],
) -> CreatedResponse:
    upload = take_files(context, connection, project, collection_id, files)
    if not upload.documents:
        raise ProblemError(422, _reasons(upload.refused))
    job = None if upload.job is None else job_view(context, upload.job)
    view = UploadView(documents=upload.documents, refused=upload.refused, job=job)
    if job is None:
        return CreatedResponse(view, 200)
    return CreatedResponse(view, 202, (("Location", job_place(job.id)),))


def _reasons(refused: tuple[RefusedFile, ...]) -> str:
    said = " ".join(each.error for each in refused[:_SHOWN])
    more = len(refused) - _SHOWN
    return f"{said} {more} more files were refused." if more > 0 else said or "The body has no file."

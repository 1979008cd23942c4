"""Collections of documents: made, filled by uploading, searched, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BeforeValidator, Field
from starlette.concurrency import run_in_threadpool

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.store.database import NotStoredError
from service.collections.collection import NAME_LENGTH, DocumentState
from service.http.bodies.parts import ID
from service.http.context import Context, ServerContext
from service.http.guards.read_body import largest_upload
from service.http.problems import status_of
from service.http.routes import collections as api
from service.http.uploads import FILES, is_form_of_files, uploaded
from service.web.rendering import page
from service.web.viewer import (
    FORM_TOKEN,
    FORM_TOKEN_HEADER,
    MayRead,
    MayResearch,
    SentForm,
    Viewer,
    require_own_form,
)

if TYPE_CHECKING:
    from service.collections.uploading import OfferedFile, Upload
    from service.http.bodies.collections import PassageFound

router = APIRouter(prefix="/collections", include_in_schema=False)
_SEE_OTHER = 303
_ROOM = 100_000
"""Bytes of an upload's body that its files leave to the form's own lines."""


class DocumentsQuery(Frozen, extra="ignore"):
    """What is asked of a collection's page."""

    state: Annotated[DocumentState | None, BeforeValidator(lambda value: value or None)] = None
    """Only documents in this state."""
    after: str | None = Field(default=None, pattern=ID)
    """The last document of the page before."""
    q: str = Field(default="", max_length=5_000)
    """Words that passages are looked for by."""

    def place(self, **changed: str | None) -> str:
        """The query of the page that shows the same documents, or others of them."""
        shown = {"state": self.state, "after": self.after} | changed
        return urlencode({name: value for name, value in shown.items() if value})


@router.get("")
def collections(request: Request, context: Context, seen: MayRead, after: api.After = None) -> Response:
    """The project's collections, newest first."""
    return _list(request, context, seen, after)


def _list(
    request: Request,
    context: ServerContext,
    seen: Viewer,
    after: str | None = None,
    *,
    refused: InputError | None = None,
    name: str = "",
) -> Response:
    found = api.list_collections(seen.caller, context, after)
    values = {"found": found, "refused": refused, "name": name, "name_length": NAME_LENGTH}
    return page(request, "collections", values, status=status_of(refused) if refused else 200)


@router.post("")
def make(request: Request, context: Context, seen: MayResearch, form: SentForm) -> Response:
    """Makes a collection."""
    name = str(form.get("name", ""))
    try:
        with context.jobs.transaction() as connection:
            made = context.collections.create(connection, seen.project, name)
    except InputError as error:
        return _list(request, context, seen, refused=error, name=name)
    return RedirectResponse(f"/collections/{made.id}", _SEE_OTHER)


@router.post("/{collection_id}/delete")
def delete(collection_id: api.CollectionId, context: Context, seen: MayResearch, _form: SentForm) -> Response:
    """Deletes a collection with its documents."""
    context.collections.delete(collection_id, seen.project)
    return RedirectResponse("/collections", _SEE_OTHER)


@router.get("/{collection_id}")
async def documents(
    collection_id: api.CollectionId,
    request: Request,
    context: Context,
    seen: MayRead,
    asked: Annotated[DocumentsQuery, Query()],
) -> Response:
    """A collection's documents by their names, and the passages that a search finds."""
    shown = await run_in_threadpool(_shown, context, seen, collection_id, asked)
    if asked.q.strip():
        shown["found"] = await _found(context, seen, collection_id, asked.q)
    return await run_in_threadpool(page, request, "documents", shown)


def _shown(context: ServerContext, seen: Viewer, collection_id: str, asked: DocumentsQuery) -> dict[str, Any]:
    """What the page of a collection shows."""
    documents = api.list_documents(collection_id, seen.caller, context, asked.state, asked.after)
    most_bytes = largest_upload(context.settings) - _ROOM
    return {
        "collection": context.collections.collection(collection_id, seen.project),
        "documents": documents,
        "asked": asked,
        "this_page": asked.place(),
        "next_page": asked.place(after=documents.after),
        "found": None,
        "refused": (),
        "most_bytes": min(context.collection_settings.max_document_bytes, most_bytes),
        "most_together": most_bytes,
        "most_files": FILES,
    }


async def _found(
    context: ServerContext, seen: Viewer, collection_id: str, words: str
) -> tuple[PassageFound, ...]:
    try:
        return (await api.search(collection_id, seen.caller, context, words)).passages
    except NotStoredError:
        raise
    except InputError:
        # None of its documents can be searched yet.
        return ()


@router.post("/{collection_id}/documents")
async def upload(
    collection_id: api.CollectionId, request: Request, context: Context, seen: MayResearch
) -> Response:
    """Takes files in; says what came of each to the page's script, and shows the page to a browser."""
    sent = request.headers.get(FORM_TOKEN_HEADER)
    # Both before the body is read, which may be long.
    if sent is not None or not is_form_of_files(request):
        require_own_form(seen, sent)
    await run_in_threadpool(context.collections.collection, collection_id, seen.project)
    async with uploaded(request, texts=(FORM_TOKEN,)) as form:
        require_own_form(seen, sent or form.texts.get(FORM_TOKEN))
        taken = await run_in_threadpool(_take, context, seen.project, collection_id, form.files)
    if "application/json" in request.headers.get("accept", ""):
        refused = [each.model_dump() for each in taken.refused]
        return JSONResponse({"taken": [each.name for each in taken.documents], "refused": refused})
    if taken.refused:
        shown = await run_in_threadpool(_shown, context, seen, collection_id, DocumentsQuery())
        status = 200 if taken.documents else 422
        return page(request, "documents", shown | {"refused": taken.refused}, status=status)
    return RedirectResponse(f"/collections/{collection_id}", _SEE_OTHER)


def _take(context: ServerContext, project: str, collection_id: str, files: list[OfferedFile]) -> Upload:
    with context.jobs.transaction() as connection:
        return api.take_files(context, connection, project, collection_id, files)


@router.post("/{collection_id}/documents/{document_id}/delete")
def delete_document(
    collection_id: api.CollectionId,
    document_id: api.DocumentId,
    context: Context,
    seen: MayResearch,
    _form: SentForm,
) -> Response:
    """Deletes a document with its passages."""
    context.collections.delete_document(document_id, collection_id, seen.project)
    return RedirectResponse(f"/collections/{collection_id}", _SEE_OTHER)

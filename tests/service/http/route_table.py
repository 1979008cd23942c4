"""What each route needs and how to name a thing of a project to it; a route that is not here fails the tests.

A new route gets a line in ``ROUTES``: the scope that it needs, and what to send so that it reaches for things
of the project ``owner``. A new path parameter gets a line in ``Owned``.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.http_service import wait_for_job

if TYPE_CHECKING:
    import httpx2

    from service.keys import Scope

OPEN = frozenset(
    {"GET /health", "GET /ready", "GET /docs", "GET /docs/{name}", "GET /openapi.json", "GET /metrics"}
)
"""Routes that need no key: they say nothing of any project."""
_ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@dataclass(frozen=True)
class Owned:
    """Things of the project ``owner``, under the names of the path parameters that they are put in for.

    Attributes:
        job_id: a job that is done.
        run_id: the job's run.
        case: an item's case in the run.
        system: the item's system.
        collection_id: a collection.
        document_id: a document in it.
        webhook_id: a webhook.
    """

    job_id: str
    run_id: str
    case: str
    system: str
    collection_id: str
    document_id: str
    webhook_id: str


@dataclass(frozen=True)
class Route:
    """How a route is called.

    Attributes:
        scope: the scope that it needs.
        body: what is sent, given what the owner has; None for nothing.
        query: what is asked for after the path; names of the owner's things stand in braces.
        names_owned: whether the path or the body names something of the owner, so that another project's key
            gets 404; else its response must not contain anything of the owner.
    """

    scope: Scope
    body: Callable[[Owned], Mapping[str, Any]] | None = None
    names_owned: bool = False
    query: Mapping[str, str] = field(default_factory=dict)


def _foreign_collection(owned: Owned) -> dict[str, Any]:
    return _ANSWER | {"documents": {"collection": owned.collection_id, "passages": ["owners.txt#1"]}}


def _foreign_pair(owned: Owned) -> dict[str, Any]:
    foreign = _foreign_collection(owned)
    return {"question": "Where?", "first": "Ohio.", "second": "Here.", "documents": foreign["documents"]}


def _owned_runs(owned: Owned) -> dict[str, Any]:
    return {"base": [owned.run_id], "candidate": [owned.run_id]}


def _foreign_reference(owned: Owned) -> dict[str, Any]:
    return _ANSWER | {
        "reference_documents": {"collection": owned.collection_id, "passages": ["owners.txt#1"]}
    }


def _own_and_owned_runs(owned: Owned) -> dict[str, Any]:
    return {"base": ["none", owned.run_id], "candidate": [owned.run_id]}


def _researched(owned: Owned) -> dict[str, Any]:
    return {"question": "Where is the dam?", "collection": owned.collection_id}


def _contested(owned: Owned) -> dict[str, Any]:
    research = {"kind": "deep_research", "collection": owned.collection_id}
    return {"questions": [{"question": "Where is the dam?"}], "contestants": [{"kind": "pure_llm"}, research]}


def _foreign_answers(owned: Owned) -> dict[str, Any]:
    given = {
        "answer": "In Ohio.",
        "documents": {"collection": owned.collection_id, "passages": ["owners.txt#1"]},
    }
    recorded = {"kind": "recorded", "answers": {"q1": given}}
    return {"questions": [{"question": "Where is the dam?"}], "contestants": [{"kind": "pure_llm"}, recorded]}


ROUTES: dict[str, Route] = {
    "POST /v1/evaluations": Route("judge", _foreign_collection, names_owned=True),
    "POST /v1/evaluations/batch": Route(
        "judge", lambda owned: {"items": [_foreign_collection(owned)]}, names_owned=True
    ),
    "POST /v1/pairs": Route("judge", _foreign_pair, names_owned=True),
    "POST /v1/research": Route("research", _researched, names_owned=True),
    "POST /v1/arenas": Route("research", _contested, names_owned=True),
    "GET /v1/arenas/{run_id}": Route("read", names_owned=True),
    "POST /v1/comparisons": Route("read", _owned_runs, names_owned=True),
    "GET /v1/jobs": Route("read"),
    "GET /v1/jobs/{job_id}": Route("read", names_owned=True),
    "GET /v1/jobs/{job_id}/events": Route("read", names_owned=True),
    "POST /v1/jobs/{job_id}/cancel": Route("judge", names_owned=True),
    "POST /v1/jobs/{job_id}/resume": Route("judge", names_owned=True),
    "POST /v1/jobs/{job_id}/retry-failed": Route("judge", names_owned=True),
    "POST /v1/collections": Route("research", lambda _owned: {"name": uuid.uuid4().hex}),
    "GET /v1/collections": Route("read"),
    "GET /v1/collections/{collection_id}": Route("read", names_owned=True),
    "DELETE /v1/collections/{collection_id}": Route("research", names_owned=True),
    "POST /v1/collections/{collection_id}/documents": Route("research", names_owned=True),
    "GET /v1/collections/{collection_id}/documents": Route("read", names_owned=True),
    "GET /v1/collections/{collection_id}/documents/{document_id}": Route("read", names_owned=True),
    "DELETE /v1/collections/{collection_id}/documents/{document_id}": Route("research", names_owned=True),
    "GET /v1/collections/{collection_id}/search": Route("read", names_owned=True, query={"q": "dam"}),
    "GET /v1/runs": Route("read"),
    "GET /v1/runs/{run_id}": Route("read", names_owned=True),
    "DELETE /v1/runs/{run_id}": Route("admin", names_owned=True),
    "GET /v1/runs/{run_id}/items": Route("read", names_owned=True),
    "GET /v1/runs/{run_id}/items/{case}/{system}": Route("read", names_owned=True),
    "GET /v1/models": Route("read"),
    "POST /v1/webhooks": Route("admin", lambda _owned: {"url": "https://93.184.216.34/"}),
    "GET /v1/webhooks": Route("admin"),
    "DELETE /v1/webhooks/{webhook_id}": Route("admin", names_owned=True),
}

BESIDES: tuple[tuple[str, Route], ...] = (
    ("POST /v1/evaluations", Route("judge", _foreign_reference, names_owned=True)),
    (
        "POST /v1/evaluations/batch",
        Route("judge", lambda owned: {"items": [_ANSWER, _foreign_reference(owned)]}, names_owned=True),
    ),
    ("POST /v1/arenas", Route("research", _foreign_answers, names_owned=True)),
    ("POST /v1/comparisons", Route("read", _own_and_owned_runs, names_owned=True)),
    ("GET /v1/jobs", Route("read", names_owned=True, query={"after": "{job_id}"})),
    ("GET /v1/collections", Route("read", names_owned=True, query={"after": "{collection_id}"})),
)
"""Further ways to name something of the owner to a route: in another field, or as where a page begins."""


def make_owned(owner: httpx2.Client) -> Owned:
    """Make the things of the owner."""
    made = owner.post("/v1/evaluations/batch", json={"items": [_ANSWER | {"id": "owners-case"}]})
    job = wait_for_job(owner, made.json()["id"])
    place = owner.post("/v1/collections", json={"name": "owners"}).json()["id"]
    uploaded = owner.post(f"/v1/collections/{place}/documents", files={"files": ("owners.txt", b"a dam")})
    wait_for_job(owner, uploaded.json()["job"]["id"])
    return Owned(
        job_id=str(job["id"]),
        run_id=str(job["run_id"]),
        case="owners-case",
        system="recorded",
        collection_id=place,
        document_id=uploaded.json()["documents"][0]["id"],
        webhook_id=owner.post("/v1/webhooks", json={"url": "https://93.184.216.34/"}).json()["id"],
    )

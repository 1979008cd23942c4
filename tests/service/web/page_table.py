"""What each page needs and how to name a thing of a project to it; a page not named here fails the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.keys import Scope

OPEN_PAGES = frozenset({"GET /sign-in", "POST /sign-in", "POST /preferences", "GET /static/{name}"})
"""What is shown to anybody: nothing of any project."""


@dataclass(frozen=True)
class Page:
    """How a page is asked for.

    Attributes:
        scope: the scope that it needs, None where any key will do.
        query: what is asked for after the path; names of the owner's things stand in braces.
        form: the fields that are sent, likewise.
        names_owned: whether the path, the query or the form names something of the owner, so that another
            project's visitor gets 404; else what is shown must not contain anything of the owner.
    """

    scope: Scope | None = "read"
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    names_owned: bool = False


PAGES = {
    "GET /": Page(scope=None),
    "GET /runs": Page(),
    "GET /runs/{run_id}": Page(names_owned=True),
    "GET /runs/{run_id}/items/{case}/{system}": Page(names_owned=True),
    "GET /trends": Page(query={"questions": "0"}),
    "POST /runs/{run_id}/baseline": Page(scope="judge", form={"marked": "true"}, names_owned=True),
    "POST /sign-out": Page(),
    "GET /arenas/{run_id}": Page(names_owned=True),
    "GET /arenas/{run_id}/{part}": Page(names_owned=True),
    "GET /compare": Page(query={"base": "{run_id}", "candidate": "{run_id}"}, names_owned=True),
    "GET /compare/item": Page(
        query={"base": "{run_id}", "candidate": "{run_id}", "case": "{case}"}, names_owned=True
    ),
    "GET /rate": Page("rate"),
    "POST /rate": Page("rate", form={"rater": "Ann"}),
    "GET /rate/{run_id}": Page("rate", names_owned=True),
    "POST /rate/{run_id}": Page("rate", names_owned=True),
    "GET /rate/{run_id}/agreement": Page("rate", names_owned=True),
    "GET /rate/{run_id}/ratings.jsonl": Page("rate", names_owned=True),
    "GET /live": Page(),
    "GET /live/{job_id}": Page(names_owned=True),
    "GET /live/{job_id}/news": Page(names_owned=True),
    "POST /live/{job_id}/cancel": Page("judge", names_owned=True),
    "POST /live/{job_id}/resume": Page("judge", names_owned=True),
    "POST /live/{job_id}/retry-failed": Page("judge", names_owned=True),
    "GET /ask": Page("research"),
    "POST /ask": Page(
        "research", form={"question": "Where?", "collection": "{collection_id}"}, names_owned=True
    ),
    "GET /collections": Page(),
    "POST /collections": Page("research", form={"name": "another's"}),
    "GET /collections/{collection_id}": Page(names_owned=True),
    "POST /collections/{collection_id}/delete": Page("research", names_owned=True),
    "POST /collections/{collection_id}/documents": Page("research", names_owned=True),
    "POST /collections/{collection_id}/documents/{document_id}/delete": Page("research", names_owned=True),
}

"""The resources of the MCP server: ``judge://`` and what follows ``/v1/`` in the API."""

from __future__ import annotations

import re
from typing import NamedTuple

SCHEME = "judge://"
JSON = "application/json"


class JudgeResource(NamedTuple):
    """A resource, or a template of some."""

    path: str
    """What follows ``/v1/``, with names of what is put in."""
    description: str
    """What is read."""

    @property
    def uri(self) -> str:
        """As clients see it."""
        return SCHEME + self.path


RESOURCES = (
    JudgeResource("runs", "The project's runs, newest first."),
    JudgeResource("jobs", "The project's jobs, newest first."),
    JudgeResource("collections", "The project's collections of documents."),
    JudgeResource("models", "The judges and models that can be named."),
)
TEMPLATES = (
    JudgeResource("runs/{run_id}", "A run: its terms, scores and cost."),
    JudgeResource("runs/{run_id}/items", "A run's items in short."),
    JudgeResource("runs/{run_id}/items/{case}/{system}", "An item: answer, evaluation, attempts, calls."),
    JudgeResource("jobs/{job_id}", "A job: how far it came, and what it waits for."),
    JudgeResource("collections/{collection_id}", "A collection: how many documents it has, by their state."),
    JudgeResource("collections/{collection_id}/documents", "The documents of a collection."),
)
_PATHS = [
    re.compile(re.sub(r"{\w+}", r"[^/?#\\s]+", each.path) + r"(\?[^#\s]*)?")
    for each in (*RESOURCES, *TEMPLATES)
]


def path_of(uri: str) -> str | None:
    """Where the API has a resource, None where it is none; a query, as for the next page, is kept."""
    path = uri.removeprefix(SCHEME)
    known = uri.startswith(SCHEME) and any(each.fullmatch(path) for each in _PATHS)
    return f"/v1/{path}" if known else None

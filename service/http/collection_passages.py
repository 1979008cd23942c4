"""The passages of collections that requests name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from service.collections.passage_lookup import PassageLookup

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from service.http.bodies.parts import CollectionPassages
    from service.http.context import ServerContext


def passages_of(context: ServerContext, project: str) -> Callable[[CollectionPassages], tuple[Passage, ...]]:
    """Looks up passages of a project's collections, for one request; it reads the store.

    What it returns raises NotStoredError where the project has no such collection, and InputError where the
    collection has no such passage.
    """
    named = PassageLookup(context.jobs, project)

    def look_up(asked: CollectionPassages) -> tuple[Passage, ...]:
        return named.of(asked.collection, asked.passages)

    return look_up

"""Which of a run's items a page lists, and the lists that are asked for most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from data_base.schemas.run import ItemStatus
from data_base.store.item_queries import UNSURE
from service.http.bodies.runs import ItemQuery, ItemSort

if TYPE_CHECKING:
    from data_base.schemas.runs.run_page import RunFigures


class ItemsAsked(ItemQuery):
    """Which items are listed; the worst answer comes first unless another order is asked for."""

    sort: ItemSort = "score"


class ListView(NamedTuple):
    """A list that is asked for often."""

    name: str
    """For the template."""
    wanted: ItemsAsked
    """What is asked for."""


def list_views(figures: RunFigures) -> Iterator[ListView]:
    """The lists that make sense for a run."""
    yield ListView("worst", ItemsAsked())
    yield ListView("best", ItemsAsked(sort="-score"))
    for name in ("failed", "unscored"):
        if figures.counts.get(ItemStatus(name)):
            yield ListView(name, ItemsAsked(status=ItemStatus(name), sort="number"))
    yield ListView("unsure", ItemsAsked(decided_max=UNSURE, sort="decided_share"))
    yield ListView("contradicted", ItemsAsked(contradicted_min=1, sort="-contradicted"))
    if len(figures.systems) > 1:
        yield ListView("difference", ItemsAsked(sort="-difference"))
    yield ListView("order", ItemsAsked(sort="number"))

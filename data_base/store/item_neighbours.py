"""Which items come before and after one in a list, without reading the list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, case, select

from data_base.schemas.runs.item_page import ItemNeighbours, ItemPlace
from data_base.store.item_queries import at, conditions, difference_of, order_of, sorted_by
from data_base.store.keyset import IndexedPart, Listing, RowPosition
from data_base.store.tables import items
from data_base.store.text_search import contains, search

if TYPE_CHECKING:
    from data_base.schemas.runs.item_page import ItemFilter, ItemKey

_SECONDS = 0.02
"""How long a text is looked for on either side."""


def neighbours_of(  # noqa: PLR0913  (each says something else)
    connection: Connection,
    run_id: str,
    number: int,
    where: ItemFilter,
    *,
    key: ItemKey,
    descending: bool,
    finished: bool,
) -> ItemNeighbours:
    """What comes before and after an item in the list of a filter and an order, which need not contain it.

    Where a text is looked for, only items that are near are looked at.

    Args:
        connection: to the store.
        run_id: the run.
        number: the item's, :attr:`.PagedItem.number`.
        where: which items are in the list.
        key: what they are sorted by.
        descending: whether the greatest come first.
        finished: whether the run is.
    """
    listing = _places(run_id, where, key=key, descending=descending, finished=finished)
    own_key = difference_of(run_id, at.c.case_id) if key == "difference" else at.c[key]
    own = select(own_key).where(at.c.run_id == run_id, at.c.number == number)
    place = RowPosition(connection.execute(own).scalar(), number)

    def nearest(*, backwards: bool) -> ItemPlace | None:
        if where.text is None:
            rows = listing.rows(connection, place, 1, backwards=backwards)
        else:
            read = partial(listing.rows, connection, backwards=backwards)
            rows = [*search(read, place, 1, seconds=_SECONDS).rows]
        return ItemPlace(case_id=rows[0].case_id, system=rows[0].system) if rows else None

    return ItemNeighbours(previous=nearest(backwards=True), following=nearest(backwards=False))


def _places(run_id: str, where: ItemFilter, *, key: ItemKey, descending: bool, finished: bool) -> Listing:
    source, column = sorted_by(run_id, key, finished=finished)
    order = order_of(column, key, descending=descending)
    columns = [at.c.number, order.key.label("key"), at.c.case_id, at.c.system]
    if where.text is not None:
        source = source.join(items, items.c.seq == at.c.seq)
        columns.append(case((contains(items.c.payload, where.text), 1)).label("payload"))
    listed = select(*columns).select_from(source).where(at.c.run_id == run_id, *conditions(where))

    def query(part: IndexedPart, limit: int) -> Select[Any]:
        return listed.where(*part.where).order_by(*part.columns(order.key, order.number)).limit(limit)

    return Listing(order, query)

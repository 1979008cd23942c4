"""Which items come before and after one in a list, without reading the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from data_base.schemas.item_page import ItemNeighbours, ItemPlace
from data_base.store.item_rows import at, conditions, order_of, sorted_by
from data_base.store.keyset import Place

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from data_base.schemas.item_page import ItemFilter, ItemKey


def neighbours_of(
    connection: Connection, run_id: str, number: int, where: ItemFilter, *, key: ItemKey, descending: bool
) -> ItemNeighbours:
    """What comes before and after an item in the list of a filter and an order, which need not contain it.

    Args:
        connection: to the store.
        run_id: the run.
        number: the item's, :attr:`.PagedItem.number`.
        where: which items are in the list.
        key: what they are sorted by.
        descending: whether the greatest come first.
    """
    source, column = sorted_by(run_id, key)
    order = order_of(column, key, descending=descending)
    own = select(column).select_from(source).where(at.c.run_id == run_id, at.c.number == number)
    place = Place(connection.execute(own).scalar(), number)
    listed = select(at.c.case_id, at.c.system).select_from(source)
    listed = listed.where(at.c.run_id == run_id, *conditions(run_id, where))

    def nearest(side: ColumnElement[bool], columns: tuple[ColumnElement[Any], ...]) -> ItemPlace | None:
        row = connection.execute(listed.where(side).order_by(*columns).limit(1)).first()
        return None if row is None else ItemPlace(case_id=row.case_id, system=row.system)

    return ItemNeighbours(
        previous=nearest(order.before(place), order.backwards),
        following=nearest(order.after(place), order.columns),
    )

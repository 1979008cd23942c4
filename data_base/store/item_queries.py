"""Items as rows: what is stored next to a payload, so that pages are chosen without reading it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    func,
    insert,
    literal_column,
    select,
    text,
)

from data_base.schemas.run import ItemStatus
from data_base.store.address import SQLITE
from data_base.store.item_labels import ANSWERABLE, LabelKind, in_column, labels_of
from data_base.store.keyset import IndexedPart, Listing, Order
from data_base.store.tables import items, latest_items
from data_base.store.text_search import contains

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem
    from data_base.schemas.runs.item_page import ItemFilter, ItemKey

_ADD = insert(items).returning(items.c.seq, sort_by_parameter_order=True)
_ADD_TAG = text(
    "INSERT INTO run_tags (run_id, tag) VALUES (:run_id, :tag) ON CONFLICT (run_id, tag) DO NOTHING"
)
_KEPT = dict.fromkeys(("status", "language"), "text")
_KEPT |= dict.fromkeys(("score", "accuracy", "completeness", "clarity", "decided_share"), "float8")
_KEPT |= {"contradicted": "integer"}
_PLACE = {"run_id": "text", "number": "bigint", "case_id": "text", "system": "text", "seq": "bigint"}
_LATEST = {**_PLACE, "error_tags": "text", "tags": "text", **_KEPT}
"""Columns of the latest items, with their types in PostgreSQL."""
_UPSERT = (
    " ON CONFLICT (run_id, case_id, system) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in ("seq", "error_tags", "tags", *_KEPT))
    + " WHERE excluded.seq > latest_items.seq"
)
_VALUES = f"({', '.join(_LATEST)}) VALUES ({', '.join(f':{name}' for name in _LATEST)})"
_ADD_LATEST = text(f"INSERT INTO latest_items {_VALUES}{_UPSERT}")
# A statement for each row would cost PostgreSQL as much as the items themselves.
_ARRAYS = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in _LATEST.items())
_ADD_LATEST_AT_ONCE = text(
    f"INSERT INTO latest_items ({', '.join(_LATEST)}) SELECT * FROM unnest({_ARRAYS}){_UPSERT}"  # noqa: S608
)
UNSURE = 0.5
"""The judge is unsure of an answer where it could decide at most this share of its claims."""
at = latest_items.alias("at")
_others = latest_items.alias("others")
_SPREAD = func.max(_others.c.score) - func.min(_others.c.score)
_EQUAL = ("status", "language", "system")
_LEAST = {"score_min": "score", "decided_min": "decided_share", "contradicted_min": "contradicted"}
_MOST = {"score_max": "score", "decided_max": "decided_share"}


def add_items(connection: Connection, run_id: str, added: Sequence[RunItem]) -> None:
    """Write some items."""
    rows = [_row(run_id, item) for item in added]
    numbers = connection.execute(_ADD, rows).scalars().all()
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for seq, row, item in zip(numbers, rows, added, strict=True):
        place = (item.case_id, item.system)
        number = latest[place]["number"] if place in latest else seq
        own = {"number": number, "seq": seq, "error_tags": _error_tags(item), "tags": labels_of(item)}
        latest[place] = row | own
    # In one order everywhere: of two transactions that write the same places only one waits for the other.
    changed = [latest[place] for place in sorted(latest)]
    if connection.dialect.name == SQLITE or len(changed) == 1:
        connection.execute(_ADD_LATEST, changed)
    else:
        connection.execute(_ADD_LATEST_AT_ONCE, {name: [row[name] for row in changed] for name in _LATEST})
    if tags := sorted({tag for item in added for tag in item.tags}):
        connection.execute(_ADD_TAG, [{"run_id": run_id, "tag": tag} for tag in tags])


def listing_of(run_id: str, where: ItemFilter, *, key: ItemKey, descending: bool, finished: bool) -> Listing:
    """The latest items that a filter lets through, in an order: key, number, difference and payload of each.

    Args:
        run_id: the run.
        where: which items. Where a text is looked for, those that do not contain it come without a payload.
        key: what they are sorted by.
        descending: whether the greatest come first.
        finished: whether the run is, so that differences are written down.
    """
    source, column = sorted_by(run_id, key, finished=finished)
    order = order_of(column, key, descending=descending)
    order = order._replace(name=f"{order.name} {run_id}")
    terms = (at.c.run_id == run_id, *conditions(where))
    payload = select(items.c.payload)
    if where.text is not None:
        payload = payload.where(contains(items.c.payload, where.text))

    def query(part: IndexedPart, limit: int) -> Select[Any]:
        wanted = select(at.c.number, at.c.seq, at.c.case_id, order.key.label("key")).select_from(source)
        wanted = wanted.where(*terms, *part.where).order_by(*part.columns(order.key, order.number))
        # Payloads are read for what is on the page alone, and one by one: a join could begin with all items.
        chosen = wanted.limit(limit).subquery("chosen")
        return select(
            chosen.c.number,
            chosen.c.key,
            difference_of(run_id, chosen.c.case_id).label("difference"),
            payload.where(items.c.seq == chosen.c.seq).scalar_subquery().label("payload"),
        ).order_by(*part.columns(chosen.c.key, chosen.c.number))

    return Listing(order, query)


def item_at(run_id: str, case_id: str, system: str) -> Select[Any]:
    """The latest item of a place, as a page has it."""
    place = (at.c.run_id == run_id, at.c.case_id == case_id, at.c.system == system)
    difference = difference_of(run_id, at.c.case_id).label("difference")
    found = select(at.c.number, difference, items.c.payload).select_from(at)
    return found.join(items, items.c.seq == at.c.seq).where(*place)


def order_of(column: ColumnElement[Any], key: ItemKey, *, descending: bool) -> Order:
    """The order of items that are sorted by a column."""
    return Order(
        name=f"-{key}" if descending else key,
        key=column,
        number=at.c.number,
        descending=descending,
        numeric=True,
        complete=key == "number",
    )


def sorted_by(run_id: str, key: ItemKey, *, finished: bool) -> tuple[FromClause, ColumnElement[Any]]:
    """Where the run's latest items are, and what they are sorted by."""
    if key != "difference" or finished:
        return at, at.c[key]
    spread = (
        select(_others.c.case_id, _SPREAD.label("difference"))
        .where(_others.c.run_id == run_id)
        .group_by(_others.c.case_id)
        .having(func.count(_others.c.score) > 1)
        .subquery("spread")
    )
    return at.outerjoin(spread, spread.c.case_id == at.c.case_id), spread.c.difference


def difference_of(run_id: str, case_id: ColumnElement[str]) -> ColumnElement[float | None]:
    """How far the scores of a case's systems are apart, worked out for it alone."""
    of_case = (_others.c.run_id == run_id, _others.c.case_id == case_id)
    spread = select(_SPREAD).where(*of_case).having(func.count(_others.c.score) > 1)
    return spread.correlate_except(_others).scalar_subquery()


def conditions(where: ItemFilter) -> Iterator[ColumnElement[bool]]:
    """What a filter asks of an item, but for the text that is in it."""
    for name in _EQUAL:
        if (value := getattr(where, name)) is not None:
            yield at.c[name] == value
    for name, column in _LEAST.items():
        if (value := getattr(where, name)) is not None:
            yield at.c[column] >= value
    for name, column in _MOST.items():
        if (value := getattr(where, name)) is not None:
            yield at.c[column] <= value
    yield from _of_partial_indexes(where)
    if where.error_tag is not None:
        yield at.c.error_tags.contains(f" {where.error_tag} ", autoescape=True)
    for kind, name in _labels(where):
        # LIKE would take a tag for another one that differs in case.
        yield func.replace(at.c.tags, in_column(kind, name), "") != at.c.tags


def _labels(where: ItemFilter) -> Iterator[tuple[LabelKind, str]]:
    if where.tag is not None:
        yield "tag", where.tag
    if where.document is not None:
        yield "document", where.document
    if where.answerable is not None:
        yield "answerable", ANSWERABLE[where.answerable]


def _of_partial_indexes(where: ItemFilter) -> Iterator[ColumnElement[bool]]:
    """What follows from a filter and is in the definition of an index, which is used for no other."""
    if where.status is not None and where.status is not ItemStatus.SCORED:
        yield at.c.status != literal_column("'scored'")
    if where.contradicted_min:
        yield at.c.contradicted > literal_column("0")
    if where.decided_max is not None and where.decided_max <= UNSURE:
        yield at.c.decided_share <= literal_column(str(UNSURE))


def _error_tags(item: RunItem) -> str | None:
    tags = item.score_card.error_tags if item.score_card else ()
    return f" {' '.join(tags)} " if tags else None


def _row(run_id: str, item: RunItem) -> dict[str, str | float | None]:
    evaluation = item.judgement if item.judgement and item.judgement.scored else None
    metrics = evaluation.metrics if evaluation else None
    return {
        "run_id": run_id,
        "case_id": item.case_id,
        "system": item.system,
        "payload": item.model_dump_json(),
        "score": item.score_card.primary_score if item.score_card else None,
        "status": item.status.value,
        "accuracy": metrics.accuracy if metrics else None,
        "completeness": metrics.completeness if metrics else None,
        "clarity": metrics.clarity if metrics else None,
        "language": item.language,
        "contradicted": sum(issue.verdict == "contradicted" for issue in evaluation.issues)
        if evaluation
        else None,
        "decided_share": evaluation.decided_share if evaluation else None,
    }

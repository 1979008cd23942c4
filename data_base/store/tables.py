"""The run store's tables and what is asked of them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    FromClause,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
)

metadata = MetaData()
runs = Table(
    "runs",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("manifest", Text, nullable=False),
)
items = Table(
    "items",
    metadata,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("run_id", Text, ForeignKey("runs.run_id"), nullable=False),
    Column("case_id", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("score", Double),
)
runs_being_deleted = Table("runs_being_deleted", metadata, Column("run_id", Text, primary_key=True))

_run = bindparam("run", type_=Text)
_one, _earlier, _later = items.alias("one"), items.alias("earlier"), items.alias("later")


def _same_place(other: FromClause) -> ColumnElement[bool]:
    """Whether a row belongs to the same run, case and system as ``_one``."""
    return and_(*(other.c[name] == _one.c[name] for name in ("run_id", "case_id", "system")))


_is_first = ~exists().where(_same_place(_earlier), _earlier.c.seq < _one.c.seq)
_is_latest = ~exists().where(_same_place(_later), _later.c.seq > _one.c.seq)
_latest_payload = (
    select(_later.c.payload)
    .where(_same_place(_later))
    .order_by(_later.c.seq.desc())
    .limit(1)
    .correlate(_one)
    .scalar_subquery()
)

MANIFEST = select(runs.c.manifest).where(runs.c.run_id == _run)
MANIFESTS = select(runs.c.manifest)
# Walking along the first rows of each place and looking the latest up by index needs no sorting, so that a
# reader has its first item at once and nobody holds the run.
LATEST = select(_latest_payload).where(_one.c.run_id == _run, _is_first).order_by(_one.c.seq)
LATEST_OF_CASE = LATEST.where(_one.c.case_id == bindparam("case", type_=Text))
HISTORY = select(items.c.payload).where(items.c.run_id == _run).order_by(items.c.seq)
TALLIES = (
    select(_one.c.system, func.count(), func.count(_one.c.score), func.avg(_one.c.score))
    .where(_one.c.run_id == _run, _is_latest)
    .group_by(_one.c.system)
    .order_by(func.min(_one.c.seq))
)
ENTER_RUN = insert(runs)
ADD_ITEM = insert(items).inline()
HOLD_RUN = select(runs.c.run_id).where(runs.c.run_id == _run).with_for_update()
BEGIN_DELETION = insert(runs_being_deleted)
DELETE_ITEMS = delete(items).where(items.c.run_id == _run)
DELETE_RUN = delete(runs).where(runs.c.run_id == _run)
END_DELETION = delete(runs_being_deleted).where(runs_being_deleted.c.run_id == _run)

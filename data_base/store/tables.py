"""The run store's tables and what is asked of them."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)

metadata = MetaData()
runs = Table(
    "runs",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("manifest", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("scale", Text, nullable=False),
    Column("state", Text, nullable=False, server_default="running"),
    Column("finished_at", Text),
    Column("project", Text, nullable=False, server_default="default"),
    Column("created_at", Text),
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
    Column("status", Text),
    Column("accuracy", Double),
    Column("completeness", Double),
    Column("clarity", Double),
    Column("language", Text),
    Column("contradicted", Integer),
    Column("decided_share", Double),
)
latest_items = Table(
    "latest_items",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("case_id", Text, primary_key=True),
    Column("system", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    *(Column(name, Text) for name in ("status", "language", "error_tags", "tags")),
    *(Column(name, Double) for name in ("score", "accuracy", "completeness", "clarity", "decided_share")),
    Column("contradicted", Integer),
    Column("difference", Double),
)
"""Where the latest item of each place is, with all that pages are chosen by.

The number is that of the first item that was written for the place, so that places keep their order. The
difference is filled in when the run is finished.
"""
run_models = Table(
    "run_models",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("model", Text, nullable=False),
)
run_names = Table(
    "run_names",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
)
"""What each run is called; unlike its terms a name may change."""
run_tags = Table(
    "run_tags",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("tag", Text, primary_key=True),
)
calls = Table(
    "calls",
    metadata,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    *(Column(name, Text) for name in ("run_id", "case_id", "system", "role", "model", "model_served")),
    *(Column(name, Text) for name in ("prompt_sha256", "reply_sha256", "rung", "created_at", "batch")),
    *(Column(name, BigInteger) for name in ("input_tokens", "output_tokens")),
    *(Column(name, BigInteger) for name in ("cached_input_tokens", "cache_written_input_tokens")),
    *(Column(name, Double) for name in ("cost_usd", "latency_ms")),
    Column("cached", Boolean),
)
call_texts = Table(
    "call_texts", metadata, Column("sha256", Text, primary_key=True), Column("content", LargeBinary)
)
pairs = Table(
    "pairs",
    metadata,
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    *(Column(name, Text) for name in ("run_id", "case_id", "system_a", "system_b", "judge", "order")),
    Column("score", Double),
    Column("payload", Text),
)
ratings = Table(
    "ratings",
    metadata,
    Column("id", Text, primary_key=True),
    *(Column(name, Text) for name in ("run_id", "case_id", "system", "rater", "dimension", "note")),
    Column("created_at", Text),
    Column("value", Double),
)
baselines = Table(
    "baselines",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("project", Text, nullable=False),
    Column("marked_at", Text, nullable=False),
)
runs_being_deleted = Table("runs_being_deleted", metadata, Column("run_id", Text, primary_key=True))

_run = bindparam("run", type_=Text)
ANYTHING: ColumnElement[int] = literal_column("1")
"""What is asked of rows that are only to exist; naming no column, it lets an index answer alone."""
_PAIR_PLACE = ("run_id", "case_id", "system_a", "system_b", "judge", "order")
_later_pair = pairs.alias("later_pair")
_is_latest_pair = ~exists(ANYTHING).where(
    *(_later_pair.c[name] == pairs.c[name] for name in _PAIR_PLACE), _later_pair.c.seq > pairs.c.seq
)

NAMED_RUNS = runs.outerjoin(run_names, run_names.c.run_id == runs.c.run_id)
MANIFESTS = select(runs.c.manifest, run_names.c.name).select_from(NAMED_RUNS)
MANIFEST = MANIFESTS.where(runs.c.run_id == _run)
IDS_NAMED = (
    select(runs.c.run_id)
    .join_from(runs, run_names, run_names.c.run_id == runs.c.run_id)
    .where(run_names.c.name == bindparam("name", type_=Text))
    .order_by(runs.c.created_at.desc(), runs.c.run_id)
)
ENTER_NAME = insert(run_names).inline()
RENAME = update(run_names).where(run_names.c.run_id == _run).values(name=bindparam("new_name", type_=Text))
STATE = select(runs.c.state).where(runs.c.run_id == _run)
OF_PROJECT = select(ANYTHING).where(runs.c.run_id == _run, runs.c.project == bindparam("project", type_=Text))
STATES_FROM = select(runs.c.run_id, runs.c.state).where(
    func.substr(runs.c.run_id, 1, func.length(_run)) == _run
)
FINISH = (
    update(runs)
    .where(runs.c.run_id == _run, runs.c.state == "running")
    .values(state="finished", finished_at=bindparam("at"))
)
_of_case = latest_items.alias("of_case")
SEVERAL_SYSTEMS = select(func.min(latest_items.c.system) < func.max(latest_items.c.system)).where(
    latest_items.c.run_id == _run
)
FILL_DIFFERENCES = (
    update(latest_items)
    .where(latest_items.c.run_id == _run)
    .values(
        difference=select(func.max(_of_case.c.score) - func.min(_of_case.c.score))
        .where(_of_case.c.run_id == _run, _of_case.c.case_id == latest_items.c.case_id)
        .having(func.count(_of_case.c.score) > 1)
        .scalar_subquery()
    )
)
_LATEST = (
    select(items.c.payload)
    .join_from(latest_items, items, items.c.seq == latest_items.c.seq)
    .where(latest_items.c.run_id == _run)
)
LATEST = _LATEST.order_by(latest_items.c.number)
# Sorted by a sum, or SQLite would walk along the whole run to spare itself the sorting of a handful.
LATEST_OF_CASES = _LATEST.where(
    latest_items.c.case_id.in_(bindparam("cases", type_=Text, expanding=True))
).order_by(latest_items.c.number + 0)
HISTORY = select(items.c.payload).where(items.c.run_id == _run).order_by(items.c.seq)
LATEST_PAIRS = select(pairs.c.payload).where(pairs.c.run_id == _run, _is_latest_pair).order_by(pairs.c.seq)
COUNT_PAIRS = select(func.count()).select_from(pairs).where(pairs.c.run_id == _run, _is_latest_pair)
WRITTEN = select(
    *(select(func.max(each.c.seq)).where(each.c.run_id == _run).scalar_subquery() for each in (items, pairs)),
    select(func.count()).where(ratings.c.run_id == _run).scalar_subquery(),
)
TALLIES = (
    select(
        latest_items.c.system,
        func.count(),
        func.count(latest_items.c.score),
        func.avg(latest_items.c.score),
    )
    .where(latest_items.c.run_id == _run)
    .group_by(latest_items.c.system)
    .order_by(func.min(latest_items.c.number))
)
STATUS_COUNTS = (
    select(latest_items.c.status, func.count())
    .where(latest_items.c.run_id == _run)
    .group_by(latest_items.c.status)
)
BASELINES = select(baselines.c.run_id).where(baselines.c.project == bindparam("project", type_=Text))
MARK_BASELINE = insert(baselines).from_select(
    ["run_id", "project", "marked_at"],
    select(runs.c.run_id, runs.c.project, bindparam("at", type_=Text)).where(
        runs.c.run_id == _run,
        runs.c.project == bindparam("project", type_=Text),
        ~exists(ANYTHING).where(baselines.c.run_id == _run),
    ),
)
UNMARK_BASELINE = delete(baselines).where(
    baselines.c.run_id == _run, baselines.c.project == bindparam("project", type_=Text)
)
ENTER_RUN = insert(runs).inline()
ENTER_MODELS = insert(run_models).inline()
ADD_PAIR = insert(pairs).inline()
LOCK_RUN = select(runs.c.run_id).where(runs.c.run_id == _run).with_for_update()
BEGIN_DELETION = insert(runs_being_deleted)
DELETE_ITEMS = delete(items).where(items.c.run_id == _run)
_OF_RUN = (run_names, run_tags, latest_items, run_models, calls, pairs, ratings, baselines)
DELETE_OTHERS = tuple(delete(table).where(table.c.run_id == _run) for table in _OF_RUN)
DELETE_RUN = delete(runs).where(runs.c.run_id == _run)
END_DELETION = delete(runs_being_deleted).where(runs_being_deleted.c.run_id == _run)


def moment(at: datetime) -> str:
    """A time as it is kept; such texts sort as the times do."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")

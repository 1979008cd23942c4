"""Columns that pages filter by, model calls, pairs, ratings, jobs, and runs that can be finished.

Items, calls and pairs only grow, and only while their run is not finished. Times are RFC 3339 in UTC, to the
microsecond: as text they sort, and read the same from both databases. Kinds are not constrained here, for a
further one would make SQLite rebuild the table.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

_BATCH = 100
"""Payloads in memory at once; one may be a megabyte."""
_KINDS = {"arena": "arena", "evaluate": "evaluate", "pytest": "pytest"}
_KINDS |= {"pdf_quality": "harness", "pdf_benchmark": "harness"}
_COLUMNS = """
ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'task';
ALTER TABLE runs ADD COLUMN scale TEXT NOT NULL DEFAULT 'percent';
ALTER TABLE runs ADD COLUMN state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished'));
ALTER TABLE runs ADD COLUMN finished_at TEXT;
ALTER TABLE items ADD COLUMN status TEXT;
ALTER TABLE items ADD COLUMN accuracy DOUBLE PRECISION;
ALTER TABLE items ADD COLUMN completeness DOUBLE PRECISION;
ALTER TABLE items ADD COLUMN clarity DOUBLE PRECISION;
ALTER TABLE items ADD COLUMN language TEXT;
ALTER TABLE items ADD COLUMN contradicted INTEGER;
ALTER TABLE items ADD COLUMN decided_share DOUBLE PRECISION
"""
# Pages: the index of items holds all that a page is chosen by, so that only the payloads on it are read. Tags
# have a table and are no JSON in a column: only so do both databases find one by an index, whatever is in it.
# They are written with their item, whose own key says that the run is there.
# Calls: their texts may not be kept, so nothing refers to them by a foreign key. They are bytes, for text in
# PostgreSQL holds no NUL, and in neither database half a surrogate pair.
# Jobs: a job outlives the run that it made, so run_id is no foreign key there; a slice's finished_at is the
# mark that is written last.
_TABLES = """
DROP INDEX items_in_order;
CREATE INDEX items_in_order
    ON items (run_id, seq, case_id, system, status, score, language, contradicted);
CREATE TABLE item_tags (
    run_id TEXT NOT NULL, tag TEXT NOT NULL, seq BIGINT NOT NULL, PRIMARY KEY (run_id, tag, seq)
);
CREATE TABLE calls (
    seq {number}, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL, system TEXT NOT NULL,
    role TEXT NOT NULL, model TEXT NOT NULL, model_served TEXT, prompt_sha256 TEXT NOT NULL,
    reply_sha256 TEXT, rung TEXT, input_tokens BIGINT NOT NULL, output_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION, latency_ms DOUBLE PRECISION NOT NULL, cached BOOLEAN NOT NULL,
    created_at TEXT NOT NULL
);
CREATE INDEX calls_by_place ON calls (run_id, case_id, system, seq);
CREATE INDEX calls_by_prompt ON calls (prompt_sha256);
CREATE INDEX calls_by_reply ON calls (reply_sha256);
CREATE TABLE call_texts (sha256 TEXT NOT NULL PRIMARY KEY, content {bytes} NOT NULL);
CREATE TABLE pairs (
    seq {number}, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL,
    system_a TEXT NOT NULL, system_b TEXT NOT NULL, judge TEXT NOT NULL, "order" TEXT NOT NULL,
    score DOUBLE PRECISION CHECK (score BETWEEN 0 AND 1), payload TEXT NOT NULL
);
CREATE INDEX pairs_by_place ON pairs (run_id, case_id, system_a, system_b, judge, "order", seq);
CREATE INDEX pairs_in_order ON pairs (run_id, seq);
CREATE TABLE ratings (
    id TEXT NOT NULL PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL,
    system TEXT NOT NULL, rater TEXT NOT NULL, dimension TEXT NOT NULL, value DOUBLE PRECISION NOT NULL,
    note TEXT, created_at TEXT NOT NULL
);
CREATE INDEX ratings_by_place ON ratings (run_id, case_id, system);
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, kind TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('queued', 'running', 'cancelling', 'done', 'failed', 'cancelled')),
    priority INTEGER NOT NULL DEFAULT 0, not_before TEXT, request TEXT NOT NULL, last_error TEXT,
    why_waiting TEXT, total INTEGER, counts TEXT NOT NULL DEFAULT '{{}}', run_id TEXT,
    created_at TEXT NOT NULL, finished_at TEXT
);
CREATE INDEX jobs_by_turn ON jobs (state, priority, created_at);
CREATE INDEX jobs_by_project ON jobs (project, created_at);
CREATE INDEX jobs_by_run ON jobs (run_id);
CREATE TABLE slices (
    job TEXT NOT NULL REFERENCES jobs (id), first INTEGER NOT NULL, last INTEGER NOT NULL,
    claimed_by TEXT, claimed_at TEXT, heartbeat_at TEXT, attempts INTEGER NOT NULL DEFAULT 0,
    finished_at TEXT, PRIMARY KEY (job, first), CHECK (first <= last)
);
CREATE TABLE job_events (
    job TEXT NOT NULL REFERENCES jobs (id), seq BIGINT NOT NULL, event TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (job, seq)
)
"""
_REFUSAL, _FINISHED = "a run store only grows", "the run is finished"
_BEING_DELETED = "EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id)"
# The one change there is: a run becomes finished, and nothing else about it changes.
_FINISHING = (
    "OLD.state = 'running' AND NEW.state = 'finished' AND NEW.finished_at IS NOT NULL AND "
    + " AND ".join(f"NEW.{name} = OLD.{name}" for name in ("run_id", "manifest", "kind", "scale"))
)
# The run's row is held until the item is written, so that the run is not finished between the two.
_REFUSE_FINISHED_IN_POSTGRESQL = f"""
CREATE FUNCTION run_store_refuse_finished() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
DECLARE
    present text;
BEGIN
    SELECT state INTO present FROM runs WHERE run_id = NEW.run_id FOR SHARE;
    IF present = 'finished' THEN
        RAISE EXCEPTION '{_FINISHED}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$
"""  # noqa: S608  (our own)


def upgrade() -> None:
    """Add the columns and tables, fill the columns from manifests and payloads, guard what only grows."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    for table in ("runs", "items"):
        op.execute(f"DROP TRIGGER {table}_refuse_" + ("update" if sqlite else f"change ON {table}"))
    for statement in _COLUMNS.split(";"):
        op.execute(statement)
    _fill_runs(connection)
    _fill_items(connection)
    types = {"number": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bytes": "BYTEA"}
    if sqlite:
        types = {"number": "INTEGER PRIMARY KEY AUTOINCREMENT", "bytes": "BLOB"}
    for statement in _TABLES.format_map(types).split(";"):
        op.execute(statement)
    for statement in _sqlite_guards() if sqlite else _postgresql_guards():
        op.execute(statement)


def _fill_runs(connection: sa.Connection) -> None:
    change = sa.text("UPDATE runs SET kind = :kind, scale = :scale WHERE run_id = :run_id")
    for run_id, manifest in connection.execute(sa.text("SELECT run_id, manifest FROM runs")).all():
        kind = _KINDS.get(str(_read(manifest).get("task")), "task")
        scale = "percent" if kind in {"task", "harness"} else "1-10"
        connection.execute(change, {"run_id": run_id, "kind": kind, "scale": scale})


def _fill_items(connection: sa.Connection) -> None:
    names = ("status", "accuracy", "completeness", "clarity", "contradicted", "decided_share")
    values = ", ".join(f"{name} = :{name}" for name in names)
    change = sa.text(f"UPDATE items SET {values} WHERE seq = :seq")  # noqa: S608  (our own)
    batch = sa.text("SELECT seq, payload FROM items WHERE seq > :after ORDER BY seq LIMIT :batch")
    # A foreign program may have numbered its rows below 1.
    after = -(2**63)
    while rows := connection.execute(batch, {"after": after, "batch": _BATCH}).all():
        connection.execute(change, [{"seq": seq, **_columns(_read(payload))} for seq, payload in rows])
        after = rows[-1].seq


def _columns(item: dict[str, object]) -> dict[str, object]:
    # What this revision made of a payload, whatever the program makes of one today. None so old names a
    # language or tags.
    evaluation = _part(item, "evaluation")
    metrics, issues = _part(evaluation, "metrics"), evaluation.get("issues")
    verdicts = [_part({"": issue}, "").get("verdict") for issue in issues] if isinstance(issues, list) else []
    return {
        "status": _status(item),
        "contradicted": verdicts.count("contradicted") if metrics else None,
        "decided_share": _number(evaluation, "decided_share"),
        **{name: _number(metrics, name) for name in ("accuracy", "completeness", "clarity")},
    }


def _status(item: dict[str, object]) -> str:
    card = _part(item, "score_card")
    if _number(card, "primary_score") is not None:
        return "scored"
    if item.get("error") is not None:
        return "failed"
    if card:
        return "unscored"
    return "answered" if _part(item, "answer") or _part(item, "research") else "failed"


def _read(text: str) -> dict[str, object]:
    try:
        return _part({"": json.loads(text)}, "")
    except ValueError:
        return {}


def _part(value: dict[str, object], name: str) -> dict[str, object]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _number(value: dict[str, object], name: str) -> float | None:
    number = value.get(name)
    return float(number) if isinstance(number, int | float) else None


def _sqlite_guards() -> list[str]:
    guards = [
        ("runs_refuse_update", f"UPDATE ON runs WHEN NOT ({_FINISHING})", _REFUSAL),
        ("items_refuse_update", "UPDATE ON items", _REFUSAL),
    ]
    for table in ("item_tags", "calls", "pairs"):
        guards.append((f"{table}_refuse_update", f"UPDATE ON {table}", _REFUSAL))
        guards.append((f"{table}_refuse_delete", f"DELETE ON {table} WHEN NOT {_BEING_DELETED}", _REFUSAL))
    for table in ("calls", "pairs"):
        taken = f"EXISTS (SELECT 1 FROM {table} WHERE seq = NEW.seq)"  # noqa: S608  (our own)
        guards.append((f"{table}_refuse_replacement", f"INSERT ON {table} WHEN {taken}", _REFUSAL))
    finished = "EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND state = 'finished')"
    guards += [
        (f"{table}_refuse_finished", f"INSERT ON {table} WHEN {finished}", _FINISHED)
        for table in ("items", "calls", "pairs")
    ]
    return [
        f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        for name, event, refusal in guards
    ]


def _postgresql_guards() -> list[str]:
    row, statement = "FOR EACH ROW", "FOR EACH STATEMENT"
    guards = [
        ("runs_refuse_delete", "DELETE ON runs", row),
        ("runs_refuse_update", "UPDATE ON runs", f"{row} WHEN (NOT ({_FINISHING}))"),
        ("items_refuse_change", "UPDATE OR DELETE ON items", row),
    ]
    for table in ("item_tags", "calls", "pairs"):
        guards.append((f"{table}_refuse_change", f"UPDATE OR DELETE ON {table}", row))
        guards.append((f"{table}_refuse_truncate", f"TRUNCATE ON {table}", statement))
    triggers = [
        f"CREATE TRIGGER {name} BEFORE {event} {unit} EXECUTE FUNCTION run_store_refuse()"
        for name, event, unit in guards
    ]
    finished = [
        f"CREATE TRIGGER {table}_refuse_finished BEFORE INSERT ON {table} {row} "
        "EXECUTE FUNCTION run_store_refuse_finished()"
        for table in ("items", "calls", "pairs")
    ]
    return [_REFUSE_FINISHED_IN_POSTGRESQL, *triggers, *finished]

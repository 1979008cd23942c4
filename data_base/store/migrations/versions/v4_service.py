"""What the service needs: whose a run is, API keys, sessions, idempotency, job inputs, collections, webhooks.

A run belongs to a project; runs of the command line and of older stores belong to the project ``default``.
Jobs, slices, keys and the rest change, so nothing guards them. Bodies and uploaded files are bytes.
"""

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"

_BATCH = 500
_TABLES = """
ALTER TABLE runs ADD COLUMN project TEXT NOT NULL DEFAULT 'default';
ALTER TABLE runs ADD COLUMN created_at TEXT;
CREATE INDEX runs_by_project ON runs (project, created_at);
ALTER TABLE jobs ADD COLUMN claimed_at TEXT;
ALTER TABLE jobs ADD COLUMN started_at TEXT;
CREATE INDEX jobs_by_claim ON jobs (project, claimed_at);
CREATE TABLE workers (id TEXT NOT NULL PRIMARY KEY, seen_at TEXT NOT NULL);
CREATE INDEX slices_left ON slices (job, first) WHERE finished_at IS NULL;
CREATE TABLE job_inputs (
    job TEXT NOT NULL REFERENCES jobs (id), number INTEGER NOT NULL, payload TEXT NOT NULL,
    PRIMARY KEY (job, number)
){one_tree};
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, project TEXT NOT NULL, name TEXT NOT NULL,
    scopes TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
);
CREATE TABLE idempotency_keys (
    project TEXT NOT NULL, route TEXT NOT NULL, key TEXT NOT NULL, request_sha256 TEXT NOT NULL,
    status INTEGER, headers TEXT, body {bytes}, created_at TEXT NOT NULL, PRIMARY KEY (project, route, key)
);
CREATE TABLE sessions (
    token_sha256 TEXT NOT NULL PRIMARY KEY, key_sha256 TEXT NOT NULL, created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE TABLE baselines (
    run_id TEXT NOT NULL PRIMARY KEY REFERENCES runs (run_id), project TEXT NOT NULL, marked_at TEXT NOT NULL
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE TABLE model_budgets (
    model TEXT NOT NULL, period TEXT NOT NULL, began_at TEXT NOT NULL, requests BIGINT NOT NULL DEFAULT 0,
    cost_usd DOUBLE PRECISION NOT NULL DEFAULT 0, PRIMARY KEY (model, period)
);
CREATE TABLE collections (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL,
    UNIQUE (project, name)
);
CREATE TABLE documents (
    id TEXT NOT NULL PRIMARY KEY, collection TEXT NOT NULL REFERENCES collections (id), name TEXT NOT NULL,
    job TEXT NOT NULL, sha256 TEXT NOT NULL, size BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'indexed', 'failed')), error TEXT,
    content {bytes}, passages {bytes}, passage_count INTEGER,
    created_at TEXT NOT NULL, finished_at TEXT, UNIQUE (collection, name)
);
CREATE INDEX documents_by_job ON documents (job);
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL,
    created_at TEXT NOT NULL
);
CREATE TABLE webhook_deliveries (
    id TEXT NOT NULL PRIMARY KEY, webhook TEXT NOT NULL REFERENCES webhooks (id), body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, not_before TEXT NOT NULL, delivered_at TEXT, last_error TEXT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (not_before) WHERE delivered_at IS NULL
"""


def upgrade() -> None:
    """Add the columns and tables; fill in when runs were made."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    words = {"bytes": "BLOB" if sqlite else "BYTEA", "one_tree": " WITHOUT ROWID" if sqlite else ""}
    for statement in _TABLES.format_map(words).split(";"):
        op.execute(statement)
    _fill_created_at(connection, sqlite=sqlite)


def _fill_created_at(connection: sa.Connection, *, sqlite: bool) -> None:
    # The guards allow no change but the finishing of a run, and this one comes from the manifest itself.
    guard = (
        "DROP TRIGGER runs_refuse_update" if sqlite else "ALTER TABLE runs DISABLE TRIGGER runs_refuse_update"
    )
    kept = (
        connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'runs_refuse_update'")
        ).scalar()
        if sqlite
        else "ALTER TABLE runs ENABLE TRIGGER runs_refuse_update"
    )
    op.execute(guard)
    change = sa.text("UPDATE runs SET created_at = :at WHERE run_id = :run_id")
    rows = connection.execute(sa.text("SELECT run_id, manifest FROM runs")).all()
    for start in range(0, len(rows), _BATCH):
        batch = [{"run_id": run, "at": _created_at(text)} for run, text in rows[start : start + _BATCH]]
        connection.execute(change, batch)
    connection.exec_driver_sql(str(kept))


def _created_at(manifest: str) -> str | None:
    try:
        at = datetime.fromisoformat(json.loads(manifest)["created_at"])
    except (ValueError, TypeError, KeyError):
        return None
    return at.astimezone(UTC).isoformat(timespec="microseconds")

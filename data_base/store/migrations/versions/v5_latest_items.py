"""What pages of items and runs are chosen by, kept narrow; and of which trace a job was asked for in.

Items lie among their payloads, and of each place several may be there; a page sorted by a score would have to
look at all of them. So the latest item of each place has a row of its own with the figures and no payload. It
follows from the items and changes with them, so nothing guards it.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

_BATCH = 500
_TABLES = """
DROP INDEX items_in_order;
CREATE INDEX items_in_order ON items (run_id, seq);
CREATE TABLE latest_items (
    run_id TEXT NOT NULL REFERENCES runs (run_id), number BIGINT NOT NULL, case_id TEXT NOT NULL,
    system TEXT NOT NULL, seq BIGINT NOT NULL, status TEXT, language TEXT, error_tags TEXT,
    score DOUBLE PRECISION, accuracy DOUBLE PRECISION, completeness DOUBLE PRECISION,
    clarity DOUBLE PRECISION, decided_share DOUBLE PRECISION, contradicted INTEGER,
    PRIMARY KEY (run_id, case_id, system)
){one_tree};
CREATE UNIQUE INDEX latest_items_in_order ON latest_items (run_id, number);
CREATE TABLE run_models (
    run_id TEXT NOT NULL REFERENCES runs (run_id), role TEXT NOT NULL, model TEXT NOT NULL,
    PRIMARY KEY (run_id, role)
){one_tree};
CREATE INDEX run_models_by_model ON run_models (model, role);
INSERT INTO latest_items
    SELECT i.run_id, p.number, i.case_id, i.system, i.seq, i.status, i.language, NULL,
        i.score, i.accuracy, i.completeness, i.clarity, i.decided_share, i.contradicted
    FROM (SELECT MIN(seq) AS number, MAX(seq) AS seq FROM items GROUP BY run_id, case_id, system) AS p
    JOIN items AS i ON i.seq = p.seq;
DROP INDEX items_by_place;
ALTER TABLE jobs ADD COLUMN traceparent TEXT
"""


def upgrade() -> None:
    """Add the tables and fill them from items and manifests."""
    connection = op.get_bind()
    one_tree = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in _TABLES.format_map({"one_tree": one_tree}).split(";"):
        op.execute(statement)
    _fill_error_tags(connection)
    _fill_models(connection)


def _fill_error_tags(connection: sa.Connection) -> None:
    change = sa.text("UPDATE latest_items SET error_tags = :tags WHERE run_id = :run_id AND number = :number")
    batch = sa.text(
        "SELECT l.run_id, l.number, i.payload FROM latest_items AS l JOIN items AS i ON i.seq = l.seq "
        "WHERE (l.run_id, l.number) > (:run_id, :number) ORDER BY l.run_id, l.number LIMIT :batch"
    )
    # A foreign program may have numbered its rows below 1.
    run_id, number = "", -(2**63)
    while rows := connection.execute(batch, {"run_id": run_id, "number": number, "batch": _BATCH}).all():
        changes = [{"run_id": row.run_id, "number": row.number, "tags": _tags(row.payload)} for row in rows]
        if changes := [each for each in changes if each["tags"]]:
            connection.execute(change, changes)
        run_id, number = rows[-1].run_id, rows[-1].number


def _tags(payload: str) -> str | None:
    card = _part(payload, "score_card")
    tags = card.get("error_tags") if isinstance(card, dict) else None
    return f" {' '.join(map(str, tags))} " if isinstance(tags, list) and tags else None


def _fill_models(connection: sa.Connection) -> None:
    enter = sa.text("INSERT INTO run_models (run_id, role, model) VALUES (:run_id, :role, :model)")
    for run_id, manifest in connection.execute(sa.text("SELECT run_id, manifest FROM runs")).all():
        models = _part(manifest, "models")
        for role, model in models.items() if isinstance(models, dict) else ():
            connection.execute(enter, {"run_id": run_id, "role": role, "model": str(model)})


def _part(text: str, name: str) -> object:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value.get(name) if isinstance(value, dict) else None

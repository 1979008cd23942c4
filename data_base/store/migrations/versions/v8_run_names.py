"""What runs are called: a table of its own, for a name may change where the run itself may not."""

import json

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"

_OF_SUBJECT = 60
_TABLE = """
CREATE TABLE run_names (
    run_id TEXT NOT NULL PRIMARY KEY REFERENCES runs (run_id), name TEXT NOT NULL
){one_tree};
CREATE INDEX run_names_by_name ON run_names (name)
"""


def upgrade() -> None:
    """Add the table, and name each run by its kind, task and day."""
    connection = op.get_bind()
    one_tree = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in _TABLE.format_map({"one_tree": one_tree}).split(";"):
        op.execute(statement)
    enter = sa.text("INSERT INTO run_names (run_id, name) VALUES (:run_id, :name)")
    for row in connection.execute(sa.text("SELECT run_id, kind, manifest, created_at FROM runs")).all():
        connection.execute(enter, {"run_id": row.run_id, "name": _name(row)})


def _name(row: sa.Row[tuple[str, str, str, str | None]]) -> str:
    try:
        manifest = json.loads(row.manifest)
    except ValueError:
        manifest = None
    task = manifest.get("task") if isinstance(manifest, dict) else None
    subject = task if isinstance(task, str) and task != row.kind else ""
    seen = " ".join("".join(char if char.isprintable() else " " for char in subject).split())
    # The day is the first part of the time, which is kept in UTC.
    short = seen if len(seen) <= _OF_SUBJECT else f"{seen[: _OF_SUBJECT - 1].rstrip()}…"
    parts = (row.kind, short, (row.created_at or "")[:10])
    return " ".join(part for part in parts if part)

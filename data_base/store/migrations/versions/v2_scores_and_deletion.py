"""Scores next to the payloads, an index for reading a run in order, and one explicit way to delete a run.

Both databases refuse every change to what is there. Rows of a run may be deleted in a transaction that has
entered the run in ``runs_being_deleted`` and takes it out again, so that no other transaction ever sees it
there.
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_REFUSAL = "a run store only grows"
_BEING_DELETED = "EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id)"
# OLD has no fields where a whole table is truncated, so it may only be named in a branch of its own.
_REFUSE_IN_POSTGRESQL = f"""
CREATE FUNCTION run_store_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF {_BEING_DELETED} THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION '{_REFUSAL}';
END $$
"""
_FIRST_GUARDS = tuple(
    f"{table}_refuse_{what}" for table in ("runs", "items") for what in ("update", "delete", "replacement")
)


def upgrade() -> None:
    """Add the column, the indexes and the guards; fill the column from the payloads."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    if sqlite:
        for guard in _FIRST_GUARDS:
            op.execute(f"DROP TRIGGER IF EXISTS {guard}")
    op.create_table("runs_being_deleted", sa.Column("run_id", sa.Text, primary_key=True))
    op.add_column("items", sa.Column("score", sa.Double))
    if sqlite:
        # Only SQLite files are older than this column.
        op.execute(
            "UPDATE items SET score = json_extract(payload, '$.score_card.primary_score') "
            "WHERE json_valid(payload)"
        )
    op.drop_index("items_by_place", "items")
    op.create_index("items_by_place", "items", ["run_id", "case_id", "system", "seq", "score"])
    op.create_index("items_in_order", "items", ["run_id", "seq"])
    for statement in _sqlite_guards() if sqlite else _postgresql_guards():
        op.execute(statement)


def _sqlite_guards() -> list[str]:
    return [
        _trigger(name, event)
        for table, key in (("runs", "run_id"), ("items", "seq"))
        for name, event in (
            (f"{table}_refuse_update", f"UPDATE ON {table}"),
            (f"{table}_refuse_delete", f"DELETE ON {table} WHEN NOT {_BEING_DELETED}"),
            # INSERT OR REPLACE takes the old row away without firing a trigger on DELETE.
            (f"{table}_refuse_replacement", f"INSERT ON {table} WHEN {_taken(table, key)}"),
        )
    ]


def _trigger(name: str, event: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"


def _taken(table: str, key: str) -> str:
    return f"EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"  # noqa: S608  (our own)


def _postgresql_guards() -> list[str]:
    triggers = [
        f"CREATE TRIGGER {table}_refuse_{name} BEFORE {event} ON {table} FOR EACH {unit} "
        "EXECUTE FUNCTION run_store_refuse()"
        for table in ("runs", "items")
        for name, event, unit in (
            ("change", "UPDATE OR DELETE", "ROW"),
            ("truncate", "TRUNCATE", "STATEMENT"),
        )
    ]
    return [_REFUSE_IN_POSTGRESQL, *triggers]

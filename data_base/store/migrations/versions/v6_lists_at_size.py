"""What lists of large runs are chosen by: indexes for those that pages show, tags, differences of scores.

Tags are a column of the latest items and no longer a row for each item and tag, which writers paid for and no
list could be sorted by; which tags a run has at all is a table of its own. How far the scores of a case's
systems are apart is written down when a run is finished: until then any item may change it for all others of
its case, and two processes that wrote it for each other's rows would wait for one another.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"

_TABLES = """
ALTER TABLE latest_items ADD COLUMN tags TEXT;
ALTER TABLE latest_items ADD COLUMN difference DOUBLE PRECISION;
CREATE TABLE run_tags (
    run_id TEXT NOT NULL REFERENCES runs (run_id), tag TEXT NOT NULL, PRIMARY KEY (run_id, tag)
){one_tree};
INSERT INTO run_tags SELECT DISTINCT run_id, tag FROM item_tags;
CREATE INDEX latest_items_by_seq ON latest_items (run_id, seq)
"""
# In SQLite two indexes have all that lists are filtered by: a list that few items match is read from them
# alone. PostgreSQL bounds the size of an index's row, and tags may be long.
_INDEXES = """
DROP INDEX latest_items_by_seq;
DROP TABLE item_tags;
UPDATE latest_items SET difference = (
    SELECT MAX(o.score) - MIN(o.score) FROM latest_items AS o
    WHERE o.run_id = latest_items.run_id AND o.case_id = latest_items.case_id HAVING COUNT(o.score) > 1
) WHERE run_id IN (SELECT run_id FROM runs WHERE state = 'finished');
DROP INDEX latest_items_in_order;
CREATE INDEX latest_items_in_order ON latest_items (run_id, number{covered}, score);
CREATE INDEX latest_items_by_score ON latest_items (run_id, score, number{covered});
CREATE INDEX latest_items_by_difference ON latest_items (run_id, difference, number)
    WHERE difference IS NOT NULL;
CREATE INDEX latest_items_without_score ON latest_items (run_id, status, number) WHERE status <> 'scored';
CREATE INDEX latest_items_contradicted ON latest_items (run_id, contradicted, number) WHERE contradicted > 0;
CREATE INDEX latest_items_undecided ON latest_items (run_id, decided_share, number)
    WHERE decided_share <= 0.5
"""
_COVERED = ", seq, status, language, system, contradicted, decided_share, error_tags, tags"
# One that looks at every row of a statement costs bulk inserts half their time.
_REFUSE_FINISHED = """
CREATE OR REPLACE FUNCTION run_store_refuse_finished() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM 1 FROM runs WHERE run_id IN (SELECT DISTINCT run_id FROM added) FOR SHARE;
    IF EXISTS (
        SELECT 1 FROM runs WHERE run_id IN (SELECT DISTINCT run_id FROM added) AND state = 'finished'
    ) THEN
        RAISE EXCEPTION 'the run is finished' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    """Add the columns and indexes, fill them, and look at whole statements in PostgreSQL."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    words = {"one_tree": " WITHOUT ROWID" if sqlite else "", "covered": _COVERED if sqlite else ""}
    for statement in _TABLES.format_map(words).split(";"):
        op.execute(statement)
    _fill_tags(connection)
    for statement in _INDEXES.format_map(words).split(";"):
        op.execute(statement)
    if not sqlite:
        _look_at_statements()


def _fill_tags(connection: sa.Connection) -> None:
    add = sa.text(
        "UPDATE latest_items SET tags = COALESCE(tags, :line) || :written || :line WHERE run_id = :run_id "
        "AND seq IN (SELECT seq FROM item_tags WHERE run_id = :run_id AND tag = :tag)"
    )
    for run_id, tag in connection.execute(sa.text("SELECT run_id, tag FROM run_tags")).all():
        written = json.dumps(tag, ensure_ascii=False)[1:-1]
        connection.execute(add, {"run_id": run_id, "tag": tag, "written": written, "line": "\n"})


def _look_at_statements() -> None:
    for table in ("items", "calls", "pairs"):
        op.execute(f"DROP TRIGGER {table}_refuse_finished ON {table}")
    op.execute(_REFUSE_FINISHED)
    for table in ("items", "calls", "pairs"):
        op.execute(
            f"CREATE TRIGGER {table}_refuse_finished AFTER INSERT ON {table} REFERENCING NEW TABLE AS added "
            "FOR EACH STATEMENT EXECUTE FUNCTION run_store_refuse_finished()"
        )

"""Stores of older versions are migrated in place; those of newer ones are left alone."""

import sqlite3
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas.run import RunItem
from data_base.schemas.runs.item_page import ItemFilter
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.schemas.system_tally import SystemTally
from data_base.store import migrations, schema_upgrade
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, failed_evaluation, item, manifest, research_result
from tests.support.stores import first_store, old_json, postgresql_schema, second_store

CARD = ScoreCard(primary_score=7 / 9, passed=True)
ENTRIES = [
    item("A", "1", None, "draft"),
    RunItem(
        case_id="問", system="深入研究", answer=Answer(text="«да»\0"), research=research_result("q", "88")
    ),
    RunItem(case_id="1", system="A", answer=Answer(text="b"), evaluation=evaluation(), score_card=CARD),
    RunItem(case_id="2", system="A", error="no reply", score_card=ScoreCard.unscored("no answer")),
]


@pytest.mark.parametrize("guarded", [True, False])
def test_the_first_versions_store_is_migrated_with_nothing_lost(tmp_path: Path, *, guarded: bool) -> None:
    path = tmp_path / "100% old" / "runs.sqlite"
    path.parent.mkdir()
    first_store(path, manifest("r"), ENTRIES, guarded=guarded)
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT seq, run_id, case_id, system, payload FROM items").fetchall()
    for _ in range(2):
        with RunStore(path) as store:
            assert store.history("r") == ENTRIES
            assert store.items("r") == [ENTRIES[2], ENTRIES[1], ENTRIES[3]]
            assert store.runs() == [manifest("r")]
            assert store.tallies("r") == [
                SystemTally(system="A", items=2, scored=1, mean_score=7 / 9),
                SystemTally(system="深入研究", items=1, scored=0),
            ]
    with closing(sqlite3.connect(path)) as connection:
        assert (
            connection.execute("SELECT seq, run_id, case_id, system, payload FROM items").fetchall() == before
        )
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with RunStore(path) as store:
        store.append("r", item("B", "1", None))
        assert [*store.history("r")[:-1]] == ENTRIES


COLUMNS = "status, score, accuracy, completeness, clarity, language, contradicted, decided_share"
ISSUES = (
    Issue(claim="a", verdict="contradicted"),
    Issue(claim="b", verdict="supported"),
    Issue(claim="c", verdict="contradicted"),
)
JUDGED = evaluation(9, 8, 7, issues=ISSUES).model_copy(update={"decided_share": 0.5})
VARIED = [
    *ENTRIES,
    RunItem(case_id="3", system="A", answer=Answer(text="b"), evaluation=JUDGED, score_card=CARD),
    RunItem(case_id="4", system="A", answer=Answer(text="b"), evaluation=failed_evaluation()),
    RunItem(case_id="5", system="A", answer=Answer(text="b"), score_card=ScoreCard.unscored("no JSON")),
    RunItem(case_id="6", system="A", error="gone"),
    RunItem(case_id="7", system="A"),
    RunItem(case_id="8", system="A", error="no reply", score_card=ScoreCard(primary_score=0)),
]


def rows(store: RunStore, query: str) -> list[tuple[object, ...]]:
    with store._engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_the_second_versions_store_is_migrated_with_its_columns_filled(address: str) -> None:
    entries = VARIED * 15
    second_store(
        address,
        {"r": old_json(manifest("r")), "x": old_json(manifest("x", task="my task")), "odd": "no JSON"},
        [*(("r", entry.case_id, entry.system, old_json(entry)) for entry in entries)]
        # What no version of the program wrote is taken along as it is.
        + [
            ("odd", "1", "A", payload)
            for payload in ("", "[]", '{"x": 1}', '{"evaluation": {"issues": [1]}}')
        ],
    )
    columns = f"SELECT {COLUMNS} FROM items WHERE run_id = 'r' ORDER BY seq"  # noqa: S608  (our own)
    with RunStore(address) as store:
        assert store.history("r") == entries
        assert rows(store, "SELECT status FROM items WHERE run_id = 'odd'") == [("failed",)] * 4
        kinds = rows(store, "SELECT run_id, kind, scale, state FROM runs ORDER BY run_id")
        assert kinds == [
            ("odd", "task", "percent", "running"),
            ("r", "arena", "1-10", "running"),
            ("x", "task", "percent", "running"),
        ]
        assert store.create(manifest("r")).kind == "arena"
        migrated = rows(store, columns)
        store.delete("r")
        store.import_run(manifest("r"), entries)
        # The score was a column before, and was filled by the version that wrote it.
        assert [row[:1] + row[2:] for row in migrated] == [row[:1] + row[2:] for row in rows(store, columns)]
        assert {row[0] for row in migrated} == {"answered", "scored", "unscored", "failed"}
        with store._writing.connect() as connection, pytest.raises(DBAPIError, match="only grows"):
            connection.execute(text("UPDATE items SET status = 'scored'"))


def shape(store: RunStore) -> list[object]:
    """Tables with their columns, keys, indexes and the guards."""
    there = inspect(store._engine)
    if store._engine.dialect.name == "sqlite":
        guards = rows(store, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1")
    else:
        guards = rows(
            store,
            "SELECT tgname, pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON "
            "tgrelid = pg_class.oid WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace "
            "ORDER BY 1",
        )
        schema = rows(store, "SELECT current_schema()")[0][0]
        guards = [(name, str(definition).replace(f"{schema}.", "")) for name, definition in guards]
    tables = [
        (
            name,
            [(column["name"], str(column["type"])) for column in there.get_columns(name)],
            there.get_pk_constraint(name)["constrained_columns"],
            [
                index["column_names"]
                for index in sorted(there.get_indexes(name), key=lambda index: index["name"] or "")
            ],
            [(key["constrained_columns"], key["referred_table"]) for key in there.get_foreign_keys(name)],
        )
        for name in sorted(there.get_table_names())
    ]
    return [*tables, *guards]


def test_runs_of_older_stores_are_the_default_projects_and_keep_their_date(tmp_path: Path) -> None:
    first_store(tmp_path / "1.sqlite", manifest("r"), ENTRIES)
    at = manifest("r").created_at.astimezone(UTC).isoformat(timespec="microseconds")
    with RunStore(tmp_path / "1.sqlite") as store:
        assert rows(store, "SELECT run_id, project, created_at FROM runs") == [("r", "default", at)]
    with postgresql_schema() as old:
        second_store(old, {"r": manifest("r").model_dump_json(), "odd": "no JSON"}, [])
        with RunStore(old) as store:
            found = rows(store, "SELECT run_id, project, created_at FROM runs ORDER BY run_id")
            assert found == [("odd", "default", None), ("r", "default", at)]


def test_pages_of_an_older_store_are_chosen_by_all_that_they_are_of_a_new_one(address: str) -> None:
    tagged = ScoreCard.unscored("no JSON", tags=(ErrorTag.UNPARSABLE, ErrorTag.NO_ANSWER))
    entries = [*VARIED, RunItem(case_id="9", system="A", error="x", score_card=tagged)]
    second_store(
        address,
        {"r": old_json(manifest("r", models={"judge": "m", "writer": "w"})), "odd": "no JSON"},
        [("odd", "1", "A", "[]"), *(("r", each.case_id, each.system, old_json(each)) for each in entries)],
    )
    with RunStore(address) as store:
        (found,) = store.page("r", where=ItemFilter(error_tag=ErrorTag.NO_ANSWER)).items
        assert found.item == entries[-1]
        assert [paged.item for paged in store.page("r").items] == store.items("r")
        assert rows(store, "SELECT run_id, role, model FROM run_models ORDER BY role") == [
            ("r", "judge", "m"),
            ("r", "writer", "w"),
        ]


def test_a_migrated_store_has_the_shape_of_a_new_one(tmp_path: Path) -> None:
    first_store(tmp_path / "1.sqlite", manifest("r"), ENTRIES)
    second_store(str(tmp_path / "2.sqlite"), {}, [])
    shapes = []
    for name in ("1.sqlite", "2.sqlite", "new.sqlite"):
        with RunStore(tmp_path / name) as store:
            shapes.append(shape(store))
    assert shapes[0] == shapes[1] == shapes[2]


def test_a_migrated_server_has_the_shape_of_a_new_one() -> None:
    with postgresql_schema() as old, postgresql_schema() as new:
        second_store(old, {}, [])
        with RunStore(old) as migrated, RunStore(new) as made:
            assert shape(migrated) == shape(made)


def test_the_tables_that_jobs_and_ratings_need_are_there(address: str) -> None:
    expected = {
        "jobs": "id project kind state priority not_before request last_error why_waiting total counts "
        "run_id created_at finished_at claimed_at started_at traceparent",
        "slices": "job first last claimed_by claimed_at heartbeat_at attempts finished_at",
        "job_events": "job seq event data",
        "ratings": "id run_id case_id system rater dimension value note created_at",
        "calls": "seq run_id case_id system role model model_served prompt_sha256 reply_sha256 rung "
        "input_tokens output_tokens cost_usd latency_ms cached created_at batch cached_input_tokens "
        "cache_written_input_tokens",
        "call_texts": "sha256 content",
        "pairs": "seq run_id case_id system_a system_b judge order score payload",
        "run_tags": "run_id tag",
    }
    with RunStore(address) as store:
        there = inspect(store._engine)
        columns = {name: " ".join(column["name"] for column in there.get_columns(name)) for name in expected}
        assert columns == expected
        job = (
            "INSERT INTO jobs (id, project, kind, state, request, created_at) "
            "VALUES ('j', 'p', 'k', {}, '{{}}', '')"
        )
        with store._writing.begin() as connection:
            connection.exec_driver_sql(job.format("'queued'"))
        for refused in (
            job.format("'lost'").replace("'j'", "'k'"),
            job.format("'queued'"),
            "INSERT INTO slices (job, first, last) VALUES ('j', 5, 4)",
            "INSERT INTO slices (job, first, last) VALUES ('unknown', 0, 4)",
            "INSERT INTO job_events (job, seq, event, data) VALUES ('unknown', 0, '', '')",
        ):
            with store._writing.connect() as connection, pytest.raises(IntegrityError):
                connection.exec_driver_sql(refused)


def test_a_newer_store_is_refused_and_left_alone(address: str) -> None:
    with RunStore(address) as store:
        store.create(manifest("r"))
        with store._writing.begin() as connection:
            connection.exec_driver_sql("UPDATE run_store_version SET version_num = '99'")
        with pytest.raises(InputError, match="newer version"):
            RunStore(address)
        assert store.runs() == [manifest("r")]


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE items (name TEXT)")
    with pytest.raises(InputError, match="cannot be used"):
        RunStore(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("items",)]


def test_the_newest_revision_is_the_one_that_is_asked_for() -> None:
    (folder,) = migrations.__path__
    config = Config()
    config.set_main_option("script_location", folder)
    assert ScriptDirectory.from_config(config).get_heads() == [schema_upgrade.HEAD]

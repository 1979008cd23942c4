"""Stores of older versions are migrated in place; those of newer ones are left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas.system_tally import SystemTally
from data_base.store import migrations, upkeep
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, item, manifest, research_result
from tests.support.stores import first_store

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
                SystemTally(system="深入研究", items=1, scored=0),
                SystemTally(system="A", items=2, scored=1, mean_score=7 / 9),
            ]
    with closing(sqlite3.connect(path)) as connection:
        assert (
            connection.execute("SELECT seq, run_id, case_id, system, payload FROM items").fetchall() == before
        )
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with RunStore(path) as store:
        store.append("r", item("B", "1", None))
        assert [*store.history("r")[:-1]] == ENTRIES


def test_a_migrated_store_has_the_shape_of_a_new_one(tmp_path: Path) -> None:
    first_store(tmp_path / "old.sqlite", manifest("r"), ENTRIES)
    shapes = []
    for name in ("old.sqlite", "new.sqlite"):
        RunStore(tmp_path / name).close()
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            things = connection.execute("SELECT type, name FROM sqlite_schema ORDER BY 1, 2").fetchall()
            names = "SELECT name, pk FROM pragma_table_info(?)"
            tables = ("runs", "items", "runs_being_deleted")
            columns = [connection.execute(names, (table,)).fetchall() for table in tables]
        shapes.append((things, columns))
    old, new = shapes
    assert old == new


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
    assert ScriptDirectory.from_config(config).get_heads() == [upkeep.HEAD]

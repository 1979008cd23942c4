"""What the project keeps for itself is read by its owner alone, also where the umask lets everybody read."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from agents.batches.ledger import BatchLedger
from agents.calls.reply_cache import ReplyCache
from agents.research.checkpoint_file import checkpoint_file
from data_base.index_file import write_index
from data_base.private_files import private_file
from data_base.store.run_store import RunStore
from data_base.vectors.kept_vectors import vectors_of
from tests.support.arena import PORT, manifest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


@pytest.fixture(autouse=True)
def _everybody_reads() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights_below(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): f"{path.stat().st_mode & 0o777:o}"
        for path in sorted(folder.rglob("*"))
    }


def keep_run(path: Path) -> None:
    with RunStore(path) as store, store.sole_worker("arena-1"):
        store.create(manifest())
        found = rights_below(path.parents[1])
    # As long as the store is open, what SQLite writes next to it is there, too.
    assert len(found) > 2
    assert set(found.values()) == {"700", "600"}


def keep_checkpoints(path: Path) -> None:
    async def opened() -> None:
        async with checkpoint_file(path):
            pass

    asyncio.run(opened())


def keep_replies(path: Path) -> None:
    with closing(ReplyCache(path)) as cache:
        asyncio.run(cache.get("key"))


def keep_batches(path: Path) -> None:
    BatchLedger(path).close()


def keep_vectors(path: Path) -> None:
    vectors_of(["a"], DeterministicFakeEmbedding(size=4), path=path)


def keep_index(path: Path) -> None:
    write_index(path, [PORT])


@pytest.mark.parametrize(
    "keep", [keep_run, keep_checkpoints, keep_replies, keep_batches, keep_vectors, keep_index]
)
def test_only_the_owner_reads_what_is_kept(tmp_path: Path, keep: Callable[[Path], None]) -> None:
    keep(tmp_path / ".judge" / "deeper" / "kept.sqlite")
    found = rights_below(tmp_path)
    assert found.pop(".judge") == "700"
    assert found.pop(".judge/deeper") == "700"
    assert found
    assert set(found.values()) == {"600"}


def test_what_is_there_keeps_its_rights_and_content(tmp_path: Path) -> None:
    folder, path = tmp_path / "shared", tmp_path / "shared" / "kept.sqlite"
    folder.mkdir()
    path.write_bytes(b"x")
    private_file(path)
    assert rights_below(tmp_path) == {"shared": "755", "shared/kept.sqlite": "644"}
    assert path.read_bytes() == b"x"


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    private_file(tmp_path / "new.sqlite")
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (0,)

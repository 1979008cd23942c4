"""Shards of evaluations: written as answers are judged, kept when the run is resumed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from data_base.store.run_store import RunStore
from eval.files.json_lines import json_lines
from eval.judging.judging_request import JudgingRequest
from eval.judging.result_shards import result_shards
from eval.judging.run import judge_all, prepare
from tests.support.lazily import optional

pq = optional("pyarrow.parquet", "the extra parquet is not installed")


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.judging.run.SHARD_ROWS", 4)


def written(folder: Path, count: int = 10) -> Path:
    file = folder / "answers.jsonl"
    rows = (
        {
            "id": f"a{n}",
            "question": f"How high is tower {n}?",
            "answer": f"{n} m.",
            "documents": [f"{n % 3} m."],
        }
        for n in range(count)
    )
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def request(folder: Path, store: str = "runs.sqlite", **more: object) -> JudgingRequest:
    return JudgingRequest(answers=written(folder), store=str(folder / store), **more)  # type: ignore[arg-type]


def parts(folder: Path) -> dict[str, int]:
    found = sorted((folder / "shards").glob("part-*"))
    return {path.name: path.stat().st_mtime_ns for path in found}


async def judged(asked: JudgingRequest, folder: Path) -> int:
    """Judge into shards; how many answers the judge was asked about."""
    judging, asked_about = prepare(asked), 0
    inner = judging.judge.evaluator._judge.judge

    async def counted(answer: object) -> object:
        nonlocal asked_about
        asked_about += 1
        return await inner(answer)  # type: ignore[arg-type]

    object.__setattr__(judging.judge.evaluator, "_judge", _With(judging.judge.evaluator._judge, counted))
    await judge_all(judging, shards=folder / "shards")
    return asked_about


class _With:
    def __init__(self, inner: object, judge: object) -> None:
        self._inner, self.judge = inner, judge

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


def rows(folder: Path) -> Iterator[dict[str, object]]:
    for path in sorted((folder / "shards").glob("part-*")):
        yield from (row for _, row in json_lines(path))


async def test_all_evaluations_are_in_shards_of_equal_columns(tmp_path: Path) -> None:
    await judge_all(prepare(request(tmp_path)), out=tmp_path / "o.parquet", shards=tmp_path / "shards")

    assert list(parts(tmp_path)) == [f"part-00000{n}.parquet" for n in range(3)]
    assert [row["id"] for row in rows(tmp_path)] == [f"a{n}" for n in range(10)]
    assert list(rows(tmp_path)) == [row for _, row in json_lines(tmp_path / "o.parquet")]
    schemas = {str(pq.read_schema(tmp_path / "shards" / name)) for name in parts(tmp_path)}
    assert len(schemas) == 1


async def test_complete_shards_stay_when_the_run_store_is_lost(tmp_path: Path) -> None:
    assert await judged(request(tmp_path), tmp_path) == 10
    whole, before = list(rows(tmp_path)), parts(tmp_path)
    (tmp_path / "shards" / "part-000001.parquet").unlink()

    assert await judged(request(tmp_path, "another.sqlite"), tmp_path) == 4

    after = parts(tmp_path)
    assert {name for name in after if after[name] == before[name]} == {
        "part-000000.parquet",
        "part-000002.parquet",
    }
    assert [{**row, "latency_ms": 0} for row in rows(tmp_path)] == [{**row, "latency_ms": 0} for row in whole]
    with RunStore(str(tmp_path / "another.sqlite")) as store:
        (run,) = store.runs()
        assert len(store.items(run.run_id)) == 10


async def test_a_finished_run_made_again_takes_the_place_of_its_shards(tmp_path: Path) -> None:
    await judged(request(tmp_path), tmp_path)
    first = RunManifest.model_validate_json((tmp_path / "shards" / "manifest.json").read_bytes())

    assert await judged(request(tmp_path), tmp_path) == 10

    second = RunManifest.model_validate_json((tmp_path / "shards" / "manifest.json").read_bytes())
    assert second.run_id == f"{first.run_id}-2"


async def test_shards_of_a_run_made_again_stay_when_the_run_store_is_lost(tmp_path: Path) -> None:
    """An empty store gives the run its first name again; its shards were deleted and made once more."""
    await judged(request(tmp_path), tmp_path)
    await judged(request(tmp_path), tmp_path)
    before = parts(tmp_path)

    assert await judged(request(tmp_path, "another.sqlite"), tmp_path) == 0
    assert parts(tmp_path) == before
    # The run of that store is finished now: to be asked for it again means another.
    assert await judged(request(tmp_path, "another.sqlite"), tmp_path) == 10
    assert parts(tmp_path) != before


async def test_a_fresh_run_keeps_no_shard(tmp_path: Path) -> None:
    await judged(request(tmp_path), tmp_path)
    assert await judged(request(tmp_path, "another.sqlite", fresh=True), tmp_path) == 10


async def test_shards_stay_until_a_run_made_again_has_one(tmp_path: Path) -> None:
    await judged(request(tmp_path), tmp_path)
    folder = tmp_path / "shards"
    ours, before = RunManifest.model_validate_json((folder / "manifest.json").read_bytes()), parts(tmp_path)
    again = ours.model_copy(update={"run_id": f"{ours.run_id}-2"})
    with pytest.raises(InputError, match="no reply"), result_shards(folder, again, 4, base=ours.run_id):
        raise InputError("no reply")
    assert parts(tmp_path) == before


async def test_shards_stay_where_their_manifest_cannot_be_read(tmp_path: Path) -> None:
    await judged(request(tmp_path), tmp_path)
    manifest, before = tmp_path / "shards" / "manifest.json", parts(tmp_path)
    ours = RunManifest.model_validate_json(manifest.read_bytes())
    manifest.unlink()
    manifest.mkdir()
    with (
        pytest.raises(InputError, match=r"manifest\.json cannot be read"),
        result_shards(tmp_path / "shards", ours, 4, base=ours.run_id),
    ):
        pass
    assert parts(tmp_path) == before


async def test_shards_of_another_run_are_refused(tmp_path: Path) -> None:
    await judged(request(tmp_path), tmp_path)
    with pytest.raises(InputError, match="contains the results of run"):
        await judge_all(prepare(request(tmp_path, limit=3)), shards=tmp_path / "shards")
    (tmp_path / "shards" / "manifest.json").unlink()
    with pytest.raises(InputError, match="contains shards of no run that is known"):
        await judge_all(prepare(request(tmp_path)), shards=tmp_path / "shards")
    with pytest.raises(InputError, match="is a file; name a folder"):
        await judge_all(prepare(request(tmp_path)), shards=tmp_path / "answers.jsonl")


async def test_shards_lie_in_an_object_store_as_well(tmp_path: Path) -> None:
    upath = pytest.importorskip("upath", reason="the extra ray is not installed")
    folder = upath.UPath("memory://bucket/shards")

    await judge_all(prepare(request(tmp_path)), shards=folder)

    assert sorted(path.name for path in folder.glob("part-*")) == [f"part-00000{n}.parquet" for n in range(3)]
    found = [row["id"] for path in sorted(folder.glob("part-*"), key=str) for _, row in json_lines(path)]
    assert found == [f"a{n}" for n in range(10)]

"""Answers and shards in S3, as a local server speaks its protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from eval.judging import run as judging
from tests.support.in_process import judge_in_process
from tests.support.long_proofs import LONG

pytestmark = pytest.mark.skipif(
    not all(map(find_spec, ("moto", "s3fs", "flask", "upath", "pyarrow"))),
    reason="the group servers or the extra ray is not installed",
)
COUNT, ROWS = 23, 20


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The file system of an empty S3 with one bucket."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    names = {"ENDPOINT_URL": f"http://{host}:{port}", "DEFAULT_REGION": "us-east-1"}
    for name, value in {**names, "ACCESS_KEY_ID": "x", "SECRET_ACCESS_KEY": "y"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem()
    files.mkdir("bucket")
    try:
        yield files
    finally:
        # All servers of a process share what they keep.
        files.rm("bucket", recursive=True)
        s3fs.S3FileSystem.clear_instance_cache()
        server.stop()


def sent(files: Any, count: int = COUNT) -> None:
    """Answers in the bucket, as lines and as a table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        {
            "id": f"q{n}",
            "question": f"How high is {n}?",
            "answer": f"{n} m.",
            "documents": [f"It is {n} m high."],
        }
        for n in range(count)
    ]
    files.pipe("bucket/answers.jsonl", "\n".join(map(json.dumps, rows)).encode())
    with files.open("bucket/answers.parquet", "wb") as file:
        pq.write_table(pa.Table.from_pylist(rows), file)


def lines(path: Path) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in row.items() if name != "latency_ms"} for row in read]


def test_answers_and_shards_are_in_s3_and_a_lost_store_goes_on_from_the_shards(
    tmp_path: Path, s3: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "SHARD_ROWS", ROWS)
    sent(s3)
    for kind in ("jsonl", "parquet"):
        command = ["evaluate", f"s3://bucket/answers.{kind}", "--shards", f"s3://bucket/{kind}"]
        done = judge_in_process(*command, "--out", f"{kind}.jsonl", "--store", f"{kind}.db", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert len(lines(tmp_path / "jsonl.jsonl")) == COUNT
    assert lines(tmp_path / "jsonl.jsonl") == lines(tmp_path / "parquet.jsonl")
    shards = [Path(name).name for name in sorted(s3.ls("bucket/parquet"))]
    assert shards == ["manifest.json", "part-000000.parquet", "part-000001.parquet"]
    before = s3.cat("bucket/parquet/part-000000.parquet")
    s3.rm("bucket/parquet/part-000001.parquet")
    done = judge_in_process(*command, "--out", "again.jsonl", "--store", "lost.db", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert lines(tmp_path / "again.jsonl") == lines(tmp_path / "parquet.jsonl")
    # With the latencies of the first time: what is in a complete shard is not judged again.
    assert s3.cat("bucket/parquet/part-000000.parquet") == before
    assert s3.exists("bucket/parquet/part-000001.parquet")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["s3://nowhere/answers.jsonl"], "s3://nowhere/answers.jsonl cannot be read"),
        (["s3://bucket/none.parquet"], "s3://bucket/none.parquet cannot be read"),
        (["s3://bucket/answers.jsonl", "--shards", "s3://nowhere/x"], "s3://nowhere/x cannot be used"),
        (["s3://bucket/answers.jsonl", "--out", "s3://bucket/o.jsonl"], "is an address; name a file"),
    ],
)
def test_what_is_wrong_in_s3_is_said_in_one_sentence(
    tmp_path: Path, s3: Any, arguments: list[str], sentence: str
) -> None:
    sent(s3, 2)
    ended = judge_in_process("evaluate", *arguments, cwd=tmp_path)
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert sorted(s3.ls("bucket")) == ["bucket/answers.jsonl", "bucket/answers.parquet"]


def test_a_store_that_does_not_answer_is_said_in_one_sentence(
    tmp_path: Path, s3: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    type(s3).clear_instance_cache()
    ended = judge_in_process("evaluate", "s3://bucket/answers.jsonl", cwd=tmp_path)
    assert ended.returncode == 2
    assert "s3://bucket/answers.jsonl cannot be reached" in ended.stderr


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not LONG or find_spec("ray") is None, reason="LONG_PROOFS=1 runs it, with the extra ray")
def test_ray_writes_the_same_shards(tmp_path: Path, s3: Any) -> None:
    sent(s3, 60)
    for engine in ("process", "ray"):
        command = ["evaluate", "s3://bucket/answers.parquet", "--shards", f"s3://bucket/{engine}"]
        command += ["--engine", engine, "--out", f"{engine}.jsonl", "--store", f"{engine}.db"]
        done = judge_in_process(*command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert lines(tmp_path / "ray.jsonl") == lines(tmp_path / "process.jsonl")
    assert s3.exists("bucket/ray/part-000000.parquet")

"""``judge evaluate`` with answers and shards in a store that speaks S3's protocol."""

from __future__ import annotations

import importlib
import io
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from data_base.store.run_store import RunStore
from tests.service.test_refusing_servers import answers, reply
from tests.support.in_process import judge_in_process
from tests.support.lazily import optional
from tests.support.long_proofs import only_in_long_proofs
from tests.support.object_store import BUCKET, LOGIN, ObjectStore, object_store
from tests.support.openai_server import Fault, openai_server

optional("upath", "the extra ray is not installed")
optional("flask_cors", "the group servers is not installed")
pa = optional("pyarrow", "the extra ray is not installed")
pq = optional("pyarrow.parquet", "the extra ray is not installed")
s3fs = optional("s3fs", "the group servers is not installed")

COUNT, ROWS = 10, 4
ABSENT = "cannot be read (there is no such bucket or file)"
ENGINES = [
    pytest.param((), id="process"),
    pytest.param(
        ("--engine", "ray", "--workers", "1"),
        id="ray",
        marks=[
            *(only_in_long_proofs, pytest.mark.slow),
            *(pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(600)),
        ],
    ),
]


@pytest.fixture(scope="module")
def server() -> Iterator[ObjectStore]:
    with object_store() as running:
        yield running


@pytest.fixture
def store(server: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> ObjectStore:
    """The server without the objects of another test, and as nothing in this process knows it yet."""
    monkeypatch.setattr("eval.judging.run.SHARD_ROWS", ROWS)
    for name, value in (LOGIN | {"AWS_ENDPOINT_URL": server.url}).items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    server.empty()
    return server


def lines(folder: Path) -> bytes:
    return answers(folder, COUNT).read_bytes()


def parquet(folder: Path) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([json.loads(line) for line in lines(folder).splitlines()]), file)
    return file.getvalue()


def rows(store: ObjectStore) -> list[dict[str, Any]]:
    """The rows of all shards."""
    names = [key for key in store.names() if key.startswith("results/part")]
    tables = [pq.read_table(io.BytesIO(store.get(name))) for name in names]
    return [row for table in tables for row in table.to_pylist()]


def evaluate(folder: Path, *words: object) -> CompletedProcess[str]:
    return judge_in_process("evaluate", *words, "--progress", "off", cwd=folder)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "content"), [("a.jsonl", lines), ("a.parquet", parquet)])
def test_a_run_whose_store_is_lost_goes_on_behind_its_shards(
    store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: Any, engine: Any
) -> None:
    address = store.put(name, content(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    monkeypatch.setenv("JUDGE_CACHE", "")
    words = [address, "--shards", f"s3://{BUCKET}/results", *engine]
    words += ["--judge", "openai:a", "--concurrency", "1"]
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        # A small question, and seven answers.
        server.faults[:] = [None] * 8 + [Fault(status=401)] * 9
        first = evaluate(tmp_path, *words)
        assert first.returncode == 2, first.stderr
        assert store.names() == [name, "results/manifest.json", "results/part-000000.parquet"]

        server.faults.clear()
        server.requests.clear()
        (tmp_path / "runs.sqlite").unlink()
        second = evaluate(tmp_path, *words)
    assert second.returncode == 0, second.stderr
    assert "10 of 10 scored" in second.stdout
    assert len(server.requests) == 1 + COUNT - ROWS
    found = rows(store)
    assert [row["id"] for row in found] == [str(number) for number in range(1, COUNT + 1)]
    assert {row["status"] for row in found} == {"scored"}


def test_a_run_made_again_takes_the_place_of_its_shards_and_another_is_refused(
    store: ObjectStore, tmp_path: Path
) -> None:
    address, results = store.put("a.jsonl", lines(tmp_path)), f"s3://{BUCKET}/results"
    for _ in range(2):
        assert evaluate(tmp_path, address, "--shards", results).returncode == 0
    assert json.loads(store.get("results/manifest.json"))["run_id"].endswith("-2")
    assert len(rows(store)) == COUNT

    other = evaluate(tmp_path, address, "--limit", "3", "--shards", results)
    assert other.returncode == 2
    assert f"{results}/manifest.json contains the results of run" in other.stderr
    assert len(rows(store)) == COUNT


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["s3://bucket/none.jsonl"], f"s3://bucket/none.jsonl {ABSENT}"),
        (["s3://bucket/none.parquet"], f"s3://bucket/none.parquet {ABSENT}"),
        (["s3://none/a.jsonl"], f"s3://none/a.jsonl {ABSENT}"),
        (["s3://bucket/a.jsonl", "--shards", "s3://none/results"], f"s3://none/results {ABSENT}"),
        (["s3://bucket/a.jsonl", "--shards", "s3://bucket/a.jsonl"], "s3://bucket/a.jsonl is a file; name"),
    ],
)
def test_what_is_not_there_is_named(
    store: ObjectStore, tmp_path: Path, words: list[str], sentence: str
) -> None:
    store.put("a.jsonl", lines(tmp_path))
    refused(evaluate(tmp_path, *words), sentence, tmp_path)
    assert store.names() == ["a.jsonl"]


def test_a_csv_is_read_at_an_address_and_a_workbook_is_not(store: ObjectStore, tmp_path: Path) -> None:
    refused(
        evaluate(tmp_path, store.put("a.xlsx", b"PK\x03\x04")),
        "s3://bucket/a.xlsx is a workbook at an address; save it on this machine, or use .csv.",
        tmp_path,
    )
    sheet = "question;answer;documents\nWo?;Hier.;Hier.\n".encode("utf-16")
    done = evaluate(tmp_path, store.put("a.csv", sheet), "--json")
    assert (done.returncode, json.loads(done.stdout)["answer"]) == (0, "Hier."), done.stderr


def test_a_login_that_is_refused_is_named(store: ObjectStore, tmp_path: Path) -> None:
    address = store.put("a.jsonl", lines(tmp_path))
    (tmp_path / "here.jsonl").write_bytes(lines(tmp_path))
    with store.refusing():
        read = evaluate(tmp_path, address)
        written = evaluate(tmp_path, "here.jsonl", "--shards", f"s3://{BUCKET}/results")
    refused(
        read, f"{address} cannot be read (Forbidden); check the address, and the login to its store", tmp_path
    )
    refused(written, "s3://bucket/results cannot be read (Forbidden)", tmp_path)
    assert store.names() == ["a.jsonl"]


def test_a_store_that_refuses_to_be_written_is_named_before_anything_is_judged(
    store: ObjectStore, tmp_path: Path
) -> None:
    address = store.put("a.jsonl", lines(tmp_path))
    deny = {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject", "Resource": "arn:aws:s3:::bucket/*"}
    policy = {"Version": "2012-10-17", "Statement": [deny]}
    store.client.put_bucket_policy(Bucket=BUCKET, Policy=json.dumps(policy))
    ended = evaluate(tmp_path, address, "--shards", f"s3://{BUCKET}/results")
    refused(
        ended, "s3://bucket/results/manifest.json cannot be written (Forbidden); name another place", tmp_path
    )


@pytest.mark.parametrize("listening", [True, False])
def test_a_store_that_does_not_answer_is_not_waited_for(
    store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listening: bool
) -> None:
    monkeypatch.setattr("eval.files.remote_paths._PATIENCE", 2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if listening:
            silent.listen()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        ended = evaluate(tmp_path, "s3://bucket/a.jsonl")
    why = "it does not answer" if listening else "Could not connect to the endpoint URL"
    refused(ended, f"s3://bucket/a.jsonl cannot be read ({why}", tmp_path)


def test_a_library_that_is_missing_is_named(
    store: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(importlib.import_module("fsspec.registry")._registry, "s3", raising=False)
    monkeypatch.setitem(sys.modules, "s3fs", None)
    ended = evaluate(tmp_path, "s3://bucket/a.jsonl")
    refused(
        ended,
        "s3://bucket/a.jsonl needs the extra ray, and a library of fsspec's for s3://",
        tmp_path,
    )
    assert "Install s3fs" in ended.stderr


def refused(ended: CompletedProcess[str], sentence: str, folder: Path) -> None:
    """The command ended with one line, and no run was begun."""
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {sentence}")
    assert ended.stderr.count("\n") == 1
    with RunStore(str(folder / "runs.sqlite")) as kept:
        assert not [*kept.runs()]

"""The engine's options on the command line, without Ray."""

import importlib
import json
import socket
import sys
from pathlib import Path

import pytest

from eval.engines.ray_start import imported_ray
from tests.support.in_process import judge_in_process
from tests.support.rows import table


@pytest.mark.parametrize(
    ("options", "sentence"),
    table(__file__, "test_what_cannot_be_is_said_in_one_sentence", lists=True),
)
def test_what_cannot_be_is_said_in_one_sentence(tmp_path: Path, options: list[str], sentence: str) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"question": "q", "answer": "a"}), encoding="utf-8")
    ended = judge_in_process("evaluate", "a.jsonl", *options, cwd=tmp_path)
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_ray_is_not_imported_unless_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    (tmp_path / "a.jsonl").write_text(
        json.dumps({"question": "How high is it?", "answer": "3 m.", "documents": ["It is 3 m high."]}),
        encoding="utf-8",
    )
    assert judge_in_process("evaluate", "a.jsonl", cwd=tmp_path).returncode == 0
    ended = judge_in_process("evaluate", "a.jsonl", "--engine", "ray", "--fresh", cwd=tmp_path)
    assert ended.returncode == 2
    assert "the engine ray is not installed: uv sync --inexact --extra ray" in ended.stderr


@pytest.mark.parametrize("options", [("--out", "out.parquet"), ("--shards", "results")])
def test_parquet_is_refused_before_anything_is_judged_where_pyarrow_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, str]
) -> None:
    """It was found missing when the first row was to be written, with a traceback."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "a.jsonl").write_text(json.dumps({"question": "q", "answer": "a"}), encoding="utf-8")
    ended = judge_in_process("evaluate", "a.jsonl", *options, cwd=tmp_path)
    assert ended.returncode == 2
    assert "needs pyarrow: uv sync --inexact --extra parquet" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / options[1]).exists()


def test_ray_does_not_pack_up_the_folder_where_a_program_imported_it_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under ``uv run`` no worker could be started from what it packed up."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    constants = importlib.import_module("ray._private.ray_constants")
    worker = importlib.import_module("ray._private.worker")
    hook = importlib.import_module("ray._private.runtime_env.uv_runtime_env_hook")
    monkeypatch.setattr(constants, "RAY_ENABLE_UV_RUN_RUNTIME_ENV", True)
    monkeypatch.setattr(hook, "_get_uv_run_cmdline", lambda: ["uv", "run", "judge"])
    assert worker._maybe_modify_runtime_env(None, _skip_env_hook=True) is not None
    monkeypatch.delenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", raising=False)
    imported_ray()
    assert worker._maybe_modify_runtime_env(None, _skip_env_hook=True) is None


def test_an_address_that_nobody_listens_at_ends_in_one_sentence(tmp_path: Path) -> None:
    """Ray waited for it without end."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    (tmp_path / "a.jsonl").write_text(json.dumps({"question": "q", "answer": "a"}), encoding="utf-8")
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        options = ("--engine", "ray", "--address", address)
        ended = judge_in_process("evaluate", "a.jsonl", *options, cwd=tmp_path)
    assert ended.returncode == 2
    assert f"Ray at {address} cannot be reached" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_results_in_parquet_are_compared_as_those_in_lines(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    rows = [
        {"question": f"How high is {n}?", "answer": f"{n} m.", "documents": [f"It is {n} m high."]}
        for n in range(6)
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for out in ("o.jsonl", "o.parquet"):
        assert judge_in_process("evaluate", "a.jsonl", "--out", out, cwd=tmp_path).returncode == 0
    ended = judge_in_process("compare", "--base", "o.jsonl", "--cand", "o.parquet", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr

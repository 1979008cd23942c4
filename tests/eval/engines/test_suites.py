"""The deterministic suites by an engine with other processes: the same results as in this one."""

from __future__ import annotations

import json
import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.run import RunItem
from eval.engines.case_execution import CaseHandler, EngineError, replay_calls
from eval.engines.engine import CaseWork, InProcess
from eval.engines.ray_engine import RayEngine
from eval.engines.ray_worker import EncodedOutcome, RayWorker
from tests.eval.engines.test_ray_engine import in_store, judged, mixed, plain
from tests.service.test_refusing_servers import answers, reply
from tests.support.in_process import ROOT, judge_in_process
from tests.support.long_proofs import LONG
from tests.support.openai_server import Fault, openai_server
from tests.support.pdf import minimal_pdf

_JSON_V2 = ROOT / "benchmark" / "eval_json_v2"
_OUTPUTS = ("--outputs", _JSON_V2 / "outputs_middling.jsonl", "--contexts", _JSON_V2 / "contexts.jsonl")
SUITES: dict[str, list[Any]] = {
    "legal": ["legal"],
    "eval-json-v2": ["eval-json-v2", "run", "--questions", _JSON_V2 / "questions.json", *_OUTPUTS],
    "benchmark": ["harness", "benchmark", "--config", "config.json", "--answers", "answers.jsonl"],
}
_OWN = {"run_id", "created_at"}


@asynccontextmanager
async def elsewhere(_engine: RayEngine, job: CaseWork[Any]) -> AsyncIterator[CaseHandler[Any]]:
    """What Ray does with a job, but for the process: all that a worker is sent goes through pickle."""
    worker: RayWorker[Any] = RayWorker(_sent(job.there), None)
    if (wrong := await worker.prepare()) is not None:
        raise wrong

    async def work(case: Any, kept: RunItem | None) -> RunItem:
        (found,) = _sent(await worker.work([_sent((case, kept))]))
        if isinstance(found, InputError):
            raise found
        return replay_calls(found.read())

    yield work


def _sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  (our own)


def configured(folder: Path) -> None:
    """A benchmark of two documents with two questions each."""
    sets = []
    for name in ("one", "two"):
        (folder / f"{name}.pdf").write_bytes(minimal_pdf(f"The mill of {name} grinds 40 tons a day."))
        lines = [
            {"id": f"{name}{n}", "question": f"What of {name}, {n}?", "must_include": ["40"]} for n in "ab"
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        sets.append({"id": name, "pdf": f"{name}.pdf", "questions": f"{name}.jsonl"})
    (folder / "config.json").write_text(json.dumps({"name": "v1", "datasets": sets}), encoding="utf-8")
    said = [{"id": f"{name}{n}", "answer": f"{n}: 40 tons"} for name in ("one", "two") for n in "ab"]
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, said)), encoding="utf-8")


def made(folder: Path, suite: str, *options: object) -> Any:
    """What a suite writes, and what is in its run store."""
    folder.mkdir()
    configured(folder)
    done = judge_in_process(
        *SUITES[suite], "--out", "out.json", "--store", "runs.sqlite", *options, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    report = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return _known(report), in_store(folder / "runs.sqlite") if suite != "benchmark" else None


def _known(value: Any) -> Any:
    """A report but for the names and times of runs."""
    if isinstance(value, dict):
        return {name: _known(part) for name, part in plain(value).items() if name not in _OWN}
    return [_known(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_gives_the_same_results_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suite: str
) -> None:
    here = made(tmp_path / "here", suite)
    monkeypatch.setattr(RayEngine, "at_work", elsewhere)
    assert made(tmp_path / "there", suite, "--engine", "ray") == here


def test_answers_are_judged_alike_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    here = judged(tmp_path / "here", InProcess(), answers=mixed(tmp_path))
    monkeypatch.setattr(RayEngine, "at_work", elsewhere)
    assert judged(tmp_path / "there", RayEngine(), answers=mixed(tmp_path)) == here
    assert len(here[0]) == len(here[1]) == 90


def test_a_key_that_is_refused_elsewhere_ends_the_run_and_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    monkeypatch.setattr(RayEngine, "at_work", elsewhere)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    asked: dict[str, Any] = {"judge": "openai:a", "answers": answers(tmp_path, 40), "concurrency": 2}
    with openai_server(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        server.faults[:] = [None] * 10 + [Fault(status=401)] * 40
        with pytest.raises(InputError, match="run the same command again, for what was done is kept"):
            judged(tmp_path / "run", RayEngine(), **asked)
        server.faults.clear()
        server.requests.clear()
        lines, items, calls, *_ = judged(tmp_path / "run", RayEngine(), **asked)
    assert len(lines) == len(items) == len(calls) == 40
    # Each answer once, but for those that were under way when the key was refused.
    assert 30 <= len(server.requests) <= 30 + 2


@pytest.mark.skipif(not LONG or find_spec("ray") is None, reason="LONG_PROOFS=1 runs it, with the extra ray")
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_gives_the_same_results_with_ray(tmp_path: Path, suite: str) -> None:
    here = made(tmp_path / "here", suite)
    assert made(tmp_path / "there", suite, "--engine", "ray", "--workers", "2") == here


def test_what_a_benchmark_may_spend_holds_for_all_its_datasets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(tmp_path)
    prices = tmp_path / "prices.yaml"
    prices.write_text(
        'as_of: 2026-01-01\nmodels:\n  "openai:a": {input: 1000, output: 0}\n', encoding="utf-8"
    )
    for name, value in {"JUDGE_PRICES": str(prices), "OPENAI_API_KEY": "a-key-for-tests"}.items():
        monkeypatch.setenv(name, value)
    command = [*SUITES["benchmark"][:4], "--model", "openai:a", "--system", "pure_llm", "--out", "out.json"]
    with openai_server(lambda _messages: "40 tons") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        spent = judge_in_process(*command, "--max-usd", "0.001", "--concurrency", "1", cwd=tmp_path)
        # The question whether the model is there, and the first of the first dataset.
        assert len(server.requests) == 2
        assert spent.returncode == 2
        assert "raise --max-usd and run the same command again" in spent.stderr
        assert judge_in_process(*command, cwd=tmp_path).returncode == 0
        answered = [each for each in server.requests if "What of" in json.dumps(each)]
        assert len(answered) == 4


async def test_an_error_of_a_case_is_sent_next_to_what_came_of_the_others() -> None:
    async def work(case: str, _kept: RunItem | None) -> RunItem:
        if case == "spent":
            raise EngineError("all is spent")
        return RunItem(case_id=case, system="a", error="no reply")

    worker: RayWorker[Any] = RayWorker(lambda: work, None)
    assert await worker.prepare() is None
    error, sent = await worker.work([("spent", None), ("kept", None)])
    assert isinstance(error, EngineError)
    assert str(error) == "all is spent"
    assert isinstance(sent, EncodedOutcome)
    assert sent.read().item.case_id == "kept"

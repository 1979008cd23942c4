"""The scripts that measure, run as a user would, on a small load."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agents.calls.prompt_messages import read_prompt
from tests.support.in_process import script_in_process

if TYPE_CHECKING:
    from types import ModuleType

SCRIPTS = Path(__file__).parents[2] / "tools"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        f"performance_{name.replace('/', '_')}", SCRIPTS / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SERVER = script("openai_fault_server")
THROUGHPUT = script("judge_throughput")


def run(name: str, *arguments: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / f"{name}.py"), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=seconds)


@pytest.mark.slow
def test_all_answers_are_scored_against_a_faulty_server_as_against_a_clean_one(tmp_path: Path) -> None:
    faults = {"malformed": 0.2, "rate-limited": 0.1, "retry-after": 0}
    with THROUGHPUT.server(0.0, 5, faults) as base_url:
        done = run("judge_throughput", "--arm", "command", "--base-url", base_url, "--answers", "30")
        served = THROUGHPUT.requests_served(base_url)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert len(result["scores"]) == 30
    assert result["scores"] == {str(n): list(SERVER.scores_of(n)) for n in range(30)}
    assert 30 < served <= 1.4 * 30


@pytest.mark.slow
def test_nothing_is_lost_or_paid_twice_by_batch_whatever_happens() -> None:
    command = [sys.executable, str(SCRIPTS / "batches" / "batch_faults.py"), "--answers=300", "--kills=2"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr + done.stdout
    found = json.loads(done.stdout)
    assert (found["scored"], found["kills"]) == (300, 2)


def test_the_load_has_the_sizes_it_names_and_the_prompt_keeps_its_budget() -> None:
    from agents.judges.model_judge import ModelJudge
    from data_base.schemas.passage import Passage
    from data_base.schemas.protocols import JudgeRequest
    from tests.support.scripted_chat_model import ScriptedChatModel

    question, answer, passages = next(THROUGHPUT.cases(1))
    assert (len(question), len(answer), sum(map(len, passages))) == (135, 488, 4055)
    documents = tuple(
        Passage(id=f"harbour.md#{n}", doc_id="harbour.md", text=text) for n, text in enumerate(passages)
    )
    request = JudgeRequest(question=question, answer=answer, documents=documents)
    messages = ModelJudge(ScriptedChatModel()).prompt(request).messages()
    assert read_prompt(messages) is not None
    assert len(str(messages[0].content)) <= 6_800
    assert sum(len(str(message.content)) for message in messages) <= 12_500


def test_a_question_passes_through_few_functions_on_its_way_to_the_model() -> None:
    done = script_in_process(SCRIPTS / "functions_on_the_way.py")
    assert done.returncode == 0, done.stdout + done.stderr
    *functions, count = done.stdout.splitlines()
    assert count == f"{len(functions)} functions, at most 27; 13 frames, at most 13"
    assert "agents/judges/model_judge.py: ModelJudge.judge" in functions
    assert functions[-1].startswith("agents/")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_attacks_on_a_server_are_refused_or_bounded() -> None:
    pytest.importorskip("fastapi", reason="the extra 'service' is not installed")
    command = [sys.executable, str(SCRIPTS / "serving" / "hostile_http.py"), "--short"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_answer_is_scored_once_through_faults_and_kills() -> None:
    load = ("--answers", "200", "--kills", "1", "--concurrency", "16", "--seed", "1")
    done = run("at_size/faults_at_size", *load, seconds=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "200 answers, 1 kills, seed 1" in done.stdout


def test_an_attack_that_never_met_its_limit_is_no_proof_of_it() -> None:
    pytest.importorskip("fastapi", reason="the extra 'service' is not installed")
    hostile = importlib.import_module("tools.serving.hostile_http")
    attacks = {each.make.__name__: each for each in hostile.ATTACKS}
    for name, said, is_bounded in (
        ("greedy_evaluations", "32x200 8x429", True),
        ("greedy_evaluations", "40x200", False),
        ("guessed_keys", "1x401/429 19x429", True),
        ("guessed_keys", "20x401", False),
        ("pipelined", "held up", True),
        ("slow_body", "20xendless", False),
    ):
        assert hostile.is_bounded(attacks[name], said) is is_bounded, (name, said)

"""The scripts that measure, run as a user would, on a small load."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agents.judge_reply import JudgeReply
from agents.prompting import read_prompt
from agents.reply_parser import parse_reply

if TYPE_CHECKING:
    from types import ModuleType

SCRIPTS = Path(__file__).parents[2] / "benchmark" / "performance"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"performance_{name}", SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SERVER = script("openai_fault_server")
THROUGHPUT = script("judge_throughput")
RECOVERY = script("parser_recovery")
STREAM = script("run_store_stream")


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / f"{name}.py"), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


@pytest.mark.slow
def test_all_answers_are_scored_against_a_faulty_server_as_against_a_clean_one(tmp_path: Path) -> None:
    faults = {"malformed": 0.2, "rate-limited": 0.1, "retry-after": 0}
    with THROUGHPUT.server(0.0, 5, faults) as base_url:
        done = run("judge_throughput", "--arm", "ours", "--base-url", base_url, "--answers", "30")
        served = THROUGHPUT.requests_served(base_url)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert len(result["scores"]) == 30
    assert result["scores"] == {str(n): list(SERVER.scores_of(n)) for n in range(30)}
    assert 30 < served <= 1.4 * 30


def test_faults_come_in_their_shares() -> None:
    dice = random.Random(1)  # noqa: S311  (a simulation)
    faults = SERVER.Faults(malformed=0.1, rate_limited=0.1, errors=0.05, hangs=0.01)
    drawn = [faults.draw(dice) for _ in range(20_000)]
    for name, share in {"malformed": 0.1, "rate_limited": 0.1, "error": 0.05, "hang": 0.01}.items():
        assert drawn.count(name) == pytest.approx(share * 20_000, rel=0.15)


def test_malformed_replies_are_read_right_or_not_at_all() -> None:
    dice = random.Random(1)  # noqa: S311  (a simulation)
    kinds: set[str] = set()
    for item in range(100):
        broken = SERVER.malformed(json.dumps(SERVER.judgement(item)), dice)
        parsed = parse_reply(broken, JudgeReply)
        kinds.add(str(parsed.rung))
        if parsed.value is not None:
            read = (parsed.value.accuracy, parsed.value.completeness, parsed.value.clarity)
            assert read == SERVER.scores_of(item)
    assert kinds == {"extracted", "repaired", "None"}


def test_the_load_has_the_sizes_it_names_and_the_prompt_keeps_its_budget() -> None:
    from agents.judge import ModelJudge
    from data_base.passage import Passage
    from data_base.protocols import JudgeRequest
    from tests.support.scripted_chat_model import ScriptedChatModel

    question, answer, passages = next(THROUGHPUT.cases(1))
    assert (len(question), len(answer), sum(map(len, passages))) == (135, 488, 4055)
    documents = tuple(
        Passage(id=f"harbour.md#{n}", doc_id="harbour.md", text=text) for n, text in enumerate(passages)
    )
    request = JudgeRequest(question=question, answer=answer, documents=documents)
    messages = ModelJudge(ScriptedChatModel()).prompt(request).messages()
    assert read_prompt(messages) is not None
    assert len(str(messages[0].content)) <= 3600
    assert sum(len(str(message.content)) for message in messages) <= 9000


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


ROWS = [
    {"id": "1", "kind": "bracket_rating", "text": "As [3] says, fine.\n\nRating: [[8]]"},
    {
        "id": "2",
        "kind": "cot_json:fenced_bad:sums",
        "text": '```json\n{"reasoning": "a\nb", "answer": "7"\n```',
    },
    {"id": "3", "kind": "cot_json:no_json:sums", "text": "I do not know."},
    {"id": "4", "kind": "decision_prose", "text": "Decision: A/B/C."},
]


def test_recoveries_are_counted_by_class(tmp_path: Path) -> None:
    done = run("parser_recovery", "--data", str(write_rows(tmp_path / "r.jsonl", ROWS)))
    lines = {line[:18].strip(): line for line in done.stdout.splitlines()}
    assert "1 replies: recovered 1 (100.0 %" in lines["well-formed"]
    assert "1 replies: recovered 1 (100.0 %" in lines["damaged with keys"]
    assert "2 replies: recovered 0 (0.0 %" in lines["no verdict"]
    unknown = [*ROWS, {"id": "5", "kind": "unheard-of", "text": "x"}]
    done = run("parser_recovery", "--data", str(write_rows(tmp_path / "u.jsonl", unknown)))
    assert done.returncode == 1
    assert "no entry in the table for 1 replies of kind unheard-of" in done.stdout


def test_a_wrong_value_is_told_from_a_missed_one() -> None:
    outcome = RECOVERY.Outcome("1", "well-formed", said="8", read=7.0, milliseconds=1)
    assert (outcome.recovered, outcome.wrong) == (False, True)
    missed = RECOVERY.Outcome("1", "well-formed", said="8", read=None, milliseconds=1)
    assert (missed.recovered, missed.wrong) == (False, False)
    invented = RECOVERY.Outcome("1", "no verdict", said=None, read="8", milliseconds=1)
    assert invented.wrong


def test_the_interval_is_wilsons() -> None:
    low, high = RECOVERY.interval(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert RECOVERY.interval(0, 0) == (0, 1)


def test_every_arm_handles_every_item_of_the_run_store(tmp_path: Path) -> None:
    for arm in (*STREAM.WRITING, *STREAM.ONE_BY_ONE):
        assert STREAM.measured(arm, str(tmp_path / f"{arm}.sqlite"), 30)["rows_s"] > 0
    for arm in STREAM.READING:
        assert STREAM.measured(arm, str(tmp_path / "take_in.sqlite"), 30)["rows_s"] > 0
    done = run(
        "run_store_stream", "--arm", "stream", "--items", "30", "--url", str(tmp_path / "append.sqlite")
    )
    assert json.loads(done.stdout)["cpu_us"] > 0
    with pytest.raises(SystemExit, match="stream handled 30 of 31 items"):
        STREAM.measured("stream", str(tmp_path / "append.sqlite"), 31)


def test_score_cards_are_counted_for_every_type_of_answer() -> None:
    ended = run("score_cards", "--count", "20")
    assert ended.returncode == 0, ended.stderr
    rows = [line.split() for line in ended.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == ["choice", "number", "list", "text", "reasoning"]
    assert all(float(row[1].replace(",", "")) > 0 for row in rows)


def test_both_scorers_of_score_cards_agree_where_the_plain_one_can_tell() -> None:
    cards = script("score_cards")
    scored = [cards.score(answer).primary_score for answer in cards.answers("number", 50)]
    plain = [
        cards.plain_number(answer.prediction.model_dump(), answer.ground_truth.model_dump())
        for answer in cards.answers("number", 50)
    ]
    assert scored == plain
    assert 0 < sum(scored) < 50

"""Progress: a bar, sparse lines or JSON, with counts, tokens, cost and the time left."""

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.answer import Answer
from data_base.schemas.usage import TokenUsage
from data_base.store.run_store import RunStore
from service.commands.terminal.progress import ProgressRate, ProgressStyle, progress
from service.commands.terminal.tally import Tally
from tests.service.conftest import Command
from tests.support.arena import evaluation, failed_evaluation, item, research_result
from tests.support.scripted_chat_model import ScriptedChatModel

ROOT = Path(__file__).resolve().parents[2]
MILLION = TokenUsage(input_tokens=1_000_000, output_tokens=1_000_000, calls=1, cost_usd=3.0)
PRICES = "as_of: 2030-01-01\nmodels:\n  one: {input: 1, output: 2}\n  other: {input: 10, output: 20}\n"


@pytest.fixture
def prices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))


def answered(model: str | None, usage: TokenUsage) -> Answer:
    return Answer(text="a", model_id=model, usage=usage)


def test_lines_are_sparse_and_the_last_one_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    with progress("arena", total=100, style=ProgressStyle.LINES) as update:
        for number in range(100):
            tally = tally.with_item(item("A", str(number), None))
            update(tally)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("arena: 10 of 100 done, 0 failed, 10 unscored, 0 tokens, $0.00, ")
    assert lines[0].endswith(" s left")
    assert lines[-1] == "arena: 100 of 100 done, 0 failed, 100 unscored, 0 tokens, $0.00"


def test_elsewhere_than_on_a_terminal_it_is_quiet_and_machine_readable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Lines for people were written into logs and pipes."""
    with progress("arena", total=205) as update:
        for number in range(206):
            update(Tally(done=number, usage=TokenUsage(input_tokens=10 * number)))
            update(Tally(done=number, usage=TokenUsage(input_tokens=10 * number)))
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["done"] for entry in told] == [*range(20, 205, 20), 205]
    assert {(entry["kind"], entry["task"], entry["total"]) for entry in told} == {("progress", "arena", 205)}
    assert told[-1]["tokens"] == 2050


def test_json_is_an_object_for_every_item(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    with progress("評測", total=2, style=ProgressStyle.JSON) as update:
        for result in (evaluation(), failed_evaluation()):
            tally = tally.with_evaluation(result)
            update(tally)
    first, last = map(json.loads, capsys.readouterr().err.splitlines())
    assert list(first) == [
        *("kind", "task", "done", "total", "failed", "unscored", "read_back", "in_flight"),
        *("tokens", "cached_input_tokens", "reasoning_tokens", "cost_usd", "elapsed_s", "left_s"),
    ]
    assert (first["kind"], first["task"], first["done"], first["unscored"]) == ("progress", "評測", 1, 0)
    assert (last["done"], last["total"], last["unscored"], last["left_s"]) == (2, 2, 1, 0.0)


@pytest.mark.parametrize(
    ("style", "total"), [(ProgressStyle.OFF, 3), (ProgressStyle.AUTO, None), (ProgressStyle.LINES, None)]
)
def test_nothing_is_shown(
    capsys: pytest.CaptureFixture[str], style: ProgressStyle, total: int | None
) -> None:
    with progress("arena", total=total, style=style) as update:
        update(Tally(done=1))
    assert capsys.readouterr() == ("", "")


def test_the_cost_of_items_is_summed_and_unknown_where_one_is() -> None:
    answer = item("A", "1", None).model_copy(update={"answer": answered("one", MILLION)})
    assert Tally().with_item(answer) == Tally(done=1, unscored=1, usage=MILLION)
    judged = evaluation().model_copy(update={"usage": MILLION})
    both = Tally().with_item(answer).with_evaluation(judged)
    assert both.usage.cost_usd == 6.0
    unknown = answered("new", MILLION.model_copy(update={"cost_usd": None}))
    tally = both.with_item(item("A", "1", None).model_copy(update={"answer": unknown}))
    assert tally.usage.cost_usd is None
    assert tally.with_evaluation(judged).usage.cost_usd is None
    assert "cost unknown" in str(tally)
    recorded = item("A", "1", None).model_copy(update={"answer": answered(None, TokenUsage())})
    assert Tally().with_item(recorded).usage.cost_usd == 0


def test_an_unknown_price_is_said_from_the_first_second(prices: None) -> None:
    known, unknown = ScriptedChatModel(name_shown="one"), ScriptedChatModel(name_shown="new")
    assert str(Tally.of([known])).endswith("$0.00")
    assert str(Tally.of([known, unknown])).endswith("cost unknown")


def test_reasoning_and_what_prompt_caches_held_are_shown_where_there_is_some() -> None:
    thought = TokenUsage(input_tokens=1000, output_tokens=500, reasoning_tokens=400)
    assert "1,500 tokens (400 reasoning)" in str(Tally(usage=thought))
    cached = thought.model_copy(update={"cached_input_tokens": 900})
    assert "1,500 tokens (900 from prompt caches, 400 reasoning)" in str(Tally(usage=cached))


def test_research_is_counted_with_its_judge_inside() -> None:
    research = research_result("q", "t").model_copy(update={"usage": MILLION + MILLION})
    entry = item("A", "1", None).model_copy(update={"research": research, "answer": None})
    assert Tally().with_item(entry) == Tally(done=1, failed=1, usage=MILLION + MILLION)


@given(st.lists(st.floats(0.01, 50), min_size=1, max_size=60), st.integers(0, 100))
def test_the_time_left_is_that_of_the_rest_at_the_pace_of_late(waits: list[float], rest: int) -> None:
    now = 0.0
    pace = ProgressRate(lambda: now)
    assert pace.left(10) is None
    for done, wait in enumerate(waits, start=1):
        now += wait
        pace.note(done)
    left = pace.left(len(waits) + rest)
    assert left is not None
    assert rest * min(waits) - 1e-6 <= left <= rest * max(waits) + 1e-6
    assert pace.left(None) is None


def test_time_left_runs_down_while_an_item_is_waited_for() -> None:
    now = 0.0
    pace = ProgressRate(lambda: now)
    now = 10.0
    pace.note(1)
    assert pace.left(3) == 20.0
    now = 14.0
    assert pace.left(3) == 16.0
    now = 100.0
    assert pace.left(3) == 0.0


def test_what_is_read_back_says_nothing_of_the_time_that_is_left() -> None:
    """A resumed run began with "done 1" and minutes left, while it read results back."""
    now = 0.0
    pace = ProgressRate(lambda: now)
    for done in range(1, 21):
        now += 2.0 if done == 1 else 0.01
        pace.note(done, read_back=done)
        assert pace.left(60) is None
    now += 3.0
    pace.note(21, read_back=20)
    assert pace.left(60) == pytest.approx(39 * 3.0)


def test_a_resumed_run_counts_what_it_reads_back(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [{"id": str(n), "question": "q?", "answer": f"{n}.", "documents": ["4 ships"]} for n in range(10)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    code, out, _ = judge("evaluate", "a.jsonl", "--limit", "10")
    run_id = out.splitlines()[-1].removeprefix("Run ID: ")
    with RunStore(tmp_path / ".judge/runs.sqlite") as store:
        manifest = store.manifest(run_id)
        items = sorted(store.items(run_id), key=lambda item: int(item.case_id))
        store.delete(run_id)
        store.create(manifest)
        store.extend(run_id, items[:6])
    code, _, err = judge("evaluate", "a.jsonl", "--progress", "json")
    told = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert (code, [each["read_back"] for each in told]) == (0, [1, 2, 3, 4, 5, 6, 6, 6, 6, 6])
    assert [each["left_s"] for each in told[:6]] == [None] * 6


def on_a_terminal(script: str, folder: Path = ROOT) -> tuple[str, str]:
    """What a script shows on a terminal as stderr, and what it writes to stdout."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    # What a few lines leave in the terminal's buffer can be read when the process has ended.
    written, _ = process.communicate(timeout=30)
    shown = b""
    with suppress(OSError):  # raised where the other end is closed and all is read
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    assert process.returncode == 0, shown
    return shown.decode(), written


SCRIPT = """
from service.commands.terminal.progress import progress
from service.commands.terminal.tally import Tally
from data_base.schemas.usage import TokenUsage
from data_base.store.run_store import RunStore
import sys, time
with progress("arena", total=4, bar_after={after}) as update:
    time.sleep(0.2)
    update(Tally(done=3, failed=1, unscored=1, usage=TokenUsage(input_tokens=1234, cost_usd=0.5)))
    print("a result for a file")
"""


@pytest.mark.slow
def test_a_terminal_gets_a_bar_and_a_pipe_its_results() -> None:
    shown, written = on_a_terminal(SCRIPT.format(after=0))
    assert all(
        part in shown for part in ("arena", "3/4", "1 failed, 1 unscored, 1,234 tokens, $0.50", "left")
    )
    assert written == "a result for a file\n"
    assert "result" not in shown


RESEARCH = ["research", "q", "--documents", "d"]
EVALUATE = ["evaluate", "--question", "q", "--answer", "a", "--documents", "d"]


@pytest.mark.parametrize(
    ("where", "arguments"),
    [
        ("data_base.documents.reader.documents_read", RESEARCH),
        ("data_base.documents.reader.read_documents", EVALUATE),
        ("agents.judges.embedded_judge.EmbeddedJudge.judge", EVALUATE),
    ],
)
@pytest.mark.slow
def test_whatever_takes_long_shows_a_bar(tmp_path: Path, where: str, arguments: list[str]) -> None:
    """A single judgement, and the reading of documents for research, left the terminal empty."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.md").write_text("Some text.", encoding="utf-8")
    module, _, name = where.rpartition(".")
    slow = f"""
import pkgutil, sys, time
owner = pkgutil.resolve_name({module!r})
real = getattr(owner, {name!r})
setattr(owner, {name!r}, lambda *args, **more: (time.sleep(2.5), real(*args, **more))[1])
sys.argv = ["judge", *{arguments!r}]
from service.commands.app import main
main()
"""
    shown, _ = on_a_terminal(slow, tmp_path)
    assert "━" in shown


EVENTS = """
import time
from service.commands.terminal.progress import progress, say
from service.commands.terminal.tally import Tally
with progress("research", total=3, bar_after=0) as update:
    time.sleep(1.5)
    for number in range(3):
        say(f"event {{number}} {long}", err=True)
        update(Tally(done=number + 1))
        time.sleep(0.2)
"""


@pytest.mark.slow
def test_a_line_never_shares_the_bars_line_and_is_not_broken() -> None:
    """Events of ``judge research`` were written behind the bar, in its own line."""
    long = "of an id that is longer than the terminal is wide: " + "x" * 100
    shown, _ = on_a_terminal(EVENTS.format(long=long))
    assert shown.index("━") < shown.index("event 0")
    for number in range(3):
        assert f"\r\x1b[2Kevent {number} {long}\r\n" in shown


@pytest.mark.slow
def test_what_is_done_soon_gets_no_bar() -> None:
    shown, written = on_a_terminal(SCRIPT.format(after=20))
    assert shown == ""
    assert written == "a result for a file\n"


def test_the_style_is_an_option_or_a_variable(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps({"question": "q", "answer": "a", "documents": ["b"]})
    (tmp_path / "answers.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert _told(judge("evaluate", "answers.jsonl")[2])[-1]["done"] == 2
    assert judge("evaluate", "answers.jsonl", "--progress", "lines")[2].startswith("evaluate: 1 of 2 done")
    assert judge("evaluate", "answers.jsonl", "--progress", "off")[2].startswith("Note: ")
    monkeypatch.setenv("JUDGE_PROGRESS", "json")
    err = judge("evaluate", "answers.jsonl")[2]
    assert [entry["done"] for entry in _told(err)] == [1, 2]
    assert judge("evaluate", "answers.jsonl", "--progress", "loud")[0] == 2


def test_research_tells_its_events_as_json(judge: Command, documents: Path) -> None:
    question = "How many ships did the harbour of Velm handle in 2023?"
    code, out, err = judge("research", question, "--documents", documents, "--progress", "json", "--json")
    assert code == 0
    kinds = [entry["kind"] for entry in _told(err)]
    assert kinds[0] == "run_started"
    assert kinds[-1] == "finished"
    assert json.loads(out)["stop_reason"]
    assert judge("research", question, "--documents", documents, "--progress", "off")[2].startswith("Note: ")


def test_research_elsewhere_than_on_a_terminal_tells_of_its_attempts(judge: Command, documents: Path) -> None:
    err = judge("research", "How many ships were there in 2022?", "--documents", documents)[2]
    told = _told(err)
    assert [entry["done"] for entry in told] == list(range(1, len(told) + 1))
    assert {(entry["kind"], entry["task"], entry["total"]) for entry in told} == {("progress", "research", 4)}


def _told(err: str) -> list[dict[str, Any]]:
    """What is for programs on stderr; the other lines are for people."""
    return [json.loads(line) for line in err.splitlines() if line.startswith("{")]

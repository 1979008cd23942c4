import logging
import re
from contextlib import redirect_stdout
from datetime import datetime, timedelta, timezone
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from eval.runs.score_format import on_scale
from eval.stats.paired import Outcomes
from service.commands.app import EachOnce
from service.commands.terminal.arena_table import tally
from service.commands.terminal.tables import minutes, print_table
from tests.eval.arena.test_score_aggregation import contest, score
from tests.support.arena import failed_evaluation
from tests.support.rows import over


def test_one_win_and_one_loss_are_in_the_singular() -> None:
    (pair,) = contest((score(2), score(8)), (score(8), score(2))).pairs
    assert tally(pair) == "Research: 1 win, 0 ties, 1 loss."
    two = pair.model_copy(update={"outcomes": Outcomes(wins=2, ties=1, losses=2)})
    assert tally(two) == "Research: 2 wins, 1 tie, 2 losses."


def test_an_arena_without_scores_has_no_wins_to_report() -> None:
    (pair,) = contest((score(2), failed_evaluation("documents"))).pairs
    assert tally(pair) == "Research: nothing was scored that could be compared with Pure."


def test_ids_names_and_times_stay_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    late = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=1)))
    passage = "a-long-file-name.pdf-page-17-passage-3"
    print_table(("begun (UTC)", "new passages"), [(minutes(late), passage)])
    assert capsys.readouterr().out == f"begun (UTC): 2026-01-02 02:04\n  new passages:\n    {passage}\n"


def test_scores_are_put_on_the_scale_of_their_run() -> None:
    assert (on_scale(1, "1-10"), on_scale(0, "1-10"), on_scale(0.5, "percent"), on_scale(0.5, None)) == (
        10, 1, 50, 0.5,
    )  # fmt: skip


@over(
    "causes, kept",
    [
        (["a", "a", "b"], [True, False, True]),
        (["status 500: req_00000007", "status 500: req_00000009", "status 503: x"], [True, False, True]),
        (["no reply after 31.2 s", "no reply after 31.4 s"], [True, False]),
        (["status 400", "status 429"], [True, True]),
    ],
)
def test_each_cause_is_one_line_with_a_count(
    capsys: pytest.CaptureFixture[str], causes: list[str], kept: list[bool]
) -> None:
    """A server that failed 200 times was 200 lines, which differed in the number of the request."""
    once = EachOnce()
    records = [
        logging.makeLogRecord({"msg": "%s failed on %s: %s", "args": ("A", str(n), why)})
        for n, why in enumerate(causes)
    ]
    assert [once.filter(record) for record in records] == kept
    once.say_counts()
    counted = [line for line in capsys.readouterr().err.splitlines() if " times in all: " in line]
    assert counted == ([] if all(kept) else [f"2 times in all: A failed on 0: {causes[0]}"])


WORDS = st.text("abcdefgh \n", min_size=1, max_size=90)


@given(st.integers(40, 160), st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=4))
def test_no_word_is_broken_and_no_line_is_wider_than_the_terminal(
    width: int, rows: list[tuple[str, ...]]
) -> None:
    headings = ("query", "led by the suggestion", "accuracy", "weighted")
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(StringIO()) as out:
        patched.setenv("COLUMNS", str(width))
        print_table(headings, rows)
    printed = out.getvalue()
    wide = [line for line in printed.splitlines() if cell_len(line) > width]
    assert all(any(len(word) > 20 for word in line.split()) for line in wide)
    said = set(re.findall(r"\w+", printed))
    short = {word for row in rows for cell in row for word in cell.split() if len(word) <= 40}
    assert short | {"suggestion", "weighted"} <= said | {word for word in short if width < len(word) + 20}


def test_the_attempts_of_research_fit_80_columns_with_every_word_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    headings = ("#", "query", "led by the suggestion", "new passages", "accuracy", "weighted", "change")
    query = "What did the ferry earn in 2023 and how many passengers did it carry to the islands?"
    print_table(headings, [("1", query, "–", "mydocs/annual_note.md#12", "9.90", "9.95", "–")])
    assert capsys.readouterr().out.splitlines()[:4] == [
        "#: 1",
        "  query: What did the ferry earn in 2023 and how many passengers did it carry",
        "    to the islands?",
        "  led by the suggestion: –",
    ]


def test_a_list_of_runs_is_a_table_in_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    named = "evaluate answers.jsonl 2026-11-27\nresearch-fb8e27d12d5c-0d0766eeb072-2"
    row = (named, "2026-11-27 10:11", "12 of 120", "deep_research 9.90")
    print_table(("name, id", "begun (UTC)", "scored", "mean score"), [row])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("┏")
    assert any("research-fb8e27d12d5c-0d0766eeb072-2 " in line for line in lines)

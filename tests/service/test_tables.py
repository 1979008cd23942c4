import logging
from datetime import datetime, timedelta, timezone

import pytest

from eval.runs.shown_scores import on_scale
from eval.stats.paired import Outcomes
from service.commands.app import EachOnce
from service.commands.terminal.arena_table import tally
from service.commands.terminal.tables import minutes, print_table
from tests.eval.arena.test_summary import contest, score
from tests.support.arena import failed_evaluation


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
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "2026" in line]
    assert "2026-01-02 02:04 │" in line
    assert passage in line


def test_scores_are_put_on_the_scale_of_their_run() -> None:
    assert (on_scale(1, "1-10"), on_scale(0, "1-10"), on_scale(0.5, "percent"), on_scale(0.5, None)) == (
        10, 1, 50, 0.5,
    )  # fmt: skip


def test_a_message_for_every_answer_is_printed_once() -> None:
    once = EachOnce()
    records = [logging.makeLogRecord({"msg": "no judgement: %s", "args": (why,)}) for why in "aab"]
    assert [once.filter(record) for record in records] == [True, False, True]

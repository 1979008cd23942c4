"""The yardstick: what ships keeps to its floors, and every measure is what it says."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eval.stats.measure import ClusterSettings
from eval.stats.verdict_agreement import auroc
from tests.support.attacks import attacks
from tests.support.in_process import script_in_process
from tests.support.rows import over, table
from tools.changed_figure_cases import digit_changes, exchanges
from tools.own_sets import JudgedAnswer, OwnAnswer
from tools.yardstick_figures import (
    SUPPORTED,
    UNDECIDABLE,
    UNSUPPORTED,
    Figure,
    Line,
    Seen,
    decided_accuracy,
    decided_share,
    decided_wrong,
    figures,
    share,
    undecided_share,
)
from tools.yardstick_people import lead, people_figures, response
from tools.yardstick_shipped import moves, set_figures, shipped_figures

SCRIPT = Path(__file__).parents[2] / "tools" / "yardstick.py"
FEW = ClusterSettings(seed=1, resamples=100)
# Supported and right, unsupported and right, unsupported and wrong, two undecidable.
VERDICTS = np.array([SUPPORTED, UNSUPPORTED, UNSUPPORTED, UNDECIDABLE, UNDECIDABLE])
LABELS = np.array([1.0, 0, 1, 1, 0])
WEIR = "The Brandle weir was built in 1911. It has 6 turbines. The lock keeper is Ada Orsay."


def test_what_ships_keeps_to_its_floors() -> None:
    tables = shipped_figures(FEW, quick=True)
    assert sum(len(table) for table in tables.values()) == 17
    assert [figure for table in tables.values() for figure in table if not figure.passes] == []


def test_claims_that_may_stay_undecided_by_hand() -> None:
    assert decided_share(VERDICTS, LABELS) == pytest.approx(3 / 5)
    assert undecided_share(VERDICTS, LABELS) == pytest.approx(2 / 5)
    assert decided_accuracy(VERDICTS, LABELS) == pytest.approx(2 / 3)
    assert decided_wrong(VERDICTS, LABELS) == pytest.approx(1 / 5)
    assert decided_accuracy(VERDICTS[3:], LABELS[3:]) is None


def test_of_nothing_there_is_no_share() -> None:
    nothing = np.array([])
    for measure in (share, decided_share, undecided_share, decided_accuracy, decided_wrong):
        assert measure(nothing, nothing) is None


def test_a_line_counts_the_numbers_that_it_names() -> None:
    lines = [Line("both", ("a", "b"), share), Line("first", ("a",), share, 0.8), Line("none", ("c",), share)]
    seen = [Seen("a", "x", 1, milliseconds=2), Seen("a", "y", 0, milliseconds=4), Seen("b", "y", 1)]
    both, first = figures(lines, seen, FEW)
    assert both.value == pytest.approx(2 / 3)
    assert (both.name, both.rows) == ("both", 3)
    assert (first.value, first.rows, first.milliseconds, first.passes) == (0.5, 2, 3, False)
    assert (first.low, first.high) == (0, 1)


@over(
    "value, floor, passes",
    [(0.5, None, True), (0.5, 0.5, True), (0.49, 0.5, False), (None, 0.5, False), (None, None, True)],
)
def test_a_floor_is_the_least_that_passes(*, value: float | None, floor: float | None, passes: bool) -> None:
    figure = Figure(name="x", value=value, low=None, high=None, rows=1, floor=floor)
    assert figure.passes is passes


def test_one_digit_at_a_time() -> None:
    # A single digit does not become 0 either.
    assert list(digit_changes("It has 6 turbines.", quick=True)) == ["It has 7 turbines."]
    changed = list(digit_changes("In 1911 it had 6.5 m.", quick=False))
    # Nine others of each digit; a first digit does not become 0.
    assert len(changed) == len(set(changed)) == 8 + 9 + 9 + 9 + 8 + 9
    for text in changed:
        assert sum(a != b for a, b in zip(text, "In 1911 it had 6.5 m.", strict=True)) == 1


def test_a_figure_is_exchanged_for_another_of_its_kind() -> None:
    passages = ("It produced 41.6 GWh, against 39.2 GWh the year before.", "It cost 25 euros.")
    assert list(exchanges("It produced 41.6 GWh.", passages, most=5)) == ["It produced 39.2 GWh."]
    assert list(exchanges("It was beautiful.", passages, most=5)) == []


@over(
    "kind, accuracy, fair",
    table(__file__, "test_the_bands_of_own_answers"),
)
def test_the_bands_of_own_answers(*, kind: str, accuracy: float, fair: bool) -> None:
    answer = OwnAnswer("tuned", "en", "en-1", kind, "q1", "?", "!", ())
    assert JudgedAnswer(answer, accuracy, 1.0).fair is fair


def test_control_an_attack_that_states_wrong_figures_moves_a_score() -> None:
    attack = next(attack for attack in attacks() if attack.id == "en-order")
    assert not moves(attack, "behind")
    assert moves(replace(attack, text="In 2022 the Brandle weir produced 99.9 GWh of electricity."), "behind")


def pair(first: str, second: str) -> dict[str, Any]:
    human = [{f"{name}_label": 0 for name in ("completeness", "correctness", "overall")}]
    query = {"dataset": "weirs", "query_id": "1", "query": "Describe the weir.", "gt_answer": WEIR}
    return {**query, "model1": {"response": first}, "model2": {"response": second}, "human": human}


def test_a_preference_turns_with_the_sides_and_is_none_between_equals() -> None:
    short = "It has 6 turbines."
    there = [seen.judge for seen in lead(pair(short, WEIR))]
    back = [seen.judge for seen in lead(pair(WEIR, short))]
    assert there == pytest.approx([-number for number in back])
    assert there[0] > 0
    assert [seen.judge for seen in lead(pair(WEIR, WEIR))] == [0] * 6


def test_a_gold_answer_is_complete_and_correct_beside_itself() -> None:
    found = response("Describe the weir.", WEIR, WEIR)
    assert found["completeness"] == 1
    assert found["correctness"] > 0.5
    assert found["overall"] == pytest.approx((found["completeness"] + found["correctness"]) / 2)


def written(folder: Path, name: str, *rows: dict[str, Any]) -> None:
    text = "\n".join(json.dumps(row) for row in rows)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


def answer(text: str, label: str, name: str = "financebench") -> dict[str, Any]:
    question = "How many turbines does the Brandle weir have?"
    return {"set": name, "question": question, "answer": text, "documents": [WEIR], "label": label}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two invented files of labelled rows."""
    written(
        tmp_path,
        "lfqa",
        {"claim": "The Brandle weir was built in 1911.", "context": WEIR, "label": 1, "group": "a"},
        {"claim": "Hedgehogs eat beetles at night.", "context": WEIR, "label": 0, "group": "b"},
    )
    written(
        tmp_path,
        "answers_real",
        answer("It has 6 turbines.", "Correct Answer"),
        answer("It has 9 turbines.", "Incorrect Answer"),
        answer("The document does not say.", "Refusal"),
        answer("6", "true", "xquad_en"),
        answer("1911", "elsewhere", "xquad_en"),
    )
    return tmp_path


def test_people_are_measured_on_the_files_that_are_there(data: Path) -> None:
    people, answers = people_figures(data, FEW).values()
    assert [(figure.name, figure.rows) for figure in people] == [
        ("LFQA, balanced accuracy", 2),
        ("LFQA+BEGIN+Factcheck, decided share", 2),
        ("LFQA+BEGIN+Factcheck, accuracy where decided", 2),
    ]
    assert people[0].value == 1
    assert {figure.name: figure.rows for figure in answers} == {
        "FinanceBench answers, right or wrong": 2,
        "FinanceBench answers, right or declining": 2,
        "XQuAD en, the span asked for or another": 2,
    }
    assert answers[0].value == 1
    # One document: nothing to draw an interval from.
    assert answers[0].low is None
    assert all((figure.milliseconds or 0) > 0 for figure in answers)


def test_auroc_counts_pairs_in_order() -> None:
    # Of the six pairs four are in order, one is tied and one is not.
    assert auroc(np.array([9.0, 5, 2, 5, 1]), np.array([1.0, 1, 1, 0, 0])) == pytest.approx(4.5 / 6)


def test_one_own_set_lists_what_it_misses() -> None:
    tables, missed = set_figures(SCRIPT.parents[1] / "tests" / "independent" / "tuned", FEW)
    (table,) = tables.values()
    assert all(figure.floor is None for figure in table)
    assert table[0].rows == 208
    assert len(missed) == round(208 * (1 - (table[0].value or 0)))


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return script_in_process(SCRIPT, *arguments, cwd=cwd)


def test_the_script_runs_from_anywhere_and_exits_1_below_a_floor(data: Path, tmp_path: Path) -> None:
    ended = run("--data", str(data), "--resamples", "100", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "BELOW" not in ended.stdout
    turned = [
        {"claim": "Hedgehogs eat beetles at night.", "context": WEIR, "label": 1, "group": "a"},
        {"claim": "The Brandle weir was built in 1911.", "context": WEIR, "label": 0, "group": "b"},
    ]
    written(data, "lfqa", *turned)
    ended = run("--data", str(data), "--resamples", "100", cwd=tmp_path)
    assert ended.returncode == 1, ended.stderr
    assert [line.split(",")[0] for line in ended.stdout.splitlines() if "BELOW" in line] == ["LFQA"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--resamples", "20"), "--resamples: input should be greater than or equal to 100"),
        (("--folder", "nowhere"), "--folder nowhere is not a set"),
    ],
)
def test_bad_input_is_one_sentence(given: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = run(*given, cwd=tmp_path)
    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False)
    assert said in ended.stderr


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    ended = run("--data", str(tmp_path), cwd=tmp_path)
    assert ended.returncode == 2
    assert "contains none of lfqa" in ended.stderr

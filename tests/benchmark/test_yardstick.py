"""The yardstick: what ships keeps to its floors, and every measure is what it says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eval.stats.measure import ClusterSettings
from eval.stats.verdict_agreement import auroc
from tests.support.attacks import attacks
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
from tools.yardstick_shipped import moves, set_figures, shipped_figures

SCRIPT = Path(__file__).parents[2] / "tools" / "yardstick.py"
FEW = ClusterSettings(seed=1, resamples=100)
# Supported and right, unsupported and right, unsupported and wrong, two undecidable.
VERDICTS = np.array([SUPPORTED, UNSUPPORTED, UNSUPPORTED, UNDECIDABLE, UNDECIDABLE])
LABELS = np.array([1.0, 0, 1, 1, 0])


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


def test_auroc_counts_pairs_in_order() -> None:
    # Of the six pairs four are in order, one is tied and one is not.
    assert auroc(np.array([9.0, 5, 2, 5, 1]), np.array([1.0, 1, 1, 0, 0])) == pytest.approx(4.5 / 6)


def test_one_own_set_lists_what_it_misses() -> None:
    tables, missed = set_figures(SCRIPT.parents[1] / "tests" / "independent" / "tuned", FEW)
    (table,) = tables.values()
    assert all(figure.floor is None for figure in table)
    assert table[0].rows == 208
    assert len(missed) == round(208 * (1 - (table[0].value or 0)))

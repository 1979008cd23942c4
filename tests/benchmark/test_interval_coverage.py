import pytest

from tools.arena_statistics.coverage import coverage
from tools.arena_statistics.simulated_arenas import Cell


@pytest.mark.slow
@pytest.mark.parametrize("cell", [Cell(38, 30, 1.0, ties=True), Cell(12, 100, 0.0, ties=False)], ids=str)
def test_intervals_of_200_simulated_arenas_hold_the_truth_about_as_often_as_they_say(cell: Cell) -> None:
    """The script itself runs 2,000 arenas in each of 24 cells."""
    found = coverage(cell, arenas=200, seed=1, resamples=200)
    # Three standard errors of 200 arenas around 95 %; passes and ranks are discrete, and on the safe side.
    assert all(share > 0.904 for share in found.values()), found
    assert all(found[name] < 0.995 for name in ("mean", "mean gap", "scores", "pairs")), found


def test_a_difference_of_pass_rates_over_twelve_questions_is_covered_nominally() -> None:
    """With normal limits 91 % of intervals contained the truth instead of 95 %."""
    found = coverage(Cell(12, 100, 0.0, ties=False), arenas=1_000, seed=3, people_only=True)
    assert 0.93 <= found["passes gap"] <= 0.975, found

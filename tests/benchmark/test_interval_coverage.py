from benchmark.performance.arena_statistics.coverage import coverage
from benchmark.performance.arena_statistics.simulated_arenas import Cell


def test_intervals_of_200_simulated_arenas_hold_the_truth_about_as_often_as_they_say() -> None:
    """The script itself runs 2,000 arenas in each of 24 cells."""
    found = coverage(Cell(38, 30, 1.0, ties=True), arenas=200, seed=1, resamples=200)
    # Three standard errors of 200 arenas around 95 %; passes and ranks are discrete, and on the safe side.
    assert all(share > 0.904 for share in found.values()), found
    assert all(found[name] < 0.995 for name in ("mean", "mean gap", "scores", "pairs")), found

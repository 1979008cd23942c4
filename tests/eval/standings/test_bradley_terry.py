import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.standings.bradley_terry import ELO, BradleyTerry, contests
from eval.standings.comparisons import comparisons, controlled_comparisons, pair_table
from tests.support.pair_verdicts import pair_verdicts, plain
from tests.support.rows import over


def strengths(wins: list[list[float]], trials: list[list[float]], design: np.ndarray) -> np.ndarray:
    return BradleyTerry(design).fit(np.asarray(wins), np.asarray(trials))


TWO = contests(np.asarray([0]), np.asarray([1]), 2)


def test_two_systems_differ_by_the_log_odds_of_their_wins() -> None:
    found = strengths([[300.0], [225.0]], [[400.0], [300.0]], TWO)
    # 400 points are odds of ten to one.
    assert (found[:, 0] - found[:, 1]) * ELO == pytest.approx([400 * np.log10(3)] * 2, rel=1e-3)
    assert found.sum(axis=1) == pytest.approx([0, 0], abs=1e-9)


def test_a_clean_sweep_is_finite_and_a_longer_one_is_stronger() -> None:
    short, long = strengths([[3.0], [30.0]], [[3.0], [30.0]], TWO)[:, 0]
    assert 1 < short < long < 10


@given(data=st.data())
def test_many_fits_at_once_are_what_each_is_alone_and_any_start_leads_there(data: st.DataObject) -> None:
    first, second = np.asarray([0, 0, 1, 2]), np.asarray([1, 2, 2, 3])
    model = BradleyTerry(contests(first, second, 4))
    rows = st.lists(st.integers(0, 40), min_size=4, max_size=4)
    trials = np.asarray(data.draw(st.lists(rows, min_size=1, max_size=3)))
    shares = np.asarray(data.draw(st.lists(st.floats(0, 1), min_size=4, max_size=4)))
    start = np.asarray(data.draw(st.lists(st.floats(-5, 5), min_size=4, max_size=4)))
    together = model.fit(trials * shares, trials, start)
    alone = [model.fit(row[None] * shares, row[None])[0] for row in trials]
    assert together == pytest.approx(np.asarray(alone), abs=1e-5)
    # At the maximum everyone has as many wins as expected, but for the weak prior.
    chance = 1 / (1 + np.exp(-(together @ model.design.T)))
    surplus = (trials * shares - trials * chance) @ model.design
    assert surplus == pytest.approx(0.01 * together, abs=1e-4)


@over("questions", [4, 60])
def test_fits_of_resamples_are_what_newton_s_method_finds(questions: int) -> None:
    """Of four questions some resamples are far from the whole, and from each other."""
    verdicts = pair_verdicts({"a": 0.9, "b": 0.2, "c": -1.1}, questions, seed=6, position=0.4, length=0.7)
    rows = controlled_comparisons(verdicts)
    model = BradleyTerry(rows.design)
    weights = np.random.default_rng(1).multinomial(questions, [1 / questions] * questions, 200).astype(float)
    start = model.fit(*rows.weighted(np.ones((1, questions))))[0]
    found = model.refit(rows.weight * rows.value, rows.weight, rows.question, weights, start)
    assert found == pytest.approx(model.fit(*rows.weighted(weights), start), abs=1e-3)


@pytest.mark.slow  # it imports pandas
def test_strengths_are_evalicas() -> None:
    evalica = pytest.importorskip("evalica", reason="the group oracles is not installed")
    verdicts = plain(pair_verdicts({"a": 0.8, "b": 0.2, "c": -0.1, "d": -0.9}, 40, seed=5))
    table = pair_table(comparisons(verdicts))
    ours = BradleyTerry(table.design).fit(*table.weighted(np.ones((1, len(table.questions)))))[0]
    winners = {1.0: evalica.Winner.X, 0.5: evalica.Winner.Draw, 0.0: evalica.Winner.Y}
    theirs = evalica.bradley_terry(
        [each.first for each in verdicts],
        [each.second for each in verdicts],
        [winners[each.value] for each in verdicts],
        tolerance=1e-10,
        limit=10_000,
    ).scores[list(table.systems)]
    expected = np.log(theirs.to_numpy())
    assert ours == pytest.approx(expected - expected.mean(), abs=1e-3)

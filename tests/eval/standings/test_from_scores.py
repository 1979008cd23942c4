import numpy as np
import pytest

from data_base.errors import InputError
from eval.standings.from_scores import standings_from_scores
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings, estimate

QUICK = ClusterSettings(resamples=1_000)


def table(means: dict[str, float], questions: int, spread: float = 1.0) -> dict[str, dict[str, float]]:
    rng = np.random.default_rng(4)
    hard = rng.normal(0, 2, questions)
    return {
        name: {str(i): mean + hard[i] + rng.normal(0, spread) for i in range(questions)}
        for name, mean in means.items()
    }


def test_means_with_their_intervals_and_pairs_told_apart_by_their_differences() -> None:
    scores = table({"low": 5.0, "high": 6.0, "also high": 6.05}, 40, spread=0.5)
    found = standings_from_scores(scores, QUICK)
    for each in found:
        alone = estimate(list(scores[each.system].values()), BootstrapSettings(resamples=4_000))
        assert each.score == pytest.approx(alone.mean)
        assert (each.low, each.high) == pytest.approx((alone.low, alone.high), abs=0.1)
    *tied, last = found
    assert {each.group for each in tied} == {1}
    assert {(each.rank_low, each.rank_high) for each in tied} == {(1, 2)}
    # Questions are harder or easier for all: intervals overlap, differences are clear.
    assert (last.system, last.rank_low, last.group) == ("low", 3, 2)
    assert last.high > tied[0].low


def test_a_question_without_a_score_is_left_out_and_shares_above_the_field_are_counted() -> None:
    found = standings_from_scores(
        {"a": {"1": 5, "2": 9, "3": 7}, "b": {"1": 5, "2": 7, "3": 9}, "c": {"1": 5}}, QUICK
    )
    assert {each.system: each.score for each in found} == {"a": 7, "b": 7, "c": 5}
    assert {each.system: each.beats_field for each in found} == {"a": 0.5, "b": 0.5, "c": 0.5}
    with pytest.raises(InputError, match="c has no score"):
        standings_from_scores({"a": {"1": 5}, "c": {}})

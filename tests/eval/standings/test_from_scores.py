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
    # On the one question that c was scored on it was as good as the others.
    assert {each.system: each.score for each in found} == pytest.approx({"a": 7, "b": 7, "c": 7})
    assert {each.system: each.beats_field for each in found} == {"a": 0.5, "b": 0.5, "c": 0.5}
    with pytest.raises(InputError, match="c has no score"):
        standings_from_scores({"a": {"1": 5}, "c": {}})


def test_who_answers_the_easy_questions_alone_is_not_crowned() -> None:
    """Means over different questions were compared: answering only the easiest ones made anyone first."""
    rng = np.random.default_rng(0)
    ease = np.sort(rng.normal(6, 2, 38))
    whole = {str(i): each for i, each in enumerate(ease.tolist())}
    easy = {str(i): whole[str(i)] for i in range(30, 38)}
    found = standings_from_scores({"All": whole, "Few": easy}, QUICK)
    assert [each.score for each in found] == pytest.approx([ease.mean()] * 2)
    assert {(each.rank_low, each.rank_high, each.group) for each in found} == {(1, 2, 1)}
    # One that is better on what it answered is said to be so.
    found = standings_from_scores({"All": whole, "Few": {q: v + 1 for q, v in easy.items()}}, QUICK)
    assert [(each.system, each.rank_low) for each in found] == [("Few", 1), ("All", 2)]
    assert found[0].score == pytest.approx(ease.mean() + 1)


def test_few_answers_are_told_apart_from_none_and_systems_without_a_question_in_common_neither() -> None:
    whole = {str(i): 5.0 + i % 3 for i in range(30)}
    five = {str(i): whole[str(i)] + 3 for i in range(5)}
    found = standings_from_scores({"whole": whole, "five": five, "one": {"0": 9.0}}, QUICK)
    assert {each.group for each in found} == {1}
    one = next(each for each in found if each.system == "one")
    assert np.isinf([one.low, one.high]).all()
    here, there = ({f"{place}{i}": 5.0 + i for i in range(12)} for place in "ht")
    above = [{question: score + 2 for question, score in own.items()} for own in (here, there)]
    found = standings_from_scores({"a": here, "b": above[0], "c": there, "d": above[1]}, QUICK)
    # Above a in one place and above c in the other: nothing tells the two places' contestants apart.
    ranks = {each.system: (each.rank_low, each.rank_high) for each in found}
    assert ranks == {"a": (2, 4), "b": (1, 3), "c": (2, 4), "d": (1, 3)}


def test_who_is_behind_on_all_questions_in_common_is_not_first() -> None:
    """B beats A wherever both are scored, and is weak beside C on questions that A did not answer."""
    scores: dict[str, dict[str, float]] = {
        "A": {str(i): 9.0 for i in range(8)},
        "B": {str(i): 9.5 if i < 8 else 4.0 for i in range(30)},
        "C": {str(i): 3.0 for i in range(30)},
    }
    ranks = {each.system: each.rank_low for each in standings_from_scores(scores, QUICK)}
    assert ranks == {"A": 1, "B": 1, "C": 3}


def test_groups_do_not_contradict_ranges_of_ranks() -> None:
    """C may be first, and was in the second group, so that A was said to be first."""
    rng = np.random.default_rng(0)
    scores: dict[str, dict[str, float]] = {"A": {}, "B": {}, "C": {}}
    for question in map(str, range(12)):
        hard = rng.normal()
        scores["A"][question] = 8 + hard
        scores["B"][question] = 7.7 + hard + rng.normal() * 0.05
        scores["C"][question] = 7.4 + hard + rng.normal() * 3
    found = {each.system: each for each in standings_from_scores(scores)}
    assert found["C"].rank_low == 1
    assert found["A"].rank_high > 1
    assert found["B"].rank_low > 1
    assert {each.group for each in found.values()} == {1}

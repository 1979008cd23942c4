from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.score_card import ErrorTag
from scoring.answers import ScoringTerms
from scoring.answers.order_agreement import kendall_tau, longest_rise
from tests.support.canonical import card


def test_precision_recall_and_f1_worked_out_by_hand() -> None:
    scored = card("list", {"items": ["AI", "Earnings", "x"]}, {"items": ["ai", "earnings", "rates", "oil"]})
    # 2 matched, 3 said, 4 right: 2/3, 2/4, 4/7.
    assert scored.sub_scores == {"precision": pytest.approx(2 / 3), "recall": 0.5, "f1": pytest.approx(4 / 7)}
    assert scored.primary_score == pytest.approx(4 / 7)
    assert scored.error_tags == (ErrorTag.MISSING_ITEM, ErrorTag.EXTRA_ITEM)
    assert "rates" in scored.explain
    assert "x" in scored.explain


def test_repeats_count_unless_items_are_unique() -> None:
    assert card("list", {"items": ["a", "A"]}, {"items": ["a"]}).sub_scores["precision"] == 0.5
    assert card("list", {"items": ["a", "A"]}, {"items": ["a"], "unique": True}).primary_score == 1.0
    assert card("list", {"items": ["a"]}, {"items": ["a", "a"]}).sub_scores["recall"] == 0.5


def test_items_are_compared_in_one_spelling() -> None:
    said = {"items": ["3000 g", "臺北", "Двенадцать", "“Oil”"]}
    assert card("list", said, {"items": ["oil", "12", "台北", "three kilograms"]}).primary_score == 1.0
    synonyms = ScoringTerms(synonyms={"ai": ("人工智能", "искусственный интеллект")})
    assert (
        card("list", {"items": ["人工智慧", "人工智能"]}, {"items": ["AI"]}, synonyms).sub_scores["recall"]
        == 1.0
    )


def test_the_order_is_scored_beside_the_items() -> None:
    truth = {"items": ["a", "b", "c", "d"], "ordered": True}
    # Of the 6 pairs of a, b, c, d only (a, b) is turned round: (5 - 1) / 6.
    swapped = card("list", {"items": ["b", "a", "c", "d"]}, truth)
    assert swapped.primary_score == 1.0
    assert swapped.sub_scores["order_kendall_tau"] == pytest.approx(2 / 3)
    assert swapped.error_tags == (ErrorTag.WRONG_ORDER,)
    reversed_card = card("list", {"items": ["d", "c", "b", "a"]}, truth)
    assert reversed_card.sub_scores["order_kendall_tau"] == -1.0
    assert reversed_card.primary_score == 1.0
    assert not reversed_card.passed
    assert card("list", {"items": ["a", "x", "c"]}, truth).sub_scores["order_kendall_tau"] == 1.0
    assert "order_kendall_tau" not in card("list", {"items": ["a"]}, truth).sub_scores
    assert "order_kendall_tau" not in card("list", {"items": ["b", "a"]}, {"items": ["a", "b"]}).sub_scores


def test_nothing_said_is_wrong_and_no_gold_is_unscored() -> None:
    scored = card("list", {"items": [" "]}, {"items": ["a"]})
    assert (scored.primary_score, scored.error_tags[0]) == (0.0, ErrorTag.NO_ANSWER)
    assert card("list", {"items": []}, {"items": []}).unscored_reason
    assert card("list", None, {"items": ["a"]}).unscored_reason


words = st.lists(st.sampled_from(["ab", "cd", "ef", "gh", "ij"]), max_size=8)


@given(words, words.filter(bool), st.booleans())
def test_f1_is_the_harmonic_mean_and_turns_round(said: list[str], right: list[str], unique: bool) -> None:
    one = card("list", {"items": said}, {"items": right, "unique": unique}).sub_scores
    total = one["precision"] + one["recall"]
    assert one["f1"] == pytest.approx(2 * one["precision"] * one["recall"] / total if total else 0)
    if said:
        other = card("list", {"items": right}, {"items": said, "unique": unique}).sub_scores
        assert (other["precision"], other["recall"]) == (one["recall"], one["precision"])


@given(st.permutations(range(6)))
def test_kendall_counts_pairs(places: list[int]) -> None:
    agree = sum(1 if first < second else -1 for first, second in combinations(places, 2))
    assert kendall_tau(places) == pytest.approx(agree / 15)


@given(st.lists(st.integers(0, 6), max_size=9))
def test_the_longest_rise_is_the_longest(places: list[int]) -> None:
    longest = max(
        size
        for size in range(len(places) + 1)
        for part in combinations(places, size)
        if list(part) == sorted(part)
    )
    assert longest_rise(places) == longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.score_card import ErrorTag
from scoring.answers import ScoringTerms
from tests.support.canonical import card
from tests.support.rows import over


def test_coverage_is_over_the_gold_texts_content_words() -> None:
    scored = card(
        "text",
        {"value": "The revenue rose by 12% thanks to exports"},
        {"value": "Revenue grew 12 percent because of exports"},
    )
    # revenue, grew, 12, exports: all but "grew".
    assert scored.primary_score == 0.75
    assert scored.sub_scores["keyword_coverage"] == 0.75
    assert scored.error_tags == (ErrorTag.LOW_COMPLETENESS,)


@over(
    "said, keywords, coverage",
    [
        ("公司營收同比增長百分之十二", ("营收", "12%", "利润"), 2 / 3),
        ("Выручка выросла на двенадцать процентов", ("выручке", "12 %"), 1),
        ("It shipped three tonnes of rice", ("3000 kg", "rice", "wheat"), 2 / 3),
        ("She said so", ("AI",), 0),
        ("不是这个问题", ("是",), 1),
        ("no", ("not",), 0),
    ],
)
def test_keywords_count_in_any_form(said: str, keywords: tuple[str, ...], coverage: float) -> None:
    scored = card("text", {"value": said}, {"value": ""}, ScoringTerms(keywords=keywords))
    assert scored.primary_score == pytest.approx(coverage)


def test_rouge_worked_out_by_hand() -> None:
    scored = card("text", {"value": "the cat sat on a mat"}, {"value": "The cat was on the mat."})
    # Shared words: the, cat, on, mat (4 of 6 and 6); the longest common subsequence is the same four.
    assert scored.sub_scores["rouge1"] == pytest.approx(4 / 6)
    assert scored.sub_scores["rougeL"] == pytest.approx(4 / 6)
    turned = card("text", {"value": "丁丙乙甲"}, {"value": "甲乙丙丁"}).sub_scores
    assert (turned["rouge1"], turned["rougeL"]) == (1.0, 0.25)
    russian = card("text", {"value": "Кот сидел тихо"}, {"value": "кот сидел"}).sub_scores
    assert russian["rouge1"] == pytest.approx(2 * 2 / 5)


def test_a_text_compared_as_written_keeps_its_letters() -> None:
    truth = {"value": "SELECT Name", "normalize": "none"}
    assert card("text", {"value": "SELECT Name"}, truth).primary_score == 1.0
    assert card("text", {"value": "select Name"}, truth).primary_score == 0.5


def test_a_similarity_handed_in_is_a_sub_score_between_0_and_1() -> None:
    terms = ScoringTerms(similarity=lambda one, other: 3.0 if one == other else -1.0)
    assert card("text", {"value": "a b"}, {"value": "a b"}, terms).sub_scores["semantic_similarity"] == 1.0
    assert card("text", {"value": "a c"}, {"value": "a b"}, terms).sub_scores["semantic_similarity"] == 0.0
    assert "semantic_similarity" not in card("text", {"value": "a"}, {"value": "a"}).sub_scores


def test_nothing_said_is_wrong_and_no_gold_is_unscored() -> None:
    scored = card("text", {"value": " "}, {"value": "something"})
    assert (scored.primary_score, scored.error_tags) == (0.0, (ErrorTag.NO_ANSWER,))
    assert card("text", {"value": "x"}, {"value": None}).unscored_reason
    assert card("text", {"value": "x"}, {"value": "!?"}).primary_score in {None, 0.0}
    assert card("text", None, {"value": "x"}).unscored_reason


@given(st.text(min_size=1).filter(lambda text: text.strip() != ""), st.sampled_from(["basic", "none"]))
def test_a_text_says_what_it_says(text: str, normalize: str) -> None:
    scored = card("text", {"value": text}, {"value": text, "normalize": normalize})
    assert scored.primary_score in {None, 1.0}
    assert scored.sub_scores.get("exact_match", 1.0) == 1.0


@given(st.text(), st.text())
def test_every_score_stays_in_its_range(said: str, gold: str) -> None:
    scored = card("text", {"value": said}, {"value": gold})
    assert all(0 <= value <= 1 for value in scored.sub_scores.values())

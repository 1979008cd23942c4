from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.score_card import ErrorTag
from scoring.answers import ScoringTerms
from tests.support.canonical import card, primary
from tests.support.rows import over, table


@over(
    "said",
    [
        *(
            "B",
            "b",
            "(B)",
            "（Ｂ）",
            "B.",
            "**B**",
            " B ",
            "Option B.",
            "option_b",
            "答案是B",
            "答案是 B。",
            "答案：B",
        ),
        *(
            "選項B",
            "答案為B",
            "选B",
            "我选择 B",
            "The answer is B",
            "The correct answer is (B) because it fits",
        ),
        *(
            "Answer: **B**",
            "B. Paris",
            "B) Paris",
            "(B) Paris",
            "B、巴黎",
            "Ответ: B",
            "Ответ — B.",
            "вариант B",
        ),
        *("\\boxed{B}", "the answer is b.", "The answer is A. No, the answer is B", "В"),
    ],
)
def test_a_label_is_read_however_it_is_put(said: str) -> None:
    assert primary("choice", {"value": said}, {"value": "B"}) == 1.0


@over(
    "said",
    [
        *(
            "A",
            "C",
            "A or B",
            "答案是A或B",
            "不选B",
            "Bob",
            "C. B",
        ),
        *("Г", "BB"),
    ],
)
def test_another_label_a_hedge_or_a_denial_is_wrong(said: str) -> None:
    scored = card("choice", {"value": said}, {"value": "B"})
    assert (scored.primary_score, scored.passed, scored.error_tags) == (0.0, False, (ErrorTag.WRONG_CHOICE,))


@over(
    "said, right",
    table(__file__, "test_names_that_read_the_same_are_the_same"),
)
def test_names_that_read_the_same_are_the_same(said: str, right: str) -> None:
    assert primary("choice", {"value": said}, {"value": right}) == 1.0


@over(
    "said, right",
    table(__file__, "test_names_that_differ_stay_different"),
)
def test_names_that_differ_stay_different(said: str, right: str) -> None:
    assert primary("choice", {"value": said}, {"value": right}) == 0.0


def test_aliases_and_synonyms_name_the_right_option() -> None:
    truth = {"value": "B", "aliases": ["option_b", "Paris"]}
    assert primary("choice", {"value": "PARIS"}, truth) == 1.0
    synonyms = ScoringTerms(synonyms={"positive": ("bullish", "看涨", "рост")})
    assert card("choice", {"value": "看漲"}, {"value": "Positive"}, synonyms).primary_score == 1.0
    assert card("choice", {"value": "Рост"}, {"value": "bullish"}, synonyms).primary_score == 1.0
    assert card("choice", {"value": "bearish"}, {"value": "positive"}, synonyms).primary_score == 0.0


def test_aliases_of_the_prediction_are_no_second_try() -> None:
    assert primary("choice", {"value": "A", "aliases": ["B"]}, {"value": "B"}) == 0.0


def test_nothing_said_is_wrong_and_no_reply_is_unscored() -> None:
    for nothing in ({}, {"value": None}, {"value": " "}):
        scored = card("choice", nothing, {"value": "B"})
        assert (scored.primary_score, scored.error_tags) == (0.0, (ErrorTag.NO_ANSWER,))
    assert card("choice", None, {"value": "B"}).unscored_reason
    assert card("choice", {"value": "B"}, {"value": ""}).unscored_reason


@given(st.text(min_size=1).filter(lambda text: text.strip() != ""))
def test_every_option_matches_itself(option: str) -> None:
    assert primary("choice", {"value": option}, {"value": option}) == 1.0


@given(st.sampled_from("ABCDEFGH"), st.sampled_from("ABCDEFGH"))
def test_labels_match_exactly_when_they_are_the_same(said: str, right: str) -> None:
    for shown in (said, f"({said})", f"答案是{said}", f"Option {said}.", f"Answer: {said}", f"Ответ: {said}"):
        assert primary("choice", {"value": shown}, {"value": right}) == float(said == right)


@over(
    "said, right, score",
    table(__file__, "test_an_option_is_found_in_a_sentence_unless_denied_or_beside_another"),
)
def test_an_option_is_found_in_a_sentence_unless_denied_or_beside_another(
    said: str, right: str, score: float
) -> None:
    assert primary("choice", {"value": said}, {"value": right}) == score


@over("said, right", [("The answer is a b-side", "B"), ("The answer is not B", "B"), ("Yes and no.", "yes")])
def test_a_sentence_that_names_no_one_option_is_unparsable(said: str, right: str) -> None:
    assert card("choice", {"value": said}, {"value": right}).error_tags == (ErrorTag.UNPARSABLE,)

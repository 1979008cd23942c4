import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.completeness import coverage
from scoring.correctness import grade
from scoring.grounding import check_claim
from scoring.grounding_model import likelihood
from scoring.grounding_weights import SENTENCE, SHORT
from scoring.stated_values import check_values
from scoring.wording_features import AGAINST, FEATURES, read_wording
from scoring.wording_text import content_terms, read_source, read_words

FERRY = (
    "The Halden ferry crosses the sound eleven times a day. It carries 1.2 million passengers a year. "
    "Since 12 March 2019 its two ships run on batteries. Ice stopped the service once, in January 2021."
)
FERRY_ZH = (
    "哈尔登渡轮每天横渡海峡十一次。它每年运送一百二十万名乘客。自二〇一九年三月十二日起，两艘船以电池驱动。"
)


def features(claim: str, passage: str = FERRY, question: str = "") -> dict[str, float]:
    return dict(zip(FEATURES, read_wording(claim, read_source((passage,)), question).features, strict=True))


def test_weights_never_reward_what_speaks_against_a_claim() -> None:
    for weights in (SENTENCE, SHORT):
        assert weights.keys() <= set(FEATURES)
        assert all((weight < 0) == (name in AGAINST) for name, weight in weights.items())


def test_a_sentence_of_the_passage_has_every_word_in_one_run() -> None:
    found = features("It carries 1.2 million passengers a year.")
    assert found["recall_1"] == found["coverage"] == found["density"] == found["exact"] == 1
    assert found["values_missing"] == found["novel"] == 0


def test_words_from_two_sentences_need_a_wider_stretch() -> None:
    found = features("The Halden ferry carries passengers.")
    assert found["recall_1"] < found["recall_2"] == 1


def test_a_denial_counts_only_where_the_passage_makes_none() -> None:
    assert features("The ferry does not carry passengers.")["negation"] == 1
    assert features("The ferry never runs.", "The ferry never runs at night.")["negation"] == 0


@pytest.mark.parametrize(
    ("claim", "absent"),
    [
        ("Helena Reed chairs the committee in Orsk.", 1),
        ("The mill is led by Jane Reed.", 0),
        ("Mills like these are led by a committee.", 0),
        ("Orsk Valley Works by Lake Brask belong to Selma Tarn of Orle.", 2),
        ("Комитет в Орске возглавляет Хелена Рид.", 2),
    ],
)
def test_a_name_is_absent_where_no_word_of_it_stands_in_the_passages(claim: str, absent: int) -> None:
    source = read_source(("The committee of the Orle mill is chaired by Helena Reed.",))
    assert read_wording(claim, source).features[FEATURES.index("names_absent")] == absent


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("1.2 million", "short"),
        ("十一次", "short"),
        ("The ferry runs on batteries.", "sentence"),
        ("Two ships.", "sentence"),
        (FERRY, "summary"),
        (FERRY_ZH * 2, "summary"),
    ],
)
def test_the_kind_of_claim_is_seen_from_its_words(claim: str, kind: str) -> None:
    assert read_wording(claim, read_source((FERRY, FERRY_ZH))).kind == kind


@pytest.mark.parametrize(
    ("claim", "held", "missing"),
    [
        ("1,200,000 passengers", 1, 0),
        ("1.3 million passengers", 0, 1),
        ("on 2019-03-12", 1, 0),
        ("on 13 March 2019", 0, 1),
        ("120 万名乘客", 1, 0),
        ("It was open during COVID-19.", 0, 0),
    ],
)
def test_values_are_compared_over_scale_script_and_form(claim: str, held: int, missing: int) -> None:
    values = check_values(claim, read_source((FERRY, FERRY_ZH)))
    assert (len(values.held), len(values.missing)) == (held, missing)


def test_a_date_without_a_year_holds_a_full_one_only_loosely() -> None:
    values = check_values("12 March 2019", read_source(("The ships changed on 12 March.",)))
    assert values.held == values.loose == ("12 March 2019",)
    assert values.firm_share == 0.5


@pytest.mark.parametrize(
    ("right", "wrong", "passage"),
    [
        ("12 March 2019", "12 March 2018", FERRY),
        ("March 12, 2019", "March 21, 2019", FERRY),
        ("batteries", "hydrogen", FERRY),
        ("电池", "氢气", FERRY_ZH),
        ("120万名", "130万名", FERRY_ZH),
    ],
)
def test_a_short_answer_is_weighed_by_how_literally_it_stands(right: str, wrong: str, passage: str) -> None:
    assert check_claim(right, [passage]).verdict == "supported"
    assert check_claim(wrong, [passage]).score < 0.5 < check_claim(right, [passage]).score


def test_small_talk_is_not_borne_out_by_the_words_it_repeats() -> None:
    said = "The ferry crosses the sound eleven times a day."
    assert (
        check_claim(f"I love it! {said} Have you been there?", [FERRY]).score
        < check_claim(said, [FERRY]).score
    )


def test_one_sentence_is_too_little_to_refuse_a_claim_in_other_words() -> None:
    claim = "Travellers like vessels without engine noise."
    assert check_claim(claim, ["The ferry runs on batteries."]).verdict == "undecidable"
    assert (
        check_claim(claim, [FERRY, "Tickets are sold on board. The kiosk opens at six."]).verdict
        == "unsupported"
    )


def test_a_claim_in_another_language_is_checked_by_its_figures() -> None:
    assert check_claim("渡轮每年运送120万名乘客。", [FERRY]).verdict == "supported"
    assert check_claim("渡轮每年运送130万名乘客。", [FERRY]).verdict in {"unsupported", "contradicted"}


def test_a_wrong_figure_beside_another_of_its_kind_is_a_contradiction() -> None:
    check = check_claim("The Halden ferry carries 1.9 million passengers a year.", [FERRY])
    assert check.verdict == "contradicted"
    assert check.wrong_figures == ("1.9 million",)


def test_the_topics_words_cover_little_of_a_point() -> None:
    topic = "the Halden ferry and its passengers"
    repeats = coverage(
        "The Halden ferry's passengers complain of noise", "The Halden ferry has passengers.", topic=topic
    )
    says = coverage(
        "The Halden ferry's passengers complain of noise", "Many complain of the noise.", topic=topic
    )
    assert repeats.score < says.score


def test_an_answer_in_several_bullets_is_read_bullet_by_bullet() -> None:
    bullets = ["Ships run on batteries [1].", "Tickets cost 4 euros [2]."]
    assert coverage("Tickets cost 4 euros", bullets).verdict == "covered"
    assert coverage("Tickets cost 5 euros", bullets).score < coverage("Tickets cost 4 euros", bullets).score


@pytest.mark.parametrize(
    ("answer", "gold", "verdict"),
    [
        ("The ratio is 13.8 %.", "8", "incorrect"),
        ("It is 38.7 billion.", "8.7", "incorrect"),
        ("The margin was 1.42 %.", "0.01", "correct"),
        ("The margin was 7.8 %, or 0.078.", "0.079", "correct"),
        ("Yes, by a third.", "Yes. It rose by 31 million.", "correct"),
        ("No, it fell.", "Yes. It rose by 31 million.", "incorrect"),
        (
            "Margin is profit over sales. Sales were 30 million. Without the profit we cannot calculate it.",
            "0.4",
            "refusal",
        ),
        ("毛利是銷售額減成本。銷售額為 30 萬元。沒有成本資料，無法計算毛利。", "12 萬元", "refusal"),
    ],
)
def test_answers_are_graded_by_value_stance_and_giving_up(answer: str, gold: str, verdict: str) -> None:
    assert grade("What was the margin?", answer, gold).verdict == verdict


@settings(max_examples=60, deadline=None)
@example(claim=":A0{A0", passage="x", question="")
@given(claim=st.text(max_size=80), passage=st.text(min_size=1, max_size=160), question=st.text(max_size=40))
def test_any_wording_gives_figures_within_their_scale(claim: str, passage: str, question: str) -> None:
    source = read_source((passage,))
    if not source.sentences:
        return
    wording = read_wording(claim, source, question)
    assert 0 <= likelihood(wording) <= 1
    held = dict(zip(FEATURES, wording.features, strict=True))
    assert 0 <= held["names_absent"] <= 3
    shares = [held[name] for name in FEATURES if name not in {"novel", "names_absent"}]
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)


@given(st.text(alphabet="ab的水船 .1", max_size=40))
def test_chinese_terms_are_pairs_of_neighbouring_content_characters(text: str) -> None:
    joined = "".join(word.form for word in read_words(text))
    for term in content_terms(read_words(text)):
        assert "的" not in term
        assert term in joined

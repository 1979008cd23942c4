"""The harness's score: examples worked out by hand, then laws."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.keywords import score_answer
from tests.support.rows import over, table

RU, EN, ZHT, ZHS = "Какая выручка за год?", "What was the revenue?", "營業收入是多少？", "营业收入是多少？"


def score(answer: str, question: str = RU, **fields: Any) -> ScoreCard:
    return score_answer({"id": "q", "question": question, **fields}, answer)


def holds(term: str, answer: str, question: str = RU) -> bool:
    """Whether a term counts as found; the same must hold for what is asked and for what is forbidden."""
    asked = score(answer, question, must_include=[term]).sub_scores["include_rate"] == 1
    assert (score(answer, question, must_include_any=[[term]]).sub_scores["include_rate"] == 1) == asked
    assert (score(answer, question, must_include_any=[term]).sub_scores["include_rate"] == 1) == asked
    assert (score(answer, question, must_not_include=[term]).sub_scores["safe_ok"] == 0) == asked
    return asked


FOUND = [
    ("2023", "Выручка за 2023 год выросла.", RU),
    ("1234.5", "Выручка 1 234,5 млн", RU),
    ("1 234,5", "Выручка 1234.5 млн", RU),
    ("1234,5", "Выручка 1\u00a0234,5 млн", RU),
    ("1234.5", "Выручка 1\u202f234.50 млн", RU),
    ("1234.5", "Выручка 1\u2009234,5 млн", RU),
    ("1 234 567", "1234567 рублей", RU),
    ("3,5", "рост 3.5 раза", RU),
    ("3.5", "grew 3,5 times", EN),
    ("3500", "sold 3,500 units", EN),
    ("3,500", "sold 3500 units", EN),
    ("1,216.3", "€1216.3 million", EN),
    ("1216.3", "€1,216.3 million", EN),
    ("1234567", "1,234,567 units", EN),
    ("1234567.8", "1.234.567,8 Stück", EN),
    ("4,120", "漁業補償 4120 萬元", ZHT),
    ("4120", "渔业补偿 4,120 万元", ZHS),
    ("4120", "漁業補償４，１２０萬元", ZHT),
    ("2023", "2023，400人", ZHT),
    ("400", "2023，400人", ZHT),
    ("45.9公里", "全長 45.9 公里", ZHT),
    ("3,500", "ровно 3,500 кг", RU),
    ("3.5", "ровно 3,500 кг", RU),
    ("3500", "ровно 3 500 кг", RU),
    ("1,234,567", "1 234 567", RU),
    ("40", "в диапазоне 40-50", RU),
    ("50", "в диапазоне 40–50", RU),
    ("40-50", "в диапазоне 40 — 50", RU),
    ("40", "Осталось 40.", RU),
    ("40", "40% рынка", RU),
    ("40 %", "40% рынка", RU),
    ("40%", "40\u00a0% рынка", RU),
    ("40%", "約 40％", ZHT),
    ("37", "37.0%", EN),
    ("0.05", "p < .05", EN),
    ("-0,5", "(-.50)", RU),
    ("5", "See Fig.5 and ...5", EN),
    ("10.5", "at 10 .5.6 and 10.5", EN),
    ("-5", "прибыль −5 млн", RU),
    ("-5", "прибыль (–5) млн", RU),
    ("-3", "为-3%", ZHS),
    ("2023", "2022年-2023年", ZHS),
    ("2023", "2022-2023 годы", RU),
    ("2023", "годы 2022 -2023", RU),
    ("2022", "2021,2022", RU),
    ("2023", "12.05.2023", RU),
    ("12.05.2023", "от 12.05.2023 г.", RU),
    ("2", "пункты 1,2,3", RU),
    ("40", "Итого:\n- 40 штук", RU),
    ("более 100", ">100 человек", RU),
    ("более 100", "более чем 100 человек", RU),
    (">100", "более 100 человек", RU),
    ("более 100", "больше, чем 100 человек", RU),
    ("≤ 5", "не более, чем 5", RU),
    ("менее 5", "меньше, чем 5", RU),
    ("не менее 5", "не меньше, чем 5", RU),
    ("> 100", "свыше 100 человек", RU),
    (">100", "＞ 100 人", ZHT),
    ("超過100", ">100 人", ZHT),
    ("超过 100", "more than 100", ZHS),
    ("more than 1,000", "over 1000 people", EN),
    (">1000", "more than 1 000 people", EN),
    ("100", "более 100 человек", RU),
    ("не более 5", "≤ 5", RU),
    (">= 5", "не менее 5 раз", RU),
    ("более", "более 100", RU),
    ("не более", "не более 100", RU),
    ("учёт", "УЧЕТ ведётся", RU),
    ("учет", "Учёт", RU),
    ("Зорянский\u00a0терминал", "зорянский\nтерминал", RU),
    ("рост", "подростковый", RU),
    ("«Маяк»", 'проект "Маяк"', RU),
    ("2023-2024", "2023–2024", RU),
    ("??", "не знаю ??", RU),
    ("CO2", "выбросы CO₂", RU),
    ("CO2", "выбросы СО2", RU),
    ("5 кВт", "5 kВт", RU),
    ("20 °C", "20 °С", RU),
    ("30 MW", "規模為 30MW", ZHT),
    ("№ 7", "причал №7", RU),
    ("м³", "10 м3", RU),
    ("１２３", "123", EN),
    ("Straße", "STRASSE", EN),
]
NOT_FOUND = [
    ("40", "2400", RU),
    ("40", "2 400", RU),
    ("400", "2 400 рублей", RU),
    ("400", "2,400 roubles", EN),
    ("40", "401", RU),
    ("40", "40,5", RU),
    ("40", "0.40", RU),
    ("5", "3,5", RU),
    ("5", "grew by .5 points", EN),
    ("05", "p < .05", EN),
    ("3", "3,5", RU),
    ("3", "3.5", EN),
    ("3500", "3,500", RU),
    ("3.5", "3,500", EN),
    ("3,5", "3,500", EN),
    ("1234", "1 234,5", RU),
    ("234", "1\u00a0234", RU),
    ("2023", "12023", RU),
    ("202", "2023", RU),
    ("Q4", "Q42", EN),
    ("5", "-5", RU),
    ("-5", "5", RU),
    ("-5", "2-5 раз", RU),
    (">100", "100 человек", RU),
    (">100", "не более 100", RU),
    ("более 5", "не более, чем 5", RU),
    ("более 100", "не более 100", RU),
    (">100", "более 1000", RU),
    ("more than 5", "no more than 5", EN),
    ("超过100", "不超过100", ZHS),
    ("более 5", "наиболее 5", RU),
    ("106", "10⁶", EN),
    ("51", "5½", EN),
    ("5200", "стр. 5 200 млн рублей", RU),
    ("тест", "текст", RU),
    ("cap", "сар", RU),
]


@over("term, answer, question", FOUND)
def test_a_term_is_found(term: str, answer: str, question: str) -> None:
    assert holds(term, answer, question)


@over("term, answer, question", NOT_FOUND)
def test_a_term_is_not_found(term: str, answer: str, question: str) -> None:
    assert not holds(term, answer, question)


CITED = table(__file__, "CITED")
UNCITED = table(__file__, "UNCITED")


@over("answer", CITED)
def test_a_page_reference_is_seen(answer: str) -> None:
    card = score(answer, require_citation=True)
    assert (card.sub_scores["citation_ok"], card.sub_scores["citation_penalty"]) == (1, 0)


@over("answer", UNCITED)
def test_what_is_no_page_reference_costs_the_penalty(answer: str) -> None:
    card = score(answer, require_citation=True)
    assert (card.sub_scores["citation_ok"], card.sub_scores["citation_penalty"]) == (0, 0.2)
    assert ErrorTag.MISSING_CITATION in card.error_tags
    assert score(answer).sub_scores["citation_penalty"] == 0


def test_the_formula_by_hand() -> None:
    fields: dict[str, Any] = {
        "must_include": ["2023", "4 027,8"],
        "must_include_any": [["тонн", "т"], "терминал"],
        "must_not_include": ["9999"],
        "require_citation": True,
    }
    full = score("За 2023 год терминал принял 4027.8 тыс. тонн (стр. 1).", **fields)
    assert (full.primary_score, full.passed, full.error_tags) == (1.0, True, ())
    # Three of four groups, nothing forbidden, no page: 0.7 * 0.75 + 0.3 - 0.2.
    some = score("За 2023 год терминал принял много тонн.", **fields)
    assert some.primary_score == pytest.approx(0.625)
    assert some.sub_scores == pytest.approx(
        {
            "include_rate": 0.75,
            "include_hits": 3,
            "include_total": 4,
            "safe_ok": 1,
            "citation_ok": 0,
            "citation_penalty": 0.2,
            "base_score": 0.825,
            "question_score": 0.625,
        }
    )
    assert some.error_tags == (ErrorTag.MISSING_ITEM, ErrorTag.MISSING_CITATION)
    assert "4 027,8" in some.explain
    # Nothing found, something forbidden, no page: below 0 becomes 0.
    none = score("Всего 9999", **fields)
    assert (none.primary_score, none.sub_scores["base_score"], none.passed) == (0, 0, False)
    assert ErrorTag.FORBIDDEN_TEXT in none.error_tags


def test_without_groups_the_include_rate_is_one() -> None:
    assert score("что угодно").primary_score == 1
    assert score("").primary_score == 1
    assert score("XX", must_not_include=["xx"]).primary_score == pytest.approx(0.7)
    assert score("", must_include=["x"]).primary_score == pytest.approx(0.3)


def test_the_language_is_the_questions_and_not_the_answers() -> None:
    assert holds("3500", "Выручка 3,500 тонн", EN)
    assert not holds("3500", "The revenue was 3,500 tonnes", RU)


@over(
    "fields, complaint",
    table(__file__, "test_a_field_that_cannot_be_used_is_named", lists=True),
)
def test_a_field_that_cannot_be_used_is_named(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        score("x", **{"question": RU, **fields})


def test_what_is_not_known_or_null_is_passed_over() -> None:
    assert score("2023", must_include=["2023"], must_not_include=None, tags=["x"]).primary_score == 1


texts = st.text(alphabet=string.printable + "ёЁ«»–—−   ，。１２³½стр第頁<>≥", max_size=80)
questions = st.sampled_from([RU, EN, ZHT, ZHS])
terms = st.lists(texts.filter(lambda text: bool(text.strip())), max_size=3)


@given(texts, questions)
def test_a_text_holds_itself(text: str, question: str) -> None:
    if text.strip():
        assert holds(text, text, question)


@given(texts, questions, terms, terms, st.booleans())
def test_scores_stay_within_0_and_1_and_follow_the_formula(
    answer: str, question: str, asked: list[str], forbidden: list[str], cite: bool
) -> None:
    card = score(answer, question, must_include=asked, must_not_include=forbidden, require_citation=cite)
    parts = card.sub_scores
    rate = parts["include_hits"] / parts["include_total"] if asked else 1.0
    base = 0.7 * rate + 0.3 * parts["safe_ok"]
    assert parts["base_score"] == pytest.approx(base)
    assert card.primary_score == pytest.approx(max(0.0, base - parts["citation_penalty"]))


@given(st.integers(0, 10**7), st.integers(0, 10**7), questions)
def test_a_whole_number_is_found_only_as_itself(number: int, other: int, question: str) -> None:
    written = [str(other), f"{other:,}".replace(",", "\u00a0"), f"{other:,}".replace(",", " ")]
    written += [f"{other:,}"] if question != RU else []
    for text in written:
        assert holds(str(number), f"[{text}]", question) == (number == other), text


@given(st.integers(0, 10**7), st.integers(0, 99), questions)
def test_a_decimal_number_is_one_however_it_is_written(whole: int, hundredths: int, question: str) -> None:
    plain = f"{whole}.{hundredths:02}"
    grouped = f"{whole:,}".replace(",", "\u202f")
    forms = [plain, f"{whole},{hundredths:02}", f"{grouped}.{hundredths:02}", f"{grouped},{hundredths:02}"]
    for form in forms:
        assert holds(plain, f"Итого {form} млн.", question), form
        assert holds(form, f"= {plain}", question), form


@given(st.integers(1, 9999), st.sampled_from(["стр. {}", "с. {}", "p. {}", "page {}", "第{}页", "第{}頁"]))
def test_every_form_of_reference_is_seen_with_and_without_brackets(page: int, form: str) -> None:
    for text in (form.format(page), f"Да ({form.format(page)}).", f"[{form.format(page)}]"):
        assert score(text, require_citation=True).primary_score == 1


@pytest.mark.timeout(60)
@over("piece", ["а", "aа", "1 ", "1,", "- ", "(стр. 1,1 ", "第1、", "第111111一至第"])
def test_a_very_long_answer_is_scored_in_time_that_grows_with_its_length(piece: str) -> None:
    # Quadratic work on this many characters would not end in time.
    card = score(piece * (50_000 // len(piece)), must_include=["40"], require_citation=True)
    assert card.sub_scores["include_rate"] == 0


@over(
    "term, answer",
    table(__file__, "test_numbers_are_read_through_markup_and_in_every_script_and_form"),
)
def test_numbers_are_read_through_markup_and_in_every_script_and_form(term: str, answer: str) -> None:
    """LaTeX, entities, digits of other scripts and negatives of accounts were other numbers, or none."""
    assert holds(term, answer, EN)


def test_a_number_in_accounting_form_is_not_its_opposite() -> None:
    assert not holds("1,234", "(1,234)", EN)
    assert not holds("(1,234)", "1,234", EN)


def test_what_is_thought_or_only_marks_is_not_said() -> None:
    question = {"question": "How much?", "must_not_include": ["50"], "must_include": ["42"]}
    for answer in ("<think>It was 50.</think>42", "42 [50]", "42 [report](https://x.example/50)"):
        assert score_answer(question, answer).primary_score == 1.0, answer
    assert score_answer(question, "<think>It is 42").error_tags[0] == ErrorTag.NO_ANSWER

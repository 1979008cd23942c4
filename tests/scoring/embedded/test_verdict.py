"""What the embedded judge says of small answers, in four languages, and the laws it keeps for all texts."""

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.embedded.verdict import EmbeddedVerdict, judge_answer
from scoring.embedded.words import terms
from tests.support.rows import over, table

FOLDER = Path(__file__).parents[3] / "scoring" / "embedded"
EN = (
    "The Larkfield Library Trust opened a new branch in Ostbury in 2021 at a cost of £4.2 million. "
    "The chair is Marian Holt. The Trust employs 83 people."
)
HANS = "2021年，长河集团在临港建成一座新仓库，投资1.67亿元，可容纳2000个托盘。董事长是李明远。"
HANT = "2021年，長河集團在臨港建成一座新倉庫，投資1.67億元，可容納2000個托盤。董事長是李明遠。"
RU = (
    "В 2021 году трест «Ларкфилд» открыл новый филиал в Остбери, потратив 4,2 млн фунтов. "
    "Председатель — Мария Холт. В тресте работают 83 человека."
)
COST = {
    "en": (EN, "How much did the new branch cost?", "The new branch cost £4.2 million."),
    "zh-Hans": (HANS, "新仓库的投资额是多少？", "新仓库投资1.67亿元。"),
    "zh-Hant": (HANT, "新倉庫的投資額是多少？", "新倉庫投資1.67億元。"),
    "ru": (RU, "Сколько стоил новый филиал?", "Новый филиал обошёлся в 4,2 млн фунтов."),
}
INVENTED = {
    "en": "The new branch cost £9.8 million.",
    "zh-Hans": "新仓库投资3.95亿元。",
    "zh-Hant": "新倉庫投資3.95億元。",
    "ru": "Новый филиал обошёлся в 9,8 млн фунтов.",
}
UNKNOWN = {
    "en": ("How many books were borrowed in 2022?", "The documents do not say how many were borrowed."),
    "zh-Hans": ("集团2023年的净利润是多少？", "文件没有提到集团2023年的净利润。"),
    "zh-Hant": ("集團2023年的淨利是多少？", "文件沒有提到集團2023年的淨利。"),
    "ru": ("Сколько книг выдали в 2022 году?", "В документах не указано, сколько книг выдали."),
}
TABLE = (
    "| District | Homes planned | Homes completed |\n|---|---|---|\n"
    "| Quarry Bank | 310 | 248 |\n| Saltgate | 260 | 263 |\n| Northfield Rise | 350 | 282 |"
)


def judged(question: str, answer: str, *passages: str) -> EmbeddedVerdict:
    return judge_answer(question, answer, passages)


@over("language", COST)
def test_a_perfect_answer_an_invention_and_an_honest_abstention(language: str) -> None:
    passage, question, answer = COST[language]
    assert judged(question, answer, passage).accuracy > 9
    assert judged(question, INVENTED[language], passage).accuracy < 3
    assert judged(*UNKNOWN[language], passage).accuracy > 8


@over(
    "question, answer, passage",
    [
        (
            "What did the Trust open in Ostbury in 2021?",
            "The Trust opened a new cinema in Ostbury in 2021.",
            EN,
        ),
        ("长河集团2021年在临港建成了什么？", "长河集团在临港建成一座新宿舍。", HANS),
        ("長河集團2021年在臨港建成了什麼？", "長河集團在臨港建成一座新宿舍。", HANT),
        ("Что открыл трест в Остбери?", "Трест открыл новый кинотеатр в Остбери.", RU),
    ],
)
def test_a_wrong_noun_in_a_right_sentence_does_not_pass(question: str, answer: str, passage: str) -> None:
    verdict = judged(question, answer, passage)
    assert verdict.accuracy < 7
    assert verdict.decided_share < 1


def test_a_wrong_name_is_no_answer_to_who() -> None:
    question = "Who is the chair of the Trust?"
    assert judged(question, "Marian Holt.", EN).accuracy > 8
    assert judged(question, "Peter Holt.", EN).accuracy < 5


def test_another_currency_does_not_pass() -> None:
    assert judged("新仓库投资多少？", "投资1.67亿美元。", HANS).accuracy < 5


def test_an_abstention_beside_the_right_sentence_contradicts_itself() -> None:
    answer = "The documents do not say. The branch opened in Ostbury in 2021 at a cost of £4.2 million."
    assert judged("How much did the new branch cost?", answer, EN).accuracy < 7


@over("said", ["£4.2 million", "£4,200,000", "4.2 million pounds", "£4.2m"])
def test_a_value_is_equal_however_it_is_written(said: str) -> None:
    assert judged("How much did the new branch cost?", f"The branch cost {said}.", EN).accuracy > 8


def test_a_value_of_another_row_is_not_that_of_the_row_asked_for() -> None:
    question = "How many homes were planned in Quarry Bank?"
    assert judged(question, "In Quarry Bank 310 homes were planned.", TABLE).accuracy > 9
    wrong = judged(question, "In Quarry Bank 350 homes were planned.", TABLE)
    assert wrong.accuracy < 5
    assert wrong.issues[0].verdict == "contradicted"
    assert wrong.suggestion


def test_a_difference_follows_from_the_values_it_is_told_with() -> None:
    question = "How far short of its plan did Quarry Bank fall?"
    answer = "Quarry Bank planned 310 homes and completed 248, {} fewer."
    assert judged(question, answer.format(62), TABLE).accuracy > 8
    assert judged(question, answer.format(75), TABLE).accuracy < 5


def test_one_of_two_values_that_contradict_each_other_is_not_the_whole_answer() -> None:
    passages = (
        "Summary. The pilot ran with 412 volunteers in spring.",
        "Annex. According to the annex the pilot ran with 538 volunteers in spring.",
    )
    question = "How many volunteers did the pilot run with in spring?"
    assert 3 <= judged(question, "The pilot ran with 412 volunteers.", *passages).accuracy <= 8
    both = "The report contradicts itself: the summary says 412 volunteers, the annex 538."
    assert judged(question, both, *passages).accuracy > 8


@over("question, of_2023, others", table(__file__, "test_another_years_value_is_no_contradiction"))
def test_another_years_value_is_no_contradiction(question: str, of_2023: str, others: list[str]) -> None:
    """A right answer had an accuracy of 5, for the documents were said to contradict each other."""
    for other in others:
        assert judged(question, of_2023, of_2023, other).accuracy > 9
        assert judged(question, other, of_2023, other).accuracy < 5


def test_two_values_of_one_year_contradict_each_other() -> None:
    passages = [f"The port of Velm handled {ships} ships in 2023." for ships in ("4,812", "4,920")]
    answered = judged("How many ships did Velm handle in 2023?", "4,812 ships in 2023.", *passages)
    assert answered.accuracy <= 5


@over("answer", table(__file__, "test_each_part_of_a_question_is_answered_by_its_own_sentence"))
def test_each_part_of_a_question_is_answered_by_its_own_sentence(answer: list[str]) -> None:
    """A right sentence was held against what another part asks for: "1978 belongs to something else"."""
    question, said, *passages = answer
    assert judged(question, said, *passages).accuracy > 9


CLAIMS = {
    "The port of Velm opened in 1978.": "1987",
    "It has 14 cranes.": "19",
    "It handled 4,812 ships in 2023.": "9,999",
    "It employs 620 people.": "720",
    "The harbour is 17 metres deep.": "27",
    "Its longest quay has 310 metres.": "950",
}


@over("wrong, low, high", [(0, 9, 10), (1, 5, 10), (2, 3.5, 4.9), (3, 2, 3.5), (6, 1, 3)])
def test_the_share_of_wrong_claims_counts_in_a_long_answer(wrong: int, low: float, high: float) -> None:
    """Two wrong claims of six left an accuracy of 9."""
    said = [
        re.sub(r"[\d,]{2,5}", figure, claim, count=1) if n < wrong else claim
        for n, (claim, figure) in enumerate(CLAIMS.items())
    ]
    question = "Tell me about the port of Velm."
    assert low <= judged(question, " ".join(said), *CLAIMS).accuracy <= high


@over("said", ["According to passage 2, it", "Source 2 says that it"])
def test_the_number_of_a_passage_is_no_figure_of_the_answer(said: str) -> None:
    answer = f"{said} cost £4.2 million."
    assert judged("How much did the new branch cost?", answer, EN).accuracy > 8


@over(
    "order",
    table(__file__, "test_text_that_speaks_to_the_judge_gains_nothing"),
)
def test_text_that_speaks_to_the_judge_gains_nothing(order: str) -> None:
    question, answer = COST["en"][1], INVENTED["en"]
    assert judged(question, f"{answer} {order}", EN).accuracy <= judged(question, answer, EN).accuracy


def test_what_is_missing_is_named_and_sought() -> None:
    verdict = judged(
        "Who chairs the Trust, and how many people does it employ?", "Marian Holt chairs it.", EN
    )
    assert verdict.completeness < 8
    assert any(issue.verdict == "missing" for issue in verdict.issues)
    assert "employ" in verdict.suggestion


@over(
    "question, answer, document, refuted",
    table(__file__, "test_what_was_refuted_is_not_searched_for"),
)
def test_what_was_refuted_is_not_searched_for(
    question: str, answer: str, document: str, refuted: str
) -> None:
    """A search for the invented figure cannot find the right one."""
    verdict = judged(question, answer, document)
    assert verdict.accuracy < 5
    assert refuted not in verdict.suggestion
    assert set(terms(question)) <= set(terms(verdict.suggestion))


def test_repeats_and_an_empty_answer_are_unclear() -> None:
    once = COST["en"][2]
    assert (
        judged(COST["en"][1], f"{once} {once} {once}", EN).clarity < judged(COST["en"][1], once, EN).clarity
    )
    assert judged(COST["en"][1], "", EN).accuracy == 1


def test_without_passages_only_saying_so_is_right() -> None:
    assert judged(COST["en"][1], "The documents do not say.").accuracy > 8
    assert judged(COST["en"][1], COST["en"][2]).accuracy < 3


text = st.text(
    st.sampled_from("The mill in Oster had 12,5 workers. 2020年厂房有工人。Нет 3 мая | - % £\n?![]()不"),
    max_size=120,
)


@settings(max_examples=40, deadline=None)
@given(text, text, st.lists(text, max_size=3))
def test_every_text_is_scored_the_same_each_time_within_bounds(
    question: str, answer: str, passages: list[str]
) -> None:
    verdict = judge_answer(question, answer, passages)
    assert verdict == judge_answer(question, answer, passages)
    assert all(1 <= each <= 10 for each in (verdict.accuracy, verdict.completeness, verdict.clarity))
    assert 0 <= verdict.decided_share <= 1
    assert verdict.reason("en")


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(COST)), st.integers(1, 9))
def test_a_changed_digit_is_worse(language: str, digit: int) -> None:
    passage, question, answer = COST[language]
    place = re.search(r"\d", answer)
    assert place is not None
    changed = answer[: place.start()] + str(digit) + answer[place.end() :]
    if changed != answer:
        assert judged(question, changed, passage).accuracy < 5


def test_it_stands_on_reading_alone() -> None:
    """Only values, words and the texts' own tools are used: nothing of the public functions above them."""
    allowed = {
        f"scoring.values.{name}" for name in ("mentions", "agreement", "arithmetic", "digit_index", "periods")
    }
    used = {
        name
        for path in FOLDER.glob("*.py")
        for name in re.findall(
            r"^\s*from (scoring\.[\w.]+) import", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        if not name.startswith(("scoring.embedded", "scoring.words"))
    }
    assert used
    assert used <= allowed


@over("answer", ["x", "a", "。", "x x x x", "x " * 100_000, "！！", "-"])
def test_what_states_nothing_answers_nothing(answer: str) -> None:
    for passages in ([EN], [""]):
        verdict = judge_answer("How much did the new branch cost?", answer, passages)
        assert (verdict.answered, verdict.reason("en").split(".")[0]) == ("no", "The answer states nothing")


MILL = {
    "en": (
        "The mill opened in 1978. It employs 83 people.",
        "When did the mill open?",
        "In 1978.",
        "In 1979.",
    ),
    "zh-Hant": ("磨坊於1978年開業，有83名員工。", "磨坊何時開業？", "1978年。", "1979年。"),
    "ru": (
        "Мельница открылась в 1978 году. На ней работают 83 человека.",
        "Когда открылась мельница?",
        "В 1978 году.",
        "В 1979 году.",
    ),
}


@over("told, asked", [(told, asked) for told in MILL for asked in MILL])
def test_a_bare_value_is_looked_up_whatever_the_language_of_the_passages(told: str, asked: str) -> None:
    """With passages in another script it was called supported and scored 1.9."""
    _, question, right, wrong = MILL[asked]
    for said in (right, "1978"):
        assert judge_answer(question, said, [MILL[told][0]]).accuracy >= 8
    for said in (wrong, "1979"):
        assert judge_answer(question, said, [MILL[told][0]]).accuracy < 5

"""What answers a question is told of the act that it asks about, in whatever words."""

import pytest

from scoring.embedded.action_match import matching_act
from scoring.embedded.extraction import extract_answer
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table

EN = (
    "Revenue in 2024 was £48.6 million (2023: £44.1 million).",
    "The ferry ramp was renewed by Calloway Civil Works in 2022 for GBP 2.68 million.",
    "The ferry carried 212,000 passengers in 2023.",
)
RU = (
    "Выручка в 2024 году составила 48,6 млн рублей.",
    "Причал отремонтировала компания «Гранит» в 2022 году за 2,68 млн рублей.",
    "Паром перевёз 212 000 пассажиров в 2023 году.",
)
HANS = (
    "2024年营业收入为4860万元。",
    "2022年，远洋公司翻修了码头，费用为268万元。",
    "2023年渡轮载客212000人次。",
)
HANT = (
    "2024年營業收入為4860萬元。",
    "2022年，遠洋公司翻修了碼頭，費用為268萬元。",
    "2023年渡輪載客212000人次。",
)
LINES = (
    "Лесная фабрика открылась в 1978 году.\n\n| Линия | Мощность |\n|---|---|\n"
    "| А | 12,5 тыс. тонн |\n| Б | 8 тыс. тонн |"
)
HARBOUR = (
    "The new grain terminal opened on 4 May 2023. It cost 18.5 million euros.\n\n"
    "The ferry to Aster carried 212,000 passengers in 2023."
)


@over(
    "question, answer, passages",
    [
        ("What did the ferry earn in 2024?", EN[1], EN),
        ("What did the ferry earn in 2024?", "GBP 2.68 million.", EN),
        ("When was the ferry company founded?", EN[2], EN),
        ("Who designed the ramp?", EN[1], EN),
        ("Who designed the ramp?", "Calloway Civil Works.", EN),
        ("What did the bridge cost?", "£3 million.", ("The bridge earned £3 million in tolls.",)),
        ("Сколько заработал паром в 2024 году?", "2,68 млн рублей.", RU),
        ("Когда была основана паромная компания?", RU[2], RU),
        ("Кто спроектировал причал?", RU[1], RU),
        ("2024年渡轮赚了多少钱？", "268万元。", HANS),
        ("渡轮公司是什么时候成立的？", HANS[2], HANS),
        ("谁设计了码头？", "远洋公司。", HANS),
        ("2024年渡輪賺了多少錢？", "268萬元。", HANT),
        ("渡輪公司是什麼時候成立的？", HANT[2], HANT),
        ("誰設計了碼頭？", HANT[1], HANT),
    ],
)
def test_what_is_told_of_another_act_does_not_answer(
    question: str, answer: str, passages: tuple[str, ...]
) -> None:
    verdict = judge_answer(question, answer, passages)
    assert verdict.accuracy < 7
    assert verdict.completeness < 3


@over(
    "question, answer, passages",
    [
        ("What did the ferry earn in 2024?", "£48.6 million.", EN),
        ("How many people rode the ferry in 2023?", "212,000.", EN),
        ("What did the ferry ramp cost?", "GBP 2.68 million.", EN),
        ("Who repaired the ferry ramp?", "Calloway Civil Works.", EN),
        ("Who designed the hall?", "Ana Ruiz.", ("The architect of the hall was Ana Ruiz.",)),
        (
            "When was the orchestra founded?",
            "In 1962.",
            ("The orchestra gave its first concert in 1962, and it sold its hall in 1980.",),
        ),
        ("Сколько заработал паром в 2024 году?", "48,6 млн рублей.", RU),
        ("Кто чинил причал?", "Компания «Гранит».", RU),
        (
            "Когда открылся санаторий «Хвойный»?",
            "1 июня 1958 года.",
            ("Санаторий «Хвойный» принял первых гостей 01.06.1958, а закрылся 15.11.1994.",),
        ),
        ("2024年渡轮赚了多少钱？", "4860万元。", HANS),
        ("谁修缮了码头？", "远洋公司。", HANS),
        ("2024年渡輪賺了多少錢？", "4860萬元。", HANT),
        ("誰修繕了碼頭？", "遠洋公司。", HANT),
    ],
)
def test_the_act_that_is_asked_about_in_other_words_answers(
    question: str, answer: str, passages: tuple[str, ...]
) -> None:
    assert judge_answer(question, answer, passages).accuracy > 7


@over(
    "question, passages",
    [
        ("What did the ferry earn?", EN[1:]),
        ("When was the ferry company founded?", EN),
        ("Who designed the ramp?", EN),
        ("What did a ferry ticket to Aster cost in 2023?", (HARBOUR,)),
        ("Когда была основана паромная компания?", RU),
        ("Кто спроектировал причал?", RU),
        ("谁设计了码头？", HANS),
        ("誰設計了碼頭？", HANT),
    ],
)
def test_nothing_is_picked_that_tells_of_another_act_or_thing(
    question: str, passages: tuple[str, ...]
) -> None:
    assert not any(part.extracts for part in extract_answer(question, passages))


@over(
    "question, passages, text",
    [
        ("What did the ferry earn in 2024?", EN, EN[0]),
        ("When did the grain terminal open, and what did it cost?", (HARBOUR,), "It cost 18.5 million euros"),
        (
            "Какую мощность имеет линия А?",
            (LINES,),
            "А, Мощность: 12,5 тыс. тонн.",
        ),
    ],
)
def test_what_tells_of_the_act_or_the_measure_is_picked(
    question: str, passages: tuple[str, ...], text: str
) -> None:
    extracts = [extract.text for part in extract_answer(question, passages) for extract in part.extracts]
    assert extracts[-1].startswith(text)
    assert all("1978" not in extract for extract in extracts)


@over(
    "question, answer, passage",
    table(__file__, "test_a_sum_that_a_part_asks_for_without_how_much_covers_it"),
)
def test_a_sum_that_a_part_asks_for_without_how_much_covers_it(
    question: str, answer: str, passage: str
) -> None:
    assert judge_answer(question, answer, [passage]).completeness == pytest.approx(10.0)


@over(
    "question, answer",
    table(__file__, "test_an_answer_to_what_is_known_to_be_unanswerable_covers_nothing"),
)
def test_an_answer_to_what_is_known_to_be_unanswerable_covers_nothing(question: str, answer: str) -> None:
    verdict = judge_answer(question, answer, [*EN, *RU, *HANT, "12"], unanswerable=True)
    assert verdict.completeness <= 2.35


@over(
    "asked, said",
    table(__file__, "test_a_word_of_many_uses_tells_of_no_act"),
)
def test_a_word_of_many_uses_tells_of_no_act(asked: str, said: str) -> None:
    assert matching_act(asked, said) == "another"


@over(
    "asked, said",
    table(__file__, "test_words_that_go_with_an_act_tell_of_it"),
)
def test_words_that_go_with_an_act_tell_of_it(asked: str, said: str) -> None:
    assert matching_act(asked, said) == "same"

"""Questions that two passages answer only together."""

from __future__ import annotations

import pytest

from data_base.text.names import chinese_people
from scoring.extraction import extract_answer
from scoring.judging import judge_answer

OTHERS = (
    "The ferry line carries 210,000 passengers a year and has two ships, both built in 2008.",
    "Repairs to the harbour wall cost 3.4 million euros and took 14 months.",
)
HOPS = {
    "en": (
        "Who heads the trust that bought the lighthouse?",
        "The lighthouse was bought by the Ferran Trust in 2014 and painted a year later.",
        "The Ferran Trust is headed by Oona Malk, a former pilot.",
        "Oona Malk",
        "The documents do not say.",
    ),
    "zh-Hant": (
        "鹿鳴橋的設計者出生於哪裡？",
        "鹿鳴橋由工程師賴永年設計，1971年通車。",
        "賴永年生於臺東，後赴維也納求學。",
        "臺東",
        "文件中沒有說明。",
    ),
    "zh-Hans": (
        "三号泵站的水泵额定流量是多少？",
        "三号泵站使用的水泵型号为QW-450，2018年安装。",
        "QW-450的额定流量为每秒61升，重520公斤。",
        "61升",
        "文件中没有说明。",
    ),
    "ru": (
        "Где родилась проектировщица маяка в Дарве?",
        "Маяк в Дарве спроектировала Инга Солль, его зажгли в 1959 году.",
        "Инга Солль родилась в Нарве и училась в Риге.",
        "Нарв",
        "В документах об этом не сказано.",
    ),
}


@pytest.mark.parametrize("language", HOPS)
def test_both_halves_are_told(language: str) -> None:
    question, first, second, wanted, _ = HOPS[language]
    (part,) = extract_answer(question, [*OTHERS, first, second])
    assert [extract.passage for extract in part.extracts] == [2, 3]
    assert wanted in part.extracts[1].text


@pytest.mark.parametrize("language", HOPS)
def test_the_first_half_alone_answers_nothing_and_declining_is_wrong(language: str) -> None:
    question, first, second, _, declining = HOPS[language]
    passages = [*OTHERS, first, second]
    whole, half, none = (
        judge_answer(question, answer, passages) for answer in (f"{first} {second}", first, declining)
    )
    assert min(whole.accuracy, whole.completeness) > 9
    assert max(half.accuracy, half.completeness) < 5
    assert none.accuracy < 7


def test_a_sentence_that_only_mentions_the_name_is_no_second_half() -> None:
    question, first, *_ = HOPS["en"]
    mention = "In spring a storm, of which the Ferran Trust had warned, tore the flag down."
    (part,) = extract_answer(question, [*OTHERS, first, mention])
    assert all(extract.passage != 3 for extract in part.extracts)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("鹿鳴橋由工程師賴永年設計，1971年通車。", ["賴永年"]),
        ("屋頂由建築師陸思遠設計，於1994年完工。", ["陸思遠"]),
        ("负责人李大同和总工程师王敏在会上说明。", ["李大同", "王敏"]),
        ("桥面由高度两公尺的护栏围起。", []),
    ],
)
def test_chinese_people_behind_titles(text: str, people: list[str]) -> None:
    assert chinese_people(text) == people


LAKE = "# Lake Orrin monitoring 2024\n\nThe monitoring was led by Ada Brunner. It cost 41,000 euros."


def test_a_heading_that_repeats_the_question_is_no_answer() -> None:
    question = "Who paid for the Lake Orrin monitoring?"
    assert all(
        "Lake Orrin" not in extract.text
        for part in extract_answer(question, [LAKE])
        for extract in part.extracts
    )
    assert judge_answer(question, "Lake Orrin monitoring 2024", [LAKE]).accuracy < 5


def test_yes_may_repeat_the_question() -> None:
    question, answer = "Was the monitoring led by Ada Brunner?", "Yes, the monitoring was led by Ada Brunner."
    assert judge_answer(question, answer, [LAKE]).accuracy > 9


def test_what_the_passages_hold_of_something_else_is_not_told() -> None:
    passage = "The Orrin pump house cost 5.1 million euros to run in 2023. It has two engines."
    (part,) = extract_answer("What was the profit of the Orrin pump house in 2023?", [passage])
    assert not part.extracts

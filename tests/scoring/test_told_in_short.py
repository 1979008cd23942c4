"""What is left of a whole, and values told in short: without their unit, as a quotient, as a change."""

import pytest

from tests.support.sheets import is_right, is_wrong

_BRIDGE = (
    "The footbridge cost £164,000, of which £120,000 came from a trust and the remainder from our reserves. "
    "It is 42 metres long."
)
_MEMBERS = "В кружке 48 человек: 19 школьников, 16 студентов, остальные — пенсионеры. Занятия идут по средам."
_OUTLAY = (
    "上半年資本支出 5.4 億元，其中 3.8 億元用於東廠，1.1 億元用於塗裝線，其餘為資訊系統。員工有 820 人。"
)
_SHARES = "资金中银行贷款占60%，市财政出25%。其余由新区管委会承担。工期为18个月。"


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            _BRIDGE,
            "How was the footbridge paid for?",
            "A trust gave £120,000 of the £164,000; £44,000 came from the reserves.",
            "A trust gave £120,000 of the £164,000; £54,000 came from the reserves.",
        ),
        (
            _MEMBERS,
            "Из кого состоит кружок?",
            "Из 48 человек 19 школьников, 16 студентов и 13 пенсионеров.",
            "Из 48 человек 19 школьников, 16 студентов и 17 пенсионеров.",
        ),
        (
            _OUTLAY,
            "上半年資本支出共多少？用在哪裡？",
            "共 5.4 億元：東廠 3.8 億、塗裝線 1.1 億、資訊系統 0.5 億。",
            "共 5.4 億元：東廠 3.8 億、塗裝線 1.1 億、資訊系統 0.7 億。",
        ),
        (
            _SHARES,
            "资金的来源有哪些，各占多少？",
            "银行贷款60%，市财政25%，新区管委会15%。",
            "银行贷款60%，市财政25%，新区管委会45%。",
        ),
    ],
)
def test_the_rest_may_be_told_as_the_value_that_is_left(
    passage: str, question: str, true: str, false: str
) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])


def test_what_no_sentence_calls_the_rest_is_not_reckoned_as_one() -> None:
    passage = "The footbridge cost £164,000. A trust gave £120,000. Work took 11 weeks."
    assert is_wrong("Who paid for the bridge?", "The council paid £44,000 from its rates.", [passage])


def test_the_words_of_a_cell_say_what_its_values_are_of() -> None:
    table = (
        "| Code | Cause | What to do |\n|---|---|---|\n| E21 | overheated | switch off, wait 30 minutes, "
        "restart once |\n"
        "| E33 | low flow | clean the filter every 90 days |\n\n"
        "In winter the fan stops every 40 to 90 minutes; that is no fault."
    )
    question = "What can the user do when E21 is shown?"
    assert is_right(question, "Switch it off, wait 30 minutes and restart it once.", [table])
    assert is_wrong(question, "Switch it off, wait 90 minutes and restart it once.", [table])


def test_what_a_row_was_measured_at_is_no_value_of_another_row() -> None:
    table = (
        "| 項目 | 小型 | 大型 |\n|---|---|---|\n| 外機重量 | 78 公斤 | 104 公斤 |\n"
        "| 運轉噪音（1 公尺處） | 46 分貝 | 51 分貝 |"
    )
    question = "大型的外機比小型重多少？運轉噪音（1 公尺處）高多少？"
    assert is_right(question, "重 26 公斤（104 公斤、78 公斤），噪音高 5 分貝。", [table])
    assert is_wrong(question, "重 36 公斤（104 公斤、78 公斤），噪音高 5 分貝。", [table])


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            "The median wait is 9 days in Harrow, 16 in Callen and 5 in Estwick.",
            "How long does one wait in Callen and in Harrow?",
            "In Callen the wait is 16 days, while in Harrow it is 9.",
            "In Callen the wait is 16 days, while in Harrow it is 8.",
        ),
        (
            "- аттестат с отличием — 6 баллов;\n- помощь в приюте не менее 100 часов — 3 балла.",
            "Сколько баллов дают за помощь в приюте и за аттестат?",
            "За аттестат с отличием — 6, за помощь в приюте не менее 100 часов — 3.",
            "За аттестат с отличием — 6, за помощь в приюте не менее 100 часов — 7.",
        ),
        (
            "| Факультет | Мест | Заявлений |\n|---|---|---|\n| Геология | 40 | 1 120 |",
            "Каков конкурс (заявлений на место) на геологии?",
            "На геологии 28 заявлений на место (1 120 на 40).",
            "На геологии 38 заявлений на место (1 120 на 40).",
        ),
        (
            "| City | 2023 | 2024 | Electric |\n|---|---|---|---|\n| Callen | 1,200 | 1,740 | 88% |",
            "By how many per cent did sales in Callen grow from 2023 to 2024?",
            "Callen: 1,200 → 1,740, +45%.",
            "Callen: 1,200 → 1,740, +35%.",
        ),
    ],
)
def test_values_told_in_short_beside_each_other(passage: str, question: str, true: str, false: str) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])

"""Declining for want of one value, and giving the two that contradict each other."""

import pytest

from scoring.abstention import abstains
from scoring.claims import split_claims
from scoring.judging import judge_answer

EN = (
    "How many ships did the port handle in 2023?",
    [
        "Harbour report 2023\nSection 1. Traffic\nIn 2023 the port handled 4,120 ships; it had 64 pilots.",
        "Section 4. Safety\nThe port handled 4,310 ships in 2023, of which 212 were tankers.",
    ],
)
HANT = (
    "2023 年底港區有多少員工？",
    [
        "港務年報\n第一節 概況\n二○二三年底港區員工共402人。晨光碼頭於1998年啟用。",
        "第七節 人事\n截至2023年12月31日，港區共有員工397人，其中領港員31人。",
    ],
)
HANS = (
    "2023年全院有多少张病床？",
    ["医院简报\n一、概况\n2023年全院共有病床512张。", "四、住院\n2023年全院病床为498张，其中重症床位36张。"],
)
RU = (
    "Сколько кранов работало в порту в 2023 году?",
    [
        "Отчёт порта\nРаздел 1. Общие сведения\nВ 2023 году в порту работал 41 кран.",
        "Раздел 5. Техника\nВ 2023 году в порту работало 38 кранов, из них 6 плавучих.",
    ],
)
Asked = tuple[str, list[str]]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (EN, "There is no single figure: section 1 gives 4,120 ships, section 4 gives 4,310."),
        (EN, "This cannot be said for certain; the first section has 4,120 ships and the fourth 4,310."),
        (HANT, "無法確定：第一節寫402人，第七節寫397人。"),
        (HANT, "無法確定，因為文中有兩種說法：概況寫402人，人事寫397人，兩者差5人。"),
        (HANT, "沒有單一答案，概況說是402人，人事一節則是397人。"),
        (HANS, "没有统一的数字：概况写512张，住院部分写498张。"),
        (HANS, "无法判断，前文为512张，后文为498张。"),
        (RU, "Однозначного ответа нет: в разделе 1 указан 41 кран, в разделе 5 — 38 кранов."),
        (RU, "Единой цифры нет. Общие сведения дают 41 кран, раздел о технике — 38."),
    ],
)
def test_no_single_figure_before_both_figures_is_no_abstention(asked: Asked, answer: str) -> None:
    assert not abstains(answer)
    assert judge_answer(asked[0], answer, asked[1]).accuracy > 9


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (EN, "No single figure exists. One section gives 4,200 ships, another 4,700."),
        (EN, "There is no single figure: the port had 64 pilots and 212 tankers."),
        (HANT, "無法確定：第一節寫412人，第七節寫387人。"),
        (HANS, "没有统一的数字：概况写521张，住院部分写489张。"),
        (RU, "Однозначного ответа нет: в разделе 1 указано 47 кранов, в разделе 5 — 35 кранов."),
    ],
)
def test_a_conflict_of_invented_or_foreign_figures_is_no_answer(asked: Asked, answer: str) -> None:
    assert judge_answer(asked[0], answer, asked[1]).accuracy < 5


@pytest.mark.parametrize(
    "answer",
    [
        "That cannot be determined: the report only gives 4,120 and 4,310 ships for other years.",
        "It cannot be determined; the report gives 14 ferries and 86 sailors.",
        "無法確定，文中只有前兩年的 402 人和 397 人。",
        "Определить нельзя: указаны лишь 41 кран и 38 кранов за другие годы.",
    ],
)
def test_figures_told_beside_the_point_keep_an_abstention(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "sentence",
    [
        "文件裡有兩個答案。",
        "这个数在报告里有两种说法。",
        "That cannot be settled from the text.",
        "报告自己就对不上。",
        "Какое число верно, из текста не ясно.",
    ],
)
def test_a_sentence_that_only_announces_a_conflict_states_nothing(sentence: str) -> None:
    assert [claim.kind for claim in split_claims(sentence)] != ["fact"]

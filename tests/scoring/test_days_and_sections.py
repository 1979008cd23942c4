"""Days without their month, sections cited by number, numbers whose unit is said once, times in words."""

import pytest

from scoring.judging import judge_answer

_FAIR_EN = "The exhibition runs from 18–28 March 2024 in the old mill. The mill was built in 1907."
_FAIR_ZH = "展覽期間為2024年3月18日至28日，地點在舊磨坊。磨坊建於1907年。"
_FAIR_RU = "Выставка проходит с 18 по 28 марта 2024 года в старой мельнице. Мельница построена в 1907 году."
_DAYS = [
    (
        "When does the exhibition run?",
        _FAIR_EN,
        "It runs from the 18th to the 28th.",
        "It runs from the 17th to the 28th.",
    ),
    ("展覽何時舉行？", _FAIR_ZH, "展覽從18日到28日。", "展覽從17日到28日。"),
    ("展覽何時舉行？", _FAIR_ZH, "展覽於3/18至3/28舉行。", "展覽於3/18至3/29舉行。"),
    (
        "Когда проходит выставка?",
        _FAIR_RU,
        "Выставка проходит с 18-го по 28-е.",
        "Выставка проходит с 17-го по 28-е.",
    ),
    ("Когда проходит выставка?", _FAIR_RU, "С 18 по 28 число.", "С 18 по 27 число."),
]
_TERMS_ZH = "**6.2 保固。** 設備自驗收之日起保固24個月。\n\n**6.3 付款。** 貨款於30天內付清。"
_TERMS_EN = (
    "## 4.3 Response time\n\nThe provider answers within ten working days.\n\n"
    "## 4.4 Claims\n\nClaims are settled within fifteen working days."
)
_TERMS_RU = "4.3. Срок ответа составляет 10 рабочих дней.\n\n4.4. Претензии рассматриваются 15 рабочих дней."
_SECTIONS = [
    ("保固多久？", _TERMS_ZH, "依第6.2節，保固期為24個月。", "依第6.9節，保固期為24個月。"),
    (
        "How long does the provider have to answer?",
        _TERMS_EN,
        "Section 4.3 gives the provider ten working days.",
        "Section 4.9 gives the provider ten working days.",
    ),
    (
        "Каков срок ответа?",
        _TERMS_RU,
        "По пункту 4.3 срок ответа — 10 рабочих дней.",
        "По пункту 4.9 срок ответа — 10 рабочих дней.",
    ),
]
_NOTICES_EN = "The old notice gives 30 days. The new notice gives 45 days."
_NOTICES_ZH = "舊公告規定30天。新公告規定45天。"
_NOTICES_RU = "Старое уведомление даёт 30 дней. Новое уведомление даёт 45 дней."
_ONCE = [
    (
        "What do the notices say?",
        _NOTICES_EN,
        "The old notice says thirty days, the other forty-five.",
        "The old notice says thirty days, the other fifty-four.",
    ),
    (
        "公告怎麼規定？",
        _NOTICES_ZH,
        "舊公告寫三十天，新公告則是四十五。",
        "舊公告寫三十天，新公告則是五十四。",
    ),
    (
        "Что говорят уведомления?",
        _NOTICES_RU,
        "В старом уведомлении тридцать дней, в новом — сорок пять.",
        "В старом уведомлении тридцать дней, в новом — пятьдесят четыре.",
    ),
]


@pytest.mark.parametrize(("question", "passage", "true", "false"), [*_DAYS, *_SECTIONS, *_ONCE])
def test_what_is_told_in_another_way_is_found_and_a_changed_number_is_not(
    question: str, passage: str, true: str, false: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, false, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "passage", "true"),
    [
        ("完整方案保固多久？", "基本方案保固6個月，完整方案保固18個月。", "一年半。"),
        (
            "Каков срок полного тарифа?",
            "Базовый тариф действует 6 месяцев, полный — 18 месяцев.",
            "Полтора года.",
        ),
        ("How long is the warranty of the pump?", "The pump has a warranty of 24 months.", "Two years."),
    ],
)
def test_a_time_in_words_is_borne_out_by_one_in_digits(question: str, passage: str, true: str) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8


def test_a_section_is_not_missed_where_the_passages_number_none() -> None:
    passage = "The provider answers within ten working days of the request."
    verdict = judge_answer(
        "How long does the provider have?", "Section 4.9 gives the provider ten working days.", [passage]
    )
    assert verdict.accuracy > 8

"""Two sentences that say nearly the same with another value, and such as only look alike."""

from __future__ import annotations

import pytest

from scoring.judging import examine, judge_answer

_FILL = {
    "en": "The archive is open on request. The reading room was repainted. Staff numbers did not change.",
    "ru": "Архив открыт по заявке. Читальный зал покрасили. Штат не изменился.",
    "zh-Hans": "档案馆按申请开放。阅览室重新粉刷。人员编制没有变化。",
    "zh-Hant": "檔案館按申請開放。閱覽室重新粉刷。人員編制沒有變化。",
}

_TREES_EN = (
    "How many trees were planted along the canal?",
    "Volunteers planted 420 trees along the canal during the winter.",
)
_PUMP_RU = (
    "Каков гарантийный срок на насос?",
    "Гарантийный срок на насос составляет 36 месяцев со дня ввода в эксплуатацию.",
)
_PUMP_HANS = ("热泵的保修期是多久？", "热泵自调试之日起保修60个月。")
_FERRY_HANT = ("新渡輪何時投入營運？", "新渡輪將於2025年5月4日投入營運。")

CONFLICTS = [
    (
        "en",
        *_TREES_EN,
        "Along the canal 385 trees were planted by volunteers in the winter months.",
        "420 trees were planted along the canal.",
    ),
    (
        "en",
        "How long is the warranty on the heat pump?",
        "The heat pump carries a manufacturer's warranty of 60 months from the date of commissioning.",
        "The warranty period for the heat pump is 48 months and begins on the date of commissioning.",
        "The warranty on the heat pump is 48 months.",
    ),
    (
        "en",
        "How many plots at Ash Farm were left out of the yield analysis?",
        "Two plots at Ash Farm were flooded so badly that they were left out of the yield analysis.",
        (
            "The data are thinner than planned, since three plots at Ash Farm were excluded from the yield "
            "analysis."
        ),
        "Two plots at Ash Farm were left out of the yield analysis.",
    ),
    (
        "ru",
        *_PUMP_RU,
        "Изготовитель предоставляет на насос гарантию сроком 24 месяца со дня ввода в эксплуатацию.",
        "Гарантийный срок на насос 24 месяца.",
    ),
    (
        "ru",
        "Какая доля домов подключена к сети?",
        "К концу года к сети подключено 71 % домов посёлка.",
        "На конец года доля подключённых к сети домов посёлка достигла 76 %.",
        "К сети подключено 71 % домов.",
    ),
    (
        "ru",
        "Когда откроется новый мост?",
        "Движение по новому мосту откроется 12 сентября 2025 года.",
        "Новый мост откроется для движения 3 октября 2025 года.",
        "Новый мост откроется 12 сентября 2025 года.",
    ),
    ("zh-Hans", *_PUMP_HANS, "热泵的保修期为48个月，从调试之日起算。", "热泵的保修期为60个月。"),
    (
        "zh-Hans",
        "公交车何时全部更换为电动车？",
        "按照车辆更新计划，全市公交车将于2026年底前全部更换为电动车。",
        "受场站进度制约，全市公交车全部更换为电动车的完成时间为2028年底。",
        "全市公交车将于2026年底前全部更换为电动车。",
    ),
    (
        "zh-Hant",
        *_FERRY_HANT,
        "新渡輪定於2025年5月18日投入營運，屆時調整班表。",
        "新渡輪於2025年5月18日投入營運。",
    ),
    (
        "zh-Hant",
        "管風琴修復花費多少？",
        "管風琴的修復共花費214萬元。",
        "帳目顯示，管風琴修復費用為236萬元。",
        "管風琴修復共花費214萬元。",
    ),
]
APART = [
    (
        "en",
        *_TREES_EN,
        "Volunteers planted 385 trees along the railway during the winter.",
        "420 trees were planted along the canal.",
    ),
    (
        "en",
        "How many participants withdrew in the drug group?",
        "During the treatment phase 12 participants in the drug group withdrew from the study.",
        "During the treatment phase 9 participants in the placebo group withdrew from the study.",
        "12 participants withdrew in the drug group.",
    ),
    (
        "en",
        "When does the new ferry enter service?",
        "The new ferry will enter service on 4 May 2025.",
        "The new ferry is christened on 18 April 2025, before it enters service.",
        "The new ferry enters service on 4 May 2025.",
    ),
    (
        "ru",
        *_PUMP_RU,
        "Гарантийный срок на уплотнения составляет 24 месяца со дня ввода в эксплуатацию.",
        "Гарантийный срок на насос 36 месяцев.",
    ),
    (
        "ru",
        "В течение скольких дней подаётся апелляция?",
        "Апелляция на решение подаётся в течение 10 рабочих дней со дня его получения.",
        "Апелляция на решение рассматривается в течение 15 рабочих дней со дня её получения.",
        "Апелляция подаётся в течение 10 рабочих дней.",
    ),
    ("zh-Hans", *_PUMP_HANS, "水箱自调试之日起保修48个月。", "热泵保修60个月。"),
    (
        "zh-Hans",
        "药物组有多少人退出研究？",
        "治疗期间药物组有12人退出研究。",
        "治疗期间安慰剂组有9人退出研究。",
        "药物组有12人退出研究。",
    ),
    ("zh-Hant", *_FERRY_HANT, "新渡輪的船票於2025年4月18日開始發售。", "新渡輪於2025年5月4日投入營運。"),
    (
        "zh-Hant",
        "全案共召開幾次會議？",
        "委員會全案共召開14次會議。",
        "工作小組全案共召開21次會議。",
        "委員會全案共召開14次會議。",
    ),
]


def _passages(language: str, one: str, other: str) -> list[str]:
    return [f"{one} {_FILL[language]}", f"{_FILL[language]} {other}"]


@pytest.mark.parametrize(("language", "question", "one", "other", "answer"), CONFLICTS)
def test_one_of_two_plainly_conflicting_values_is_one_side(
    language: str, question: str, one: str, other: str, answer: str
) -> None:
    assert 3 <= judge_answer(question, answer, _passages(language, one, other)).accuracy <= 8


@pytest.mark.parametrize(("language", "question", "one", "other", "answer"), APART)
def test_a_like_sentence_about_something_else_is_no_other_side(
    language: str, question: str, one: str, other: str, answer: str
) -> None:
    faults = examine(question, answer, _passages(language, one, other)).faults
    assert "one_sided" not in {fault.name for fault in faults}


def test_neighbouring_sentences_do_not_contradict_each_other() -> None:
    question, one = _TREES_EN
    passages = [f"{one} The volunteers planted 385 trees along the canal by hand. {_FILL['en']}"]
    faults = examine(question, "Volunteers planted 420 trees along the canal.", passages).faults
    assert "one_sided" not in {fault.name for fault in faults}


BOTH = [
    (
        "en",
        CONFLICTS[2][1:4],
        (
            (
                'Either 2 or 3, depending on which part you read: "Yield" (section 4) states two, "Limits" '
                "(section 7) states three. The two are inconsistent, and nothing settles which is right."
            ),
            (
                "That is not clear, because two different numbers are given. One section speaks of two "
                "excluded plots, the other of three."
            ),
        ),
        "The two sections are inconsistent: one speaks of 2 plots, the other of 14 plots.",
    ),
    (
        "ru",
        CONFLICTS[3][1:4],
        (
            (
                "Однозначно сказать нельзя, в тексте названы два разных срока. В разделе о поставке указано "
                "тридцать шесть месяцев, в разделе о гарантии — двадцать четыре."
            ),
            (
                "Документ противоречит сам себе:\n- раздел 2: 36 месяцев\n- раздел 7: 24 месяца\n"
                "Какой срок верный, не объясняется."
            ),
        ),
        "Документ противоречит сам себе: в одном месте 36 месяцев, в другом 42 месяца.",
    ),
    (
        "zh-Hans",
        CONFLICTS[7][1:4],
        (
            "文中有两个互相冲突的时间：\n- 第五章：2026年底前\n- 第八章：2028年底\n计划没有解释哪一个有效。",
            "计划对此说法不一。讲公交的部分写的是2026年年底以前换完，讲减排的部分又说要到2028年年底。",
        ),
        "文中说法不一，第五章写2026年底，第八章写2031年底。",
    ),
    (
        "zh-Hant",
        CONFLICTS[9][1:4],
        (
            "文件前後不一致，前面寫214萬元，後面寫236萬元，看不出哪個才對。",
            "這一點兜不攏：\n- 第3.2節：214萬元\n- 帳目一節：236萬元\n建議向館方查證。",
        ),
        "文件前後不一致，前面寫214萬元，後面寫250萬元。",
    ),
]


@pytest.mark.parametrize(("language", "told", "reports", "wrong"), BOTH)
def test_an_answer_that_reports_both_sides_may_say_where_they_stand(
    language: str, told: tuple[str, str, str], reports: tuple[str, ...], wrong: str
) -> None:
    question, one, other = told
    passages = _passages(language, one, other)
    for report in reports:
        assert judge_answer(question, report, passages).accuracy > 8, report
    assert judge_answer(question, wrong, passages).accuracy < 5

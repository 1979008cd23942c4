"""Figures and dates that an answer writes in another way than its passages do."""

import pytest

from scoring.judging import judge_answer

GOOD, POOR = 8.0, 6.0

LIBRARY_HANT = (
    "館務報告。113 年度圖書館總借閱量為 48,200 冊，較 112 年度的 44,900 冊成長。"
    "114 年度將更新自動借還機。館舍於 111 年 6 月整修完成，工程費用為 3,500 萬元。"
)
COLUMNS_HANT = (
    "年度統計（單位：冊）。\n\n| 館別 | 112 年 | 113 年 |\n|---|---|---|\n"
    "| 總館 | 12,400 | 13,900 |\n| 石榴分館 | 8,150 | 9,020 |\n"
)
BRIDGE_HANT = "鐵橋已有 113 年歷史，主索的設計壽命為 120 年，民國 113 年 5 月辦理補強。"
HOURS_EN = (
    "The reading room is open on weekdays from 09:00 to 17:00 and on Saturdays from 10:00 to 14:00. "
    "The last bus leaves at 23:30. Loans last 26 weeks; reminders are sent after 14 days."
)
HOURS_RU = (
    "Читальный зал открыт по будням с 09:00 до 17:00, по субботам с 10:00 до 14:00. "
    "Последний автобус отходит в 23:30. Книги выдаются на 26 недель; напоминание приходит через 14 дней."
)
HOURS_HANT = (
    "閱覽室平日 9 時至 17 時開放，週六 10 時至 14 時開放。末班車 23 時 30 分發車。"
    "圖書借期 26 週，14 天後寄發提醒。"
)
HOURS_HANS = "阅览室平日 09:00–17:00 开放，周六 10:00–14:00 开放。末班车 23:30 发车。复印每页 0.35 元。"
YARD_EN = "The crane earns 240 euros per tonne. The ferry makes 14 crossings a day."
YARD_RU = "Кран приносит 240 рублей за тонну. Паром делает 14 рейсов в сутки."
YARD_HANS = "渡轮每日 14 班，吊车每吨收费 240 元，坝体沉降日变化量不得超过 3 毫米。"
TARIFF_EN = "The electric truck costs €1.04/km, the diesel truck €1.52/km. A scan costs £0.20 at the desk."
PORT_RU = "Копия стоит 3,50 рубля. Порт перевалил 2 116 тыс. т зерна и 1 840 тыс. т угля."
RELEASE_EN = "The p99 latency of search fell from 140 ms in version 6.1 to 97 ms in version 6.2."
RELEASE_HANS = "搜索的 p99 延迟从 6.1 版的 140 毫秒降到 6.2 版的 97 毫秒。"
RELEASE_RU = "Задержка p99 поиска снизилась со 140 мс в версии 6.1 до 97 мс в версии 6.2."
DEVIATION_HANS = "实验报告。\n\n| 型号 | 最大偏差（℃） |\n|---|---|\n| 北砚R3 | 0.24 |\n| 澄冰L5 | 0.27 |\n"
STRESS_EN = "The stress test was repeated from 24 to 26 September 2023."
PILOT_EN = (
    "Between 6 February and 29 September 2023 the city ran four lorries.\n\n"
    "The depot engineer commissioned the chargers on 19 January 2023.\n\n"
    "Fourteen drivers were trained. On 18 April 2023 a lorry rolled three metres on a slope."
)
PILOT_EN_ASKED = "When were the chargers commissioned?"
CHARGE_EN = "The midday charge was needed on 31 days. The depot closes at 22:00."

OPEN_EN = "When is the reading room open on weekdays?"
OPEN_RU = "Когда открыт зал по будням?"
OPEN_HANT = "閱覽室平日幾點開放？"

TRUE = [
    ("圖書館 113 年的總借閱量是多少？", LIBRARY_HANT, "圖書館 113 年借出 48,200 冊。"),
    ("圖書館 113 年的總借閱量是多少？", LIBRARY_HANT, "48,200 冊（113 年）"),
    ("館舍何時整修完成？", LIBRARY_HANT, "整修於 111 年 6 月完工。"),
    ("石榴分館 113 年的借閱冊數？", COLUMNS_HANT, "由 112 年的 8,150 冊增為 113 年的 9,020 冊。"),
    ("鐵橋有多少年歷史？", BRIDGE_HANT, "已經 113 年了。"),
    ("主索的設計壽命多長？", BRIDGE_HANT, "120 年。"),
    (OPEN_EN, HOURS_EN, "From nine to five."),
    (OPEN_EN, HOURS_EN, "It is open from 9 to 5 on weekdays."),
    (OPEN_EN, HOURS_EN, "From 9 until 5, eight hours in all."),
    (OPEN_EN, HOURS_EN, "It is open from 9 to 5 pm."),
    ("When does the last bus leave?", HOURS_EN, "Half past eleven at night."),
    ("How long do loans last?", HOURS_EN, "About 6 months."),
    ("When are reminders sent?", HOURS_EN, "Reminders go out after 2 weeks."),
    (OPEN_RU, HOURS_RU, "С 9 до 17."),
    (OPEN_RU, HOURS_RU, "По будням он открыт с 9 до 17 часов."),
    (OPEN_RU, HOURS_RU, "С девяти до семнадцати, восемь часов."),
    ("Когда приходит напоминание?", HOURS_RU, "Через две недели."),
    (OPEN_HANT, HOURS_HANT, "九點到十七點。"),
    (OPEN_HANT, HOURS_HANT, "平日早上 9 點到下午 5 點。"),
    ("末班車幾點發車？", HOURS_HANT, "晚間十一時三十分。"),
    ("圖書借期多久？", HOURS_HANT, "6 個月左右。"),
    ("多久後寄發提醒？", HOURS_HANT, "兩個星期後。"),
    ("阅览室平日几点开放？", HOURS_HANS, "平日从9点开到17点，共8小时。"),
    ("复印多少钱？", HOURS_HANS, "每页35分钱。"),
    ("How much does the crane earn?", YARD_EN, "One tonne earns 240 euros."),
    ("How often does the ferry cross?", YARD_EN, "In one day the ferry makes 14 crossings."),
    ("Сколько приносит кран?", YARD_RU, "За одну тонну кран приносит 240 рублей."),
    ("Сколько рейсов делает паром?", YARD_RU, "За одни сутки паром делает 14 рейсов."),
    ("吊车怎么收费？", YARD_HANS, "一吨要收 240 元。"),
    ("渡轮有几班？", YARD_HANS, "一天 14 班。"),
    ("坝体沉降的限值是多少？", YARD_HANS, "坝体一天的沉降变化不能超过 3 毫米。"),
    ("What does the electric truck cost per km?", TARIFF_EN, "104 cents per km against 152, 48 cents less."),
    ("What does the electric truck cost per km?", TARIFF_EN, "104 euro cents a kilometre."),
    ("Сколько стоит копия?", PORT_RU, "350 копеек."),
    ("Сколько зерна перевалил порт?", PORT_RU, "Через порт прошло 2,116 млн тонн зерна."),
    ("Сколько зерна перевалил порт?", PORT_RU, "Зерна — 2116 тысяч, угля — 1840 тысяч."),
    ("How did the p99 latency change?", RELEASE_EN, "From 140 ms in version 6.1 to 97 ms in version 6.2."),
    ("How did the p99 latency change?", RELEASE_EN, "The 99th percentile fell from 140 ms to 97 ms."),
    ("搜索的 p99 延迟怎么变化？", RELEASE_HANS, "第99百分位延迟由140毫秒降至97毫秒。"),
    ("Как изменилась задержка p99?", RELEASE_RU, "99-й перцентиль снизился со 140 до 97 мс."),
    ("两款最大偏差相差多少？", DEVIATION_HANS, "相差0.03度。"),
    ("How long did the repeat of the stress test take?", STRESS_EN, "Three days (24 to 26 September)."),
    (PILOT_EN_ASKED, PILOT_EN, "The date was 19/01/2023, a little over two weeks before the pilot began."),
    ("On how many days was a charge needed?", CHARGE_EN, "A charge at midday was needed on 31 days."),
]
WRONG = [
    (PILOT_EN_ASKED, PILOT_EN, "The date was 19/01/2023, a little over six weeks before the pilot began."),
    ("圖書館 113 年的總借閱量是多少？", LIBRARY_HANT, "圖書館 112 年借出 48,200 冊。"),
    ("圖書館 113 年的總借閱量是多少？", LIBRARY_HANT, "118年總借閱量為48,200冊。"),
    ("石榴分館 113 年的借閱冊數？", COLUMNS_HANT, "石榴分館 113 年為 8,150 冊。"),
    ("鐵橋有多少年歷史？", BRIDGE_HANT, "已有 131 年歷史。"),
    (OPEN_EN, HOURS_EN, "It is open from 9 to 6 on weekdays."),
    ("How long do loans last?", HOURS_EN, "Loans last five months."),
    ("When are reminders sent?", HOURS_EN, "Reminders go out after 4 weeks."),
    (OPEN_RU, HOURS_RU, "По будням с 9 до 18."),
    (OPEN_HANT, HOURS_HANT, "8 點到 17 點。"),
    ("末班車幾點發車？", HOURS_HANT, "晚上 10 點半。"),
    ("多久後寄發提醒？", HOURS_HANT, "三個星期後。"),
    ("复印多少钱？", HOURS_HANS, "每页53分钱。"),
    ("How much does the crane earn?", YARD_EN, "One tonne earns 420 euros."),
    ("How often does the ferry cross?", YARD_EN, "In one day the ferry makes 16 crossings."),
    ("Сколько приносит кран?", YARD_RU, "Одна тонна приносит 420 рублей."),
    ("吊车怎么收费？", YARD_HANS, "一吨要收 420 元。"),
    ("What does the electric truck cost per km?", TARIFF_EN, "140 cents per kilometre."),
    ("Сколько зерна перевалил порт?", PORT_RU, "2,161 млн тонн."),
    ("How did the p99 latency change?", RELEASE_EN, "From 140 ms in version 6.1 to 79 ms in version 6.2."),
    ("搜索的 p99 延迟怎么变化？", RELEASE_HANS, "95 分位延迟从 140 毫秒降到 97 毫秒。"),
    ("两款最大偏差相差多少？", DEVIATION_HANS, "相差0.05度。"),
    ("How long did the repeat of the stress test take?", STRESS_EN, "Five days (24 to 26 September)."),
]


@pytest.mark.parametrize(("question", "passage", "answer"), TRUE)
def test_another_way_of_writing_is_accepted(question: str, passage: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > GOOD


@pytest.mark.parametrize(("question", "passage", "answer"), WRONG)
def test_another_value_is_refused(question: str, passage: str, answer: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < POOR

"""Claims that say the opposite of the passages, and true ones that look as if they did."""

import pytest

from scoring.judging import judge_answer

EN = (
    "The town council approved the harbour plan on 4 May 2024 by nine votes to four. The old pier will "
    "stay open "
    "to walkers during the works. Sales of season tickets rose by 8% to 12,400, while sales of day "
    "tickets fell by "
    "3% to 96,000. The new coating did not slow the rust on the test plates. The museum is open daily "
    "except on "
    "Mondays. Fires on the beach are banned. The council kept the winter timetable."
)
HANT = (
    "鎮公所於2024年5月4日以九票對四票通過港區計畫。施工期間舊碼頭仍開放行人通行。季票銷售成長8%，達12,400張；"
    "日票銷售減少3%，為96,000張。新塗料並未減緩試片的鏽蝕。博物館除星期一外每日開放。海灘禁止生火。公所"
    "保留冬季時刻表。"
)
HANS = (
    "镇公所于2024年5月4日以九票对四票通过港区计划。施工期间旧码头仍开放行人通行。季票销售增长8%，达12,400张；"
    "日票销售减少3%，为96,000张。新涂料并未减缓试片的锈蚀。博物馆除星期一外每日开放。海滩禁止生火。公所"
    "保留冬季时刻表。"
)
RU = (
    "Городской совет утвердил план гавани 4 мая 2024 года девятью голосами против четырёх. Старый "
    "причал во время "
    "работ останется открытым для пешеходов. Продажи сезонных билетов выросли на 8 % до 12 400, а "
    "продажи дневных "
    "билетов упали на 3 % до 96 000. Новое покрытие не замедлило ржавление пробных пластин. Музей "
    "открыт ежедневно, "
    "кроме понедельника. Костры на пляже запрещены. Совет сохранил зимнее расписание."
)


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (EN, "Did the council approve the harbour plan?", "No, the council rejected the harbour plan."),
        (EN, "Is the pier closed during the works?", "Yes, the old pier will be closed during the works."),
        (EN, "How did ticket sales develop?", "Season tickets fell by 8% to 12,400, day tickets rose by 3%."),
        (EN, "Did the coating slow the rust?", "Yes, the new coating slowed the rust on the test plates."),
        (EN, "Are fires allowed on the beach?", "Fires on the beach are allowed."),
        (EN, "What happened to the winter timetable?", "The council abolished the winter timetable."),
        (HANT, "公所是否通過港區計畫？", "否，公所否決了港區計畫。"),
        (HANT, "施工期間舊碼頭會關閉嗎？", "會，舊碼頭在施工期間關閉。"),
        (HANT, "票券銷售情況如何？", "季票減少8%到12,400張，日票增加3%到96,000張。"),
        (HANT, "新塗料能減緩鏽蝕嗎？", "能，新塗料減緩了試片的鏽蝕。"),
        (HANT, "冬季時刻表有何變化？", "公所取消冬季時刻表。"),
        (HANS, "公所是否通过港区计划？", "否，公所否决了港区计划。"),
        (HANS, "施工期间旧码头会关闭吗？", "会，旧码头在施工期间关闭。"),
        (HANS, "票券销售情况如何？", "季票减少8%到12,400张，日票增加3%到96,000张。"),
        (HANS, "海滩可以生火吗？", "可以，海滩允许生火。"),
        (RU, "Утвердил ли совет план гавани?", "Нет, совет отклонил план гавани."),
        (RU, "Закрыт ли старый причал во время работ?", "Да, во время работ старый причал закрыт."),
        (RU, "Как изменились продажи билетов?", "Продажи сезонных билетов упали на 8 % до 12 400."),
        (RU, "Замедлило ли покрытие ржавление?", "Да, новое покрытие замедлило ржавление пробных пластин."),
        (RU, "Что стало с зимним расписанием?", "Совет отменил зимнее расписание."),
    ],
)
def test_the_opposite_of_a_passage_is_wrong(document: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy < 5


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            EN,
            "Did the council approve the harbour plan?",
            "Yes, it approved the harbour plan by nine votes to four.",
        ),
        (EN, "Is the pier closed during the works?", "No, the old pier will not be closed during the works."),
        (EN, "How did ticket sales develop?", "Season tickets rose by 8% to 12,400, day tickets fell by 3%."),
        (
            EN,
            "Did the coating slow the rust?",
            "No, the new coating did not slow the rust on the test plates.",
        ),
        (EN, "When is the museum closed?", "The museum is closed on Mondays."),
        (EN, "Are fires allowed on the beach?", "No, fires on the beach are not allowed."),
        (
            EN,
            "What happened to the winter timetable?",
            "The winter timetable was not abolished, the council kept it.",
        ),
        (HANT, "施工期間舊碼頭會關閉嗎？", "不會，舊碼頭在施工期間不關閉。"),
        (HANT, "票券銷售情況如何？", "季票增加8%到12,400張，日票下降3%到96,000張。"),
        (HANT, "新塗料能減緩鏽蝕嗎？", "不能，新塗料沒有減緩試片的鏽蝕。"),
        (HANT, "博物館何時不開放？", "博物館星期一不開放。"),
        (HANS, "施工期间旧码头会关闭吗？", "不会，旧码头在施工期间开放。"),
        (HANS, "海滩可以生火吗？", "不可以，海滩不允许生火。"),
        (RU, "Закрыт ли старый причал во время работ?", "Нет, старый причал во время работ не закрыт."),
        (RU, "Как изменились продажи билетов?", "Продажи сезонных билетов увеличились на 8 % до 12 400."),
        (RU, "Когда музей закрыт?", "Музей закрыт по понедельникам."),
        (RU, "Что стало с зимним расписанием?", "Зимнее расписание совет не отменил."),
    ],
)
def test_the_same_in_opposite_words_is_true(document: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8


def test_who_denies_twice_does_not_contradict() -> None:
    passage = (
        "An order leaves the queue only after its receipt has been written. Receipts are written at once."
    )
    answer = "Without a receipt an order does not leave the queue."
    assert judge_answer("When does an order leave the queue?", answer, [passage]).accuracy > 8


@pytest.mark.parametrize(
    ("document", "question", "right", "wrong"),
    [
        (EN, "Did the coating slow the rust?", "No, it made no difference.", "Yes, it did."),
        (EN, "Did the council approve the harbour plan?", "Yes.", "No."),
        (EN, "Is the old pier closed during the works?", "No, walkers can still use it.", "Yes."),
        (HANT, "施工期間舊碼頭會關閉嗎？", "不會，行人仍可通行。", "會，施工期間舊碼頭都會關閉。"),
        (RU, "Закрыт ли старый причал во время работ?", "Нет, пешеходы могут им пользоваться.", "Да."),
    ],
)
def test_yes_and_no_are_held_against_what_the_question_puts(
    document: str, question: str, right: str, wrong: str
) -> None:
    assert judge_answer(question, right, [document]).accuracy > 8
    assert judge_answer(question, wrong, [document]).accuracy < 5


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "The museum is open daily except on Mondays. Entry is free.",
            "When is the museum closed?",
            "The museum is closed on Mondays.",
            "The museum is open on Mondays.",
        ),
        (
            "Музей открыт ежедневно, кроме понедельника. Вход свободный.",
            "Когда музей закрыт?",
            "Музей закрыт в понедельник.",
            "Музей открыт в понедельник.",
        ),
        (
            "博物館除星期一外每日開放。免費入場。",
            "博物館何時關閉？",
            "博物館星期一關閉。",
            "博物館星期一開放。",
        ),
    ],
)
def test_of_an_exception_the_opposite_is_true(passage: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "The plant at Harle opened in May 2024, four months later than planned.",
            "When did the plant at Harle open?",
            "It opened in May 2024, four months behind schedule.",
            "It opened in May 2024, four months earlier than planned.",
        ),
        (
            "哈爾新廠於2024年5月啟用，比原訂計畫晚了四個月。",
            "哈爾新廠何時啟用？",
            "2024年5月啟用，比計畫晚四個月。",
            "2024年5月啟用，比計畫早四個月。",
        ),
        (
            "Завод в Харле открыт в мае 2024 года, на четыре месяца позже плана.",
            "Когда открыт завод в Харле?",
            "Он открыт в мае 2024 года, с опозданием на четыре месяца.",
            "Он открыт в мае 2024 года, на четыре месяца раньше плана.",
        ),
    ],
)
def test_ahead_of_a_plan_is_not_behind_it(passage: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5

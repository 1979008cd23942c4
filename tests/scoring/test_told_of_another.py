"""True sentences of the passages, given as the answer to a question that they are not about."""

import pytest

from scoring.judging import examine, judge_answer

MILL_EN = (
    "The paper mill at Harrow Bend opened in 1951 and employed 340 people at its height. Orders moved to "
    "cheaper producers overseas, and the owners could not pay for a new boiler. The mill closed in "
    "May 2003. Its chimney still stands. Herons nest on the settling ponds.\n\n"
    "The narrow bridge at Lowgate carried the tramway. In the autumn of 1987 a flood washed away its middle "
    "pier, and the tramway never ran again. Ada Crome drew the plans for the new footbridge. It "
    "opened in 1991. Cyclists use it daily.\n\n"
    "The museum in the old customs house shows tools and letters. Its keeper, Lionel Marsh, founded "
    "it in 1994."
)
MILL_HANT = (
    "河彎紙廠於1951年開工，極盛時僱用340人。訂單逐漸轉往海外較便宜的廠商，業主又無力添購新鍋爐。紙廠"
    "在2003年5月停產。煙囪至今仍在。沉澱池邊有鷺鷥築巢。\n\n"
    "低門窄橋原供輕便車通行。1987年秋天洪水沖走中央橋墩，輕便車從此停駛。新人行橋由柯雅達設計。1991年"
    "啟用。單車騎士每天經過。\n\n"
    "舊海關樓內的博物館展示工具與書信，館長馬立農於1994年創辦。"
)
MILL_HANS = (
    "河弯纸厂于1951年开工，极盛时雇用340人。订单逐渐转往海外较便宜的厂商，业主又无力添购新锅炉。纸厂"
    "在2003年5月停产。烟囱至今仍在。沉淀池边有鹭鸶筑巢。\n\n"
    "低门窄桥原供轻便车通行。1987年秋天洪水冲走中央桥墩，轻便车从此停驶。新人行桥由柯雅达设计。1991年"
    "启用。单车骑士每天经过。\n\n"
    "旧海关楼内的博物馆展示工具与书信，馆长马立农于1994年创办。"
)
MILL_RU = (
    "Бумажная фабрика в Речной Луке открылась в 1951 году, на ней работало до 340 человек. Заказы "
    "ушли к более "
    "дешёвым зарубежным изготовителям, а на новый котёл у владельцев не было денег. Фабрика закрылась в мае "
    "2003 года. Труба стоит до сих пор. У отстойников гнездятся цапли.\n\n"
    "По узкому мосту у Нижних ворот ходила конка. Осенью 1987 года паводок снёс среднюю опору, и "
    "движение конки "
    "не возобновилось. Новый пешеходный мост спроектировала Ада Кромина. Он открыт в 1991 году. По "
    "нему ездят велосипедисты.\n\n"
    "В здании старой таможни музей показывает инструменты и письма. Его хранитель Леонид Маршев "
    "основал музей в "
    "1994 году."
)
WHY = {
    MILL_EN: "Why did the paper mill at Harrow Bend close?",
    MILL_HANT: "河彎紙廠為什麼停產？",
    MILL_HANS: "河弯纸厂为什么停产？",
    MILL_RU: "Почему закрылась бумажная фабрика в Речной Луке?",
}
WHO = {
    MILL_EN: "Who drew the plans for the new footbridge at Lowgate?",
    MILL_HANT: "低門的新人行橋由誰設計？",
    MILL_HANS: "低门的新人行桥由谁设计？",
    MILL_RU: "Кто спроектировал новый пешеходный мост у Нижних ворот?",
}


def told_elsewhere(question: str, answer: str, document: str) -> bool:
    return any(fault.name == "elsewhere" for fault in examine(question, answer, [document]).faults)


@pytest.mark.parametrize(
    ("document", "answer"),
    [
        (
            MILL_EN,
            "The paper mill at Harrow Bend closed because a flood washed away the middle pier of the bridge.",
        ),
        (
            MILL_EN,
            "Because the narrow bridge lost its middle pier in a flood, so that the tramway never ran again.",
        ),
        (MILL_HANT, "因為洪水沖走中央橋墩，輕便車從此停駛。"),
        (MILL_HANS, "因为洪水冲走中央桥墩，轻便车从此停驶。"),
        (
            MILL_RU,
            (
                "Фабрика закрылась, потому что паводок снёс среднюю опору моста, и движение конки не "
                "возобновилось."
            ),
        ),
    ],
)
def test_the_reason_of_another_event_answers_nothing(document: str, answer: str) -> None:
    verdict = judge_answer(WHY[document], answer, [document])
    assert verdict.accuracy < 5, verdict.reason


@pytest.mark.parametrize(
    ("document", "answer"),
    [
        (
            MILL_EN,
            "Orders had gone to cheaper producers overseas, and its owners could not pay for a new boiler.",
        ),
        (
            MILL_EN,
            "The mill closed because foreign producers were cheaper and there was no money for a new boiler.",
        ),
        (MILL_HANT, "因為訂單轉往海外較便宜的廠商，業主又無力添購新鍋爐。"),
        (MILL_HANT, "海外廠商比較便宜，訂單流失，而且業主買不起新鍋爐。"),
        (MILL_HANS, "因为订单转往海外较便宜的厂商，业主又无力添购新锅炉。"),
        (MILL_RU, "Заказы ушли к более дешёвым зарубежным изготовителям, а на новый котёл не было денег."),
        (MILL_RU, "Зарубежные изготовители были дешевле, и владельцам не хватило денег на котёл."),
    ],
)
def test_the_reason_of_the_event_itself_is_not_another_s(document: str, answer: str) -> None:
    assert not told_elsewhere(WHY[document], answer, document)


@pytest.mark.parametrize(
    ("document", "wrong", "right"),
    [
        (MILL_EN, "Lionel Marsh, the keeper of the museum.", "The plans were Ada Crome's."),
        (MILL_HANT, "館長馬立農。", "設計者是柯雅達。"),
        (MILL_HANS, "馆长马立农。", "设计者是柯雅达。"),
        (MILL_RU, "Хранитель музея Леонид Маршев.", "Его спроектировала Ада Кромина."),
    ],
)
def test_somebody_who_did_something_else_is_the_wrong_one(document: str, wrong: str, right: str) -> None:
    assert judge_answer(WHO[document], wrong, [document]).accuracy < 5
    assert judge_answer(WHO[document], right, [document]).accuracy > 8


def test_a_figure_of_the_question_ties_a_distant_place_to_it() -> None:
    timeline = (
        "On 3 May 1,260 payouts were sent twice. Customers noticed it first.\n\n"
        "Support answered 700 calls. The hotline was staffed until midnight.\n\n"
        "Timeline. Between 06:00 and 06:10 the workers dispatched 1,260 orders whose receipts could not "
        "be written; "
        "the queue handed these orders out again after the restart."
    )
    answer = (
        "The queue handed the orders out again after the restart, since their receipts could not be written."
    )
    assert not told_elsewhere("Why were 1,260 payouts sent twice?", answer, timeline)
    assert told_elsewhere("Why were payouts sent twice?", answer, timeline)

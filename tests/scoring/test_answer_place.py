"""Answers in none of the question's words: right by where the passages hold them."""

import pytest

from scoring.judging import judge_answer

EN = [
    """Harbour rules
The keeper's duties are:
- lighting the lamp at dusk;
- noting every vessel in the log;
- clearing the slipway of weed.
The keeper is paid monthly.""",
    "Visitors\nVisitors must:\n- wear a life jacket;\n- leave dogs at the gate.",
    """Yard
The yard cut its waste by changing its ways. Timber is now sawn to order, and offcuts go to the school.""",
    """Spare parts on offer
| part | weight |
|---|---|
| door seal | 2 kg |
| air filter | 1 kg |""",
    "Tools lent to members\n| tool | days |\n|---|---|\n| torque wrench | 3 |\n| ladder | 5 |",
]
HANT = [
    "港務規則\n燈塔看守人的職責如下：\n- 黃昏時點燈；\n- 在日誌登記每艘船；\n- 清除滑道上的海草。",
    "訪客\n訪客須遵守：\n- 穿救生衣；\n- 把狗留在門口。",
    "船廠\n船廠的廢料能減下來，靠的是換了做法。木料改為按單裁切，邊角料送給小學。五月起重機重新上漆。",
]
HANS = [
    "港务规则\n灯塔看守人的职责如下：\n1. 黄昏时点灯；\n2. 在日志登记每艘船；\n3. 清除滑道的海草。",
    "访客\n访客须遵守：\n1. 穿救生衣；\n2. 把狗留在门口。",
    "船厂\n船厂的废料能减下来，靠的是换了做法。木料改为按单裁切，边角料送给小学。五月起重机重新上漆。",
]
RU = [
    "4. Пропуск\nПропуск выдают на год. Пропуск отбирают, если:",
    "Столовая\nВ столовой запрещается:\n- приводить собак;\n- выносить посуду.",
    """4. Пропуск
1. владелец передал его другому человеку;
2. фотография испорчена;
3. обход пропущен три раза подряд.
Жалобу подают за десять дней.""",
    """Верфь
Верфь сократила отходы, потому что изменила порядок работы. Доски теперь пилят под заказ, обрезки отдают
школе. Кран покрасили в мае.""",
    "Что взять с собой в поход\nКаждый несёт спальник и кружку. Палатки выдаёт склад.",
]


@pytest.mark.parametrize(
    ("passages", "question", "answer"),
    [
        (
            EN,
            "Which duties does the harbour keeper have?",
            "Lighting the lamp at dusk and clearing the slipway.",
        ),
        (EN, "How did the yard cut its waste?", "Timber is now sawn to order, and offcuts go to the school."),
        (EN, "Which spare parts are on offer?", "Door seal and air filter."),
        (HANT, "燈塔看守人有哪些職責？", "黃昏時點燈、在日誌登記每艘船、清除滑道上的海草。"),
        (HANT, "船廠是怎樣減少廢料的？", "木料改為按單裁切，邊角料送給小學。"),
        (HANS, "灯塔看守人有哪些职责？", "黄昏时点灯、在日志登记每艘船、清除滑道上的海草。"),
        (HANS, "船厂是怎样减少废料的？", "木料改为按单裁切，边角料送给小学。"),
        (
            RU,
            "В каких случаях пропуск отбирают?",
            "Если владелец передал его другому человеку; если фотография испорчена; если пропущен обход.",
        ),
        (RU, "Как верфь сократила отходы?", "Доски теперь пилят под заказ, обрезки отдают школе."),
        (RU, "Что взять с собой в поход?", "Спальник и кружку."),
    ],
)
def test_what_stands_where_the_passages_turn_to_the_question_answers_it(
    passages: list[str], question: str, answer: str
) -> None:
    assert judge_answer(question, answer, passages).accuracy > 9


@pytest.mark.parametrize(
    ("passages", "question", "answer"),
    [
        (
            EN,
            "Which duties does the harbour keeper have?",
            "Wearing a life jacket and leaving dogs at the gate.",
        ),
        (EN, "Which duties does the harbour keeper have?", "Polishing the brass bell and feeding the cats."),
        (EN, "How did the yard cut its waste?", "Visitors wear a life jacket and leave dogs at the gate."),
        (EN, "Which spare parts are on offer?", "Torque wrench and ladder."),
        (HANT, "燈塔看守人有哪些職責？", "穿救生衣，把狗留在門口。"),
        (HANT, "船廠是怎樣減少廢料的？", "訪客穿救生衣，把狗留在門口。"),
        (HANS, "灯塔看守人有哪些职责？", "穿救生衣，把狗留在门口。"),
        (HANS, "船厂是怎样减少废料的？", "把狗留在门口，穿救生衣。"),
        (RU, "В каких случаях пропуск отбирают?", "Если приводить собак или выносить посуду."),
        (RU, "В каких случаях пропуск отбирают?", "Если владелец опоздал на смену или потерял каску."),
        (RU, "Как верфь сократила отходы?", "Приводить собак и выносить посуду запрещается."),
    ],
)
def test_what_stands_in_another_section_is_beside_the_question(
    passages: list[str], question: str, answer: str
) -> None:
    assert judge_answer(question, answer, passages).accuracy < 5


def test_a_list_is_covered_by_as_many_items_as_are_given() -> None:
    question = "Which duties does the harbour keeper have?"
    one = judge_answer(question, "Clearing the slipway of weed.", EN)
    two = judge_answer(question, "Lighting the lamp at dusk. Clearing the slipway of weed.", EN)
    assert one.completeness < two.completeness

"""A table's unit stands in a head, in a column of its own, in the caption or over the table."""

import pytest

from scoring.evidence import read_evidence
from scoring.judging import judge_answer
from scoring.mentions import mentions
from scoring.quantities import agrees

_ROWS_EN = "| Ferry | 2021 | 2022 |\n|---|---|---|\n| Teal | 640 | 715 |\n| Heron | 480 | 395 |"


def holds(table: str, value: str) -> bool:
    (said,) = mentions(value)
    return any(agrees(said, occurrence.mention) for occurrence in read_evidence([table]).occurrences)


@pytest.mark.parametrize(
    "over",
    [
        "Table 2. Tickets sold (£ thousand)\n\n",
        "## Tickets sold, £ thousand\n\n",
        "Tickets (£ '000)\n",
        "Tickets sold. All amounts in thousands of pounds.\n\n",
        "Figures are in £ thousand.\n",
    ],
)
def test_the_unit_over_a_table_holds_for_its_cells(over: str) -> None:
    assert holds(over + _ROWS_EN, "£640,000")
    assert holds(over + _ROWS_EN, "£0.715 million")
    assert not holds(over + _ROWS_EN, "£460,000")
    assert not holds(over + _ROWS_EN, "£64,000")


@pytest.mark.parametrize(
    ("table", "true", "false"),
    [
        ("| Судно | Цена, тыс. руб. |\n|---|---|\n| Чайка | 5 240 |", "5,24 млн рублей", "5,42 млн рублей"),
        (
            "Таблица 3. Цены, млн руб.\n\n| Судно | 2021 |\n|---|---|\n| Чайка | 52 |",
            "52 000 000 рублей",
            "25 000 000 рублей",
        ),
        ("| Показатель | Ед. изм. | Чайка |\n|---|---|---|\n| Длина | м | 2 600 |", "2,6 км", "6,2 км"),
        ("| 船名 | 票價（千元） |\n|---|---|\n| 海鷗 | 380 |", "38萬元", "83萬元"),
        (
            "票價表（單位：萬元）\n\n| 船名 | 2021年 |\n|---|---|\n| 海鷗 | 380 |",
            "3,800,000元",
            "8,300,000元",
        ),
        ("单位：千元\n\n| 船名 | 票价 |\n|---|---|\n| 海鸥 | 380 |", "38万元", "3.8万元"),
        ("| 船名 | 造价/万元 |\n|---|---|\n| 海鸥 | 470 |", "470万元", "740万元"),
        ("| Quantity | Unit | Teal |\n|---|---|---|\n| Length | mm | 8,400 |", "8.4 m", "4.8 m"),
        ("| | Teal |\n|---|---|\n| Length / mm | 8,400 |", "8.4 m", "8.4 km"),
        ("| | Teal |\n|---|---|\n| Engine [kW] | 1,350 |", "1.35 MW", "1.53 MW"),
        ("| Ferry | Cost, EUR bn |\n|---|---|\n| Teal | 2.7 |", "€2,700 million", "€7,200 million"),
        ("| Ferry | Riders ('000) |\n|---|---|\n| Teal | 5.3 |", "5,300 riders", "3,500 riders"),
    ],
)
def test_a_cell_takes_the_unit_that_its_table_names(table: str, true: str, false: str) -> None:
    assert holds(table, true)
    assert not holds(table, false)


def test_a_value_of_the_next_column_is_still_misplaced() -> None:
    table = "| Quantity | Unit | Teal | Heron |\n|---|---|---|---|\n| Engine power | kW | 1,350 | 870 |"
    question = "What is the engine power of the Teal?"
    assert judge_answer(question, "The Teal has an engine power of 1.35 MW.", [table]).accuracy > 8
    assert judge_answer(question, "The Teal has an engine power of 870 kW.", [table]).accuracy < 4


@pytest.mark.parametrize("opening", ["Just", "Only", "Nearly", "Of", "Over", "Всего", "Лишь", "Из"])
def test_a_word_that_opens_a_sentence_makes_no_name_of_the_number(opening: str) -> None:
    assert [mention.raw.split()[-1] for mention in mentions(f"{opening} 118, 431")] == ["118", "431"]


@pytest.mark.parametrize("name", ["Wangchao 1", "Hall 118", "No 7", "Причал 12"])
def test_a_number_behind_a_name_is_still_none(name: str) -> None:
    assert not mentions(f"{name}, the newest")


def test_what_is_counted_per_time_scales_a_cell() -> None:
    table = "| 指标 | 旧线 | 新线 |\n|---|---|---|\n| 分拣能力（万件/小时） | 31 | 58 |"
    assert holds(table, "58 万件")
    assert not holds(table, "85 万件")


@pytest.mark.parametrize(
    ("over", "true", "false"),
    [
        ("Installed capacity is shown below (in MW):", "0.64 GW", "6.4 GW"),
        ("Installed capacity by ferry, in MW:", "640 MW", "640 kW"),
        ("各船裝置容量如下（單位：萬瓩）：", "6.4 GW", "0.64 GW"),
        ("各船装机容量见下表(单位:万千瓦):", "6.4吉瓦", "64吉瓦"),
        ("Мощность по судам (МВт):", "0,64 ГВт", "640 ГВт"),
    ],
)
def test_the_sentence_that_introduces_a_table_may_name_its_unit(over: str, true: str, false: str) -> None:
    assert holds(f"{over}\n\n{_ROWS_EN}", true)
    assert not holds(f"{over}\n\n{_ROWS_EN}", false)


@pytest.mark.parametrize(
    ("corner", "right", "wrong"),
    [
        ("£ million", "Cheese brought in £78.1 million in 2025.", "Cheese brought in £62.9 million in 2025."),
        ("£ million", "Cheese brought in 78.1 million in 2025.", "Cheese brought in £78.1 thousand in 2025."),
        ("百萬元", "乳酪2025年營收為7,810萬元。", "乳酪2025年營收為6,290萬元。"),
        ("万元", "奶酪2025年营收为78.1万元。", "奶酪2025年营收为62.9万元。"),
        ("млн рублей", "В 2025 году сыр дал 78,1 млн рублей.", "В 2025 году сыр дал 62,9 млн рублей."),
    ],
)
def test_the_head_over_the_labels_tells_the_unit_of_all(corner: str, right: str, wrong: str) -> None:
    name = {"£": "Cheese", "百": "乳酪", "万": "奶酪", "м": "Сыр"}[corner[0]]
    other = {"£": "Milk", "百": "鮮乳", "万": "鲜奶", "м": "Молоко"}[corner[0]]
    table = f"| {corner} | 2025 | 2024 |\n|---|---|---|\n| {other} | 96.4 | 101.7 |\n| {name} | 78.1 | 62.9 |"
    question = {
        "£": "How much did cheese bring in in 2025?",
        "百": "乳酪2025年營收多少？",
        "万": "奶酪2025年营收多少？",
        "м": "Сколько дал сыр в 2025 году?",
    }[corner[0]]
    assert judge_answer(question, right, [table]).accuracy > 8
    assert judge_answer(question, wrong, [table]).accuracy < 5


def test_what_the_rows_are_is_no_unit() -> None:
    table = "| Day | Visitors | Cars |\n|---|---|---|\n| Monday | 964 | 211 |\n| Tuesday | 781 | 190 |"
    answer = "On Tuesday there were 781 visitors."
    assert judge_answer("How many visitors came on Tuesday?", answer, [table]).accuracy > 8


def test_a_year_in_brackets_belongs_to_the_figure_in_them() -> None:
    passage = "Revenue was £214.6 million (first half of 2024: £198.3 million), an increase of 8.2%."
    found = {o.mention.raw: o.context.years for o in read_evidence([passage]).stated}
    assert found["£214.6 million"] == frozenset()
    assert found["£198.3 million"] == {2024}


_UNIT_COLUMN_ZH = (
    "| 項目 | 單位 | 2022 | 2023 |\n|---|---|---|---|\n"
    "| 排放 | 公噸 CO2e | 18,940 | 17,655 |\n| 用電 | 萬度 | 398 | 371 |\n| 占比 | % | 19 | 27 |"
)
_UNIT_COLUMN_RU = (
    "| Показатель | Ед. изм. | 2022 | 2023 |\n|---|---|---|---|\n"
    "| Выбросы | т CO2-экв. | 18 940 | 17 655 |\n| Пробег | тыс. км | 518 | 494 |"
)
_UNIT_COLUMN_EN = (
    "| Item | Value | Units |\n|---|---|---|\n"
    "| Temperature | 5–40 | °C |\n| Weight | ≤ 85 | kg |\n| Volume | 1,200 | m3 |"
)


@pytest.mark.parametrize(
    ("table", "true", "false"),
    [
        (_UNIT_COLUMN_ZH, "1 萬 8,940 公噸", "1 萬 8,490 公噸"),
        (_UNIT_COLUMN_ZH, "1.894 萬公噸", "1.849 萬公噸"),
        (_UNIT_COLUMN_ZH, "371 萬度電", "317 萬度電"),
        (_UNIT_COLUMN_ZH, "兩成七", "兩成九"),
        (_UNIT_COLUMN_RU, "18,94 тыс. тонн", "18,49 тыс. тонн"),
        (_UNIT_COLUMN_RU, "518 000 км", "581 000 км"),
        (_UNIT_COLUMN_EN, "85 kilograms", "95 kilograms"),
        (_UNIT_COLUMN_EN, "40 degrees Celsius", "45 degrees Celsius"),
        (_UNIT_COLUMN_EN, "1,200 cubic metres", "2,100 cubic metres"),
    ],
)
def test_a_column_of_units_gives_each_row_its_unit(table: str, true: str, false: str) -> None:
    assert holds(table, true)
    assert not holds(table, false)


@pytest.mark.parametrize(
    ("over", "true", "false"),
    [
        ("Table 3. Margin (£/ha, mean of sites)\n\n", "£640 per hectare", "£650 per hectare"),
        ("Table 4. Spending (£ million, 2023 prices)\n\n", "£640 million", "£650 million"),
        ("**Таблица 5. Прибыль (млн руб., в среднем)**\n\n", "0,64 млрд руб.", "0,46 млрд руб."),
        ("表2 各部门支出（万元，按2023年价格）\n\n", "六百四十万元", "六百五十万元"),
        ("### 表2 用水量（單位：立方公尺）\n\n", "640 m³", "460 m³"),
    ],
)
def test_the_first_part_of_a_captions_bracket_is_the_unit(over: str, true: str, false: str) -> None:
    assert holds(over + _ROWS_EN, true)
    assert not holds(over + _ROWS_EN, false)


@pytest.mark.parametrize(
    ("head", "cell", "true", "false"),
    [
        ("可用率(%)", "95以上", "九成五", "九成七"),
        ("可用率（%）", "≥ 95", "95%", "85%"),
        ("Reply, minutes", "up to 15", "15 minutes", "25 minutes"),
        ("Время ответа, мин", "до 45", "45 минут", "25 минут"),
        ("Срок, сут.", "1", "один день", "3 дня"),
        ("Срок, мес.", "не менее 18", "18 месяцев", "16 месяцев"),
        ("保固期（月）", "18", "18個月", "16個月"),
        ("Delivery (working days)", "10–15", "15 working days", "16 working days"),
    ],
)
def test_a_bound_or_a_range_in_a_cell_takes_the_unit_of_its_head(
    head: str, cell: str, true: str, false: str
) -> None:
    table = f"| Name | {head} |\n|---|---|\n| Alder | {cell} |"
    assert holds(table, true)
    assert not holds(table, false)


def test_a_month_in_a_cell_stays_a_date_under_a_caption_with_a_unit() -> None:
    table = "表1 合約（萬元）\n\n| 名稱 | 交付 |\n|---|---|\n| 東站 | 2024-03 |"
    assert holds(table, "2024年3月")
    assert not holds(table, "2,024萬元")

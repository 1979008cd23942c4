"""Signs, cells, references, ambiguous figures and bounds."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.figures import Figure, figures, rounds_to, same_figure, satisfies


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0.86平方公尺", "8,600平方公分"),
        ("0.86 m²", "8,600 cm²"),
        ("0,86 кв. м", "8 600 кв. см"),
        ("0.86 square metres", "8,600 square centimetres"),
        ("5 hectolitres", "500 litres"),
        ("5 гл", "500 литров"),
        ("5 毫升", "0,005 литра"),
        ("5 毫升", "5 立方公分"),
        ("5 cc", "5 мл"),
        ("3 公頃", "30,000 m²"),
        ("3 km²", "300 hectares"),
        ("3 公里", "3000 公尺"),
        ("20 knots", "20 узлов"),
        ("20 knots", "20 節"),
        ("20 knots", "37.04 km/h"),
        ("7 海里", "7 nautical miles"),
        ("7 морских миль", "12.964 km"),
        ("時速 60 公里", "60 km/h"),
        ("每小時60公里", "60 километров в час"),
        ("60 kilometres an hour", "60 公里/小時"),
        ("60 mph", "60 miles per hour"),
        ("每秒5公尺", "5 m/s"),
        ("6.25 per cent rise", "上升 6.25%"),
        ("百分之七點三", "7,3 %"),
        ("七點三個百分點", "7.3 percentage points"),
        ("1.84m passengers", "1,840,000 passengers"),
        ("1.84m people", "1.84 million"),
        ("1.84m", "1.84 million"),
        ("1.84m", "184 cm"),
        ("£2.5bn", "2.5 billion pounds"),
        ("3.2k", "3,200"),
    ],
)
def test_same(first: str, second: str) -> None:
    assert same_figure(only(first), only(second))
    assert same_figure(only(second), only(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("20 °C", "20 K"),
        ("1.84 m", "1.84 million"),
        ("七點三個百分點", "百分之七點三"),
        ("60 km/h", "60 km"),
        ("20 knots", "20 km/h"),
        ("18.6 °C", "−18.6 °C"),
        ("0.86 m²", "860 cm²"),
    ],
)
def test_not_same(first: str, second: str) -> None:
    assert not same_figure(only(first), only(second))


@pytest.mark.parametrize(
    "text",
    [
        "−18,6 градуса",
        "минус 18,6 градуса",
        "18,6 °C ниже нуля",
        "18.6 degrees below zero",
        "零下18.6度",
        "零下十八點六度",
        "18,6 градуса мороза",
        "minus 18.6 °C",
    ],
)
def test_below_zero(text: str) -> None:
    assert only(text).value == Decimal("-18.6")


@pytest.mark.parametrize("text", ["18.6 degrees above zero", "18,6 °C выше нуля", "18,6 градуса тепла"])
def test_above_zero(text: str) -> None:
    assert (only(text).value, only(text).bound) == (Decimal("18.6"), None)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("| 38 700 |", ["38700"]),
        ("| 80 000 | 38 700 | −18,6 |", ["80000", "38700", "-18.6"]),
        ("|80 000|38 700|", ["80000", "38700"]),
        ("Lager | 1 234 567", ["1234567"]),
        ("| Склад А | 1 234 567 т | −1 500 |", ["1234567000", "-1500"]),
        ("| 120 340 and more |", ["120", "340"]),
        ("Ostmere 120 340 560", ["120", "340", "560"]),
    ],
)
def test_a_cell_is_one_number(text: str, values: list[str]) -> None:
    assert [figure.value for figure in figures(text)] == [Decimal(value) for value in values]


@given(st.lists(st.integers(min_value=-(10**9), max_value=10**9), min_size=2, max_size=5))
def test_a_row_of_grouped_numbers_is_read_back(numbers: list[int]) -> None:
    row = " | ".join(f"{number:,}".replace(",", " ").replace("-", "−") for number in numbers)
    assert [figure.value for figure in figures(f"| {row} |")] == numbers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("38,2, 21,6 и 8,8 миллиона", ["38200000", "21600000", "8800000"]),
        ("38.2, 21.6 and 8.8 million", ["38200000", "21600000", "8800000"]),
        ("3.8、2.1和8.8億元", ["380000000", "210000000", "880000000"]),
        ("38.2 in 2021, 21.6 in 2022 and 8.8 million in 2023", ["38200000", "21600000", "8800000"]),
        ("€38.2, €21.6 and €8.8 million", ["38200000", "21600000", "8800000"]),
        ("38, 21 and 8 km", ["38000", "21000", "8000"]),
    ],
)
def test_an_enumeration_may_share_its_last_scale(text: str, expected: list[str]) -> None:
    found = figures(text)
    unit = found[-1].unit or ""
    for figure, value in zip(found, expected, strict=True):
        assert any(other.value == Decimal(value) for other in (figure, *figure.alternatives))
        assert same_figure(figure, Figure(Decimal(value), unit or None, found[-1].kind, 0, 1, value))


@pytest.mark.parametrize(
    "text", ["38.2. Then 8.8 million", "5 teams won 8.8 million", "12 km and 8.8 million"]
)
def test_no_enumeration(text: str) -> None:
    assert figures(text)[0].alternatives == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Section 3",
            "section 7",
            "sections 3 and 4",
            "Table 4",
            "Fig. 3",
            "page 5",
            "(see chapter 2.3)",
            "Part two",
        ),
        *("第三部分", "第六節", "第3章", "第十二頁", "第5條", "表2-1", "表 3", "圖4", "附件二", "附錄3"),
        *(
            "раздел 6",
            "в разделе 1",
            "глава 2",
            "Таблица 5",
            "Рис. 2",
            "стр. 5",
            "п. 3.2",
            "в разделах 3 и 4",
        ),
        *("CO2", "CO₂", "H2O", "A4", "5G", "COVID-19", "Q3", "I-95", "M/V 2", "Mk 2", "FY2018", "PM2.5"),
    ],
)
def test_references_and_names_are_no_figures(text: str) -> None:
    assert figures(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the section 3 km long", "3000"),
        ("part 5 million", "5000000"),
        ("代表5人", "5"),
        ("потратили часть 5 млн", "5000000"),
        ("3 процентных пункта", "3"),
    ],
)
def test_amounts_behind_such_words_stay_figures(text: str, value: str) -> None:
    assert only(text).value == Decimal(value)


@pytest.mark.parametrize("text", ["№ 6", "No. 6", "第6名"])
def test_names_of_one_of_several_are_ordinals(text: str) -> None:
    assert only(text).kind == "ordinal"
    assert only(text).value == Decimal(6)


@pytest.mark.parametrize(
    ("bound", "exact", "kept"),
    [
        ("9個多小時", "9 h 40 min", True),
        ("9個多小時", "10 h 5 min", False),
        ("9個多小時", "8 h", False),
        ("more than 9 hours", "9小時40分", True),
        ("9 с лишним часов", "9 часов 40 минут", True),
        ("9 часов с лишним", "580 minutes", True),
        ("свыше 9 часов", "8 часов", False),
        ("九個多月", "9.5 months", True),
        ("一千多人", "1,234 人", True),
        ("一千多人", "2,234 人", False),
        ("不到 5 公里", "4,800 m", True),
        ("up to 5 km", "5.2 km", False),
        ("at least 5 kg", "5 km", False),
        ("more than 9", "at most 10", False),
        ("more than 9", "at least 10", True),
        ("5 km", "5000 m", True),
        ("5.0 km", "5.04 km", True),
        ("5 km", "6 km", False),
    ],
)
def test_bounds_are_kept(bound: str, exact: str, *, kept: bool) -> None:
    assert satisfies(only(bound), only(exact)) is kept


@given(st.integers(min_value=1, max_value=999), st.integers(min_value=0, max_value=999))
def test_more_than_holds_for_all_that_is_more(bound: int, more: int) -> None:
    assert satisfies(only(f"more than {bound} km"), only(f"{bound + more} km"))
    assert satisfies(only(f"не более {bound + more} км"), only(f"{bound} km"))


LETTERS = "0123456789.,% |−-mkhчм小時分個半多里萬億pcоunds andhlfтысячаm²№第表節\n"


@given(st.text(alphabet=LETTERS), st.text(alphabet=LETTERS))
def test_comparisons_are_defined_for_all_figures(first: str, second: str) -> None:
    for one in figures(first):
        assert same_figure(one, one)
        for other in figures(second):
            assert same_figure(one, other) == same_figure(other, one)
            satisfies(one, other)
            rounds_to(one, other)


@pytest.mark.parametrize(
    "piece",
    [
        "| 1 234 ",
        "1 234" + " " * 200,
        "9小時",
        "5.1, ",
        "Section 3, ",
        "表2",
        "1 and a half ",
        "пол",
        "a hundred ",
        "№ 5 ",
    ],
)
def test_long_monotonous_texts_are_read(piece: str) -> None:
    assert len(figures(piece * (30_000 // len(piece)))) <= 30_000

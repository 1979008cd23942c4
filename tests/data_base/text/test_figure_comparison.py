"""Which figures count as the same, and which as roundings of others, held to one rate each."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.figures import Figure, compatible, figures, rounds_to, same_figure

FLOOR = 0.9
SAME = [
    ("1.2 km", "1200 m"),
    ("1.2 km", "1,2 км"),
    ("1.2 km", "1.2 公里"),
    ("4.82 億元", "482 million yuan"),
    ("4.82 億元", "新臺幣 482,000,000 元"),
    ("$5", "US$5"),
    ("5%", "百分之五"),
    ("five percent", "5 %"),
    ("2 years", "24 months"),
    ("1,200 employees", "1,200"),
    ("1 200 человек", "1,200 人"),
    ("12", "twelve"),
    ("12", "十二家"),
    ("4.2万", "四萬二千"),
    ("5.0", "5"),
    ("3rd", "第三名"),
    ("3.5 MW", "3,500 kW"),
    ("2 GWh", "2 млн кВт·ч"),
    ("攝氏 20 度", "20 °C"),
    ("14分半", "14 min 30 s"),
    ("14 分半钟", "14.5 分钟"),
    ("две сотни", "200"),
    ("три десятка", "30"),
    ("63 дБА", "63 dB"),
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
    ("20 knots", "37.04 km/h"),
    ("7 海里", "7 nautical miles"),
    ("7 морских миль", "12.964 km"),
    ("60 kilometres an hour", "60 公里/小時"),
    ("60 mph", "60 miles per hour"),
    ("6.25 per cent rise", "上升 6.25%"),
    ("百分之七點三", "7,3 %"),
    ("七點三個百分點", "7.3 percentage points"),
    ("1.84m", "1.84 million"),
    ("1.84m", "184 cm"),
    ("£2.5bn", "2.5 billion pounds"),
    ("3.2k", "3,200"),
]
NOT_SAME = [
    ("5%", "5"),
    ("5%", "5 percentage points"),
    ("5 km", "5 kg"),
    ("5 km", "5 m"),
    ("€5", "$5"),
    ("5 美元", "5 CNY"),
    ("4.82 億元", "4.83 億元"),
    ("4.82 億元", "4.82 萬元"),
    ("5", "-5"),
    ("5 MW", "5 MWh"),
    ("5 years", "5 months"),
    ("20 °C", "20 K"),
    ("1.84 m", "1.84 million"),
    ("七點三個百分點", "百分之七點三"),
    ("60 km/h", "60 km"),
    ("20 knots", "20 km/h"),
    ("18.6 °C", "−18.6 °C"),
    ("0.86 m²", "860 cm²"),
]
ROUNDINGS = [
    ("4.8 億元", "4.82 億元"),
    ("4.8 億元", "482,315,000 元"),
    ("12%", "12.3%"),
    ("1.2 km", "1,234 m"),
    ("about 12,000", "12,345"),
    ("12 thousand", "12,345"),
    ("около 1,2 млн", "1 234 567 штук"),
    ("4.82", "4.82"),
    ("3.13", "3.125"),
    ("about 5%", "5.2%"),
    ("около 8 минут", "7,8 минуты"),
    ("約5%", "4.8%"),
]
NO_ROUNDINGS = [
    ("4.9 億元", "4.82 億元"),
    ("5 億元", "4.82 億元"),
    ("12,000", "12,345"),
    ("4.82 億元", "4.8 億元"),
    ("13%", "12.3%"),
    ("12%", "12.3"),
    ("1.2 km", "1,234 kg"),
    ("about 10,000", "12,345"),
    ("-12%", "12.3%"),
    ("5%", "5.2%"),
    ("about 6%", "5.2%"),
    ("around 5", "4.5"),
]


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


def rate(rows: list[tuple[str, str]], holds: Callable[[Figure, Figure], bool]) -> float:
    read = [(figures(one), figures(other)) for one, other in rows]
    return sum(len(one) == len(other) == 1 and holds(one[0], other[0]) for one, other in read) / len(rows)


def test_equal_values_are_the_same() -> None:
    assert rate(SAME, same_figure) >= FLOOR
    assert rate(SAME, lambda one, other: same_figure(other, one)) >= FLOOR


def test_other_values_are_not() -> None:
    assert rate(NOT_SAME, lambda one, other: not same_figure(one, other)) >= FLOOR


def test_roundings_are_told_from_other_values() -> None:
    assert rate(ROUNDINGS, rounds_to) >= FLOOR
    assert rate(NO_ROUNDINGS, lambda one, other: not rounds_to(one, other)) >= FLOOR


NUMBERS = st.decimals(min_value="0.01", max_value="1e12", places=3)


@given(NUMBERS, st.integers(min_value=0, max_value=3))
def test_rounding_by_the_formatter_is_recognised(value: object, places: int) -> None:
    exact, rounded = only(f"{value:f} kg"), only(f"{value:.{places}f} kg")
    if abs(rounded.value) >= rounded.quantum * 10:
        assert rounds_to(rounded, exact)


@given(st.text(alphabet="0123456789.,%$€ 億元kmg約"), st.text(alphabet="0123456789.,%$€ 億元kmg約"))
def test_comparisons_are_defined_for_all_figures(first: str, second: str) -> None:
    for one in figures(first):
        for other in figures(second):
            assert compatible(one, other) == compatible(other, one)
            assert same_figure(one, other) == same_figure(other, one)
            rounds_to(one, other)
        assert same_figure(one, one)

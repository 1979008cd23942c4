"""Figures are read with their exact value and unit in every language and writing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.figures import Figure, figures


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


def values(text: str) -> list[Decimal]:
    return [figure.value for figure in figures(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.5", "1234.5"),
        ("1,234,567", "1234567"),
        ("1\u00a0234,5", "1234.5"),
        ("1\u2009234\u2009567", "1234567"),
        ("около 1 234 567 штук", "1234567"),
        ("было 1,234 в среднем", "1.234"),
        ("The port «Заря» handled 1,234 boxes", "1234"),
        ("1'234.5", "1234.5"),
        ("1’234’567", "1234567"),
        ("1.234,56", "1234.56"),
        ("1.234.567", "1234567"),
        ("12,34,567", "1234567"),
        ("１，２３４．５", "1234.5"),
        ("0,123", "0.123"),
        ("3,25", "3.25"),
        (".5", "0.5"),
        ("1.5e6", "1500000"),
        ("2×10^6", "2000000"),
        ("4.2万", "42000"),
        ("1.2 億", "120000000"),
        ("1 億 2,000 萬", "120000000"),
        ("3亿5千万", "350000000"),
        ("12萬3,456", "123456"),
        ("5 万亿", "5000000000000"),
        ("四万二千", "42000"),
        ("四萬二千", "42000"),
        ("一百二十三", "123"),
        ("一千零五", "1005"),
        ("三萬五", "35000"),
        ("十五點六億", "1560000000"),
        ("壹仟貳佰", "1200"),
        ("twelve", "12"),
        ("twenty-three", "23"),
        ("three hundred and twenty", "320"),
        ("one million two hundred thousand and five", "1200005"),
        ("three point five million", "3.5"),
        ("двадцать пять", "25"),
        ("сто двадцать три тысячи четыреста пять", "123405"),
        ("полтора миллиона", "1500000"),
        ("3,2 млн", "3200000"),
        ("5 тыс. домов", "5000"),
        ("2 млн 300 тыс.", "2300000"),
        ("1.2 million", "1200000"),
        ("3.4bn", "3400000000"),
        ("3.4B", "3400000000"),
        ("15k", "15000"),
        ("-5.2", "-5.2"),
        ("為 −3", "-3"),
        ("минус 5", "-5"),
        ("負5", "-5"),
        ("三分之一", "0." + 28 * "3"),
    ],
)
def test_value(text: str, value: str) -> None:
    expected = Decimal(value)
    if text == "three point five million":
        expected *= 10**6
    assert only(text).value == expected


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("5%", "5", "%", "percent"),
        ("５％", "5", "%", "percent"),
        ("five percent", "5", "%", "percent"),
        ("5 per cent", "5", "%", "percent"),
        ("12,5 процента", "12.5", "%", "percent"),
        ("百分之五點二", "5.2", "%", "percent"),
        ("百分之百", "100", "%", "percent"),
        ("千分之三", "0.3", "%", "percent"),
        ("3‰", "0.3", "%", "percent"),
        ("三成", "30", "%", "percent"),
        ("三成五", "35", "%", "percent"),
        ("2 percentage points", "2", "pp", "points"),
        ("2 個百分點", "2", "pp", "points"),
        ("2,5 п. п.", "2.5", "pp", "points"),
        ("2,5 процентного пункта", "2.5", "pp", "points"),
        ("25 basis points", "0.25", "pp", "points"),
        ("$3.2 million", "3200000", "$", "money"),
        ("US$5", "5", "USD", "money"),
        ("NT$500", "500", "TWD", "money"),
        ("新臺幣 4.82 億元", "482000000", "TWD", "money"),
        ("4.82 億元", "482000000", "元", "money"),
        ("5 萬美元", "50000", "USD", "money"),
        ("人民币3亿元", "300000000", "CNY", "money"),
        ("€5bn", "5000000000", "EUR", "money"),
        ("5 млн евро", "5000000", "EUR", "money"),
        ("EUR 5", "5", "EUR", "money"),
        ("3,2 млн руб.", "3200000", "RUB", "money"),
        ("5 долларов США", "5", "USD", "money"),
        ("-$5", "-5", "$", "money"),
        ("$5m", "5000000", "$", "money"),
        ("3.5 元/度", "0.0035", "元/Wh", "money"),
        ("1.2 km", "1200", "m", "quantity"),
        ("1200 m", "1200", "m", "quantity"),
        ("1.2公里", "1200", "m", "quantity"),
        ("1,2 км", "1200", "m", "quantity"),
        ("5 g", "0.005", "kg", "quantity"),
        ("五公斤", "5", "kg", "quantity"),
        ("5 噸", "5000", "kg", "quantity"),
        ("5 тонн", "5000", "kg", "quantity"),
        ("3.5 MW", "3500000", "W", "quantity"),
        ("3.5 mW", "0.0035", "W", "quantity"),
        ("3,5 МВт", "3500000", "W", "quantity"),
        ("3 兆瓦", "3000000", "W", "quantity"),
        ("5 萬千瓦", "50000000", "W", "quantity"),
        ("2 MWh", "2000000", "Wh", "quantity"),
        ("2 тыс. кВт·ч", "2000000", "Wh", "quantity"),
        ("3 億 5,440 萬度", "354400000000", "Wh", "quantity"),
        ("2,000 度電", "2000000", "Wh", "quantity"),
        ("20 °C", "20", "°C", "quantity"),
        ("攝氏 20 度", "20", "°", "quantity"),
        ("2 hours", "7200", "s", "quantity"),
        ("90 минут", "5400", "s", "quantity"),
        ("3-day", "259200", "s", "quantity"),
        ("2 years", "24", "month", "quantity"),
        ("24 個月", "24", "month", "quantity"),
        ("兩年半", "30", "month", "quantity"),
        ("5 лет", "60", "month", "quantity"),
        ("3 公頃", "30000", "m²", "quantity"),
        ("3 га", "30000", "m²", "quantity"),
        ("5 кв. м", "5", "m²", "quantity"),
        ("5 m³", "5000", "L", "quantity"),
        ("36 km/h", "10", "m/s", "quantity"),
        ("36 公里/小時", "10", "m/s", "quantity"),
        ("36 км/ч", "10", "m/s", "quantity"),
        ("3 倍", "3", "x", "quantity"),
        ("45 dB", "45", "dB", "quantity"),
        ("2023 kWh", "2023000", "Wh", "quantity"),
        ("3rd", "3", None, "ordinal"),
        ("第3名", "3", None, "ordinal"),
        ("第十二屆", "12", None, "ordinal"),
        ("3-й", "3", None, "ordinal"),
    ],
)
def test_unit(text: str, value: str, unit: str | None, kind: str) -> None:
    figure = only(text)
    assert (round(figure.value, 12), figure.unit, figure.kind) == (Decimal(value), unit, kind)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[3]",
            "[3, 4]",
            "[report.pdf#p3.2]",
            "【2】",
            "SKU-2043",
            "v1.2.3",
            "AX-200",
            "192.168.0.1",
            "5G",
            "3D",
            "7f3a",
        ),
        *(
            "https://a.example/55",
            "report-55.pdf",
            "02-1234-5678",
            "COVID-19",
            "CO2",
            "1. x",
            "(2) x",
            "二、x",
        ),
        *(
            "一般",
            "統一",
            "第一",
            "一些",
            "万一",
            "十分重要",
            "千万别",
            "一家公司",
            "一個",
            "上百",
            "數十家",
            "周三",
            "第三方",
        ),
        *(
            "十四五",
            "前一年",
            "one of them",
            "с одной стороны",
            "in 2023",
            "2023年8月",
            "2023 году",
            "14:30",
            "Q3",
            "## 3.2 Title",
        ),
    ],
)
def test_what_is_no_figure(text: str) -> None:
    assert figures(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3-5 km", ["3000", "5000"]),
        ("from 3 to 5 million", ["3000000", "5000000"]),
        ("from 900 to 1.2 million", ["900", "1200000"]),
        ("3～5 萬元", ["30000", "50000"]),
        ("от 3 до 5 млн рублей", ["3000000", "5000000"]),
        ("between 10 and 20 percent", ["10", "20"]),
        ("百分之三至五", ["3", "5"]),
        ("三至五家", ["3", "5"]),
        ("$3–5 million", ["3000000", "5000000"]),
    ],
)
def test_both_ends_of_a_range_share_scale_and_unit(text: str, expected: list[str]) -> None:
    found = figures(text)
    assert [figure.value for figure in found] == [Decimal(value) for value in expected]
    assert found[0].unit == found[1].unit
    assert not any(figure.approximate for figure in found)


@pytest.mark.parametrize(
    "text",
    [
        "sales rose by 8% to 12,400",
        "sales rose 8 % to 12,400",
        "銷售成長8%至12,400張",
        "销售下降 8% 到 12,400 张",
        "продажи выросли на 8 % до 12 400",
    ],
)
def test_what_a_change_led_to_has_not_the_unit_of_the_change(text: str) -> None:
    change, result = figures(text)
    assert change.value == 8
    assert change.kind == "percent"
    assert result.value == 12400
    assert result.unit is None


@pytest.mark.parametrize("text", ["при 5 % — 12 человек", "at 5% – 12 guests", "5% — 12人"])
def test_a_dash_before_what_is_counted_makes_no_range(text: str) -> None:
    condition, count = figures(text)
    assert condition.kind == "percent"
    assert count.kind == "number"
    assert count.value == 12


@pytest.mark.parametrize("text", ["примерно на 50 %", "約多50%", "约占34%", "около 5 %"])
def test_a_hedge_reaches_over_a_preposition(text: str) -> None:
    assert figures(text)[0].approximate


def test_several_numbers_stay_apart() -> None:
    assert values("1,2,3") == [1, 2, 3]
    assert values("120 340 560") == [120, 340, 560]
    assert values("two and three") == [2, 3]
    assert values("5 x 3 m") == [5, 3]
    assert [figure.raw for figure in figures("0$5")] == ["0$", "5"]


@pytest.mark.parametrize(
    "text", ["about 5 kg", "roughly $5", "約 5 公斤", "5 公斤左右", "около 5 кг", "~5", "近 5 家"]
)
def test_approximate(text: str) -> None:
    assert only(text).approximate


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5", "at_least"),
        ("more than $5", "at_least"),
        ("no more than 5", "at_most"),
        ("no less than 5", "at_least"),
        ("up to 5", "at_most"),
        ("超過 5 萬人", "at_least"),
        ("不超過 5 萬人", "at_most"),
        ("5 人以上", None),
        ("二十多家", "at_least"),
        ("более 5", "at_least"),
        ("не более 5", "at_most"),
        ("не менее 5", "at_least"),
        ("500+", "at_least"),
        ("turnover 5", None),
        ("5", None),
    ],
)
def test_bound(text: str, bound: str | None) -> None:
    assert only(text).bound == bound


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("1,200 employees", "employees"),
        ("三家公司", "家"),
        ("25 человек", "человек"),
        ("5 of", None),
        ("5 km", None),
    ],
)
def test_noun(text: str, noun: str | None) -> None:
    assert only(text).noun == noun


def test_positions_point_into_the_text_as_given() -> None:
    text = "營收為新臺幣４．８２億元，成長 12.3%。"
    assert [(f.raw, text[f.start : f.end] == f.raw) for f in figures(text)] == [
        ("新臺幣４．８２億元", True),
        ("12.3%", True),
    ]


def spaced(number: int, mark: str) -> str:
    return f"{number:,}".replace(",", mark)


@given(st.integers(min_value=0, max_value=10**15), st.integers(min_value=0, max_value=999))
def test_a_formatted_number_is_read_back(whole: int, decimals: int) -> None:
    value = Decimal(f"{whole}.{decimals:03}")
    for text in (
        f"value {whole:,}.{decimals:03} units",
        f"значение {spaced(whole, ' ')},{decimals:03} единиц",
        f"значение {spaced(whole, chr(0xA0))},{decimals:03} единиц",
        f"{spaced(whole, chr(39))}.{decimals:03}",
        f"共 {whole:,}.{decimals:03} 件",
        f"共{whole:,}.{decimals:03}件".translate({ord("0") + i: chr(0xFF10 + i) for i in range(10)}),
    ):
        assert only(text).value == value


@given(
    st.integers(min_value=1, max_value=9999),
    st.sampled_from([("萬", 10**4), ("億", 10**8), (" млн", 10**6), (" bn", 10**9)]),
)
def test_a_scaled_number_is_read_back(number: int, scale: tuple[str, int]) -> None:
    word, factor = scale
    assert only(f"= {number}{word}").value == number * factor
    assert only(f"= {number}.5{word}").value == (number + Decimal("0.5")) * factor


def chinese(number: int) -> str:
    """The numeral of a number below 10,000, written the textbook way."""
    digits, powers = "零一二三四五六七八九", ("千", "百", "十", "")
    written = "".join(
        digits[int(char)] + (power if char != "0" else "")
        for char, power in zip(f"{number:04}", powers, strict=True)
    ).strip("零")
    while "零零" in written:
        written = written.replace("零零", "零")
    return written.replace("一十", "十", 1) if written.startswith("一十") else written


@given(st.integers(min_value=2, max_value=9999))
def test_chinese_numerals_are_read_back(number: int) -> None:
    assert only(f"有{chinese(number)}家").value == number
    assert only(f"有{chinese(number)}億元").value == number * 10**8


@given(
    st.text()
    | st.text(alphabet="0123456789.,' \u00a0-–~%$€№年月万億一二十百千點分之成第約mkWhtо мнлpcoe[](#\n")
)
def test_any_text_is_read_and_spans_lie_in_it_in_order(text: str) -> None:
    last = 0
    for figure in figures(text):
        assert last <= figure.start < figure.end <= len(text)
        assert figure.raw == text[figure.start : figure.end]
        assert figure.value.is_finite()
        assert figure.quantum > 0
        assert figure.significant_digits >= 1
        last = figure.end


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "1",
            "1,",
            "1,234",
            "1 234 ",
            "1.1.",
            "[1",
            "一",
            "百分之",
            "one ",
            "двадцать ",
            "12-",
            "$",
            "第 1",
            "2023-",
            "\n1. ",
            "5 to ",
        )
    ],
)
def test_long_monotonous_texts_are_read(piece: str) -> None:
    found = figures(piece * (30_000 // len(piece)))
    assert len(found) <= 30_000


@pytest.mark.parametrize(
    "text", ["В первом томе 412 страниц.", "В части 5 человек.", "There are in part 12 pages."]
)
def test_a_part_of_a_book_may_be_followed_by_an_amount(text: str) -> None:
    assert len(figures(text)) == 1


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("拆遷 4.3萬㎡", "43000", "m²"),
        ("土方 5万㎥", "50000000", "L"),
        ("全長 12 ㎞", "12000", "m"),
        ("每袋 3㎏", "3", "kg"),
        ("耕地 2㏊", "20000", "m²"),
    ],
)
def test_units_in_one_character_are_read(text: str, value: str, unit: str) -> None:
    (figure,) = figures(text)
    assert (figure.value, figure.unit) == (Decimal(value), unit)

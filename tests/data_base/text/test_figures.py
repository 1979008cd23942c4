"""What holds for figures of any text."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.numbers.figures import Figure, figures, same_figure
from tests.support.rows import over, table


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


@over(
    "text, approximate, bound, noun",
    table(__file__, "test_what_is_said_around_a_figure"),
)
def test_what_is_said_around_a_figure(
    text: str, approximate: bool, bound: str | None, noun: str | None
) -> None:
    figure = only(text)
    assert (figure.approximate, figure.bound, figure.noun) == (approximate, bound, noun)


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
        last = figure.end


@over(
    "piece",
    table(__file__, "test_long_monotonous_texts_are_read"),
)
def test_long_monotonous_texts_are_read(piece: str) -> None:
    found = figures(piece * (10_000 // len(piece)))
    assert len(found) <= 10_000


@given(st.integers(min_value=1, max_value=90), st.integers(min_value=1, max_value=59))
def test_hours_and_minutes_are_read_back_in_every_language(hours: int, minutes: int) -> None:
    expected = only(f"{60 * hours + minutes} minutes")
    for text in (
        f"{hours}小時{minutes}分",
        f"{hours} 小时 {minutes} 分钟",
        f"{hours} h {minutes} min",
        f"{hours} hours and {minutes} minutes",
        f"{hours} часов {minutes} минут",
        f"{hours} ч. {minutes} мин.",
    ):
        assert same_figure(only(text), expected)


@given(st.integers(min_value=2, max_value=500))
def test_a_half_is_read_back(number: int) -> None:
    for text in (
        f"{number} and a half hours",
        f"{number},5 часа",
        f"{number} с половиной часа",
        f"{number}個半小時",
        f"{number}½ h",
    ):
        assert same_figure(only(text), only(f"{number * 60 + 30} min"))

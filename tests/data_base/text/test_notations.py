"""One amount is one value in whatever notation, markup or script it is written."""

# ruff: noqa: E501  (tables)

import time
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.text.dates import dates, excludes
from data_base.text.folding import fold
from data_base.text.markup import without_markup
from data_base.text.numbers.figures import figures, same_figure
from tests.support.rows import over

ARABIC, PERSIAN, DEVANAGARI = (
    str.maketrans("0123456789", "".join(map(chr, range(first, first + 10))))
    for first in (0x660, 0x6F0, 0x966)
)
WHOLE = (
    "{n:,}", "{n}", "({n:,} people)", "${tex}$", r"\({tex}\)", r"${thin}$", "{nbsp}", "{thinsp}", "{narrow}",
    "**{n:,}**", "<b>{n:,}</b>", "{n:,} times", r"\textbf{{{n:,}}}",
)  # fmt: skip
MONEY = (
    "£{t} million",
    "£{t}m",
    "£ {t} m",
    "GBP {t} million",
    "{t} million pounds",
    "£{t} mn",
    "{c} млн фунтов",
    "£{c} млн",
    "£{b}bn",
)


def written(form: str, number: int) -> str:
    grouped = f"{number:,}"
    return form.format(
        n=number,
        tex=grouped.replace(",", "{,}"),
        thin=grouped.replace(",", r"\,"),
        nbsp=grouped.replace(",", "&nbsp;"),
        thinsp=grouped.replace(",", "&thinsp;"),
        narrow=grouped.replace(",", "\u202f"),
        t=number / 10,
        c=str(number / 10).replace(".", ","),
        b=number / 10_000,
    )


@settings(max_examples=150, deadline=None)
@given(st.integers(2200, 10**9), st.sampled_from(WHOLE), st.sampled_from(WHOLE))
def test_a_whole_number_is_one_in_any_two_notations(number: int, one: str, other: str) -> None:
    first, second = (figures(f"There were {written(form, number)} in all.") for form in (one, other))
    assert [len(first), len(second)] == [1, 1]
    assert first[0].value == second[0].value == number


@settings(max_examples=150, deadline=None)
@given(st.integers(111, 9999), st.sampled_from(MONEY), st.sampled_from(MONEY))
def test_a_sum_is_one_in_any_two_notations(number: int, one: str, other: str) -> None:
    first, second = (figures(f"It paid {written(form, number)}.") for form in (one, other))
    assert same_figure(first[0], second[0])
    assert first[0].value == Decimal(number) * 100_000


@settings(max_examples=60, deadline=None)
@given(st.integers(2200, 10**9), st.sampled_from([ARABIC, PERSIAN, DEVANAGARI]))
def test_digits_of_every_script_are_digits(number: int, script: dict[int, int]) -> None:
    assert figures(f"= {str(number).translate(script)} ;")[0].value == number


def test_a_long_run_of_spaces_is_gone_through_once() -> None:
    text = "4,<b>812</b>" + " " * 200_000 + "ships"
    began = time.process_time()
    assert len(without_markup(text)) == len(text)
    assert time.process_time() - began < 2


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("0123456789.,{}\\$%&;^ ×abnpstfrc()|\ue000"), max_size=60))
def test_markup_keeps_every_position(text: str) -> None:
    assert len(without_markup(text)) == len(fold(text).cased) == len(text)
    assert all(text[figure.start : figure.end] == figure.raw for figure in figures(text))


@over(
    "text, value",
    [
        ("(1,234)", -1234), ("($1,234)", -1234), ("△42", -42), ("▲1,234", -1234), ("1,234-", -1234),
        (" (48.6) ", Decimal("-48.6")), ("(1,234).", -1234), ("four (4) cars", 4), ("-1,234", -1234), ("1,234", 1234),
        ("$1.2 \\times 10^{6}$", 1_200_000), ("$\\frac{1}{2}$", Decimal("0.5")), ("12.5\\%", Decimal("12.5")),
        ("百万人", 1_000_000), ("千万元", 10_000_000), ("廿三人", 23), ("卅六人", 36), ("0,500", Decimal("0.500")),
        ("48.6 m euros", 48_600_000), ("a net result of $(3.2) million", -3_200_000), ("The result: (4.5) million", -4_500_000),
        ("four (4) million cars", 4), (r"$1.2 \times 10^{9}$ m", 1_200_000_000), ("4,**812** ships", 4812), ("1.5*10^3", 1500),
        ("<b>4,8</b>12", 4812), ("a loss: (62,450)", -62_450), ("62,450 (48,600)", 48_600), ("淨利為△92", -92), ("2022年 △23,680", -23_680), ("2023年(4,512)", -4512), ("2023年(3)", 3), ("2021 год — (345)", -345), ("rose ▲12", 12), ("٣٫٥", Decimal("3.5")), ("٤٬٨١٢", 4812), ("41 200 people", 41_200),
    ],
)  # fmt: skip
def test_a_figure_is_read(text: str, value: Decimal | int) -> None:
    assert figures(text)[-1].value == value


@over(
    "text, year",
    [
        ("In nineteen seventy-eight it opened.", 1978), ("in twenty twenty-three", 2023), ("twenty ten", 2010),
        ("昭和53年", 1978), ("平成元年", 1989), ("令和5年", 2023), ("民國112年", 2023), ("eighteen twenty-foot containers", None),
        ("٢٠٢٣", 2023),
    ],
)  # fmt: skip
def test_a_year_is_read(text: str, year: int | None) -> None:
    assert [date.year for date in dates(text)] == ([] if year is None else [year])


@over(
    "one, other, apart",
    [
        ("2023", "2024", True), ("2023", "March 2023", False), ("Q1 2023", "Q2 2023", True), ("2023/24", "2024", False),
        ("2023/24", "2025", True), ("March 2023", "4 May 2023", False), ("4 May 2023", "5 May 2023", True),
        ("March", "May", True), ("2023", "May", False),
    ],
)  # fmt: skip
def test_two_times_exclude_each_other(one: str, other: str, apart: bool) -> None:
    (first,), (second,) = dates(f"in {one}"), dates(f"in {other}")
    assert excludes(first, second) is excludes(second, first) is apart

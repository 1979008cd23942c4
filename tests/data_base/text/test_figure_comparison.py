"""Which figures count as the same, and which as roundings of others, held to one rate each."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.numbers.figures import Figure, compatible, figures, rounds_to, same_figure
from tests.support.rows import table

FLOOR = 0.9
SAME = table(__file__, "SAME")
NOT_SAME = table(__file__, "NOT_SAME")
ROUNDINGS = table(__file__, "ROUNDINGS")
NO_ROUNDINGS = table(__file__, "NO_ROUNDINGS")


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

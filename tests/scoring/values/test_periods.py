"""Which figures are for a period, and which say by how much something changed."""

from scoring.values.mentions import mentions
from scoring.values.periods import periods_of
from tests.support.rows import over, table


@over(
    "text, year",
    table(__file__, "test_by_how_much_something_changed_is_no_figure_of_a_year"),
)
def test_by_how_much_something_changed_is_no_figure_of_a_year(text: str, year: int | None) -> None:
    read = mentions(text)
    told = [period for mention, period in zip(read, periods_of(text, read), strict=True) if mention.figure]
    assert [period and period.year for period in told] == [year]

"""Which figures are for a period, and which say by how much something changed."""

from scoring.values.mentions import mentions
from scoring.values.periods import periods_of
from tests.support.rows import over


@over(
    "text, year",
    [
        ("In 2023 sales were up roughly 5%.", None),
        ("In 2023 sales were down nearly 5%.", None),
        ("In 2023 sales rose by almost 5%.", None),
        ("В 2023 году выручка выросла на около 5%.", None),
        ("2023年利润比上年高5个百分点。", None),
        ("2023年利润高出5个百分点。", None),
        ("2023年树高50厘米。", 2023),
        ("In 2023 the share was nearly 5%.", 2023),
        ("2023年夜间起降3960架次。", 2023),
        ("2023年至少50人参加。", 2023),
    ],
)
def test_by_how_much_something_changed_is_no_figure_of_a_year(text: str, year: int | None) -> None:
    read = mentions(text)
    told = [period for mention, period in zip(read, periods_of(text, read), strict=True) if mention.figure]
    assert [period and period.year for period in told] == [year]

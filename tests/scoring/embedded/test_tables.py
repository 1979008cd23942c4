"""Which unit a cell of a table is in, where a table is one, and which cells are of one table."""

from scoring.embedded.document import read
from scoring.embedded.tables.table import SaidUnits, rows
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over

_EN = "(in thousands of euros)\n\n| | Year ended 31 March 2024 |\n|---|---|\n"
_ZH = "（单位：千元）\n\n| | 2023年度 |\n|---|---|\n| 营业收入 | 1,205 |\n| 员工薪酬 | 940 |"
_RU = "(в тыс. евро)\n\n| | 2023 год |\n|---|---|\n| Выручка | 1 205 |\n| Сотрудники | 85 |\n"
_STORES = "| Store | Visitors |\n|---|---|\n| A | 207 |\n| K | 318 |"

_LINES = (
    "| Line | Opened | Output, thousand tonnes |\n|---|---|---|\n| Ash | 2004 | 18 |\n| Elm | 2019 | 15 |"
)
_LINES_HTML = """<table><tr><th>Line</th><th>Opened</th><th>Output, thousand tonnes</th></tr>
<tr><td>Ash</td><td>2004</td><td>18</td></tr></table>"""
_FIRST_HTML = (
    """<table><tr><th>(in thousands)</th><th>2023</th></tr><tr><td>Visits</td><td>18</td></tr></table>"""
)

_HTML = "<table><tr><th>Town</th><th>2023</th></tr><tr><td>Aster</td><td>12</td></tr></table>"


@over(
    "question, right, wrong, passage",
    [
        ("What was the revenue?", "1.205 million euros.", "1,205 euros.", f"{_EN}| Revenue | 1,205 |"),
        ("What were the staff costs?", "0.94 million euros.", "940 euros.", f"{_EN}| Staff costs | 940 |"),
        ("How many employees are there?", "85 employees.", "85,000 employees.", f"{_EN}| Employees | 85 |"),
        ("营业收入是多少？", "120.5万元。", "1205元。", _ZH),
        ("營業收入是多少？", "120.5萬元。", "1205元。", _ZH),
        ("员工薪酬是多少？", "94万元。", "940元。", _ZH),
        ("Какова выручка?", "1,205 млн евро.", "1 205 евро.", _RU),
        ("How many visitors did store K have?", "318 visitors.", "207 visitors.", _STORES),
    ],
)
def test_a_cell_is_in_its_own_unit_or_the_one_said_over_the_table(
    question: str, right: str, wrong: str, passage: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 7
    assert judge_answer(question, wrong, [passage]).accuracy < 5


@over(
    "passage, cells",
    [
        (f"Where x<t holds.\n\n{_STORES}", ["Visitors", "Visitors"]),
        (_HTML, ["2023"]),
        (f"{_HTML}<table><tr><td>Brant</td><td>15</td></tr></table>", ["2023", ""]),
        ("<dl><dt>Height</dt><dd>12 m</dd></dl>", [""]),
    ],
)
def test_a_table_has_its_own_headings(passage: str, cells: list[str]) -> None:
    found = rows(passage, SaidUnits(passage))
    assert [row.cells[1].column for row in found] == cells


@over(
    "passage, units",
    [
        (_LINES, ["", "thousand tonnes"]),
        (_LINES_HTML, ["", "thousand tonnes"]),
        (_FIRST_HTML, ["thousands"]),
        ("| (in thousands) | 2023 |\n|---|---|\n| Visits | 18 |", ["thousands"]),
    ],
)
def test_a_unit_that_a_column_is_headed_with_is_no_other_columns(passage: str, units: list[str]) -> None:
    """A line that opened in 2019 did so in "2019 thousand tonnes", since a year lost no scale any more."""
    row, *_ = rows(passage, SaidUnits(passage))
    assert [cell.unit for cell in row.cells[1:]] == units


def test_two_tables_with_the_same_headings_are_two() -> None:
    found = read([f"{_STORES}\n\nThe other town:\n\n{_STORES}"])
    assert len({place.table for place in found.places if place.kind == "cell"}) == 2

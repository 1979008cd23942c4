"""The table of columns in docs/file_formats.md is the one that the reader reads by."""

from pathlib import Path

from eval.files.columns import COLUMNS, Column, ColumnUse

ROOT = Path(__file__).resolve().parents[2]


def row(column: Column) -> str:
    marks = ["" if use not in column.uses else "needed" if column.uses[use] else "yes" for use in ColumnUse]
    return f"| `{column.name}` | {column.kind.value} | {' | '.join(marks)} | {column.meaning} |"


def test_the_table_of_columns_is_that_of_the_code() -> None:
    page = (ROOT / "docs/file_formats.md").read_text(encoding="utf-8")
    head = f"| column | a cell | {' | '.join(f'`{use.value}`' for use in ColumnUse)} | meaning |"
    table = "\n".join([head, "|---" * (len(ColumnUse) + 3) + "|", *map(row, COLUMNS)])
    assert table in page, f"docs/file_formats.md must have:\n{table}"

"""The files of an arena."""

from pathlib import Path

from eval.arena.result import DIMENSIONS, ArenaResult
from eval.arena.score_aggregation import dimensions_of
from eval.files.atomic import whole_file, write_whole
from eval.files.sheet_files import sheet_writer
from eval.runs.item_table import ANSWER_COLUMNS, answer_row

ARENA_JSON, ANSWERS_CSV, REPORT_HTML = "arena.json", "answers.csv", "report.html"
COLUMNS = ANSWER_COLUMNS


def write_json(result: ArenaResult, folder: Path) -> Path:
    """``arena.json``: everything, so that :class:`ArenaResult` reads it back."""
    path = folder / ARENA_JSON
    write_whole(path, result.model_dump_json(indent=2) + "\n")
    return path


def write_csv(result: ArenaResult, folder: Path) -> Path:
    """``answers.csv``: a row for each question and contestant, with a byte order mark for spreadsheets."""
    path = folder / ANSWERS_CSV
    with whole_file(path) as file, sheet_writer(path, file, (*COLUMNS, *_own_dimensions(result))) as write:
        for question in result.items:
            for item in question.items:
                write(answer_row(question.case, item))
    return path


def _own_dimensions(result: ArenaResult) -> list[str]:
    names = dimensions_of(item for question in result.items for item in question.items)
    return [name for name in names if name not in DIMENSIONS]

"""The files of an arena."""

from pathlib import Path

from data_base.schemas.judgement import JudgeMode
from data_base.schemas.run import RunItem
from data_base.whole_file import whole_file, write_whole
from eval.arena.figures.against_reference import key_point_share, share_of
from eval.arena.result import DIMENSIONS, ArenaResult
from eval.arena.score_aggregation import WEIGHTED, dimensions_of, score_of
from eval.files.sheet_files import sheet_writer
from eval.runs.item_table import ANSWER_COLUMNS, answer_row

ARENA_JSON, ANSWERS_CSV, REPORT_HTML = "arena.json", "answers.csv", "report.html"
COLUMNS = ANSWER_COLUMNS
REFERENCE_COLUMNS = ("against_reference", "key_points_against_reference")
"""The columns of an arena with a reference: shares of weighted scores and of key points, 0 to 1."""


def write_json(result: ArenaResult, folder: Path) -> Path:
    """``arena.json``: everything, so that :class:`ArenaResult` reads it back."""
    path = folder / ARENA_JSON
    write_whole(path, result.model_dump_json(indent=2) + "\n")
    return path


def write_csv(result: ArenaResult, folder: Path) -> Path:
    """``answers.csv``: a row for each question and contestant, with a byte order mark for spreadsheets."""
    path = folder / ANSWERS_CSV
    against, mode = result.summary.against_reference, result.summary.mode
    shares = () if against is None else REFERENCE_COLUMNS
    columns = (*COLUMNS, *_own_dimensions(result), *shares)
    with whole_file(path) as file, sheet_writer(path, file, columns) as write:
        for question in result.items:
            found = {item.system: item for item in question.items}
            reference = None if against is None else found[against.reference]
            for item in question.items:
                write(answer_row(question.case, item) | _next_to(reference, item, mode))
    return path


def _next_to(reference: RunItem | None, item: RunItem, mode: JudgeMode) -> dict[str, object]:
    if reference is None or item is reference:
        return {}
    own, its = (score_of(each, WEIGHTED, mode) for each in (item, reference))
    share = share_of(own, its)
    points = None if share is None else key_point_share(item, reference)
    return dict(zip(REFERENCE_COLUMNS, (share, points), strict=True))


def _own_dimensions(result: ArenaResult) -> list[str]:
    names = dimensions_of(item for question in result.items for item in question.items)
    return [name for name in names if name not in DIMENSIONS]

"""A calibration on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.counted import counted
from service.commands.terminal.tables import show_table

if TYPE_CHECKING:
    from rich.table import Table

    from eval.calibration.report import CalibrationReport, DimensionReport
    from eval.stats.judge_among_people import AmongPeople
    from eval.stats.measure import Measure

_LABELS = {
    "within_one": "within ±1",
    "mae": "mean absolute error",
    "spearman": "Spearman",
    "pearson": "Pearson",
    "quadratic_kappa": "quadratic weighted kappa",
    "alpha": "Krippendorff's alpha",
    "mean_shift": "judge minus people",
    "share_high": "judge gives 8 or more",
    "people_share_high": "people give 8 or more",
    "balanced_accuracy": "balanced accuracy",
    "auroc": "AUROC",
    "agreement": "same verdict",
    "share_true": "judge says supported",
    "people_share_true": "people say supported",
    "cohen_kappa": "Cohen's kappa",
    "refusal_f1": "F1 of refusals",
    "same_order": "same order",
}
_MOST_ERRORS = 3


def show(report: CalibrationReport) -> None:
    """Print a table for each dimension, what failed, and the notes, to stdout."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for note in report.notes:
        console.print(f"Note: {note}")
    console.print(
        f"{report.judge} compared with people, {report.file} ({report.format}): "
        f"{counted(report.items, 'item')}, {report.failed} the judge could not score, "
        f"{report.undecided} wholly undecidable.",
        soft_wrap=True,
    )
    for error, count in list(report.errors.items())[:_MOST_ERRORS]:
        console.print(f"  {count} x {error}", soft_wrap=True)
    for dimension in report.dimensions:
        show_table(console, dimension_table(dimension))
        console.print(_risk_line(dimension, report.risk), soft_wrap=True)
        if dimension.people_alpha is not None:
            console.print(f"People among themselves: Krippendorff's alpha {dimension.people_alpha:.2f}.")
        if dimension.among_people is not None:
            console.print(_among_people_line(dimension.among_people), soft_wrap=True)
        console.print(dimension.conclusion, soft_wrap=True)


def dimension_table(dimension: DimensionReport) -> Table:
    """The measures of one dimension, and those of the baselines."""
    from rich.table import Table
    from rich.text import Text

    title = (
        f"{dimension.name}: {dimension.scored} of {counted(dimension.items, 'item')}, "
        f"{counted(dimension.questions, 'question')}"
    )
    table = Table(title=Text(title))
    for heading in ("", "judge", *dimension.baselines, *(("mapped",) if dimension.mapped else ())):
        table.add_column(Text(heading), justify="left" if not heading else "right")
    for name, measure in dimension.measures.items():
        cells = [_cell(measure), *(_number(row[name]) for row in dimension.baselines.values())]
        cells += [_cell(dimension.mapped[name])] if dimension.mapped else []
        table.add_row(_LABELS[name], *cells)
    return table


def _among_people_line(among: AmongPeople) -> str:
    judge, people, z = map(_number, (among.judge_kappa, among.people_kappa, among.z))
    return (
        f"{counted(among.items, 'item')} scored by all of {', '.join(among.people)}: "
        f"mean kappa of the judge with them {judge}, of them with each other {people}, z {z}."
    )


def _cell(measure: Measure) -> str:
    if measure.low is None or measure.high is None:
        return _number(measure.value)
    return f"{_number(measure.value)}\n{_number(measure.low)} … {_number(measure.high)}"


def _number(value: float | None) -> str:
    # Adding 0 makes a plain zero of a negative one.
    return "none" if value is None else f"{round(value, 3) + 0:.3f}"


def _risk_line(dimension: DimensionReport, risk: str) -> str:
    points = dict.fromkeys(
        f"{_number(point.risk)} on {point.coverage:.0%}" for point in dimension.risk if point.coverage
    )
    return f"{risk}, leaving out ever more undecidable items: {'; '.join(points) or 'nothing was scored'}."

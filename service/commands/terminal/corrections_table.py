"""What people's ratings make of an arena's figures, on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.counted import counted
from eval.stats.corrected_estimate import FEW_LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from eval.arena.human_corrected_scores import RatingCorrections
    from eval.stats.corrected_estimate import Corrected


def people_table(people: RatingCorrections) -> Table:
    """Each contestant's mean and pass rate, by the judge alone and as people's ratings correct them."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text("Corrected by people"))
    table.add_column("Contestant", overflow="fold")
    for heading in (
        "Rated",
        "Mean,\njudge only",
        "Mean,\ncorrected",
        "Passes,\njudge only",
        "Passes,\ncorrected",
    ):
        table.add_column(heading, justify="right")
    table.add_column("Each\nsaved", justify="right")
    for side in people.sides:
        figures = (*_cells(side.mean, "{:.2f}"), *_cells(side.pass_rate, "{:.0%}"))
        table.add_row(Text(side.system), str(side.rated), *figures, _worth(side.mean))
    return table


def people_lines(people: RatingCorrections | None) -> Iterator[str]:
    """Who rated, and whether that is enough; without ratings, that all intervals are the judge's alone."""
    if people is None:
        yield "Judge only: this arena has no human ratings."
        return
    raters = counted(people.raters, "person has", "people have")
    yield f"{raters} rated answers of this arena: {counted(people.ratings, 'rating')}."
    few = [side for side in people.sides if side.rated < FEW_LABELS]
    if few:
        named = ", ".join(f"{side.system} ({side.rated})" for side in few)
        yield (
            f"Fewer than {FEW_LABELS} answers are rated of {named}; the corrected intervals rest on what "
            "cannot be checked."
        )


def _cells(value: Corrected | None, form: str) -> tuple[str, str]:
    if value is None:
        return "too few", "too few"
    shown = [form.format(each) for each in (value.judge_only, value.value, value.low, value.high)]
    return shown[0], f"{shown[1]}\n{shown[2]} … {shown[3]}"


def _worth(value: Corrected | None) -> str:
    """How many further ratings each rating saved, since the judge scored all answers."""
    return "" if value is None else f"{max(value.labels_worth / value.labels - 1, 0.0):.2f}"

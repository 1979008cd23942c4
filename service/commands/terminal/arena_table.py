"""The arena's result on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.counted import counted
from eval.reports.question_view import label_of
from eval.runs.answer_counts import answered_line, key_points_line
from eval.runs.context_means import means_line

if TYPE_CHECKING:
    from rich.table import Table

    from eval.arena.result import ArenaResult, ArenaSummary, PairSummary
    from eval.stats.paired import Estimate


def show(result: ArenaResult) -> None:
    """Print notes, warnings, a table and the verdicts to stdout."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for note in (*result.manifest.notes, *result.summary.warnings):
        console.print(f"Note: {note}")
    console.print(scores_table(result.summary))
    console.print(references(result.summary))
    for pair in result.summary.pairs:
        console.print(tally(pair))
        console.print(pair.verdict)


def references(summary: ArenaSummary) -> str:
    """For how many questions the judge saw a gold answer, in one sentence."""
    return f"The judge saw a reference answer for {summary.references_seen} of {summary.questions} questions."


def scores_table(summary: ArenaSummary) -> Table:
    """Means with intervals for each contestant, and the paired differences."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"Arena: {summary.questions} of {summary.questions_in_file} questions"))
    table.add_column("1-10")
    headings = [f"{side.system}\n{side.scored} scored of {side.questions}" for side in summary.sides]
    headings += [
        f"{pair.challenger} − {pair.baseline}\n{counted(pair.pairs, 'pair')}" for pair in summary.pairs
    ]
    for heading in headings:
        table.add_column(Text(heading), justify="right")
    for name in summary.sides[0].means:
        means = [_figures(side.means[name], "{:.2f}") for side in summary.sides]
        differences = [_figures(pair.differences[name], "{:+.2f}") for pair in summary.pairs]
        table.add_row(label_of(name), *means, *differences)
    others = [""] * len(summary.pairs)
    for label, lines in (
        ("Answered", [answered_line(side.answered) for side in summary.sides]),
        ("Key points", [key_points_line(side.key_points) for side in summary.sides]),
        ("Context", [means_line(side.context) for side in summary.sides]),
    ):
        if any(lines):
            table.add_row(label, *(line.replace(", ", "\n") for line in lines), *others)
    return table


def _figures(value: Estimate, form: str) -> str:
    if value.mean is None:
        return "unscored"
    interval = "" if value.low is None else f"\n{form.format(value.low)} … {form.format(value.high)}"
    return form.format(value.mean) + interval


def tally(pair: PairSummary) -> str:
    """The challenger's wins, ties and losses in one sentence."""
    count = pair.outcomes
    if not pair.pairs:
        return f"{pair.challenger}: nothing was scored that could be compared with {pair.baseline}."
    wins, ties = counted(count.wins, "win"), counted(count.ties, "tie")
    return f"{pair.challenger}: {wins}, {ties}, {counted(count.losses, 'loss', 'losses')}."

"""The arena's result on the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from data_base.counted import counted
from eval.arena.verdict_sentence import headline
from eval.claims.claim_figures import figures_line
from eval.reports.report_locale import label_of
from eval.runs.answered_counts import answered_line, key_points_line
from eval.runs.context_means import means_line
from eval.runs.ranked_points import groups_line
from service.commands.terminal.corrections_table import people_lines, people_table
from service.commands.terminal.tables import show_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.table import Table

    from eval.arena.figures.values import Optimism, ReferenceFigures
    from eval.arena.result import ArenaResult, ArenaSummary, PairSummary
    from eval.arena.standings_schema import ArenaStandings
    from eval.standings.standing import Standing
    from eval.stats.paired import Estimate

_TWO = 2
_SHARE = "{:.3f}"


def show(result: ArenaResult) -> None:
    """Print notes, warnings, a table and the verdicts to stdout."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for note in (*result.manifest.notes, *result.summary.warnings):
        console.print(f"Note: {note}")
    summary = result.summary
    show_table(console, scores_table(summary))
    console.print(references(summary))
    if len(summary.pairs) == 1:
        console.print(tally(summary.pairs[0]))
    if summary.standings is not None and (len(summary.sides) > _TWO or summary.standings.pairs):
        show_table(console, standings_table(summary.standings, _intervals(summary)))
    if summary.against_reference is not None:
        show_table(console, reference_table(summary.against_reference, _intervals(summary)))
    if summary.people is not None:
        show_table(console, people_table(summary.people))
    for line in further_lines(summary):
        console.print(line)
    nothing = not any(side.scored for side in summary.sides)
    console.print(headline(summary), style="bold red" if nothing else None)


def standings_table(standings: ArenaStandings, intervals: str) -> Table:
    """The standings by pairs and by scores, as judged and with style taken out."""
    from rich.table import Table
    from rich.text import Text

    columns = _columns(standings)
    table = Table(title=Text(f"Standings, {intervals}"))
    table.add_column("Rank")
    table.add_column("Contestant", overflow="fold")
    for heading, _, _ in columns:
        table.add_column(Text(heading), justify="right")
    for place in standings.headline:
        ranks = dict.fromkeys((place.rank_low, place.rank_high))
        cells = [_place(places.get(place.system), form) for _, form, places in columns]
        table.add_row("–".join(map(str, ranks)), Text(place.system), *cells)
    return table


def reference_table(against: ReferenceFigures, intervals: str) -> Table:
    """Every contestant against the reference."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"Against {against.reference}, the reference (0.5 is as good), {intervals}"))
    table.add_column("Own / both")
    for side in against.sides:
        asked = side.compared + side.left_out
        table.add_column(Text(f"{side.system}\n{side.compared} compared of {asked}"), justify="right")
    for name in dict.fromkeys(name for side in against.sides for name in side.scores):
        table.add_row(label_of(name), *(_figures(side.scores[name], _SHARE) for side in against.sides))
    if any(side.key_points.n for side in against.sides):
        table.add_row("Key points", *(_figures(side.key_points, _SHARE) for side in against.sides))
    for name in dict.fromkeys(name for side in against.sides for name in side.groups):
        shares = [side.groups.get(name) for side in against.sides]
        table.add_row(Text(name), *("" if share is None else _figures(share, _SHARE) for share in shares))
    if any(side.points_left_out for side in against.sides):
        table.add_row("Key points left out", *(str(side.points_left_out) for side in against.sides))
    return table


def further_lines(summary: ArenaSummary) -> Iterator[str]:
    """What a reader of the standings should know besides."""
    standings = summary.standings
    if standings is None:
        return
    if (pairs := standings.pairs) is not None:
        compared = counted(pairs.verdicts, "comparison")
        yield (
            f"{pairs.inconsistent} of {compared} picked a different winner when the order was swapped, "
            "and count as ties."
        )
    if standings.unjudged_pairs:
        yield f"{counted(standings.unjudged_pairs, 'comparison')} failed; the same command tries again."
    if (change := standings.overtaking) is not None:
        yield (
            f"Without {counted(len(change.questions), 'question')} {change.system} would be ahead of "
            f"{change.leader}."
        )
    if standings.clashes:
        in_view = any(clash.in_view for clash in standings.clashes)
        looked = "both were judged once more side by side" if in_view else "the scores of both were compared"
        yield (
            f"{counted(len(standings.clashes), 'passing answer')} cannot be right next to another that the "
            f"passages support; {looked}."
        )
    yield from (term.sentence for term in standings.untold)
    yield from people_lines(summary.people)


def _columns(standings: ArenaStandings) -> list[tuple[str, str, Mapping[str, Standing]]]:
    """Heading, format and the place of each contestant."""
    found = []
    if (pairs := standings.pairs) is not None:
        found.append(("Pairs", "{:.0f}", pairs.raw))
        if pairs.controlled:
            found.append(("Pairs,\nstyle taken out", "{:.0f}", pairs.controlled))
    found.append(("Mean score", "{:.2f}", standings.scores))
    if standings.controlled_scores is not None:
        found.append(("Mean score,\nstyle taken out", "{:.2f}", standings.controlled_scores.standings))
    if standings.key_points:
        found.append(("Key points\ncovered", "{:.0%}", standings.key_points))
    return [(heading, form, {place.system: place for place in places}) for heading, form, places in found]


def _place(place: Standing | None, form: str) -> str:
    if place is None:
        return "unscored"
    ends = "" if math.isinf(place.low) else f"\n{form.format(place.low)} … {form.format(place.high)}"
    return form.format(place.score) + ends


def _intervals(summary: ArenaSummary) -> str:
    """What the intervals are, as a part of a table's title."""
    of = "judge only" if summary.people is None else "of the judge"
    return f"{summary.bootstrap.confidence:.0%} intervals {of}"


def references(summary: ArenaSummary) -> str:
    """For how many questions the judge saw a gold answer, in one sentence."""
    asked = counted(summary.questions, "question")
    return f"The judge saw a reference answer for {summary.references_seen} of {asked}."


def scores_table(summary: ArenaSummary) -> Table:
    """Means with intervals for each contestant, and the paired differences."""
    from rich.table import Table
    from rich.text import Text

    asked = f"{summary.questions} of {counted(summary.questions_in_file, 'question')}"
    table = Table(title=Text(f"Arena: {asked}, {_intervals(summary)}"))
    table.add_column("1-10")
    reference = summary.against_reference.reference if summary.against_reference else None
    mark = {reference: "\n(reference)"}
    headings = [
        f"{side.system}{mark.get(side.system, '')}\n{side.scored} scored of {side.questions}"
        for side in summary.sides
    ]
    # Of many contestants the standings say what the differences of all pairs would.
    compared = summary.pairs if len(summary.sides) == _TWO else ()
    headings += [f"{pair.challenger} − {pair.baseline}\n{counted(pair.pairs, 'pair')}" for pair in compared]
    for heading in headings:
        table.add_column(Text(heading), justify="right")
    for name in summary.sides[0].means:
        means = [_figures(side.means[name], "{:.2f}") for side in summary.sides]
        differences = [_figures(pair.differences[name], "{:+.2f}") for pair in compared]
        table.add_row(label_of(name), *means, *differences)
    others = [""] * len(compared)
    for label, lines in (
        ("Answered", [answered_line(side.answered) for side in summary.sides]),
        ("Key points", [key_points_line(side.key_points) for side in summary.sides]),
        ("Groups", [groups_line({n: e.mean for n, e in side.groups.items()}) for side in summary.sides]),
        ("Must failed", [str(side.must_failed or "") for side in summary.sides]),
        ("Context", [means_line(side.context) for side in summary.sides]),
        ("Optimism", [_optimism(side.optimism) for side in summary.sides]),
        ("Claims", [figures_line(side.claims) for side in summary.sides]),
    ):
        if any(lines):
            table.add_row(label, *(line.replace(", ", "\n") for line in lines), *others)
    return table


def _optimism(found: Optimism | None) -> str:
    """Scores by the judge that steered and by the final judge, and their difference with its interval."""
    if found is None or found.optimism.mean is None:
        return "" if found is None else "not judged"
    gap = _figures(found.optimism, "{:+.2f}")
    return f"{gap}\nsteering {found.steering.mean:.2f}\nfinal {found.fresh.mean:.2f}"


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

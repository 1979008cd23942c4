"""The verdict of an arena in a sentence or two, as it stands above everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from data_base.counted import counted

if TYPE_CHECKING:
    from eval.arena.places import ArenaStandings
    from eval.arena.result import ArenaSummary


def headline(summary: ArenaSummary) -> str:
    """Who is first, as far as that can be told, by what, and what casts doubt on it."""
    return " ".join(_sentences(summary))


def listed(names: Sequence[str]) -> str:
    """Names in a row: ``A``, ``A and B``, ``A, B and C``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _sentences(summary: ArenaSummary) -> Iterator[str]:
    standings = summary.standings
    if len(summary.pairs) == 1 and (standings is None or standings.pairs is None):
        yield summary.pairs[0].verdict
    elif standings is None or not standings.headline:
        yield "Nothing was scored, so that there are no standings."
    else:
        yield _first(standings)
    if summary.steered:
        yield f"Doubtful: a judge that scores here also steered the research of {listed(summary.steered)}."


def _first(standings: ArenaStandings) -> str:
    places = standings.headline
    leaders = [place.system for place in places if place.group == 1]
    if standings.pairs is None:
        by = "by mean score"
    else:
        count = counted(standings.pairs.verdicts, "comparison of two answers", "comparisons of two answers")
        by = f"by {count}, each made in both orders"
    if len(leaders) == 1:
        return f"{leaders[0]} is first {by}."
    if len(leaders) == len(places):
        return f"No winner: {listed(leaders)} cannot be told apart {by}."
    return f"{listed(leaders)} share the first place, since they cannot be told apart {by}."

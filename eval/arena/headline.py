"""The verdict of an arena in a sentence or two, as it stands above everything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from data_base.counted import counted, listed

if TYPE_CHECKING:
    from eval.arena.places import ArenaStandings
    from eval.arena.result import ArenaSummary


def headline(summary: ArenaSummary) -> str:
    """Who is first, as far as that can be told, by what, and what casts doubt on it."""
    return " ".join(_sentences(summary))


def _sentences(summary: ArenaSummary) -> Iterator[str]:
    standings = summary.standings
    if len(summary.pairs) == 1 and (standings is None or standings.pairs is None):
        yield summary.pairs[0].verdict
    elif standings is None or not standings.headline:
        yield "Nothing was scored, so that there are no standings."
    else:
        yield _first(standings)
        yield from _lacking(summary, standings)
    if summary.steered:
        yield f"Doubtful: a judge that scores here also steered the research of {listed(summary.steered)}."


def _first(standings: ArenaStandings) -> str:
    leaders, by = standings.leaders, _by(standings)
    if len(leaders) == 1:
        return f"{leaders[0]} is first {by}."
    if len(leaders) == len(standings.headline):
        return f"No winner: {listed(leaders)} cannot be told apart {by}."
    return f"{listed(leaders)} share the first place, since they cannot be told apart {by}."


def _by(standings: ArenaStandings) -> str:
    if (pairs := standings.pairs) is None:
        return "by mean score"
    if pairs.by_scores == pairs.verdicts:
        count = counted(pairs.verdicts, "comparison")
        return f"by {count} of the scores of two answers, each judged by itself"
    count = counted(pairs.verdicts, "comparison of two answers", "comparisons of two answers")
    if pairs.by_scores:
        return f"by {count}, {pairs.by_scores} of them of the scores of each, the others made in both orders"
    return f"by {count}, each made in both orders"


def _lacking(summary: ArenaSummary, standings: ArenaStandings) -> Iterator[str]:
    """For how many questions those who may be first have nothing to be compared by."""
    for side in summary.sides:
        lacks = side.unanswered if standings.pairs else side.questions - side.scored
        if lacks and side.system in standings.leaders:
            what = "an answer to" if standings.pairs else "a score for"
            yield (
                f"{side.system} lacks {what} {lacks} of {counted(side.questions, 'question')}, and is "
                "compared with the others on the rest."
            )

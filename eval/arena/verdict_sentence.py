"""The verdict of an arena in a sentence or two, as it stands above everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING

from eval.arena.score_aggregation import WEIGHTED, verdict_of

if TYPE_CHECKING:
    from eval.arena.result import ArenaSummary
    from eval.arena.standings_schema import ArenaStandings

_ENGLISH = NullTranslations()


def headline(
    summary: ArenaSummary,
    texts: NullTranslations = _ENGLISH,
    signed: Callable[[float | None], str] = "{:+.2f}".format,
) -> str:
    """Who is first, as far as that can be told, by what, and what to do where that was not judged fairly.

    Args:
        summary: the contest.
        texts: translates the words.
        signed: writes a difference.
    """
    return " ".join(_sentences(summary, texts, signed))


def _sentences(
    summary: ArenaSummary, texts: NullTranslations, signed: Callable[[float | None], str]
) -> Iterator[str]:
    standings = summary.standings
    if len(summary.pairs) == 1 and (standings is None or standings.pairs is None):
        (pair,) = summary.pairs
        names, gap = (pair.baseline, pair.challenger), pair.differences[WEIGHTED]
        questions = summary.questions
        yield verdict_of(names, gap, pair.worst_case, questions=questions, texts=texts, signed=signed)
    elif standings is None or not standings.headline:
        yield texts.gettext("Nothing was scored, so that there are no standings.")
    else:
        yield _first(standings, texts)
        yield from _lacking(summary, standings, texts)
        against = summary.against_reference
        if against is not None and all(against.reference != place.system for place in standings.headline):
            said = texts.gettext("%(name)s is the reference and has no place.")
            yield said % {"name": against.reference}
    if summary.steered:
        said = texts.gettext(
            "For a fair verdict name two judges: --judge scores, --loop-judge steers %(names)s; here one did "
            "both."
        )
        yield said % {"names": _listed(summary.steered, texts)}


def _first(standings: ArenaStandings, texts: NullTranslations) -> str:
    leaders = standings.leaders
    if len(leaders) == 1:
        said = texts.gettext("%(names)s is first %(by)s.")
    elif len(leaders) == len(standings.headline):
        said = texts.gettext("No clear winner: %(names)s are statistically tied %(by)s.")
    else:
        said = texts.gettext("%(names)s are statistically tied for first place %(by)s.")
    return said % {"names": _listed(leaders, texts), "by": _by(standings, texts)}


def _by(standings: ArenaStandings, texts: NullTranslations) -> str:
    if (pairs := standings.pairs) is None:
        return texts.gettext("by mean score")
    if pairs.by_scores == pairs.verdicts:
        said = texts.ngettext(
            "by %(count)s comparison of the scores of two answers, each judged by itself",
            "by %(count)s comparisons of the scores of two answers, each judged by itself",
            pairs.verdicts,
        )
    elif pairs.by_scores:
        said = texts.ngettext(
            "by %(count)s comparison of two answers, %(scores)s of them of the scores of each, the others "
            "made in both orders",
            "by %(count)s comparisons of two answers, %(scores)s of them of the scores of each, the others "
            "made in both orders",
            pairs.verdicts,
        )
    else:
        said = texts.ngettext(
            "by %(count)s comparison of two answers, each made in both orders",
            "by %(count)s comparisons of two answers, each made in both orders",
            pairs.verdicts,
        )
    return said % {"count": f"{pairs.verdicts:,}", "scores": pairs.by_scores}


def _lacking(summary: ArenaSummary, standings: ArenaStandings, texts: NullTranslations) -> Iterator[str]:
    """For how many questions those who may be first have nothing to be compared by."""
    for side in summary.sides:
        lacks = side.unanswered if standings.pairs else side.questions - side.scored
        if lacks and side.system in standings.leaders:
            answer = texts.ngettext(
                "%(name)s lacks an answer to %(lacks)s of %(count)s question, and is compared with the "
                "others on the rest.",
                "%(name)s lacks an answer to %(lacks)s of %(count)s questions, and is compared with the "
                "others on the rest.",
                side.questions,
            )
            score = texts.ngettext(
                "%(name)s lacks a score for %(lacks)s of %(count)s question, and is compared with the "
                "others on the rest.",
                "%(name)s lacks a score for %(lacks)s of %(count)s questions, and is compared with the "
                "others on the rest.",
                side.questions,
            )
            said = answer if standings.pairs else score
            yield said % {"name": side.system, "lacks": lacks, "count": f"{side.questions:,}"}


def _listed(names: Sequence[str], texts: NullTranslations) -> str:
    *others, last = names
    if not others:
        return last
    before = texts.pgettext("list", ", ").join(others)
    return texts.gettext("%(names)s and %(last)s") % {"names": before, "last": last}

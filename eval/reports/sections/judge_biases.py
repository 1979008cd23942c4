"""What a judge leans on besides what an answer says, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.reports.report_locale import ENGLISH, ReportLocale

if TYPE_CHECKING:
    from eval.arena.standings_schema import ArenaStandings
    from eval.standings.standing import StyleEffect, TermEffect, UnidentifiableEffect

_NO_WIDTH = 1e-9


@dataclass(frozen=True, slots=True)
class JudgeBias:
    """One thing that may sway the judge."""

    name: str
    """What it is."""
    of: str
    """Which figures it is found in: pairs or scores."""
    says: str
    """What it does, in a sentence."""
    proven: bool
    """Whether the data exclude that it does nothing."""


def judge_biases(standings: ArenaStandings, locale: ReportLocale = ENGLISH) -> tuple[JudgeBias, ...]:
    """Everything that was looked for in the judgements, in plain words."""
    return tuple(_leanings(standings, locale))


def _leanings(standings: ArenaStandings, locale: ReportLocale) -> Iterator[JudgeBias]:
    if standings.pairs is not None:
        for term in standings.pairs.terms:
            # Of answers that were judged one by one there is no place to find an effect of.
            if term.name != "position" or term.high - term.low > _NO_WIDTH:
                yield _in_pairs(term, locale)
    if standings.controlled_scores is not None:
        for effect in standings.controlled_scores.effects:
            yield _in_scores(effect, locale)


def unidentifiable(standings: ArenaStandings, locale: ReportLocale = ENGLISH) -> tuple[str, ...]:
    """What the data cannot tell from something else, so that no figure is without it; a sentence each."""
    return tuple(dict.fromkeys(_kept_in(term, locale) for term in standings.untold))


def _kept_in(term: UnidentifiableEffect, locale: ReportLocale) -> str:
    gettext = locale.texts.gettext
    if term.contestants:
        said = gettext(
            "%(trait)s: the data cannot tell it from what %(names)s is worth, and it is not taken out."
        )
    elif term.terms:
        said = gettext("%(trait)s: the data cannot tell it from %(names)s, and it is not taken out.")
    else:
        said = gettext("%(trait)s: so few questions cannot tell, and it is not taken out.")
    names = [*term.contestants, *(_name(name, locale) for name in term.terms)]
    return said % {"trait": _name(term.name, locale), "names": gettext(", ").join(names)}


def _in_pairs(term: TermEffect, locale: ReportLocale) -> JudgeBias:
    known = math.isfinite(term.low) and math.isfinite(term.high)
    answer = _answer(term.name, term.unit, locale)
    if not known:
        says = _untold(answer, locale)
    else:
        said = locale.texts.gettext(
            "%(answer)s wins %(share)s of comparisons with an equally good one (%(interval)s; %(fair)s would "
            "be fair)."
        )
        ends = (locale.share(_share(end)) for end in (term.low, term.high))
        figures = {
            "share": locale.share(term.wins),
            "interval": locale.span(*ends),
            "fair": locale.share(0.5),
        }
        says = said % {"answer": answer, **figures}
    return JudgeBias(_name(term.name, locale), "pairs", says, known and (term.low > 0 or term.high < 0))


def _in_scores(effect: StyleEffect, locale: ReportLocale) -> JudgeBias:
    known = math.isfinite(effect.low) and math.isfinite(effect.high)
    answer = _answer(effect.name, effect.unit, locale)
    if not known:
        says = _untold(answer, locale)
    else:
        more = locale.texts.gettext(
            "%(answer)s scores %(points)s points more than an equally good one (%(interval)s)."
        )
        less = locale.texts.gettext(
            "%(answer)s scores %(points)s points less than an equally good one (%(interval)s)."
        )
        ends = (locale.signed(end) for end in (effect.low, effect.high))
        figures = {"points": locale.score(abs(effect.effect)), "interval": locale.span(*ends)}
        says = (more if effect.effect >= 0 else less) % {"answer": answer, **figures}
    return JudgeBias(
        _name(effect.name, locale), "scores", says, known and (effect.low > 0 or effect.high < 0)
    )


def _untold(answer: str, locale: ReportLocale) -> str:
    said = locale.texts.gettext("%(answer)s: the data cannot tell this from who wrote the answer.")
    return said % {"answer": answer}


def _name(term: str, locale: ReportLocale) -> str:
    texts = locale.texts
    names = {
        "length": texts.gettext("Length"),
        "citations": texts.gettext("Citations"),
        "headings": texts.gettext("Headings"),
        "lists": texts.gettext("Lists"),
        "position": texts.gettext("Position"),
        "kin": texts.gettext("Same model family"),
    }
    return names.get(term, term.capitalize())


def _answer(term: str, unit: float, locale: ReportLocale) -> str:
    """What sort of answer a term speaks of; styles are logarithms, so that their unit is a ratio."""
    texts = locale.texts
    said = {
        "position": texts.gettext("The answer that is shown first"),
        "kin": texts.gettext("An answer by a model of the judge’s own family"),
        "length": texts.gettext("An answer %(ratio)s times as long"),
        "citations": texts.gettext("An answer with about %(ratio)s times as many citations"),
        "headings": texts.gettext("An answer with about %(ratio)s times as many headings"),
        "lists": texts.gettext("An answer with about %(ratio)s times as many list entries"),
    }
    words = said.get(term) or texts.gettext("An answer with more %(term)s")
    return words % {"ratio": locale.written(f"{math.exp(unit):.1f}"), "term": term}


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))

"""Standings as the report draws them: place, figure and interval of each contestant, raw and controlled."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.reports.report_locale import ENGLISH, ReportLocale
from eval.standings.standing import Standing

if TYPE_CHECKING:
    from eval.arena.result import ArenaSummary

_FULL = 100.0


@dataclass(frozen=True, slots=True)
class FigureTrack:
    """A figure with its interval, drawn on a scale."""

    figure: str
    """As it is written."""
    span: str
    """Its interval as it is written; empty where one question alone says nothing."""
    ranks: str
    """The ranks it may have, ``2`` or ``1–3``."""
    mean: float
    """Place on the scale, in per cent from the left."""
    low: float
    """Place of the interval's lower end."""
    width: float
    """Length of the interval, in per cent."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A contestant's place."""

    order: int
    """Its place among the contestants, from 0; its colour."""
    system: str
    """Its name."""
    place: int
    """The place, shared by all that cannot be told apart."""
    shared: int
    """By how many."""
    raw: FigureTrack
    """As judged."""
    controlled: FigureTrack | None
    """With what biases the judge taken out, None where that was not done."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings by one measure."""

    anchor: str
    """The table's anchor on the page."""
    title: str
    """What the standings go by."""
    unit: str
    """What its figures are, in a sentence."""
    rows: tuple[StandingRow, ...]
    """The best first."""
    controlled: bool
    """Whether there are controlled figures."""
    ends: tuple[str, str]
    """The scale's ends, as they are written."""
    unscored: tuple[str, ...]
    """Contestants without a place."""


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    form: Callable[[float], str]
    span: Callable[[str, str], str]

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(_FULL * min(1.0, max(0.0, share)), 2)

    def text(self, value: float) -> str:
        return self.form(value).replace("-", "−")

    def track(self, place: Standing) -> FigureTrack:
        low, high = self.at(place.low), self.at(place.high)
        known = math.isfinite(place.low) and math.isfinite(place.high)
        ranks = dict.fromkeys((place.rank_low, place.rank_high))
        return FigureTrack(
            figure=self.text(place.score),
            span=self.span(self.text(place.low), self.text(place.high)) if known else "",
            ranks="–".join(map(str, ranks)),
            mean=self.at(place.score),
            low=low,
            width=round(high - low, 2),
        )


def standings_tables(summary: ArenaSummary, locale: ReportLocale = ENGLISH) -> tuple[StandingsTable, ...]:
    """Standings by pairs, by scores and by key points, those that there are."""
    standings = summary.standings
    if standings is None:
        return ()
    names = [side.system for side in summary.sides]
    gettext = locale.texts.gettext
    tables = []
    if (pairs := standings.pairs) is not None:
        unit = gettext("1000 is the field’s mean; 400 points more are odds of ten to one against it.")
        scale = _elo((*pairs.raw, *pairs.controlled), locale)
        both = pairs.raw, pairs.controlled
        tables.append(_table("standings-pairs", gettext("By pairs"), unit, both, scale, names))
    if standings.scores:
        unit = gettext("The mean score of all answers, 1 to 10.")
        scale = _Scale(1, 10, locale.score, locale.span)
        controlled = standings.controlled_scores
        both = standings.scores, () if controlled is None else controlled.standings
        tables.append(_table("standings-scores", gettext("By scores"), unit, both, scale, names))
    if standings.key_points:
        unit = gettext("The weighted share of the key points that a complete answer makes and this one does.")
        scale = _Scale(0, 1, locale.share, locale.span)
        both = standings.key_points, ()
        tables.append(_table("standings-points", gettext("By key points"), unit, both, scale, names))
    return tuple(tables)


def _elo(places: Sequence[Standing], locale: ReportLocale) -> _Scale:
    ends = [end for place in places for end in (place.low, place.score, place.high) if math.isfinite(end)]
    low, high = 50 * math.floor(min(ends) / 50), 50 * math.ceil(max(ends) / 50 + 1e-9)
    return _Scale(low, high, "{:.0f}".format, locale.span)


def _table(
    anchor: str,
    title: str,
    unit: str,
    standings: tuple[Sequence[Standing], Sequence[Standing]],
    scale: _Scale,
    names: Sequence[str],
) -> StandingsTable:
    raw, controlled = standings
    own = {place.system: place for place in controlled}
    placed = {place.system for place in raw}
    return StandingsTable(
        anchor=anchor,
        title=title,
        unit=unit,
        rows=tuple(_rows(raw, own, scale, names)),
        controlled=bool(controlled),
        ends=(scale.text(scale.low), scale.text(scale.high)),
        unscored=tuple(name for name in names if name not in placed),
    )


def _rows(
    raw: Sequence[Standing], controlled: Mapping[str, Standing], scale: _Scale, names: Sequence[str]
) -> Iterator[StandingRow]:
    groups = [place.group for place in raw]
    for place in raw:
        own = controlled.get(place.system)
        yield StandingRow(
            order=names.index(place.system),
            system=place.system,
            place=1 + sum(group < place.group for group in groups),
            shared=groups.count(place.group),
            raw=scale.track(place),
            controlled=None if own is None else scale.track(own),
        )

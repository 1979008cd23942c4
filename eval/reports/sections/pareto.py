"""What contestants' answers take against how good they are, as a drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from eval.reports.report_locale import ENGLISH, ReportLocale

if TYPE_CHECKING:
    from eval.arena.figures.values import Amount, ArenaSpending, Spending

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 24, 16, 44
_LINE = 18


@dataclass(frozen=True, slots=True)
class ParetoPoint:
    """A contestant in the drawing."""

    order: int
    """Its place among the contestants, from 0."""
    system: str
    """Its name."""
    amount: str
    """What an answer takes, as it is written."""
    mean: float
    """Its mean score."""
    x: float
    """Place from the left, in the drawing's units."""
    y: float
    """From above."""
    label_y: float
    """Where its name is, so that no two overlap."""
    left: bool
    """Whether the name is left of the point."""
    frontier: bool
    """Whether nobody is as good for less."""


@dataclass(frozen=True, slots=True)
class Pareto:
    """The drawing."""

    title: str
    """What goes from left to right."""
    points: tuple[ParetoPoint, ...]
    """The contestants whose score and amount are known."""
    missing: tuple[str, ...]
    """The names of the others."""
    line: str
    """The frontier as points of a polyline, empty with fewer than two."""
    x_ticks: tuple[tuple[float, str], ...]
    """Places and labels on the lower axis."""
    y_ticks: tuple[tuple[float, str], ...]
    """Places and labels on the left axis."""


def pareto(spendings: ArenaSpending | None, locale: ReportLocale = ENGLISH) -> Pareto | None:
    """Draw it; None where fewer than two contestants say what their answers took."""
    if spendings is None or spendings.by is None:
        return None
    by = spendings.by
    known = [
        (order, side, amount, side.mean)
        for order, side in enumerate(spendings.sides)
        if (amount := side.per_answer(by)) is not None and side.mean is not None
    ]
    if len(known) < 2:  # noqa: PLR2004  (nothing to compare)
        return None
    step = _step(max(amount for _, _, amount, _ in known))
    most = step * max(1, math.ceil(max(amount for _, _, amount, _ in known) / step))
    points = _spread(
        [
            _point(order, side, amount_text(amount, by, locale), amount / most, mean)
            for order, side, amount, mean in known
        ]
    )
    front = sorted((point.x, point.y) for point in points if point.frontier)
    drawn = {point.system for point in points}
    return Pareto(
        title=_title(by, locale),
        points=points,
        missing=tuple(side.system for side in spendings.sides if side.system not in drawn),
        line=" ".join(f"{x},{y}" for x, y in front) if len(front) > 1 else "",
        x_ticks=tuple(
            (_x(n * step / most), amount_text(n * step, by, locale)) for n in range(round(most / step) + 1)
        ),
        y_ticks=tuple((_y(score), f"{score:.0f}") for score in (1, 4, 7, 10)),
    )


def amount_text(value: float | None, by: Amount | str, locale: ReportLocale = ENGLISH) -> str:
    """An amount as it is written."""
    if value is None:
        return "–"
    if by == "cost_usd":
        dollars = f"{value:.2f}" if value >= 1 or value == 0 else f"{value:.2g}"
        return locale.texts.gettext("$%(dollars)s") % {"dollars": locale.written(dollars)}
    written = locale.written(f"{value:,.0f}" if value >= 10 or value == 0 else f"{value:.2g}")  # noqa: PLR2004
    if by == "seconds":
        return locale.texts.gettext("%(seconds)s s") % {"seconds": written}
    return written


def _title(by: Amount, locale: ReportLocale) -> str:
    titles: dict[Amount, str] = {
        "cost_usd": locale.texts.gettext("US dollars an answer"),
        "tokens": locale.texts.gettext("tokens an answer"),
        "seconds": locale.texts.gettext("seconds an answer"),
    }
    return titles[by]


def _point(order: int, side: Spending, amount: str, share: float, mean: float) -> ParetoPoint:
    x, y = _x(share), _y(mean)
    return ParetoPoint(
        order=order,
        system=side.system,
        amount=amount,
        mean=mean,
        x=x,
        y=y,
        label_y=y,
        left=x > WIDTH / 2,
        frontier=side.frontier,
    )


def _spread(points: Sequence[ParetoPoint]) -> tuple[ParetoPoint, ...]:
    """Move names down until no two stand on one another."""
    placed: list[ParetoPoint] = []
    for point in sorted(points, key=lambda each: each.y):
        above = [other.label_y for other in placed]
        wanted = max([point.y, *(y + _LINE for y in above if y + _LINE > point.y)])
        placed.append(replace(point, label_y=min(wanted, HEIGHT - _BOTTOM)))
    return tuple(sorted(placed, key=lambda each: each.order))


def _x(share: float) -> float:
    return round(_LEFT + share * (WIDTH - _LEFT - _RIGHT), 1)


def _y(score: float) -> float:
    share = (score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)
    return round(_TOP + (1 - share) * (HEIGHT - _TOP - _BOTTOM), 1)


def _step(most: float) -> float:
    """A round step of which three to six reach the largest amount."""
    if most <= 0:
        return 1.0
    base: float = 10 ** math.floor(math.log10(most / 4))
    return next(base * by for by in (1, 2, 5, 10) if most / (base * by) <= 5)  # noqa: PLR2004

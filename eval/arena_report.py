"""The arena's report: one HTML file that needs nothing beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eval.arena_result import DIMENSIONS, ArenaResult, ArenaSummary, PairSummary, SideSummary
from eval.charts import Forest, Radar, forest, radar
from eval.exports import REPORT_HTML, write_text
from eval.report_view import LABELS, question_view

if TYPE_CHECKING:
    from eval.paired import Estimate

_TEMPLATES = Path(__file__).parent / "templates"
_AXES = tuple(name for name in DIMENSIONS if name != "weighted_score")


def write_report(result: ArenaResult, folder: Path) -> Path:
    """Write ``report.html``.

    Raises:
        InputError: it cannot be written.
    """
    path = folder / REPORT_HTML
    write_text(path, render(result))
    return path


def render(result: ArenaResult) -> str:
    """The report as HTML: self-contained, without scripts, every text from outside escaped.

    A content security policy in the page forbids scripts and requests, should escaping ever fail.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415  (a heavy import)

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"score": _score, "signed": _signed, "interval": _interval, "span": _signed_span}
    return environment.get_template("report.html.j2").render(
        manifest=result.manifest,
        summary=result.summary,
        questions=[question_view(number, question) for number, question in enumerate(result.items, start=1)],
        radars=_radars(result.summary),
        forests=[(pair, _forest(pair)) for pair in result.summary.pairs],
        dimensions=DIMENSIONS,
        labels=LABELS,
    )


def _radars(summary: ArenaSummary) -> list[Radar]:
    scores = {
        (order, side.system): _axis_means(side) for order, side in enumerate(summary.sides) if side.scored
    }
    axes = [LABELS[name] for name in _AXES]
    overlaid = [radar("All contestants", axes, scores)] if len(scores) > 1 else []
    return overlaid + [radar(key[1], axes, {key: means}) for key, means in scores.items()]


def _axis_means(side: SideSummary) -> list[float]:
    means = (side.means[name].mean for name in _AXES)
    return [mean for mean in means if mean is not None]


def _forest(pair: PairSummary) -> Forest:
    return forest({LABELS[name]: pair.differences[name] for name in DIMENSIONS})


def _score(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.2f}".replace("-", "−")


def _interval(value: Estimate) -> str:
    return "" if value.low is None else f"{value.low:.2f} – {value.high:.2f}"


def _signed_span(value: Estimate) -> str:
    return "" if value.low is None else f"{_signed(value.low)} … {_signed(value.high)}"

"""The arena's charts as pictures: for print, for readers without scripts, and for other documents."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.whole_file import write_whole
from eval.reports.chart_data import QUESTIONS, RADAR
from eval.reports.chart_fonts import FAMILY, drawable, register_fonts

if TYPE_CHECKING:
    from eval.reports.chart_data import ChartData, Profile, QuestionScores

FOLDER = "charts"
COLOURS = ("#b4581a", "#1f5fbf", "#2a7d4f", "#8a3ea8", "#a3293d", "#0f7c86", "#7a6a00", "#5b4bb5")
"""One for each contestant, in order; the page's light scheme has the same ones."""
SYMBOLS = ("o", "D", "^", "s", "v", "P", "X", "p")
RINGS = (1, 4, 7, 10)
_INK, _SOFT, _LINE = "#1b2330", "#5b6677", "#d3d9e2"
_NO_SCORE = -1.0
_LONGEST_LIST_INCHES = 22.0
_ROW_INCHES = 0.24
_PANELS_A_ROW = 3
_MOST_FILLED = 3
_SETTINGS: dict[Any, Any] = {
    "font.family": list(FAMILY),
    "font.size": 10,
    "text.color": _INK,
    # Names come from outside: a dollar sign in one is no formula.
    "text.parse_math": False,
    "svg.fonttype": "path",
    # Makes the ids in an SVG, and so the file, the same every time.
    "svg.hashsalt": "arena",
}


def draw_charts(data: ChartData) -> dict[str, bytes]:
    """Draw the still charts.

    Returns:
        File name (``radar.png``, ``radar.svg``, ``questions.png``, ``questions.svg``) to its bytes; the same
        data give the same bytes. A chart with nothing to show is left out.
    """
    register_fonts()
    charts: dict[str, Callable[[ChartData], Figure]] = {}
    if data.profiles:
        charts[RADAR] = _radar_figure
    if data.questions:
        charts[QUESTIONS] = _questions_figure
    files = {}
    with mpl.rc_context():
        # A machine's own matplotlibrc must not change the pictures.
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        for name, make in charts.items():
            figure = make(data)
            files[f"{name}.png"] = _saved(figure, "png", {"Software": None})
            files[f"{name}.svg"] = _saved(figure, "svg", {"Date": None, "Creator": None})
    return files


def write_charts(files: Mapping[str, bytes], folder: Path) -> None:
    """Write drawn charts into ``charts/`` below a folder.

    Raises:
        InputError: one cannot be written; none is left half-written.
    """
    for name, content in files.items():
        write_whole(folder / FOLDER / name, content)


def _saved(figure: Figure, kind: str, metadata: Mapping[str, None]) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=160, facecolor="white", metadata=dict(metadata))
    return buffer.getvalue()


def _radar_figure(data: ChartData) -> Figure:
    panels = [("All contestants", data.profiles)] if len(data.profiles) > 1 else []
    panels += [(profile.name, (profile,)) for profile in data.profiles]
    columns = min(len(panels), _PANELS_A_ROW)
    rows = math.ceil(len(panels) / columns)
    figure = Figure(figsize=(3.6 * columns, 3.0 * rows), layout=ConstrainedLayoutEngine(h_pad=0.1))
    for place, (title, profiles) in enumerate(panels, start=1):
        axes = figure.add_subplot(rows, columns, place)
        axes.set_title(drawable(title, cells=34), fontsize=11)
        _draw_radar(axes, data.axes, profiles)
    return figure


def _draw_radar(axes: Axes, labels: Sequence[str], profiles: Sequence[Profile]) -> None:
    count = len(labels)
    for ring in RINGS[1:]:
        axes.plot(*_outline([ring] * count), color=_LINE, linewidth=0.9, zorder=1)
        axes.annotate(
            str(ring), (0, _length(ring)), (3, 1), textcoords="offset points", fontsize=7, color=_SOFT
        )
    for place, label in enumerate(labels):
        x, y = _direction(place, count)
        axes.plot([0, x], [0, y], color=_LINE, linewidth=0.9, zorder=1)
        axes.text(1.05 * x, 1.05 * y + math.copysign(0.1, y), label, ha="center", va="center", color=_SOFT)
    for profile in profiles:
        colour, symbol = _style(profile.order)
        xs, ys = _outline(profile.means)
        if len(profiles) <= _MOST_FILLED:
            axes.fill(xs, ys, color=colour, alpha=0.14, zorder=2)
        axes.plot(xs, ys, color=colour, linewidth=2, marker=symbol, markersize=5, zorder=3)
    axes.set(xlim=(-1.3, 1.3), ylim=(-0.7, 1.22), aspect="equal")
    axes.set_axis_off()


def _questions_figure(data: ChartData) -> Figure:
    count = len(data.questions)
    height = min(count * _ROW_INCHES, _LONGEST_LIST_INCHES)
    figure = Figure(figsize=(8.2, height + 1.3), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title("Weighted score of every question", fontsize=11, loc="left")
    for row, question in enumerate(data.questions):
        _draw_range(axes, row, question)
    for order in range(len(data.contestants)):
        _draw_contestant(axes, order, data)
    _frame_questions(axes, data.questions, every=math.ceil(count * _ROW_INCHES / height))
    figure.legend(
        *axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False, fontsize=9
    )
    return figure


def _draw_range(axes: Axes, row: int, question: QuestionScores) -> None:
    known = [score for score in question.scores if score is not None]
    if len(known) > 1:
        axes.plot([min(known), max(known)], [row, row], color=_LINE, linewidth=2.5, zorder=1)


def _draw_contestant(axes: Axes, order: int, data: ChartData) -> None:
    colour, symbol = _style(order)
    scores = (question.scores[order] for question in data.questions)
    places = [_NO_SCORE if score is None else score for score in scores]
    # Each smaller than the one below it, so that equal scores do not hide one another.
    size = 60 - 40 * order / max(1, len(data.contestants) - 1)
    # The space before it, because matplotlib leaves names that begin with an underscore out of legends.
    label = " " + drawable(data.contestants[order], cells=40)
    rows = range(len(places))
    axes.scatter(places, rows, s=size, color=colour, marker=symbol, label=label, zorder=3 + order)


def _frame_questions(axes: Axes, questions: Sequence[QuestionScores], *, every: int) -> None:
    unscored = any(score is None for question in questions for score in question.scores)
    ticks = ([_NO_SCORE] if unscored else []) + [float(ring) for ring in RINGS]
    axes.set_xticks(ticks, ["no score" if tick == _NO_SCORE else f"{tick:.0f}" for tick in ticks])
    axes.set(xlim=(ticks[0] - 0.35, HIGHEST_SCORE + 0.35), ylim=(len(questions) - 0.3, -0.7))
    named = range(0, len(questions), every)
    axes.set_yticks(named, [drawable(questions[row].id, cells=26) for row in named])
    axes.grid(axis="x", color=_LINE, linewidth=0.9)
    axes.tick_params(length=0, colors=_SOFT, labelsize=8.5)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)


def _style(order: int) -> tuple[str, str]:
    return COLOURS[order % len(COLOURS)], SYMBOLS[order % len(SYMBOLS)]


def _length(score: float) -> float:
    return (score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)


def _direction(place: int, count: int) -> tuple[float, float]:
    angle = math.pi / 2 - 2 * math.pi * place / count
    return math.cos(angle), math.sin(angle)


def _outline(scores: Sequence[float]) -> tuple[list[float], list[float]]:
    """X and y of a closed line around the centre, clockwise from the top; the rim is at 1."""
    corners = []
    for place, score in enumerate(scores):
        x, y = _direction(place, len(scores))
        corners.append((x * _length(score), y * _length(score)))
    closed = [*corners, corners[0]]
    return [x for x, _ in closed], [y for _, y in closed]

"""Scores as people read them: kept they are all 0 to 1, shown they are on the scale of their run."""

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.schemas.run import RunScale


def on_scale(score: float, scale: RunScale | None) -> float:
    """A kept score on the scale of its run; as it is where the scale is not known."""
    if scale == "1-10":
        return LOWEST_SCORE + (HIGHEST_SCORE - LOWEST_SCORE) * score
    return 100 * score if scale == "percent" else score


def shown_score(score: float | None, scale: RunScale | None) -> str:
    """As :func:`on_scale`, as text; ``none`` for None."""
    if score is None:
        return "none"
    number = on_scale(score, scale)
    return f"{number:.2f} %" if scale == "percent" else f"{number:.{3 if scale else 4}f}"


def shown_change(change: float, scale: RunScale | None) -> str:
    """The difference of two kept scores on the scale of their runs, with its sign."""
    if scale == "1-10":
        return f"{(HIGHEST_SCORE - LOWEST_SCORE) * change:+z.3f}"
    return f"{100 * change:+z.2f} points" if scale == "percent" else f"{change:+z.4f}"

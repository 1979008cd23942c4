"""Scores as people read them: kept they are all 0 to 1, shown they are on the scale of their run."""

from data_base.schemas.run import RunScale
from scoring.rubric import HIGHEST, LOWEST


def shown_score(score: float | None, scale: RunScale | None) -> str:
    """A kept score on the scale of its run; as it is where the scale is not known, ``none`` for None."""
    if score is None:
        return "none"
    if scale == "1-10":
        return f"{LOWEST + (HIGHEST - LOWEST) * score:.3f}"
    return f"{100 * score:.2f} %" if scale == "percent" else f"{score:.4f}"


def shown_change(change: float, scale: RunScale | None) -> str:
    """The difference of two kept scores on the scale of their runs, with its sign."""
    if scale == "1-10":
        return f"{(HIGHEST - LOWEST) * change:+.3f}"
    return f"{100 * change:+.2f} points" if scale == "percent" else f"{change:+.4f}"

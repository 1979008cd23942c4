"""Whether a judge may be called calibrated on a dimension, in one sentence."""

from data_base.counted import counted
from data_base.schemas.frozen import Frozen
from eval.stats.judge_among_people import LEAST_PEARSON, LEAST_PEOPLE, LEAST_Z, AmongPeople

LEAST_ITEMS = 30
"""Fewer items than these do not show that a judge is calibrated."""


class Conclusion(Frozen):
    """What a calibration shows."""

    calibrated: bool | None
    """Whether the judge is calibrated; None if it cannot be said."""
    reason: str
    """Why, in one sentence."""


def conclusion(scored: int, among: AmongPeople | None) -> Conclusion:
    """Whether the judge is calibrated.

    Args:
        scored: items that the judge and people scored.
        among: the judge among the people, None where fewer than two scored the same items.
    """
    if scored < LEAST_ITEMS:
        return _open(f"{_few(scored)} scored; have people score {LEAST_ITEMS} answers or more")
    if among is None or len(among.people) < LEAST_PEOPLE:
        return _open(f"fewer than {LEAST_PEOPLE} people scored the same answers")
    if among.items < LEAST_ITEMS:
        return _open(f"{_few(among.items)} scored by all of {', '.join(among.people)}")
    if among.human_like_or_better is None:
        return _open("the scores differ too little for the test")
    passes = among.human_like_or_better
    figures = (
        f"correlation with people {among.pearson:.2f}, at least {LEAST_PEARSON:.2f} is needed; "
        f"z = {among.z:.2f}, at least {LEAST_Z:g}"
    )
    reason = f"the judge is {'' if passes else 'not '}calibrated ({figures})."
    return Conclusion(calibrated=passes, reason=reason)


def _open(why: str) -> Conclusion:
    return Conclusion(calibrated=None, reason=f"the judge cannot be called calibrated, since {why}.")


def _few(items: int) -> str:
    return f"only {counted(items, 'item')} {'is' if items == 1 else 'are'}"

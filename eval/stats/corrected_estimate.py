"""A judge's mean or pass rate, corrected by people's ratings of some of the items."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import Field

from data_base.schemas.frozen import Frozen

FEW_LABELS = 30
"""With fewer ratings the interval rests on what cannot be checked: how the judge errs on the other items."""
FEWEST_LABELS = 3
"""With fewer nothing can be said of the judge's errors."""
_NO_WIDTH = 1e-12
Value = TypeVar("Value", float, bool)


class Corrected(Frozen):
    """What people would say of all items, as far as the judge and the rated items say."""

    value: float
    """The estimate."""
    low: float
    """Lower end of its interval."""
    high: float
    """Upper end."""
    labels: int = Field(ge=FEWEST_LABELS)
    """Items that people rated."""
    judged: int = Field(ge=FEWEST_LABELS)
    """Items that the judge scored, rated ones included."""
    judge_only: float
    """What the judge alone says of all items."""
    labels_only: float
    """What people alone say of those they rated."""
    labels_worth: float = Field(ge=0)
    """How many ratings without a judge would give as narrow an interval; at most all items."""


def rated_first(
    judge: Mapping[str, Value], people: Mapping[str, Value]
) -> tuple[Sequence[Value], Sequence[Value]] | None:
    """The judge's values, those of rated items first, and people's of the latter in the same order.

    Args:
        judge: by item.
        people: by item; those that the judge did not score are left out.

    Returns:
        None with fewer than :data:`FEWEST_LABELS` rated items.
    """
    rated = [item for item in judge if item in people]
    if len(rated) < FEWEST_LABELS:
        return None
    others = [item for item in judge if item not in people]
    return [judge[item] for item in rated + others], [people[item] for item in rated]


def worth(labels: int, judged: int, alone: float, together: float) -> float:
    """How many labels alone, at most all items, would give an interval as narrow as that of labels and judge.

    Args:
        labels: how many there are.
        judged: items in all.
        alone: width of the interval that these labels give without the judge.
        together: width with it.
    """
    return labels if alone == together else min(judged, labels * (alone / max(together, _NO_WIDTH)) ** 2)

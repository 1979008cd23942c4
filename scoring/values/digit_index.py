"""Figures and dates of a text, found by their digits: what may be the same, without comparing all of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from data_base.cancellation import go_on
from scoring.values.agreement import leading
from scoring.values.mentions import Mention

_YEARS = range(1500, 2100)
_NEAR_DIGITS = 1.13
"""Digits further apart than by this factor agree by no rounding."""
Item = TypeVar("Item")


def leads_of(mention: Mention) -> tuple[float, ...]:
    """Its digits brought between 1 and 10, as value, as count and in other readings; of a date, its year."""
    if mention.figure is None:
        return (float(mention.year),) if mention.year else ()
    figure = mention.figure
    amounts = {figure.value, figure.amount, *(other.value for other in figure.alternatives)}
    return tuple({leading(each) for each in amounts})


class DigitIndex(Generic[Item]):
    """Items by the figure or date that each is about."""

    def __init__(
        self, about: Iterable[tuple[Item, Mention, tuple[float, ...]]], most: int | None = None
    ) -> None:
        """Sort them.

        Args:
            about: each item with its figure or date, and the digits of that (:func:`leads_of`).
            most: of a text with thousands of figures, so many are looked at on either side of the digits
                that are sought, the nearest; None for all that may be the same.
        """
        self._most = most
        listed = list(about)
        self._years = frozenset(mention.year for _, mention, _ in listed)
        self._dated = [item for item, mention, _ in listed if mention.figure is None]
        found = sorted(
            (lead, n) for n, (_, mention, leads) in enumerate(listed) if mention.figure for lead in leads
        )
        self._leads = [lead for lead, _ in found]
        self._figures = [(n, listed[n][0]) for _, n in found]

    def alike(self, mention: Mention, leads: tuple[float, ...]) -> Iterator[Item]:
        """The items that may be about the same; each once."""
        date = mention.date
        if date is not None and date.year and date.day and date.year not in self._years:
            return  # the day of another year
        if date is not None or (mention.figure is not None and mention.figure.value in _YEARS):
            yield from self._dated
        go_on()
        seen: set[int] = set()
        for lead in leads:
            digits = lead / 1000 if date is not None else lead
            for near in (digits / 10, digits, digits * 10):
                low = bisect_left(self._leads, near / _NEAR_DIGITS)
                high = bisect_right(self._leads, near * _NEAR_DIGITS)
                if self._most is not None:
                    middle = bisect_left(self._leads, near)
                    low, high = max(low, middle - self._most), min(high, middle + self._most)
                for n, item in self._figures[low:high]:
                    if n not in seen:
                        seen.add(n)
                        yield item

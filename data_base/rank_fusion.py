"""One order of several (reciprocal rank fusion)."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

RANK_OFFSET = 2
"""Small compared with the usual 60: what is first in any order stays in front."""


def worth(place: int) -> float:
    """What a place in an order is worth, from 0 on."""
    return 1 / (RANK_OFFSET + place)


def merged_by_rank(orders: Sequence[Sequence[Item]], key: Callable[[Item], Hashable]) -> list[Item]:
    """All items, those first that are in front in the most orders; each once, as the first order has it.

    Args:
        orders: best first.
        key: what makes two items the same.
    """
    items: dict[Hashable, Item] = {}
    worths: dict[Hashable, float] = {}
    for order in orders:
        for place, name in enumerate(dict.fromkeys(key(item) for item in order)):
            worths[name] = worths.get(name, 0.0) + worth(place)
        for item in order:
            items.setdefault(key(item), item)
    # Sorting is stable: of equal ones the earlier order has the first.
    return [items[name] for name in sorted(items, key=lambda name: -worths[name])]

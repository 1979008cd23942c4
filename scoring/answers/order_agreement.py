"""How far two orders agree."""

from bisect import bisect_right, insort
from collections.abc import Sequence

_LEAST = 2


def kendall_tau(places: Sequence[int]) -> float | None:
    """Kendall's tau between an order and the right one, from -1 (reversed) to 1 (the same).

    ``(concordant - discordant) / (n (n - 1) / 2)`` over all pairs (Kendall, "A new measure of rank
    correlation", Biometrika 30, 1938).

    Args:
        places: for each thing in the order that is judged, its place in the right order; no two the same.

    Returns:
        None for fewer than two things, which have no order.
    """
    count = len(places)
    if count < _LEAST:
        return None
    seen: list[int] = []
    discordant = 0
    for place in places:
        discordant += len(seen) - bisect_right(seen, place)
        insort(seen, place)
    return 1 - 4 * discordant / (count * (count - 1))


def longest_rise(places: Sequence[int]) -> int:
    """How many things are in the right order at most, others between them left out.

    The length of the longest subsequence that never falls, by patience sorting; things at the same place
    are in order.
    """
    piles: list[int] = []
    for place in places:
        pile = bisect_right(piles, place)
        piles[pile : pile + 1] = [place]
    return len(piles)

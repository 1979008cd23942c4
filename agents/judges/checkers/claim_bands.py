"""Accuracy by the share of claims that are supported, as the rubric's bands for reports say."""

from bisect import bisect_right

_BANDS = ((0.0, 7.0), (0.1, 5.0), (0.25, 4.0), (0.5, 3.0), (1.0, 1.0))
"""Share of the claims that are wrong or from nowhere, to the accuracy; of none it is 10."""
_FREE = 0.1
"""Share of the claims that may be undecided at no cost."""
_UNDECIDED = 6.0
"""What undecided claims alone leave at least."""


def accuracy_by_claims(claims: int, unsupported: int, undecided: int) -> float:
    """Accuracy from 1 to 10.

    What nothing decides costs nothing up to a tenth of the claims. Beyond that each is half a fault; these
    alone never take the accuracy below 6.

    Args:
        claims: of the answer, at least one.
        unsupported: those that the passages do not support.
        undecided: those of which it is not known.
    """
    doubtful = unsupported + max(0.0, undecided - _FREE * claims) / 2
    alone = _by_share(unsupported / claims)
    return round(max(_by_share(doubtful / claims), min(alone, _UNDECIDED)), 2)


def _by_share(share: float) -> float:
    if not share:
        return 10.0
    place = min(bisect_right([at for at, _ in _BANDS], share), len(_BANDS) - 1)
    (low, best), (high, least) = _BANDS[place - 1], _BANDS[place]
    return best - (best - least) * (share - low) / (high - low)

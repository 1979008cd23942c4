"""Student's t distribution, as far as intervals over a handful of questions need it."""

import math

_FAR = 1e9
_HALVINGS = 200


def central_probability(t: float, degrees: int) -> float:
    """The probability that a t-distributed value lies between ``-t`` and ``t``.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4 (exact for whole degrees).

    Args:
        t: at least 0.
        degrees: degrees of freedom, at least 1.
    """
    theta = math.atan(t / math.sqrt(degrees))
    sine, cosine = math.sin(theta), math.cos(theta)
    odd = degrees % 2 == 1
    term = cosine if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for step in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (theta + sine * total) if odd else sine * total


def t_quantile(confidence: float, degrees: int) -> float:
    """The t below which in absolute value a share ``confidence`` lies (0.95 and 10 degrees: 2.228).

    Args:
        confidence: between 0 and 1, both excluded.
        degrees: degrees of freedom, at least 1.
    """
    low, high = 0.0, 1.0
    while central_probability(high, degrees) < confidence and high < _FAR:
        high *= 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if central_probability(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return high

"""The fitted weights, and what they make of features: a probability."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILE = Path(__file__).with_name("weights.json")


class Weights(NamedTuple):
    """One logistic model: weights of the features as they are, and the constant."""

    of: tuple[float, ...]
    constant: float

    def logit(self, features: Sequence[float]) -> float:
        """The logit that is fitted for such features."""
        return self.constant + sum(w * x for w, x in zip(self.of, features, strict=True))

    def probability(self, features: Sequence[float]) -> float:
        """The probability that is fitted for such features."""
        return probability(self.logit(features))


_FAR = 30.0


def probability(logit: float) -> float:
    """A logit as a probability."""
    return 1 / (1 + math.exp(-max(-_FAR, min(_FAR, logit))))


@cache
def weights(name: str) -> Weights:
    """A model by its name: claim, prose, short or answerable (``benchmark/performance/fit_judge.py``)."""
    told = json.loads(_FILE.read_text(encoding="utf-8"))["models"][name]
    return Weights(tuple(told["weights"].values()), told["constant"])

"""Fitted weights applied in plain Python; ``benchmark/performance/fit_words.py`` writes the numbers."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FITTED = Path(__file__).with_name("weights.json")


@cache
def _model() -> tuple[tuple[float, ...], float]:
    fitted = json.loads(_FITTED.read_text(encoding="utf-8"))
    return tuple(fitted["weights"].values()), fitted["intercept"]


def likelihood(features: Sequence[float]) -> float:
    """How likely a claim with these features is borne out, in [0, 1], if half of all claims were."""
    weights, level = _model()
    return 1 / (1 + math.exp(-level - sum(w * x for w, x in zip(weights, features, strict=True))))

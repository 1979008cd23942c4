"""Fitted weights applied in plain Python; ``tools/fit_*.py`` write the numbers."""

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_FITTED = Path(__file__).with_name("weights.json")


@cache
def _model(name: str, file: Path) -> tuple[tuple[float, ...], float]:
    fitted = json.loads(file.read_text(encoding="utf-8"))
    fitted = fitted[name] if name else fitted
    return tuple(fitted["weights"].values()), fitted["intercept"]


def likelihood(features: Sequence[float], name: str = "", file: Path = _FITTED) -> float:
    """How likely what the features speak of is true, in [0, 1], if it were so half of the time.

    Args:
        features: in the order in which they were fitted.
        name: of one of several models in the file.
        file: of the weights; of claims by default.
    """
    weights, level = _model(name, file)
    return 1 / (1 + math.exp(-level - sum(w * x for w, x in zip(weights, features, strict=True))))

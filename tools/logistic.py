"""Logistic regression over several sets: all sets count the same, and in each set both labels do."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_STEPS = 50


def fit(
    features: NDArray[Any], labels: NDArray[Any], sets: NDArray[Any], *, penalty: float, levels: bool = False
) -> NDArray[Any]:
    """Fit by Newton's method with an L2 penalty on standardised features.

    Args:
        features: a row each.
        labels: 1 or 0 each.
        sets: the name of each row's set.
        penalty: in relation to one label of one set, which counts 1.
        levels: whether each set has its own constant while fitting, for sets whose share of right answers
            has nothing to do with the features; the mean of the constants is returned.

    Returns:
        The weights of the features as they are, and the constant.
    """
    names = np.unique(sets)
    worth = np.zeros(len(labels))
    for name in names:
        for label in (0, 1):
            rows = (sets == name) & (labels == label)
            worth[rows] = 1 / max(1, rows.sum())
    mean = np.average(features, axis=0, weights=worth)
    spread = np.sqrt(np.average((features - mean) ** 2, axis=0, weights=worth)) + 1e-9
    constants = sets[:, None] == names[None, :] if levels else np.ones((len(labels), 1))
    scaled = np.c_[(features - mean) / spread, constants]
    count = features.shape[1]
    ridge = np.diag([penalty] * count + [0.0] * constants.shape[1])
    found = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-scaled @ found))
        curve = (scaled * (worth * likely * (1 - likely))[:, None]).T @ scaled
        found -= np.linalg.solve(curve + ridge, scaled.T @ (worth * (likely - labels)) + ridge @ found)
    weights = found[:count] / spread
    model: NDArray[Any] = np.r_[weights, found[count:].mean() - weights @ mean]
    return model

"""How far a judge's verdicts agree with people's: supported or not, correct, incorrect or refused."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from eval.stats.agreement import Numbers, NumericMeasure, average_ranks

SUPPORTED_FROM = 0.5
"""A share from which on a claim counts as supported."""
CORRECT, INCORRECT, REFUSAL = 1.0, 0.0, -1.0
"""How verdicts on an answer are written as numbers."""


def balanced_accuracy(judge: Numbers, people: Numbers) -> float | None:
    """Mean of the shares found among what people call true and among what they call false, in [0, 1].

    Args:
        judge: a number in [0, 1] for each item, true from :data:`SUPPORTED_FROM` on.
        people: 1 or 0.
    """
    said, true = judge >= SUPPORTED_FROM, people >= SUPPORTED_FROM
    if not true.any() or true.all():
        return None
    return (float(said[true].mean()) + float((~said[~true]).mean())) / 2


def auroc(judge: Numbers, people: Numbers) -> float | None:
    """Area under the ROC curve, in [0, 1].

    The share of pairs of a true and a false item in which the true one got the higher number, ties counting
    half (the Mann-Whitney statistic: J. Hanley and B. McNeil, Radiology 143, 1982).
    """
    true = people >= SUPPORTED_FROM
    positives, negatives = int(true.sum()), int((~true).sum())
    if not positives or not negatives:
        return None
    ranks = float(average_ranks(judge)[true].sum())
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def agreement_share(judge: Numbers, people: Numbers) -> float | None:
    """Share of items with the same verdict, in [0, 1]; numbers in [0, 1] are cut at one half."""
    return float((_classes(judge) == _classes(people)).mean()) if judge.size else None


def share_true(judge: Numbers, people: Numbers) -> float | None:  # noqa: ARG001  (measures are alike)
    """Share of items that the judge calls true."""
    return float((judge >= SUPPORTED_FROM).mean()) if judge.size else None


def people_share_true(judge: Numbers, people: Numbers) -> float | None:
    """Share of items that people call true."""
    return share_true(people, judge)


def cohen_kappa(judge: Numbers, people: Numbers) -> float | None:
    """Cohen's kappa over unordered classes, at most 1 (J. Cohen, 1960).

    One minus the share of disagreement over that expected by chance.
    """
    if not judge.size:
        return None
    one, other = _classes(judge), _classes(people)
    agreed = float((one == other).mean())
    chance = sum(float((one == kind).mean() * (other == kind).mean()) for kind in np.unique(one))
    return None if chance >= 1 else (agreed - chance) / (1 - chance)


def refusal_f1(judge: Numbers, people: Numbers) -> float | None:
    """Harmonic mean of precision and recall of refusals, in [0, 1]; None where there is none."""
    said, true = judge == REFUSAL, people == REFUSAL
    total = int(said.sum() + true.sum())
    return 2 * int((said & true).sum()) / total if total else None


def _classes(values: Numbers) -> Numbers:
    """Numbers in [0, 1] as 0 or 1; a refusal stays one."""
    return np.where(values < 0, REFUSAL, (values >= SUPPORTED_FROM).astype(float))


BINARY_MEASURES: Mapping[str, NumericMeasure] = MappingProxyType(
    {
        "balanced_accuracy": balanced_accuracy,
        "auroc": auroc,
        "agreement": agreement_share,
        "share_true": share_true,
        "people_share_true": people_share_true,
    }
)
"""For claims that are supported or not."""
CLASS_MEASURES: Mapping[str, NumericMeasure] = MappingProxyType(
    {"cohen_kappa": cohen_kappa, "agreement": agreement_share, "refusal_f1": refusal_f1}
)
"""For answers that are correct, incorrect or refused."""

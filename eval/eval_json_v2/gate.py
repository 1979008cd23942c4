"""The gate on the dev subset: good enough to run the full set?"""

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from eval.eval_json_v2.report import ObjectReport

MIN_SCORE, MIN_SCHEMA_PASS_RATE = 95.0, 0.98


class GateVerdict(Frozen):
    """What the gate says."""

    passed: bool
    """Whether both figures are high enough."""
    reason: str
    """The reason in words."""


def gate(
    report: ObjectReport,
    *,
    min_score: float = MIN_SCORE,
    min_schema_pass_rate: float = MIN_SCHEMA_PASS_RATE,
    eval_set_version: str | None = None,
) -> GateVerdict:
    """Judge a report.

    Args:
        report: of a run over the dev subset.
        min_score: the mean must be at least this, 0 to 100.
        min_schema_pass_rate: and this share of outputs must keep the schema, 0 to 1.
        eval_set_version: of the question set as it is now, None not to look.

    Raises:
        InputError: there is no verdict: items are unscored, or the question set has changed.
    """
    if eval_set_version is not None and eval_set_version != report.eval_set_version:
        raise InputError(
            f"The report was made over {report.eval_set_version}, and the question set is now "
            f"{eval_set_version}; run it again."
        )
    mean, rate = report.metrics.eval_score_avg, report.metrics.schema_pass_rate
    if report.counts.n_unscored or mean is None or rate is None:
        raise InputError(
            f"{report.counts.n_unscored} of {report.counts.n_total} items have no output, so there is no "
            "verdict; run them first."
        )
    passed = mean >= min_score and rate >= min_schema_pass_rate
    return GateVerdict(
        passed=passed,
        reason=f"eval_score_avg {mean:.2f} (at least {min_score:g}), "
        f"schema_pass_rate {rate:.4f} (at least {min_schema_pass_rate:g})",
    )

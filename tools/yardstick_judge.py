"""The embedded judge as the yardstick calls it: the one place that names it."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from data_base.schemas_deep_research import Weighing
from scoring.embedded.verdict import judge_answer
from scoring.reference_answer import judge_with_reference


class Judged(NamedTuple):
    """What the embedded judge says of an answer, 1 to 10 each, and the processor time that it took."""

    accuracy: float
    completeness: float
    clarity: float
    milliseconds: float

    @property
    def weighted(self) -> float:
        """The weighted score, 1 to 10."""
        scores = {"accuracy": self.accuracy, "completeness": self.completeness, "clarity": self.clarity}
        return Weighing().metrics(scores).weighted_score


def judged(question: str, answer: str, passages: Sequence[str], *, reference: str | None = None) -> Judged:
    """Judge one answer by all the passages given, and by a reference answer where there is one."""
    started = time.process_time()
    if reference is None:
        verdict = judge_answer(question, answer, passages)
    else:
        verdict = judge_with_reference(question, answer, passages, reference)
    milliseconds = (time.process_time() - started) * 1000
    return Judged(verdict.accuracy, verdict.completeness, verdict.clarity, milliseconds)

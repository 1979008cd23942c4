"""The embedded judge as the yardstick calls it: the one place that names it."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from scoring.embedded.verdict import judge_answer


class Judged(NamedTuple):
    """What the embedded judge says of an answer, 1 to 10 each, and the processor time that it took."""

    accuracy: float
    completeness: float
    clarity: float
    milliseconds: float


def judged(question: str, answer: str, passages: Sequence[str]) -> Judged:
    """Judge one answer by all the passages given."""
    started = time.process_time()
    verdict = judge_answer(question, answer, passages)
    milliseconds = (time.process_time() - started) * 1000
    return Judged(verdict.accuracy, verdict.completeness, verdict.clarity, milliseconds)

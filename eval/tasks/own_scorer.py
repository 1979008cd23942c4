"""A scorer of one's own, named ``package.module:name`` among a task's metrics."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from data_base.errors import InputError
from data_base.python_object import STOPPING, load_object
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from data_base.schemas.score_card import ScoreCard
from eval.tasks.data import Sample, truth_in
from eval.tasks.task import Metric, Task

_HOW = "name a function of the case and the answer, as package.module:name"


class OwnScorer(Protocol):
    """Scores an answer: a function, or an object that can be called."""

    def __call__(self, case: Case, answer: Answer) -> ScoreCard | float:
        """The score from 0 to 1, or a score card, which may say why there is no score."""
        ...


@dataclass(frozen=True, slots=True)
class LoadedScorer:
    """A scorer of one's own that is loaded."""

    metric: Metric
    """The metric's name."""
    score: OwnScorer
    """The function that scores."""
    source: Path | None
    """The scorer's file, None if it is not known."""

    @classmethod
    def of(cls, metric: Metric) -> LoadedScorer:
        """Load what a metric names.

        Raises:
            InputError: there is no such thing, or it cannot be called.
        """
        found = load_object(metric.metric, role="metric", how=_HOW)
        if not callable(found.value):
            raise InputError(f"metric {metric.metric!r} is {type(found.value).__name__}; {_HOW}.")
        return cls(metric, found.value, found.source)

    def card(self, task: Task, sample: Sample, answer: Answer | None) -> ScoreCard:
        """The card of an answer; whatever the scorer raises leaves the answer unscored."""
        if answer is None:
            return ScoreCard.unscored("there is no answer")
        try:
            given = self.score(self._case(task, sample), answer)
            return given if isinstance(given, ScoreCard) else ScoreCard(primary_score=float(given))
        except STOPPING:
            raise
        except BaseException as error:  # noqa: BLE001  (whatever it raises, the other lines are scored)
            return ScoreCard.unscored(f"{self.metric.metric} failed ({type(error).__name__}: {error})")

    def _case(self, task: Task, sample: Sample) -> Case:
        truth = truth_in(self.metric, sample)
        gold = truth if isinstance(truth, str) or truth is None else json.dumps(truth, ensure_ascii=False)
        passages = (Passage(id=name, doc_id=name, text=text) for name, text in sample.evidence.items())
        return Case(
            id=sample.id,
            question=str(sample.fields.get(task.question_field) or sample.id),
            language=sample.language,
            gold_answer=gold,
            reference_passages=tuple(passages),
            tags=sample.tags,
        )


def with_scorers(task: Task, names: Iterable[str]) -> Task:
    """The task with more scorers of one's own, which compare with what the first metric compares with.

    Raises:
        InputError: a name is not of the form ``package.module:name``.
    """
    first, known = task.metrics[0], {metric.metric for metric in task.own}
    reads = {name: getattr(first, name) for name in ("field", "ground_truth", "prediction")}
    added = []
    for name in dict.fromkeys(names):
        if ":" not in name:
            raise InputError(f"--scorer {name!r}: {_HOW}.")
        if name not in known:
            added.append(Metric(metric=name, **reads))
    return task.model_copy(update={"metrics": (*task.metrics, *added)})

"""An evaluation, from its first line to its run file."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from eval.files.surrogates import without_halves
from eval.runs.run_file import RunSummary, write_items
from eval.runs.served_models import with_served
from eval.tasks.data import iter_samples, said_in
from eval.tasks.score import TaskScorer
from eval.tasks.setup import RECORDED, question_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from eval.tasks.data import Sample
    from eval.tasks.setup import Evaluation

STORE = "runs.sqlite"
_TOGETHER = 500
"""Recorded answers that are written in one transaction: they cost nothing, and a transaction a disk flush."""


async def evaluate(
    evaluation: Evaluation, watch: Callable[[RunItem], None] = lambda _item: None
) -> RunSummary:
    """Score every line, or what an earlier run of the same terms left, and write the run file.

    Args:
        evaluation: as ``eval.tasks.setup.prepare`` gives it.
        watch: told of every item.

    Raises:
        InputError: something the user has to mend; what was answered before is kept.
    """
    request, run_id = evaluation.request, evaluation.manifest.run_id
    with RunStore(request.store or request.out.parent / STORE) as store:
        manifest = store.create(evaluation.manifest)
        if evaluation.contestant is None:
            _score_recorded(evaluation, store, watch)
        else:
            # Loads model libraries, which recorded answers need none of.
            from eval.tasks.asking import ask_all  # noqa: PLC0415

            await ask_all(evaluation, evaluation.contestant, store, watch)
            manifest = with_served(manifest, store.stream(run_id))
        return write_items(request.out, manifest, store.stream(run_id), distinct=True)


def settled(store: RunStore, run_id: str, watch: Callable[[RunItem], None]) -> frozenset[str]:
    """The samples of which an earlier run left an answer or a score."""
    ids = set()
    for item in store.stream(run_id):
        if item.answer is not None or item.score_card is not None:
            ids.add(item.case_id)
            watch(item)
    return frozenset(ids)


def samples(evaluation: Evaluation, done: frozenset[str]) -> Iterator[Sample]:
    """The lines that are left, a line at a time."""
    lines = islice(iter_samples(evaluation.task, evaluation.data), evaluation.request.limit)
    return (sample for sample in lines if sample.id not in done)


def case_of(evaluation: Evaluation, sample: Sample) -> Case:
    """The question of a line."""
    return Case(id=sample.id, question=question_of(evaluation.task, sample))


def _score_recorded(evaluation: Evaluation, store: RunStore, watch: Callable[[RunItem], None]) -> None:
    run_id, scorer = evaluation.manifest.run_id, TaskScorer(evaluation.task)
    done = settled(store, run_id, watch)
    items = (_recorded(evaluation, scorer, sample) for sample in samples(evaluation, done))
    for batch in _batches(items):
        store.extend(run_id, batch)
        for item in batch:
            watch(item)


def _recorded(evaluation: Evaluation, scorer: TaskScorer, sample: Sample) -> RunItem:
    said = said_in(evaluation.task, sample)
    text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
    answer = None if said is None else Answer(text=text, model_id=evaluation.request.model)
    error = "the line holds no reply" if answer is None else None
    item = RunItem(case_id=sample.id, system=RECORDED, answer=answer, error=error)
    return without_halves(scorer.scored(item, sample))


def _batches(items: Iterable[RunItem]) -> Iterator[list[RunItem]]:
    left = iter(items)
    while batch := list(islice(left, _TOGETHER)):
        yield batch

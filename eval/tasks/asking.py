"""Asking a system a task's questions, several at once, each answer kept before it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.calls.concurrency import in_order
from eval.arena.contest import play
from eval.files.surrogates import without_halves
from eval.runs.folder_lock import sole_use
from eval.runs.preflight import require_answers
from eval.tasks.reply import read_reply
from eval.tasks.run import case_of, samples, settled
from eval.tasks.score import TaskScorer

if TYPE_CHECKING:
    from collections.abc import Callable

    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore
    from eval.systems.contestants import Contestant
    from eval.tasks.data import Sample
    from eval.tasks.setup import Evaluation


async def ask_all(
    evaluation: Evaluation, contestant: Contestant, store: RunStore, watch: Callable[[RunItem], None]
) -> None:
    """Ask what was not answered before, and score each answer as it comes.

    Raises:
        InputError: something only the user can mend, or another run at work in the same folder; what was
            answered before is kept.
    """
    run_id, scorer = evaluation.manifest.run_id, TaskScorer(evaluation.task)

    async def one(sample: Sample) -> RunItem:
        item = without_halves(await play(contestant, case_of(evaluation, sample)))
        if item.answer is not None:
            item = scorer.scored(item, sample, read_reply(evaluation.task, item.answer))
        item = item.model_copy(update={"weight": sample.weight})
        store.append(run_id, item)
        return item

    with sole_use(evaluation.request.out.parent):
        done = settled(store, run_id, watch)
        if len(done) == evaluation.count:
            return
        await require_answers(evaluation.models)
        concurrency = evaluation.request.concurrency
        async for item in in_order(samples(evaluation, done), one, concurrency=concurrency):
            watch(item)

"""An evaluation, from its first line to its run file."""

import json
import shutil
from contextlib import nullcontext
from itertools import islice
from typing import Any, NamedTuple

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.files.atomic import check_writable
from eval.runs.dry_run import Plan, plan_of
from eval.runs.folder_lock import sole_use
from eval.runs.open_run import open_run
from eval.runs.other_run import refuse_other_run
from eval.runs.run_file import RunSummary, write_items
from eval.runs.runner import Runner, Watch, Work, answered, is_scored, nothing_first, unwatched
from eval.runs.served_models import with_served
from eval.runs.unscored import Unscored
from eval.systems.contestants import Contestant
from eval.tasks.data import Sample, iter_samples, said_in
from eval.tasks.reply_fields import read_reply
from eval.tasks.score import TaskScorer
from eval.tasks.setup import RECORDED, Evaluation, question_of


class Evaluated(NamedTuple):
    """What came of an evaluation.

    Attributes:
        run_id: the run in the store.
        summary: how it ended.
        first_unscored: the first line without a score.
    """

    run_id: str
    summary: RunSummary
    first_unscored: Unscored | None


async def evaluate(evaluation: Evaluation, watch: Watch = unwatched) -> Evaluated:
    """Score every line, or what an earlier run of the same terms left, and write the run file.

    Args:
        evaluation: as ``eval.tasks.setup.prepare`` returns it.
        watch: called with every item.

    Raises:
        InputError: something that the user has to fix, or another run writes the same file; what was
            answered before is kept.
    """
    request, system = evaluation.request, evaluation.system
    refuse_other_run(request.out, evaluation.manifest)
    if system is None:
        check_writable(request.out.parent)
    alone = nullcontext() if system is None else sole_use(request.work_folder)
    with alone, open_run(evaluation.manifest, request.store, fresh=request.fresh) as (store, manifest):
        runner = Runner(
            store,
            manifest,
            concurrency=request.concurrency,
            watch=watch,
            first=nothing_first if system is None else lambda: system.require(store.items(manifest.run_id)),
            free=system is None,
        )
        lines = islice(iter_samples(evaluation.task, evaluation.data), request.limit)
        contestant = None if system is None else system.contestant.for_run(manifest.run_id)
        work = _recorded(evaluation) if contestant is None else _asked(evaluation, contestant)
        name = RECORDED if contestant is None else contestant.name
        first = None
        async for item in runner.run(lines, name, work, settled=_is_settled):
            if first is None and not is_scored(item):
                first = Unscored.of(item)
        served = manifest if system is None else with_served(manifest, store.stream(manifest.run_id))
        summary = write_items(request.out, served, store.stream(manifest.run_id), distinct=True)
        runner.finish()
    if not summary.n_unscored:
        shutil.rmtree(request.work_folder, ignore_errors=True)
    return Evaluated(manifest.run_id, summary, first)


async def plan(evaluation: Evaluation) -> Plan:
    """What the evaluation would ask; no one is asked and nothing is written."""
    request, system, task = evaluation.request, evaluation.system, evaluation.task
    lines = islice(iter_samples(task, evaluation.data), request.limit)
    questions = {line.id: question_of(task, line) if system else "" for line in lines}
    return await plan_of(
        evaluation.manifest,
        questions,
        system.shown_name if system else "the answers in the data",
        system.estimate if system else None,
        store=request.store,
        fresh=request.fresh,
        settled=_is_settled,
    )


def _is_settled(item: RunItem) -> bool:
    return item.answer is not None or item.score_card is not None


def _recorded(evaluation: Evaluation) -> Work[Sample]:
    scorer = TaskScorer(evaluation.task)

    async def work(sample: Sample, _kept: RunItem | None) -> RunItem:
        said = said_in(evaluation.task, sample)
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        answer = None if said is None else Answer(text=text, model_id=evaluation.request.model_id)
        error = "the line has no reply" if answer is None else None
        item = RunItem(case_id=sample.id, system=RECORDED, answer=answer, error=error, **_labels(sample))
        return scorer.scored(item, sample)

    return work


def _labels(sample: Sample) -> dict[str, Any]:
    return {"language": sample.language, "tags": sample.tags}


def _asked(evaluation: Evaluation, contestant: Contestant) -> Work[Sample]:
    scorer = TaskScorer(evaluation.task)

    async def work(sample: Sample, _kept: RunItem | None) -> RunItem:
        case = Case(id=sample.id, question=question_of(evaluation.task, sample))
        item = await answered(lambda: contestant.play(case), case, contestant.name)
        if item.answer is not None:
            item = scorer.scored(item, sample, read_reply(evaluation.task, item.answer))
        return item.model_copy(update={"weight": sample.weight, **_labels(sample)})

    return work

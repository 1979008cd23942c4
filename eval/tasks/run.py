"""An evaluation, from its first line to its run file."""

import json
import shutil
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.engines.engine import Job
from eval.engines.outcome import CaseHandler
from eval.files.atomic import ROW_ENDINGS, check_writable, has_rows, require_format
from eval.runs.dry_run import Plan, plan_of
from eval.runs.folder_lock import sole_use
from eval.runs.open_run import open_run
from eval.runs.other_run import refuse_other_run
from eval.runs.run_export import write_run_rows
from eval.runs.run_file import RunSummary, write_items
from eval.runs.runner import ItemListener, Runner, answered, is_scored, no_listener, nothing_first
from eval.runs.served_models import with_served
from eval.runs.unscored import Unscored
from eval.systems.choice import ChosenSystem, SystemChoice, choose_system, require_no_research, sent
from eval.systems.contestants import Contestant
from eval.tasks.data import Sample, iter_samples, said_in
from eval.tasks.reply_fields import read_reply
from eval.tasks.score import TaskScorer
from eval.tasks.setup import RECORDED, Evaluation, question_of
from eval.tasks.task import Task


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


async def evaluate(evaluation: Evaluation, watch: ItemListener = no_listener) -> Evaluated:
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
    require_format(request.out, (".json", *ROW_ENDINGS))
    require_no_research(system, request.engine)
    if system is None:
        check_writable(request.out.parent)
    alone = nullcontext() if system is None else sole_use(request.work_folder, file=request.out)
    with alone, open_run(evaluation.manifest, request.store, fresh=request.fresh) as (store, manifest):
        runner = Runner(
            store,
            manifest,
            concurrency=request.engine.cases_at_once(request.concurrency, quick=_is_quick(system)),
            watch=watch,
            first=nothing_first if system is None else lambda: system.require(store.items(manifest.run_id)),
            free=system is None,
        )
        lines = islice(iter_samples(evaluation.task, evaluation.data), request.limit)
        name = RECORDED if system is None else system.contestant.name
        first = None
        async with request.engine.at_work(_job(evaluation, manifest.run_id)) as work:
            async for item in runner.run(lines, name, work, settled=_is_settled):
                if first is None and not is_scored(item):
                    first = Unscored.of(item)
        served = manifest if system is None else with_served(manifest, store.stream(manifest.run_id))
        items = store.stream(manifest.run_id)
        if has_rows(request.out):
            summary = write_run_rows(request.out, served, items)
        else:
            summary = write_items(request.out, served, items, distinct=True)
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


def _is_quick(system: ChosenSystem | None) -> bool:
    return system is None or system.recorded is not None


def _job(evaluation: Evaluation, run_id: str) -> Job[Sample]:
    request, system, task = evaluation.request, evaluation.system, evaluation.task
    if system is None:
        there = partial(_recorded, task, request.model_id)
        here = there()
    else:
        here = _asked(task, system.contestant.for_run(run_id))
        there = partial(_asked_there, task, sent(request.system), run_id)
    return Job(run_id, here, there, quick=_is_quick(system), concurrency=request.concurrency)


def _recorded(task: Task, model_id: str | None) -> CaseHandler[Sample]:
    scorer = TaskScorer(task)

    async def work(sample: Sample, _kept: RunItem | None) -> RunItem:
        said = said_in(task, sample)
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        answer = None if said is None else Answer(text=text, model_id=model_id)
        error = "the line has no reply" if answer is None else None
        item = RunItem(case_id=sample.id, system=RECORDED, answer=answer, error=error, **_labels(sample))
        return scorer.scored(item, sample)

    return work


def _labels(sample: Sample) -> dict[str, Any]:
    return {"language": sample.language, "tags": sample.tags}


def _asked_there(task: Task, choice: SystemChoice, run_id: str) -> CaseHandler[Sample]:
    return _asked(task, choose_system(choice).contestant.for_run(run_id))


def _asked(task: Task, contestant: Contestant) -> CaseHandler[Sample]:
    scorer = TaskScorer(task)

    async def work(sample: Sample, _kept: RunItem | None) -> RunItem:
        case = Case(id=sample.id, question=question_of(task, sample))
        item = await answered(lambda: contestant.play(case), case, contestant.name)
        if item.answer is not None:
            item = scorer.scored(item, sample, read_reply(task, item.answer))
        return item.model_copy(update={"weight": sample.weight, **_labels(sample)})

    return work

"""An evaluation, from its first line to its run file."""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.engines.case_execution import CaseHandler
from eval.files.output_checks import check_writable
from eval.files.row_writing import ROW_ENDINGS, has_rows, require_format
from eval.runs.folder_lock import sole_use
from eval.runs.overwrite_check import refuse_other_run
from eval.runs.run_export import write_run_rows
from eval.runs.run_file import RunSummary, write_items
from eval.runs.runner import ItemListener, answered, is_scored, no_listener
from eval.runs.suite import Plan, Suite
from eval.runs.unscored import Unscored
from eval.systems.choice import suite_of
from eval.systems.contestant_adapters import Contestant
from eval.tasks.data import Sample, iter_samples, said_in
from eval.tasks.reply_fields import read_reply
from eval.tasks.score import TaskScorer
from eval.tasks.setup import RECORDED, TaskRun, question_of
from eval.tasks.task import Task


class TaskResult(NamedTuple):
    """What came of an evaluation."""

    run_id: str
    """The run in the store."""
    summary: RunSummary
    """The run's counts and means."""
    first_unscored: Unscored | None
    """The first line without a score."""


async def evaluate(evaluation: TaskRun, watch: ItemListener = no_listener) -> TaskResult:
    """Score every line, or what an earlier run of the same terms left, and write the run file.

    Args:
        evaluation: as ``eval.tasks.setup.prepare`` returns it.
        watch: called with every item.

    Raises:
        InputError: something that the user has to fix, or another run writes the same file; what was
            answered before is kept.
    """
    request, first = evaluation.request, None
    refuse_other_run(request.out, evaluation.manifest)
    require_format(request.out, (".json", *ROW_ENDINGS))
    if evaluation.system is None:
        check_writable(request.out.parent)
    async with _suite(evaluation).opened(watch) as run:
        async for item in run.items(_lines(evaluation)):
            if first is None and not is_scored(item):
                first = Unscored.of(item)
        served = run.manifest if evaluation.system is None else run.served
        if has_rows(request.out):
            summary = write_run_rows(request.out, served, run.kept())
        else:
            summary = write_items(request.out, served, run.kept(), distinct=True)
        run.finish()
    if not summary.n_unscored:
        shutil.rmtree(request.work_folder, ignore_errors=True)
    return TaskResult(run.manifest.run_id, summary, first)


async def plan(evaluation: TaskRun) -> Plan:
    """What the evaluation would ask; no one is asked and nothing is written."""
    system, task = evaluation.system, evaluation.task
    estimate = None if system is None else system.estimate
    return await _suite(evaluation).plan(
        _lines(evaluation),
        system.shown_name if system else "the answers in the data",
        None if estimate is None else lambda line: estimate(question_of(task, line)),
    )


def _lines(evaluation: TaskRun) -> Iterator[Sample]:
    return islice(iter_samples(evaluation.task, evaluation.data), evaluation.request.limit)


def _suite(evaluation: TaskRun) -> Suite[Sample]:
    request, system, task = evaluation.request, evaluation.system, evaluation.task
    if system is None:
        recorded = partial(_recorded, task, request.model_id)
        return Suite(
            request=request,
            manifest=evaluation.manifest,
            system=RECORDED,
            here=recorded,
            there=recorded,
            settled=_is_settled,
            quick=True,
            free=True,
        )
    return suite_of(
        request,
        system,
        evaluation.manifest,
        work=partial(_asked, task),
        settled=_is_settled,
        lock=partial(sole_use, request.work_folder, file=request.out),
    )


def _is_settled(item: RunItem) -> bool:
    return item.answer is not None or item.score_card is not None


def _recorded(task: Task, model_id: str | None, _run_id: str) -> CaseHandler[Sample]:
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


def _asked(task: Task, contestant: Contestant) -> CaseHandler[Sample]:
    scorer = TaskScorer(task)

    async def work(sample: Sample, _kept: RunItem | None) -> RunItem:
        case = Case(id=sample.id, question=question_of(task, sample))
        item = await answered(lambda: contestant.play(case), case, contestant.name)
        if item.answer is not None:
            item = scorer.scored(item, sample, read_reply(task, item.answer))
        return item.model_copy(update={"weight": sample.weight, **_labels(sample)})

    return work

"""Judging answers that were given elsewhere: one answer, or a file of any length."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.batches.sentences import StatusListener, no_status_listener
from agents.calls.estimate import CallEstimate
from agents.calls.prices import batch_prices
from agents.judges.cascade import escalation
from agents.models.missing_packages import packages_last
from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.engines.engine import IN_PROCESS, require_prices
from eval.engines.outcome import CaseHandler
from eval.files.atomic import require_format
from eval.files.output_place import check_place
from eval.judging.answer_file import SYSTEM, RecordedAnswer, blinded, iter_answers
from eval.judging.by_batch import batch_run, resumed
from eval.judging.engine_job import cases_at_once, judged_with, judging_job
from eval.judging.request import ChosenJudge, chosen_judge
from eval.judging.result_shards import ResultShards, refuse_other_shards, result_shards
from eval.judging.results_file import results_file, write_manifest
from eval.judging.summary import Judged, Summing
from eval.runs.folder_lock import sole_use
from eval.runs.manifest_file import read_manifest
from eval.runs.open_run import finish
from eval.runs.other_run import refuse_other_run
from eval.runs.references import references_term
from eval.runs.runner import ItemListener, Runner, is_scored, no_listener
from eval.runs.served_models import changes
from eval.runs.unscored import Unscored

if TYPE_CHECKING:
    from pydantic import JsonValue

    from eval.judging.request import Evaluate, JudgingRequest

SHARD_ROWS = 1_000
"""Answers in a shard."""
ResultListener = Callable[[RecordedAnswer, "FineGrainedEvaluationResult"], None]
"""Called with each answer and its evaluation."""


@dataclass(frozen=True, slots=True)
class Judging:
    """Answers that can be judged.

    Attributes:
        judge: judges them.
        count: how many there are.
        manifest: of the run.
    """

    judge: ChosenJudge
    count: int
    manifest: RunManifest

    def read(self) -> Iterator[RecordedAnswer]:
        """The answers, read afresh each time."""
        return read_answers(self.judge.request, again=True)

    async def estimate(self) -> CallEstimate:
        """Calls, tokens and cost of judging them; no model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        with nullcontext() if self.judge.request.batch is None else batch_prices():
            return await self.judge.evaluator.estimate(self.read())


@packages_last()
def prepare(request: JudgingRequest) -> Judging:
    """Read answers, judge and settings; no model is asked.

    Raises:
        InputError: one of them cannot be used; a bad last line is found before anything is paid for.
    """
    if request.batch is not None and request.engine != IN_PROCESS:
        raise InputError(
            "--batch hands the work to the judge's provider; leave out --engine, --requests-per-minute and "
            "--max-usd, or --batch."
        )
    judge = chosen_judge(request)
    require_prices(request.engine.limits, [judge.spec])
    read = read_through(request)
    settings: dict[str, JsonValue] = {"answers_sha256": read.answers, **read.references}
    manifest = judge.manifest("evaluate", {"questions": read.questions}, settings, planned=read.count)
    return Judging(judge, read.count, manifest)


async def judge_all(
    judging: Judging,
    *,
    out: Path | None = None,
    shards: Path | None = None,
    show: ResultListener | None = None,
    watch: ItemListener = no_listener,
    tell: StatusListener = no_status_listener,
) -> Judged:
    """Judge every answer, or what an unfinished run with the same manifest left.

    Every evaluation is in the store before it is shown.

    Args:
        judging: as :func:`prepare` gives it.
        out: a file for the evaluations, with its manifest next to it; None for none.
        shards: a folder for the evaluations as they come, a thousand in each Parquet file; None for none.
        show: called with each answer and its evaluation, in the order of the answers.
        watch: called with each item of the run.
        tell: told how batches stand, where the judge is asked by batch.

    Raises:
        InputError: something must be fixed before the judge can be asked; what was judged before is kept.
    """
    request = judging.judge.request
    if shards is not None:
        refuse_other_shards(shards, judging.manifest)
    if out is not None:
        inputs = (request.answers, request.settings, request.score_map)
        check_place(out, [path for path in inputs if isinstance(path, Path)])
        refuse_other_run(out, judging.manifest, read_manifest)
        require_format(out)
    with nullcontext() if out is None else _sole_use(out):
        return await _judged_at(judging, _Places(out, shards, show, fresh=request.fresh), watch, tell)


@contextmanager
def _sole_use(out: Path) -> Iterator[None]:
    """Keep every other run from writing the same results; in an object store nothing can."""
    if not isinstance(out, Path):
        yield
        return
    folder = out.with_name(f"{out.name}.partial")
    try:
        with sole_use(folder, file=out):
            yield
    finally:
        # A process that was killed has left it behind.
        with suppress(OSError):
            folder.rmdir()


async def _judged_at(judging: Judging, places: _Places, watch: ItemListener, tell: StatusListener) -> Judged:
    """Judge every answer, in the way that is asked for, and write the evaluations to their places."""
    judge, shards = judging.judge, places.shards
    if judge.request.batch is None:
        return await _judged_in_order(judging, places, watch)
    with batch_run(judge, judging.manifest, next(judging.read()), watch, tell=tell) as (run, runner):
        if shards is not None:
            # Else what the store has lost would be asked for before anybody looked into the shards.
            with places.parts(shards, run.manifest, judging) as parts:
                runner.restore(parts.scored(judging.read()))
        await run.rounds(runner, judging.read)
        going_on = replace(judging, judge=resumed(judge))
        found = await _judged_in_order(
            going_on, places, run.watch_rest, evaluate=run.live, settled=run.settled
        )
        run.book.forget(run.manifest.run_id)
    return found


async def cancel_batches(judging: Judging, *, tell: StatusListener = no_status_listener) -> int:
    """Cancel the batches of a judge, and keep what they have brought for these answers.

    Returns:
        Batches that were cancelled.

    Raises:
        InputError: the judge cannot be asked by batch, or its provider refuses the key.
    """
    first = next(judging.read())
    with batch_run(judging.judge, judging.manifest, first, no_listener, tell=tell) as (run, runner):
        return await run.cancel(runner, judging.read)


class _Places(NamedTuple):
    """Where evaluations go besides the store."""

    out: Path | None
    shards: Path | None
    show: ResultListener | None
    fresh: bool

    def parts(
        self, folder: Path, manifest: RunManifest, judging: Judging
    ) -> AbstractContextManager[ResultShards]:
        """The shards in a folder, of a run of these answers."""
        return result_shards(folder, manifest, SHARD_ROWS, base=judging.manifest.run_id, fresh=self.fresh)


async def _judged_in_order(
    judging: Judging,
    places: _Places,
    watch: ItemListener,
    *,
    evaluate: Evaluate | None = None,
    settled: Callable[[RunItem], bool] = is_scored,
) -> Judged:
    """Judge what is not settled, by the engine or in a way of its own, and bring all evaluations in order."""
    judge, summing, first_unscored = judging.judge, Summing(), None
    out, shards, show, _ = places
    async with AsyncExitStack() as stack:
        writes = [] if out is None else [stack.enter_context(results_file(out))]
        # A run that is asked by batch is open already.
        first, at_once = next(judging.read()), cases_at_once(judge)
        run = judge.run(judging.manifest, first, watch, concurrency=at_once, alone=evaluate is None)
        runner, manifest = stack.enter_context(run)
        if evaluate is None:
            job = judging_job(judge, manifest.run_id)
            work = await stack.enter_async_context(judge.request.engine.at_work(job))
        else:
            work = judged_with(evaluate)
        answers = judging.read()
        if shards is not None:
            parts = stack.enter_context(places.parts(shards, manifest, judging))
            answers, work = parts.drawn(answers), parts.known(work)
            writes.append(parts.write)
        async for answer, result in judged_by(runner, work, answers, settled=settled):
            for write in writes:
                write(answer, result)
            if show is not None:
                show(answer, result)
            summing.add(result)
            if first_unscored is None and not result.scored:
                first_unscored = Unscored(answer.id, answer.question, result.reason)
    found = summing.summaries()
    if out is not None:
        write_manifest(out, manifest, results=found, served=summing.served)
    if first_unscored is None:
        finish(manifest.run_id, judging.judge.request.store)
    escalated = escalation(judging.judge.name, summing.decided)
    return Judged(
        manifest.run_id,
        found,
        scored=judging.count - summing.unscored,
        first_unscored=first_unscored,
        notes=tuple(filter(None, [*changes(summing.served), escalated])),
    )


def read_answers(request: JudgingRequest, *, again: bool = False) -> Iterator[RecordedAnswer]:
    """The answers of a request, up to its limit; of a blind one without what is known of the questions.

    Args:
        request: what is to be judged.
        again: see :func:`.iter_answers`.
    """
    if isinstance(request.answers, RecordedAnswer):
        answers: Iterator[RecordedAnswer] = iter([request.answers])
    else:
        answers = islice(iter_answers(request.answers, again=again, system=request.system), request.limit)
    return map(blinded, answers) if request.blind else answers


@dataclass(frozen=True, slots=True)
class ReadThrough:
    """What a reading of all answers found.

    Two runs with other answers to the same questions can be compared.

    Attributes:
        count: how many there are.
        questions: sha256 of what was asked.
        answers: sha256 of all that is judged.
        references: the setting of a manifest on what is known of the questions.
    """

    count: int
    questions: str
    answers: str
    references: dict[str, JsonValue]


def read_through(request: JudgingRequest) -> ReadThrough:
    """Read the answers of a request to the end.

    Raises:
        InputError: a line cannot be used, or there is none.
    """
    count, golds, points, asked, said = 0, 0, 0, hashlib.sha256(), hashlib.sha256()
    for answer in read_answers(request):
        count += 1
        golds += answer.reference_answer is not None
        points += bool(answer.key_points)
        asked.update(json.dumps([answer.id, answer.question], ensure_ascii=False).encode())
        said.update(answer.model_dump_json().encode())
    if not count:
        raise InputError(f"{request.answers} contains no answers; write one JSON object per line, or row.")
    known = references_term(golds, points, blind=request.blind)
    return ReadThrough(count, asked.hexdigest(), said.hexdigest(), known)


async def judged(
    runner: Runner,
    evaluate: Evaluate,
    answers: Iterator[RecordedAnswer],
    system: str = SYSTEM,
    *,
    settled: Callable[[RunItem], bool] = is_scored,
) -> AsyncIterator[tuple[RecordedAnswer, FineGrainedEvaluationResult]]:
    """Judge answers as items of a run, those that it has scored already excepted; in their order.

    Raises:
        InputError: something must be fixed before the judge can be asked; what was judged before is kept.
    """
    async for each in judged_by(runner, judged_with(evaluate, system), answers, system, settled=settled):
        yield each


async def judged_by(
    runner: Runner,
    work: CaseHandler[RecordedAnswer],
    answers: Iterator[RecordedAnswer],
    system: str = SYSTEM,
    *,
    settled: Callable[[RunItem], bool] = is_scored,
) -> AsyncIterator[tuple[RecordedAnswer, FineGrainedEvaluationResult]]:
    """As :func:`judged`, by work that makes the items."""
    under_way: dict[str, RecordedAnswer] = {}

    def noted() -> Iterator[RecordedAnswer]:
        for answer in answers:
            under_way[answer.id] = answer
            yield answer

    async for item in runner.run(noted(), system, work, settled=settled):
        assert item.evaluation is not None  # noqa: S101  (the work above puts one there)
        yield under_way.pop(item.case_id), item.evaluation

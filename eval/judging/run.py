"""Judging answers that were given elsewhere: one answer, or a file of any length."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.batches.messages import StatusListener, no_status_listener
from agents.calls.estimate import CallEstimate
from agents.calls.prices import batch_prices
from agents.judges.cascade import escalation
from agents.models.missing_packages import packages_last
from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.engines.engine import IN_PROCESS, require_prices
from eval.files.output_checks import check_place
from eval.files.row_writing import require_format
from eval.judging.answer_file import RecordedAnswer, blinded, iter_answers
from eval.judging.by_batch import batch_run
from eval.judging.judging_request import ChosenJudge, judged_with
from eval.judging.result_shards import ResultShards, refuse_other_shards, result_shards
from eval.judging.results_writer import results_file, write_manifest
from eval.judging.summary import JudgingSummary, SummaryAccumulator
from eval.runs.blind_judging import references_term
from eval.runs.folder_lock import sole_use
from eval.runs.manifest_file import read_manifest
from eval.runs.overwrite_check import refuse_other_run
from eval.runs.runner import ItemListener, is_scored, no_listener
from eval.runs.served_models import changes
from eval.runs.unscored import Unscored

if TYPE_CHECKING:
    from pydantic import JsonValue

    from eval.engines.case_execution import CaseHandler
    from eval.judging.judging_request import JudgingRequest
    from eval.runs.suite import Suite, SuiteRun

SHARD_ROWS = 1_000
"""Answers in a shard."""
_FEW = 200
"""Answers that are kept in memory; more of them are read from their file again."""
ResultListener = Callable[[RecordedAnswer, "FineGrainedEvaluationResult"], None]
"""Called with each answer and its evaluation."""


@dataclass(frozen=True, slots=True)
class Judging:
    """Answers that can be judged."""

    judge: ChosenJudge
    """Judges them."""
    answers: Answers
    """The answers."""
    manifest: RunManifest
    """Of the run."""

    @property
    def count(self) -> int:
        """How many there are."""
        return self.answers.count

    @property
    def suite(self) -> Suite[RecordedAnswer]:
        """Judges them as a run."""
        return self.judge.suite(self.manifest, lambda: iter(self.answers.begin))

    async def estimate(self) -> CallEstimate:
        """Calls, tokens and cost of judging them; no model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        with nullcontext() if self.judge.request.batch is None else batch_prices():
            return await self.judge.evaluator.estimate(self.answers.read())


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
    judge = ChosenJudge.of(request)
    require_prices(request.engine.limits, [judge.spec])
    answers = read_through(request)
    settings: dict[str, JsonValue] = {"answers_sha256": answers.sha256, **answers.references}
    manifest = judge.manifest("evaluate", {"questions": answers.questions}, settings, planned=answers.count)
    return Judging(judge, answers, manifest)


async def judge_all(
    judging: Judging,
    *,
    out: Path | None = None,
    shards: Path | None = None,
    show: ResultListener | None = None,
    watch: ItemListener = no_listener,
    tell: StatusListener = no_status_listener,
) -> JudgingSummary:
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


async def _judged_at(
    judging: Judging, places: _Places, watch: ItemListener, tell: StatusListener
) -> JudgingSummary:
    """Judge every answer, in the way that is asked for, and write the evaluations to their places."""
    judge, read = judging.judge, judging.answers.read
    if judge.request.batch is None:
        async with judging.suite.opened(watch) as run:
            return await _judged_in_order(judging, run, places)
    async with batch_run(judge, judging.suite, watch, tell=tell) as batches:
        run = batches.run
        if places.shards is not None:
            # Else what the store has lost would be asked for before anybody looked into the shards.
            with places.parts(places.shards, run.manifest, judging) as parts:
                run.runner.restore(parts.scored(read()))
        await batches.rounds(read)
        found = await _judged_in_order(
            judging,
            run.resumed(batches.watch_rest),
            places,
            work=judged_with(batches.live),
            settled=batches.settled,
        )
        batches.book.forget(run.manifest.run_id)
    return found


async def cancel_batches(judging: Judging, *, tell: StatusListener = no_status_listener) -> int:
    """Cancel the batches of a judge, and keep what they have brought for these answers.

    Returns:
        Batches that were cancelled.

    Raises:
        InputError: the judge cannot be asked by batch, or its provider refuses the key.
    """
    async with batch_run(judging.judge, judging.suite, no_listener, tell=tell) as batches:
        return await batches.cancel(judging.answers.read)


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
    run: SuiteRun[RecordedAnswer],
    places: _Places,
    *,
    work: CaseHandler[RecordedAnswer] | None = None,
    settled: Callable[[RunItem], bool] = is_scored,
) -> JudgingSummary:
    """Judge what is not settled, by the engine or in a way of its own, and bring all evaluations in order."""
    judge, summing, first_unscored = judging.judge, SummaryAccumulator(), None
    out, shards, show, _ = places
    with ExitStack() as stack:
        writes = [] if out is None else [stack.enter_context(results_file(out))]
        answers, work = judging.answers.read(), work or run.step
        if shards is not None:
            parts = stack.enter_context(places.parts(shards, run.manifest, judging))
            answers, work = parts.drawn(answers), parts.known(work)
            writes.append(parts.write)
        async for answer, result in judged(run, answers, work=work, settled=settled):
            for write in writes:
                write(answer, result)
            if show is not None:
                show(answer, result)
            summing.add(result)
            if first_unscored is None and not result.scored:
                first_unscored = Unscored(answer.id, answer.question, result.reason)
    found = summing.summaries()
    if out is not None:
        write_manifest(out, run.manifest, results=found, served=summing.served)
    if first_unscored is None:
        run.store.finish(run.manifest.run_id)
    escalated = escalation(judge.name, summing.decided)
    return JudgingSummary(
        run.manifest.run_id,
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
class Answers:
    """The answers of a request, read to the end.

    Two runs with other answers to the same questions can be compared.
    """

    request: JudgingRequest
    """Whose they are."""
    count: int
    """How many there are."""
    questions: str
    """Sha256 of what was asked."""
    sha256: str
    """Of all that is judged."""
    references: dict[str, JsonValue]
    """The setting of a manifest on what is known of the questions."""
    begin: tuple[RecordedAnswer, ...]
    """The first of them, or all where they are few."""

    def read(self) -> Iterator[RecordedAnswer]:
        """The answers, each time from the first; where they are many they are read from their file again."""
        return iter(self.begin) if len(self.begin) == self.count else read_answers(self.request, again=True)


def read_through(request: JudgingRequest) -> Answers:
    """Read the answers of a request to the end.

    Raises:
        InputError: a line cannot be used, or there is none.
    """
    count, golds, points, asked, said = 0, 0, 0, hashlib.sha256(), hashlib.sha256()
    begin: list[RecordedAnswer] = []
    for answer in read_answers(request):
        count += 1
        golds += answer.reference_answer is not None
        points += bool(answer.key_points)
        asked.update(json.dumps([answer.id, answer.question], ensure_ascii=False).encode())
        said.update(answer.model_dump_json().encode())
        if count <= _FEW:
            begin.append(answer)
    if not count:
        raise InputError(f"{request.answers} contains no answers; write one JSON object per line, or row.")
    known = references_term(golds, points, blind=request.blind)
    return Answers(request, count, asked.hexdigest(), said.hexdigest(), known, tuple(begin))


async def judged(
    run: SuiteRun[RecordedAnswer],
    answers: Iterable[RecordedAnswer],
    *,
    system: str | None = None,
    work: CaseHandler[RecordedAnswer] | None = None,
    settled: Callable[[RunItem], bool] = is_scored,
) -> AsyncIterator[tuple[RecordedAnswer, FineGrainedEvaluationResult]]:
    """Judge answers as items of a run, those that it has scored already excepted; in their order.

    Args:
        run: keeps what is judged.
        answers: drawn as they are taken.
        system: that the items belong to, the run's if None.
        work: judges an answer, as the run does if None.
        settled: whether nothing is left to do for a kept item.

    Raises:
        InputError: something must be fixed before the judge can be asked; what was judged before is kept.
    """
    under_way: dict[str, RecordedAnswer] = {}

    def noted() -> Iterator[RecordedAnswer]:
        for answer in answers:
            under_way[answer.id] = answer
            yield answer

    async for item in run.items(noted(), system=system, work=work, settled=settled):
        assert item.evaluation is not None  # noqa: S101  (judging puts one there)
        yield under_way.pop(item.case_id), item.evaluation

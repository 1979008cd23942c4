"""The multi-document benchmark: the harness on every dataset, as often as asked, summed up by weight."""

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from eval.engines.case_execution import EngineError
from eval.files.output_checks import check_place
from eval.harness.benchmark_baseline import check_same_data, read_baseline
from eval.harness.benchmark_config import BenchmarkConfig, Dataset, read_benchmark_config
from eval.harness.benchmark_result import (
    BenchmarkLimits,
    BenchmarkResult,
    ExceededLimit,
    RepeatSpread,
    too_low,
    too_wide,
    weighted,
)
from eval.harness.run import SharedEngine, asked_all, finish, plan, shared_engine
from eval.harness.setup import HarnessRequest, prepare
from eval.runs import terms
from eval.runs.folder_lock import sole_use
from eval.runs.run_file import RunFile, RunResult, write_run_file
from eval.runs.runner import describe
from eval.runs.suite import Plan, keep_whole
from eval.systems.choice import SystemRunRequest

TASK = "pdf_benchmark"
FORMULA = (
    "weighted_score = sum(weight * dataset score) / sum(weight); a dataset's score is its mean over runs"
)


class BenchmarkRequest(SystemRunRequest):
    """What a benchmark is asked to do."""

    config: Path
    """The configuration file."""
    out: Path
    """The run file; the single runs are next to it, in ``<out>.runs/<dataset>/<n>.json``."""
    cache: Path
    """The folder that indexes are stored in."""
    runs: int = 1
    """How often each dataset is run."""
    limits: BenchmarkLimits = BenchmarkLimits()
    """The limits that the outcome is compared with."""
    baseline: Path | None = None
    """The benchmark's run file to compare with, None for none."""
    fail_fast: bool = False
    """Whether a dataset that fails ends the benchmark."""


class _Outcome(NamedTuple):
    """A dataset after its turn; ``error`` says why there is no score."""

    dataset: Dataset
    runs: tuple[RunFile, ...] = ()
    error: str | None = None

    @property
    def scores(self) -> tuple[float, ...]:
        found = (run.summary.weighted_score for run in self.runs)
        return tuple(score for score in found if score is not None)


async def benchmark(
    request: BenchmarkRequest, watch: Callable[[str], None] = lambda _line: None
) -> BenchmarkResult:
    """Run every dataset and write the run files.

    A dataset fails where its files cannot be used, where none of its questions is answered, or where some
    are not. It then has no score, its error is in its result, and the benchmark does not pass. Every
    answer is kept as it comes: the same request again resumes a benchmark that was interrupted.

    Args:
        request: what is asked.
        watch: called with a line for every run of a dataset.

    Raises:
        InputError: the configuration, the limits or the baseline cannot be used, or no dataset has a score.
        EngineError: the engine cannot work, or all is spent that may be; what was answered is kept.
            Where the baseline is of other data, the run files have been written.
    """
    _check_limits(request)
    config = read_benchmark_config(request.config)
    _check_out(request, config)
    base = None if request.baseline is None else read_baseline(request.baseline, TASK)
    work = request.out.with_name(f"{request.out.name}.partial")
    with sole_use(work, file=request.out):
        async with shared_engine(request, f"{TASK} {config.name}") as shared:
            outcomes = await _run_all(shared, request, config, work, watch)
    if not any(each.runs for each in outcomes):
        raise InputError(f"No dataset can be used ({outcomes[0].error}).")
    run = _kept(_run_file(request, config, outcomes), request.store)
    _write_singles(request.out.with_name(f"{request.out.name}.runs"), outcomes)
    write_run_file(request.out, run)
    if not any(each.error for each in outcomes):
        finish((run for each in outcomes for run in each.runs), request.store)
        shutil.rmtree(work, ignore_errors=True)
    return BenchmarkResult(run=run, broken=tuple(_broken(request, run, outcomes, base)))


async def plans(request: BenchmarkRequest) -> dict[str, Plan]:
    """What each run of a dataset would ask; no one is asked, and nothing is written."""
    _check_limits(request)
    return {
        f"{dataset.id}, run {repeat}": await plan(_single(request, dataset, request.out, repeat))
        for dataset in read_benchmark_config(request.config).datasets
        for repeat in range(1, request.runs + 1)
    }


def _check_limits(request: BenchmarkRequest) -> None:
    if request.limits.max_std is not None and request.runs == 1:
        raise InputError("--max-std needs --runs 2 or more: one run has no standard deviation.")
    if request.limits.max_drop is not None and request.baseline is None:
        raise InputError("--max-drop needs --baseline: name the run file to compare with.")


def _check_out(request: BenchmarkRequest, config: BenchmarkConfig) -> None:
    files = (path for dataset in config.datasets for path in (dataset.pdf, dataset.questions))
    check_place(request.out, (request.config, request.baseline, request.system.answers, *files))


async def _run_all(
    shared: SharedEngine,
    request: BenchmarkRequest,
    config: BenchmarkConfig,
    work: Path,
    watch: Callable[[str], None],
) -> list[_Outcome]:
    outcomes: list[_Outcome] = []
    for dataset in config.datasets:
        if request.fail_fast and any(each.error for each in outcomes):
            outcomes.append(_Outcome(dataset, error="not run: a dataset before it failed"))
        else:
            outcomes.append(await _run_dataset(shared, request, dataset, work, watch))
    return outcomes


async def _run_dataset(
    shared: SharedEngine,
    request: BenchmarkRequest,
    dataset: Dataset,
    work: Path,
    watch: Callable[[str], None],
) -> _Outcome:
    runs: list[RunFile] = []
    for repeat in range(1, request.runs + 1):
        name = f"{dataset.id}, run {repeat}"
        try:
            run = await asked_all(prepare(_single(request, dataset, work, repeat)), shared=shared)
        except EngineError:
            raise
        except (InputError, OSError) as error:
            reason = str(error) if isinstance(error, InputError) else describe(error)
            watch(f"{name}: failed: {reason}")
            return _Outcome(dataset, tuple(runs), reason)
        runs.append(run)
        if unanswered := [result for result in run.results if result.score is None]:
            count = f"{len(unanswered)} of {counted(len(run.results), 'question')}"
            reason = f"no answer to {count}, {unanswered[0].id!r} first: {unanswered[0].error}"
            watch(f"{name}: failed: {reason}")
            return _Outcome(dataset, tuple(runs), reason)
        watch(f"{name}: {run.summary.weighted_score:.1%}")
    return _Outcome(dataset, tuple(runs))


def _single(request: BenchmarkRequest, dataset: Dataset, work: Path, repeat: int) -> HarnessRequest:
    asking = {name: getattr(request, name) for name in (*SystemRunRequest.model_fields, "out", "cache")}
    own = {"pdf": dataset.pdf, "questions": dataset.questions, "work": work / dataset.id, "name": None}
    return HarnessRequest(repeat=repeat, **(asking | own))


def _write_singles(folder: Path, outcomes: Sequence[_Outcome]) -> None:
    """Write the single runs; those of an earlier benchmark would pass for this one's and are taken away."""
    shutil.rmtree(folder, ignore_errors=True)
    for each in outcomes:
        for number, single in enumerate(each.runs, start=1):
            write_run_file(folder / each.dataset.id / f"{number}.json", single)


def _run_file(request: BenchmarkRequest, config: BenchmarkConfig, outcomes: Sequence[_Outcome]) -> RunFile:
    results = [_result(each) for each in outcomes]
    repeats = _repeats(request, outcomes)
    spread = RepeatSpread.of(repeats) if repeats else None
    facts: dict[str, JsonValue] = {
        "name": config.name,
        "pdf_sha256": _joint_hash(outcomes, "pdf_sha256"),
        "questions_sha256": _joint_hash(outcomes, "questions_sha256"),
        "formula": FORMULA,
        "runs": request.runs,
        "failed_datasets": [each.dataset.id for each in outcomes if each.error],
        "spread": None if spread is None else spread.model_dump(mode="json"),
    }
    return RunFile.of_results(_manifest(request, config, outcomes), results, facts=facts)


def _kept(run: RunFile, store: str | None) -> RunFile:
    """The benchmark under the name that it has in the run store, next to its single runs."""
    assert run.manifest is not None  # noqa: S101  (the run file above has one)
    manifest = keep_whole(run.manifest, run.items(), store, facts=run.summary.facts)
    return run.model_copy(update={"manifest": manifest})


def _repeats(request: BenchmarkRequest, outcomes: Sequence[_Outcome]) -> list[float]:
    """The benchmark's score in each repeat, over the datasets that did not fail."""
    whole = [each for each in outcomes if not each.error]
    return [
        weighted([(each.scores[n], each.dataset.weight) for each in whole])
        for n in range(request.runs if whole else 0)
    ]


def _result(each: _Outcome) -> RunResult:
    metrics: dict[str, JsonValue] = {}
    if each.runs:
        facts = each.runs[0].summary.facts
        metrics = {name: facts[name] for name in ("pdf", "pdf_sha256", "questions_sha256")}
    if each.scores:
        metrics["spread"] = RepeatSpread.of(each.scores).model_dump(mode="json")
    score = RepeatSpread.of(each.scores).mean if each.scores and not each.error else None
    return RunResult(
        id=each.dataset.id, score=score, weight=each.dataset.weight, error=each.error, metrics=metrics
    )


def _joint_hash(outcomes: Sequence[_Outcome], name: str) -> str:
    """Sha256 over the datasets' ids and hashes; a dataset that could not be read counts by its id alone."""
    digest = hashlib.sha256()
    for each in sorted(outcomes, key=lambda each: each.dataset.id):
        value = each.runs[0].summary.facts[name] if each.runs else ""
        digest.update(f"{each.dataset.id} {value}\n".encode())
    return digest.hexdigest()


def _manifest(
    request: BenchmarkRequest, config: BenchmarkConfig, outcomes: Sequence[_Outcome]
) -> RunManifest:
    first = next(run.manifest for each in outcomes for run in each.runs if run.manifest is not None)
    shared = {name: value for name, value in first.settings.items() if name not in {"document", "repeat"}}
    settings: dict[str, JsonValue] = {**shared, "runs": request.runs, "benchmark": config.name}
    manifest = first.model_copy(
        update={
            "task": TASK,
            "name": request.name,
            "subject": config.name,
            "planned": None,
            "data_hashes": {},
            "index_version": None,
            "settings": settings,
            "created_at": datetime.now(UTC),
        }
    )
    return manifest.model_copy(update={"run_id": terms.run_id(TASK, terms.shaping(manifest))})


def _broken(
    request: BenchmarkRequest, run: RunFile, outcomes: Sequence[_Outcome], base: RunFile | None
) -> Iterator[ExceededLimit]:
    """The datasets that failed, the limits that are exceeded, and the baseline's datasets that are gone.

    Raises:
        InputError: the baseline was made on other documents or questions, or by another scorer.
    """
    failed = [each for each in outcomes if each.error]
    yield from (ExceededLimit(what=each.dataset.id, reason=str(each.error)) for each in failed)
    before: dict[str | None, float | None] = {}
    if base is not None and request.baseline is not None:
        if not failed:
            # A dataset that failed has no hashes; it is named by itself.
            check_same_data(request.baseline, base, request.out, run)
        before = {None: base.summary.weighted_score} | {result.id: result.score for result in base.results}
    # Over some of the datasets the whole is another benchmark.
    whole: dict[str | None, RepeatSpread] = (
        {} if failed else {None: RepeatSpread.of(_repeats(request, outcomes))}
    )
    spreads = whole | {each.dataset.id: RepeatSpread.of(each.scores) for each in outcomes if not each.error}
    for name, spread in spreads.items():
        what = name or "benchmark"
        broken = too_wide(what, spread, request.limits)
        dropped = too_low(what, spread.mean, before.get(name), request.limits)
        yield from filter(None, (broken, dropped))
    gone = set(before) - {None} - {each.dataset.id for each in outcomes}
    for name in sorted(filter(None, gone)):
        yield ExceededLimit(what=name, reason="is in the baseline and has no score here")

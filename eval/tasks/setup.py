"""From a request to an evaluation that can begin: all is read and checked before anything is paid for."""

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import JsonValue

from agents.models.missing_packages import packages_last
from data_base.errors import InputError
from data_base.schemas.canonical_answer import SCORER_VERSION
from data_base.schemas.run import RunManifest
from eval.engines.engine import require_prices
from eval.files.output_checks import check_place
from eval.runs.document_index import document_index
from eval.runs.manifest import manifest_of
from eval.runs.terms import file_hash
from eval.systems.choice import ChosenSystem, SystemRunRequest, choose_system
from eval.tasks.data import Sample, canonical, iter_samples
from eval.tasks.file import read_task
from eval.tasks.own_scorer import with_scorers
from eval.tasks.score import TaskScorer
from eval.tasks.task import Task

RECORDED = "recorded"


class EvalRequest(SystemRunRequest):
    """An evaluation as the user asks for it; where no system is named, of what is recorded in the data."""

    task: Path
    """The task file."""
    data: Path | None = None
    """The data file, None for the one that the task file sets."""
    out: Path
    """The run file to write."""
    model_id: str | None = None
    """The name of the model that gave the recorded answers, if it is known."""
    documents: tuple[Path, ...] = ()
    """Files and folders to research."""
    scorers: tuple[str, ...] = ()
    """Your own scorers next to the task's metrics, each as ``package.module:name``."""

    @property
    def work_folder(self) -> Path:
        """Where research is resumed from until every line is scored; it is removed then."""
        return self.out.with_name(f"{self.out.name}.partial")


@dataclass(frozen=True, slots=True)
class TaskRun:
    """An evaluation that can begin."""

    request: EvalRequest
    """What was asked for."""
    task: Task
    """The task."""
    data: Path
    """The data file."""
    manifest: RunManifest
    """The run's manifest."""
    count: int
    """How many lines there are to score."""
    system: ChosenSystem | None = None
    """The system that answers; None if the answers are recorded in the data."""


@packages_last()
def prepare(request: EvalRequest) -> TaskRun:
    """Read the task and all of the data once, build the system, make the manifest.

    Raises:
        InputError: anything that the user has to fix, in one sentence.
    """
    task = with_scorers(read_task(request.task), request.scorers)
    data = _data_file(request, task)
    check_place(request.out, [request.task, data, request.system.answers], request.documents)
    checked = _check(task, data, request)
    system = None if request.system.is_empty else _system(request)
    require_prices(request.engine.limits, system.models if system else ())
    manifest = manifest_of(
        "task",
        task=task.task,
        models=system.roles if system else {RECORDED: request.model_id or "recorded answers"},
        data_hashes={"ground_truth": checked.truth},
        settings=_settings(task, checked, request, system),
        scorer_version=SCORER_VERSION,
        prompts=system.prompts if system else (),
        index_version=system.index_version if system else None,
        notes=system.notes if system else (),
        subject=f"{task.task} {data.name}",
        planned=checked.count,
        name=request.name,
    )
    return TaskRun(request, task, data, manifest, checked.count, system)


def _system(request: EvalRequest) -> ChosenSystem:
    choice = request.system
    researches = choice.system == "deep_research" or (choice.system is None and choice.model is not None)
    if request.documents and not researches:
        raise InputError("--documents are for --system deep_research; name it, or leave them out.")
    return choose_system(
        choice,
        index=partial(document_index, request.documents) if request.documents else None,
        checkpoints=request.work_folder / "checkpoints.sqlite",
    )


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a first reading of the data found: how many lines, and hashes of both sides."""

    count: int
    truth: str
    said: str


def _data_file(request: EvalRequest, task: Task) -> Path:
    if request.data is not None:
        return request.data
    if task.dataset is None:
        raise InputError(f"{request.task} names no dataset; write one there, or give --data.")
    return request.task.parent / task.dataset


def _check(task: Task, data: Path, request: EvalRequest) -> _Checked:
    """Read every line, so that a bad last one costs nothing."""
    count = 0
    truth, said = hashlib.sha256(), hashlib.sha256()
    asked = not request.system.is_empty
    for sample in iter_samples(task, data):
        answers = [canonical(task, group[0], sample) for group in task.places.values()]
        if asked:
            question_of(task, sample)
        if request.limit is None or count < request.limit:
            count += 1
        rest = (sample.weight, sample.keywords, dict(sample.evidence))
        # What was said may differ between two runs that compare; what is right may not.
        truth.update(_line(sample.id, [answer.ground_truth.model_dump() for answer in answers], rest))
        said.update(
            _line(sample.id, [answer.prediction and answer.prediction.model_dump() for answer in answers])
        )
    if not count:
        raise InputError(f"{data} has no lines or rows; write a sample in each.")
    return _Checked(count, truth.hexdigest(), said.hexdigest())


def question_of(task: Task, sample: Sample) -> str:
    """What a system is asked.

    Raises:
        InputError: the line has no question; naming file, line and field.
    """
    question = sample.fields.get(task.question_field)
    if not isinstance(question, str) or not question.strip():
        raise InputError(
            f'{sample.place}: the field "{task.question_field}" is missing or empty, which the system '
            "is asked; write the question there."
        )
    return question


def _line(*parts: object) -> bytes:
    return json.dumps(parts, ensure_ascii=False, sort_keys=True).encode() + b"\n"


def _settings(
    task: Task, checked: _Checked, request: EvalRequest, system: ChosenSystem | None
) -> dict[str, JsonValue]:
    settings: dict[str, JsonValue] = {
        "task": task.model_dump(mode="json", exclude={"description", "dataset"})
    }
    if scorers := {
        scorer.metric.metric: None if scorer.source is None else file_hash(scorer.source)
        for scorer in TaskScorer(task).own
    }:
        settings["scorers_sha256"] = dict(scorers)
    settings |= {"predictions_sha256": checked.said} if system is None else system.settings
    if request.limit is not None:
        settings["limit"] = request.limit
    return settings

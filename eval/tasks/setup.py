"""From a request to an evaluation that can begin: all is read and checked before anything is paid for."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from data_base.errors import InputError
from data_base.schemas.canonical_answer import SCORER_VERSION
from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunManifest
from eval.files.atomic import check_writable, refuse_folder
from eval.runs import terms
from eval.tasks.data import canonical, iter_samples
from eval.tasks.file import read_task

if TYPE_CHECKING:
    from pydantic import JsonValue

    from agents.models.names import ModelOrJudge
    from eval.systems.contestants import Contestant
    from eval.tasks.data import Sample
    from eval.tasks.task import Task

SystemName = Literal["recorded", "pure_llm", "deep_research"]
RECORDED: SystemName = "recorded"


class EvalRequest(Frozen):
    """An evaluation as the user asks for it.

    Attributes:
        task: the task file.
        data: the data file, None for the one that the task names.
        out: the run file to write.
        system: who answers: what was ``recorded`` in the data, a model on its own (``pure_llm``) or
            ``deep_research``.
        model: the model that answers; of recorded answers, the name of the model that gave them.
        judge: the model that judges inside the research loop, None for ``model``.
        documents: files and folders to research.
        store: the run store, None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.
        limit: take only the first so many lines, None for all.
        concurrency: how many answers may be under way at once.
    """

    task: Path
    data: Path | None = None
    out: Path
    system: SystemName = RECORDED
    model: str | None = None
    judge: str | None = None
    documents: tuple[Path, ...] = ()
    store: str | None = None
    fresh: bool = False
    limit: int | None = Field(default=None, ge=1)
    concurrency: int = Field(default=4, ge=1)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation that can begin.

    Attributes:
        request: what was asked for.
        task: the task.
        data: the data file.
        manifest: the run's terms.
        count: how many lines there are to score.
        contestant: who answers; None where the answers are recorded.
        models: the models that take part.
    """

    request: EvalRequest
    task: Task
    data: Path
    manifest: RunManifest
    count: int
    contestant: Contestant | None = None
    models: tuple[ModelOrJudge, ...] = ()


def prepare(request: EvalRequest) -> Evaluation:
    """Read the task and all of the data once, build the system, work out the terms.

    Raises:
        InputError: anything the user has to mend, in one sentence.
    """
    task = read_task(request.task)
    data = _data_file(request, task)
    checked = _check(task, data, request)
    refuse_folder(request.out)
    check_writable(request.out.parent)
    manifest = RunManifest(
        run_id="eval",
        task=task.task,
        models={request.system: request.model or "recorded answers"},
        scorer_version=SCORER_VERSION,
        data_hashes={"ground_truth": checked.truth},
        git_revision=terms.git_revision(),
        settings=_settings(task, checked, request),
        created_at=datetime.now(UTC),
    )
    if request.system == RECORDED:
        return Evaluation(request, task, data, named(manifest), checked.count)
    # Loads model libraries, which recorded answers need none of.
    from eval.tasks.system import answering  # noqa: PLC0415

    asked = answering(request, manifest)
    return Evaluation(request, task, data, asked.manifest, checked.count, asked.contestant, asked.models)


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
    asked = request.system != RECORDED
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
        raise InputError(f"{data} holds no lines; write one JSON object a line.")
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


def _settings(task: Task, checked: _Checked, request: EvalRequest) -> dict[str, JsonValue]:
    settings: dict[str, JsonValue] = {
        "task": task.model_dump(mode="json", exclude={"description", "dataset"})
    }
    if request.system == RECORDED:
        settings["predictions_sha256"] = checked.said
    if request.limit is not None:
        settings["limit"] = request.limit
    return settings


def named(manifest: RunManifest) -> RunManifest:
    """The manifest with the name that its terms always give it."""
    return manifest.model_copy(update={"run_id": terms.run_id("eval", terms.shaping(manifest))})

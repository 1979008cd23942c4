"""Reading run files: our own, and those made elsewhere that have little but scores."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue, TypeAdapter, ValidationError

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunManifest
from eval.files.json_lines import field_and_reason, json_object
from eval.runs.run_file import (
    READABLE_VERSIONS,
    RunFile,
    RunResult,
    RunSummary,
    SummaryTally,
    name_of,
    require_share,
)

REPORT_TASK = "eval_json_v2"
"""The task that reports of Eval JSON v2 name."""
_NEEDED = frozenset({"id", "score", "weight"})
_PAIRS = TypeAdapter(tuple[PairVerdict, ...])


def read_run_file(path: Path) -> RunFile:
    """Read a run file; of a report of Eval JSON v2 the one that is kept next to it.

    A file from elsewhere needs no more than ``summary{weighted_score}`` and ``results[{id, score}]``; fields
    of a result that are unknown here go into its ``metrics``. A file with a manifest must have the whole
    shape. ``weighted_score`` is taken as the file says it, for a file may weigh in its own way; everything
    else in the summary that can be counted is counted again.

    Raises:
        InputError: naming file and field: the file is missing, is not JSON (NaN is not), lacks a field,
            contains a case and system twice, or is of another version.
    """
    value = json_object(path)
    if value.get("task") == REPORT_TASK:
        return _run_of_report(path)
    if isinstance(named := value.get("thread_id", value.get("run_id")), str):
        raise InputError(f"{path} is what came of run {named} and no run file; name the run by that id.")
    entries = value.get("results")
    if not isinstance(entries, list):
        raise InputError(f'{path}: the field "results" must be a list of objects with id and score.')
    manifest = _manifest(value, path)
    tally, results = SummaryTally(), []
    for number, entry in enumerate(entries):
        result = _result(entry, f"{path}: results[{number}]", strict=manifest is not None)
        try:
            results.append(tally.add(result))
        except InputError as error:
            raise InputError(f"{path}: {error}") from error
    summary = _summary(value.get("summary"), _counted(tally, path), path)
    pairs = _pairs(value["pairs"], path) if manifest is not None and "pairs" in value else ()
    return RunFile(manifest=manifest, summary=summary, results=tuple(results), pairs=pairs)


def _run_of_report(report: Path) -> RunFile:
    path = run_file_of(report)
    if not path.is_file():
        raise InputError(
            f"{report} is a report of judge eval-json-v2, and its run file {path.name} is not next to it; "
            "name the run's id, or make the report anew."
        )
    return read_run_file(path)


def run_file_of(report: Path) -> Path:
    """The run file of a report of Eval JSON v2, which itself names neither its run nor its answers."""
    return report.with_name(f"{report.stem}.run.json")


def _counted(tally: SummaryTally, path: Path) -> RunSummary:
    try:
        return tally.summary()
    except ValidationError as error:
        raise InputError(
            f"{path}: the scores and weights are too large to be summed up; correct them."
        ) from error


def _manifest(value: Mapping[str, JsonValue], path: Path) -> RunManifest | None:
    fields = value.get("manifest")
    if fields is None:
        return None
    version = value.get("schema_version")
    if version not in READABLE_VERSIONS:
        raise InputError(
            f'{path}: "schema_version" is {version!r}, and this program reads '
            f"{' and '.join(map(repr, READABLE_VERSIONS))}; write the run again with it."
        )
    try:
        return RunManifest.model_validate(fields)
    except ValidationError as error:
        raise InputError(f"{path}: {field_and_reason(error, 'manifest')}.") from error


def _result(entry: JsonValue, place: str, *, strict: bool) -> RunResult:
    if not isinstance(entry, dict):
        raise InputError(f"{place}: expected an object with id and score.")
    if "score" not in entry:
        raise InputError(f'{place}: the field "score" is missing; write it there, null where there is none.')
    fields = entry if strict else _from_elsewhere(entry)
    name = entry.get("id")
    named = f" ({name_of(name, None)})" if isinstance(name, str) and name else ""
    try:
        result = RunResult.model_validate(fields)
    except ValidationError as error:
        raise InputError(f"{place}{named}: {field_and_reason(error)}.") from error
    require_share(result.score, f'{place}{named}: "score"')
    return result


def _pairs(value: JsonValue, path: Path) -> tuple[PairVerdict, ...]:
    try:
        return _PAIRS.validate_python(value)
    except ValidationError as error:
        raise InputError(f"{path}: {field_and_reason(error, 'pairs')}.") from error


def _from_elsewhere(entry: Mapping[str, JsonValue]) -> dict[str, object]:
    """The fields that are ours by name and shape; all others under ``metrics``."""
    fields: dict[str, object] = {name: entry[name] for name in _NEEDED & set(entry)}
    if isinstance(entry.get("id"), int) and not isinstance(entry["id"], bool):
        fields["id"] = str(entry["id"])
    given = entry.get("metrics")
    metrics: dict[str, JsonValue] = dict(given) if isinstance(given, dict) else {}
    for name, value in entry.items():
        if name in _NEEDED or (name == "metrics" and isinstance(given, dict)):
            continue
        if name == "answer" and isinstance(value, str):
            fields[name] = Answer(text=value)
        elif name in RunResult.model_fields and _fits(name, value, fields):
            fields[name] = value
        else:
            metrics[name] = value
    return {**fields, "metrics": metrics}


def _fits(name: str, value: JsonValue, fields: Mapping[str, object]) -> bool:
    try:
        RunResult.model_validate({"id": "x", "score": fields.get("score"), name: value})
    except ValidationError:
        return False
    return True


def _summary(value: JsonValue, counted: RunSummary, path: Path) -> RunSummary:
    if not isinstance(value, dict):
        raise InputError(f'{path}: the field "summary" must be an object with weighted_score.')
    if "weighted_score" not in value:
        raise InputError(f'{path}: the field "summary.weighted_score" is missing; write it there.')
    if value["weighted_score"] is None and counted.weighted_score is not None:
        raise InputError(f'{path}: "summary.weighted_score" is null, but results are scored.')
    own = counted.model_dump(exclude={"weighted_score"})
    try:
        summary = RunSummary.model_validate({**value, **own})
    except ValidationError as error:
        raise InputError(f"{path}: {field_and_reason(error, 'summary')}.") from error
    require_share(summary.weighted_score, f'{path}: "summary.weighted_score"')
    return summary

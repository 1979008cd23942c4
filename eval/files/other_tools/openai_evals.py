"""OpenAI Evals: the log of ``oaieval``, and the output items of the Evals API.

The log begins with ``{"spec": …}`` and has an event per line, of which ``raw_sample``, ``sampling`` and
``match`` say what was asked, answered and expected. The API lists ``eval.run.output_item`` objects, which
hold the data row (``datasource_item``) and the messages (``sample``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from eval.files.gold_field_names import GOLD_NAMES
from eval.files.other_tools.tool_answer import (
    QUESTION_NAMES,
    Placed,
    Row,
    ToolAnswer,
    as_row,
    asked_in,
    either,
    named_text,
    said_in,
    text_of,
)

_EVENT = {"run_id", "event_id", "sample_id", "type", "data"}


def is_output_item(row: Row) -> bool:
    """Whether a row is an output item of the Evals API."""
    return row.get("object") == "eval.run.output_item"


def is_of_log(row: Row) -> bool:
    """Whether a row is a line of an ``oaieval`` log."""
    return "completion_fns" in as_row(row.get("spec")) or row.keys() >= _EVENT


def read_output_items(_path: Path, rows: Iterable[Placed]) -> Iterator[ToolAnswer]:
    """The output items; a system is the model, with the run where several runs are of one model."""
    items = list(rows)
    runs: dict[str, list[object]] = {}
    for _, row in items:
        known = runs.setdefault(_model(row), [])
        if row.get("run_id") not in known:
            known.append(row.get("run_id"))
    for place, row in items:
        sample, data = as_row(row.get("sample")), as_row(row.get("datasource_item"))
        output = sample.get("output")
        said = [text for each in (output if isinstance(output, list) else []) if (text := said_in(each))]
        given = data.get("id")
        yield ToolAnswer(
            place=place,
            system=_model(row) if len(runs[_model(row)]) == 1 else f"{_model(row)} ({row.get('run_id')})",
            id=str(given if isinstance(given, str | int) else row.get("datasource_item_id", "")),
            question=named_text(data, QUESTION_NAMES) or asked_in(sample.get("input")),
            answer=said[-1] if said else None,
            error=text_of(as_row(sample.get("error")).get("message")) or "there is no output",
            gold_answer=named_text(data, (*GOLD_NAMES, "ideal")),
            fields={f"item.{name}": value for name, value in data.items()},
        )


def _model(row: Row) -> str:
    return named_text(as_row(row.get("sample")), ("model",)) or "OpenAI Evals"


@dataclass(slots=True)
class _Sample:
    """What a log says of one sample; ``said`` has what was sampled first, later ones are a grader's."""

    place: str
    system: str
    raw: Row = field(default_factory=dict)
    prompt: object = None
    said: object = None
    expected: object = None
    error: str | None = None


def read_log(path: Path, rows: Iterable[Placed]) -> Iterator[ToolAnswer]:
    """The samples of a log; a system is the completion function that was evaluated."""
    names: dict[object, str] = {}
    samples: dict[tuple[object, str], _Sample] = {}
    for place, row in rows:
        if spec := as_row(row.get("spec")):
            functions = spec.get("completion_fns")
            names[spec.get("run_id")] = ", ".join(map(str, functions)) if isinstance(functions, list) else ""
        elif row.keys() >= _EVENT:
            key = row["run_id"], str(row["sample_id"])
            system = names.get(row["run_id"]) or path.stem
            _note(samples.setdefault(key, _Sample(place, system)), str(row["type"]), as_row(row["data"]))
    for (_, sample_id), sample in samples.items():
        yield ToolAnswer(
            place=sample.place,
            system=sample.system,
            id=sample_id,
            question=asked_in(sample.raw.get("input")) or asked_in(sample.prompt),
            answer=_first(sample.said),
            error=sample.error or "nothing was sampled",
            gold_answer=_any_of(sample.raw.get("ideal")) or _any_of(sample.expected),
            fields={f"sample.{name}": value for name, value in sample.raw.items()},
        )


def _note(sample: _Sample, kind: str, data: Row) -> None:
    if kind == "raw_sample":
        sample.raw = data
    elif kind == "sampling" and sample.said is None:
        sample.prompt, sample.said = data.get("prompt"), data.get("sampled")
    elif kind == "match":
        sample.expected = data.get("expected")
        if sample.said is None:
            sample.said = data.get("sampled")
    elif kind == "error":
        sample.error = text_of(data.get("message"))


def _first(said: object) -> str | None:
    """Of several samples to one prompt the first."""
    return text_of(said[0]) if isinstance(said, list) and said else text_of(said)


def _any_of(expected: object) -> str | None:
    values = expected if isinstance(expected, list) else [expected]
    return either(value for value in values if isinstance(value, str) and value.strip())

"""A run from request to report: contexts, outputs, scores, files."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from data_base.errors import InputError
from eval.eval_json_v2.asking import ObjectWriter, prompt
from eval.eval_json_v2.collect import Collected, Collector, unwatched
from eval.eval_json_v2.contexts import Contexts, contexts_of
from eval.eval_json_v2.partial import Partial
from eval.eval_json_v2.question_set import QuestionSet, file_sha1
from eval.eval_json_v2.recorded import read_outputs
from eval.eval_json_v2.report import Terms, write_report
from eval.eval_json_v2.run import score_run
from eval.eval_json_v2.systems import output_of
from eval.files.atomic import whole_file
from scoring.eval_json_v2 import SCORER_VERSION

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from eval.eval_json_v2.collect import Watch
    from eval.eval_json_v2.outcome import Outcome
    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk
    from eval.eval_json_v2.report import Report
    from eval.eval_json_v2.request import RunRequest, Source


class _Writer(NamedTuple):
    """Who writes the outputs.

    Attributes:
        name: as it stands in the report.
        write: takes a question and its context.
    """

    name: str
    write: Callable[[Question, Sequence[Chunk]], Awaitable[Outcome[str]]]


async def conduct(request: RunRequest, watch: Watch = unwatched) -> Report:
    """Score recorded outputs, or those that a model or system writes, and write the report.

    What is asked for is kept as it comes, beside the report, until every question has its score: the same
    request goes on where an interrupted one stopped, and asks again where one failed.

    Args:
        request: what is asked for.
        watch: who is told how far it has come.

    Raises:
        InputError: the input cannot be used, or something cannot be written.
    """
    asked = QuestionSet(request.questions)
    writer, recorded = _writer(request.source), _recorded(request.source.outputs)
    contexts = await contexts_of(asked, request, watch)
    terms = _terms(request, asked, writer, contexts.version)
    partial = None
    if writer is None:
        wrote = recorded
    else:
        partial = Partial(request.out.with_name(f"{request.out.stem}.partial.jsonl"), terms.model_dump())
        collector = Collector("eval-json-v2", partial, watch, request.source.concurrency)
        wrote = await _written(asked, contexts.collected, writer, collector)
    report = score_run(
        asked.questions,
        wrote.values,
        contexts.collected.values,
        terms,
        created_at=datetime.now(UTC),
        failures={**wrote.failures, **contexts.collected.failures},
    )
    _keep(request.out, asked, wrote if writer else None, contexts if writer or contexts.partial else None)
    write_report(request.out, report)
    if not report.counts.n_unscored:
        for one in (partial, contexts.partial):
            if one is not None:
                one.done()
    return report


def _writer(source: Source) -> _Writer | None:
    if source.model is not None:
        from agents.calls.settings import CallSettings  # noqa: PLC0415  (only where a model is asked)

        writer = ObjectWriter(source.model, call=CallSettings(cache=source.cache))
        return _Writer(writer.model_id, writer.write)
    if source.outputs is not None:
        return None
    from eval.systems.http_endpoint import HttpSystem  # noqa: PLC0415  (loads the HTTP client)
    from eval.systems.python_callable import load_callable  # noqa: PLC0415  (imports a module of the user's)

    system = HttpSystem(source.http) if source.http is not None else load_callable(str(source.function))
    return _Writer(system.name, lambda question, _chunks: output_of(system, question))


def _recorded(path: Path | None) -> Collected[str]:
    read = {} if path is None else read_outputs(path)
    return Collected({name: output for name, output in read.items() if output is not None}, {})


def _terms(request: RunRequest, asked: QuestionSet, writer: _Writer | None, index_version: str) -> Terms:
    template, labels, recorded = prompt(), request.labels, request.source.outputs
    known = writer.name if writer else ""
    if recorded is not None:
        known = f"recorded:{recorded.stem}@{file_sha1(recorded)}"
    return Terms(
        eval_set_version=asked.version,
        prompt_version=labels.prompt_version or f"{template.id}/{template.language}/{template.version}",
        prompt_sha256=labels.prompt_sha256 or template.sha256,
        index_version=labels.index_version or index_version,
        model_id=labels.model_id or known,
        adapter_id=labels.adapter_id,
        scorer_version=SCORER_VERSION,
        allow_fence=labels.allow_fence,
    )


async def _written(
    asked: QuestionSet, contexts: Collected[list[Chunk]], writer: _Writer, collector: Collector
) -> Collected[str]:
    """The outputs for the questions that have a context."""
    known = contexts.values.keys() | contexts.failures.keys()
    missing = next((one.id for one in asked.questions if one.id not in known), None)
    if missing is not None:
        raise InputError(f"The contexts hold no line for the question {missing!r}; add one.")
    questions = [one for one in asked.questions if one.id in contexts.values]
    return await collector.collect(questions, lambda one: writer.write(one, contexts.values[one.id]))


def _keep(out: Path, asked: QuestionSet, wrote: Collected[str] | None, contexts: Contexts | None) -> None:
    """Write down what was asked for: the outputs, null where there is none, and the contexts."""
    if wrote is not None:
        rows = ({"id": one.id, "output": wrote.values.get(one.id)} for one in asked.questions)
        _write_lines(out.with_name(f"{out.stem}.outputs.jsonl"), rows)
    if contexts is not None:
        found = contexts.collected.values.items()
        _write_lines(
            out.with_name(f"{out.stem}.contexts.jsonl"), ({"id": name, "chunks": x} for name, x in found)
        )


def _write_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    with whole_file(path) as file:
        for row in rows:
            file.write((json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "replace"))

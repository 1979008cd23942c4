"""A run made ready: what is read, who writes, and under what terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.eval_json_v2.asking import ObjectWriter, prompt
from eval.eval_json_v2.contexts import contexts_of
from eval.eval_json_v2.question_set import Question, QuestionSet, file_sha1
from eval.eval_json_v2.recorded import Chunk, read_outputs
from eval.eval_json_v2.report import Terms
from eval.runs.manifest import manifest_of
from eval.runs.terms import file_hash
from scoring.eval_json_v2 import SCORER_VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from data_base.schemas.protocols import System
    from data_base.schemas.run import RunManifest
    from eval.eval_json_v2.contexts import Contexts
    from eval.eval_json_v2.request import RunRequest, Source

RECORDED = "recorded"
Write = Callable[[Question, Sequence[Chunk]], Awaitable[Answer | None]]
"""Gives the output for a question in its context; None where none is recorded."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes the outputs.

    Attributes:
        name: as it stands in the report.
        write: gives an output.
        llm: the model that is asked, or the name of whoever else is; None where outputs are recorded.
    """

    name: str
    write: Write
    llm: BaseChatModel | str | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that can begin.

    Attributes:
        request: what was asked for.
        questions: of the set.
        writer: who writes.
        contexts: in which contexts.
        terms: as the report tells them.
        manifest: as the run store tells them.
    """

    request: RunRequest
    questions: Sequence[Question]
    writer: Writer
    contexts: Contexts
    terms: Terms
    manifest: RunManifest


def prepare(request: RunRequest) -> Prepared:
    """Read what the run needs; nobody is asked.

    Raises:
        InputError: the input cannot be used.
    """
    asked = QuestionSet(request.questions)
    recorded = None if request.source.outputs is None else read_outputs(request.source.outputs)
    writer = _asking(request.source) if recorded is None else _recorded(recorded)
    contexts = contexts_of(asked, request.retrieval)
    if contexts.researcher is None:
        written = (one.id for one in asked.questions if recorded is None or recorded.get(one.id) is not None)
        if missing := [name for name in written if name not in contexts.given]:
            raise InputError(
                f"The contexts hold no line for the question {missing[0]!r}; add one, with an empty list of "
                "chunks where nothing was retrieved."
            )
    terms = _terms(request, asked, writer, contexts.version)
    manifest = _manifest(request, terms, writer, contexts)
    return Prepared(request, asked.questions, writer, contexts, terms, manifest)


def case_of(question: Question) -> Case:
    """A question as systems are asked it."""
    return Case(id=question.id, question=question.question)


def _asking(source: Source) -> Writer:
    if source.model is not None:
        from agents.calls.settings import CallSettings  # noqa: PLC0415  (only where a model is asked)

        writer = ObjectWriter(source.model, call=CallSettings(cache=source.cache))
        return Writer(writer.name, writer.write, writer.llm)
    from eval.systems.http_endpoint import HttpSystem  # noqa: PLC0415  (loads the HTTP client)
    from eval.systems.python_callable import load_callable  # noqa: PLC0415  (imports a module of the user's)

    system: System = HttpSystem(source.http) if source.http else load_callable(str(source.function))
    return Writer(system.name, lambda question, _chunks: system.answer(case_of(question)), system.name)


def _recorded(outputs: Mapping[str, str | None]) -> Writer:
    async def write(question: Question, _chunks: Sequence[Chunk]) -> Answer | None:
        output = outputs.get(question.id)
        return None if output is None else Answer(text=output)

    return Writer(RECORDED, write)


def _terms(request: RunRequest, asked: QuestionSet, writer: Writer, index_version: str) -> Terms:
    template, labels, recorded = prompt(), request.labels, request.source.outputs
    known = writer.name if recorded is None else f"recorded:{recorded.stem}@{file_sha1(recorded)}"
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


def _manifest(request: RunRequest, terms: Terms, writer: Writer, contexts: Contexts) -> RunManifest:
    read: dict[str, Path | None] = {"questions": request.questions, "outputs": request.source.outputs}
    models = {"writer": writer.llm, "research": contexts.llm}
    return manifest_of(
        "eval-json-v2",
        models={role: llm for role, llm in models.items() if llm is not None},
        data_hashes={name: file_hash(path) for name, path in read.items() if path is not None},
        settings={"report": terms.model_dump()},
        scorer_version=SCORER_VERSION,
        prompts=(prompt().ref,),
        index_version=contexts.version,
    )

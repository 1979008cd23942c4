"""A run made ready: what is read, who writes, and under what terms."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from langchain_core.language_models import BaseChatModel
from pydantic import JsonValue

from agents.calls.estimate import CallEstimate
from agents.calls.settings import CallSettings
from agents.models.missing_packages import packages_last
from agents.models.registry import chat_model
from agents.research.settings import default_checkpoints
from data_base.documents.reader import read_documents
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunManifest
from eval.engines.engine import require_prices
from eval.eval_json_v2.object_writer import ObjectWriter, prompt, retrieve
from eval.eval_json_v2.question_set import ObjectQuestion, QuestionSet, file_sha1
from eval.eval_json_v2.recorded import Chunk, read_contexts, read_outputs
from eval.eval_json_v2.report import ObjectTerms
from eval.eval_json_v2.request import ObjectRunRequest, Retrieval
from eval.runs.manifest import manifest_of
from eval.runs.preflight import ModelCheck, ready
from eval.runs.terms import file_hash
from eval.systems.choice import ChosenSystem, SystemChoice, choose_system, required
from scoring.eval_json_v2 import SCORER_VERSION

RECORDED = "recorded"
WriteOutput = Callable[[ObjectQuestion, Sequence[Chunk]], Awaitable[Answer | None]]
"""Returns the output for a question in its context; None where none is recorded."""


@dataclass(frozen=True, slots=True)
class OutputWriter:
    """Who writes the outputs."""

    name: str
    """The name, as in the report."""
    write: WriteOutput
    """Returns an output."""
    llm: BaseChatModel | str | None = None
    """The model that is called, or the name of another system; None if outputs are recorded."""
    require: ModelCheck = ready
    """Checks, given the stored items, that the writer can be called."""
    estimate: Callable[[ObjectQuestion, Sequence[Chunk]], Awaitable[CallEstimate]] | None = None
    """What a question's output will cost; None if that cannot be known."""
    settings: Mapping[str, JsonValue] = field(default_factory=dict)
    """What else shapes the outputs."""

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """The model that is asked, if one is."""
        return (self.llm,) if isinstance(self.llm, BaseChatModel) else ()


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of a run."""

    version: str
    """The version of what they are retrieved from."""
    given: Mapping[str, list[Chunk]]
    """Question id to its chunks; empty if they have to be researched."""
    researcher: ChosenSystem | None = None
    """Finds them, one question at a time; None if they are given."""
    nearest: Callable[[], Mapping[str, list[Chunk]]] = dict
    """Returns the passages nearest to each question, from which the cost of a researched context is
    estimated.
    """


@dataclass(frozen=True, slots=True)
class ObjectRun:
    """A run that can begin."""

    request: ObjectRunRequest
    """What was asked for."""
    questions: Sequence[ObjectQuestion]
    """The questions of the set."""
    writer: OutputWriter
    """Writes the outputs."""
    contexts: Contexts
    """The contexts that the outputs are written in."""
    terms: ObjectTerms
    """The terms for the report."""
    manifest: RunManifest
    """The manifest for the run store."""


@packages_last()
def prepare(request: ObjectRunRequest) -> ObjectRun:
    """Read what the run needs; no one is asked.

    Raises:
        InputError: the input cannot be used.
    """
    request.check()
    asked = QuestionSet(request.questions)
    questions = asked.questions[: request.limit]
    outputs = request.system.answers
    recorded = None if outputs is None else read_outputs(outputs)
    writer = writer_of(request.system, request.cache) if recorded is None else _recorded(recorded)
    contexts = _contexts(asked, request.retrieval)
    require_prices(
        request.engine.limits,
        (*writer.models, *(contexts.researcher.models if contexts.researcher else ())),
    )
    if contexts.researcher is None:
        written = (one.id for one in questions if recorded is None or recorded.get(one.id) is not None)
        if missing := [name for name in written if name not in contexts.given]:
            raise InputError(
                f"The contexts have no line for the question {missing[0]!r}; add one, with an empty list of "
                "chunks where nothing was retrieved."
            )
    terms = _terms(request, asked, writer, contexts.version)
    manifest = _manifest(request, terms, writer, contexts, len(questions))
    return ObjectRun(request, questions, writer, contexts, terms, manifest)


def case_of(question: ObjectQuestion) -> Case:
    """A question as systems are asked it."""
    return Case(id=question.id, question=question.question)


def writer_of(choice: SystemChoice, cache: Path | None) -> OutputWriter:
    """The writer that is named; no one is asked.

    Args:
        choice: a system, or a file of outputs.
        cache: where a model's replies are kept, None for nowhere.

    Raises:
        InputError: it cannot be used.
    """
    if choice.answers is not None:
        return _recorded(read_outputs(choice.answers))
    if choice.model is not None:
        llm = chat_model(choice.model)
        writer = ObjectWriter(llm, call=CallSettings(cache=cache))
        return OutputWriter(writer.name, writer.write, llm, required((llm,)), writer.estimate)
    chosen = choose_system(choice)
    contestant = chosen.contestant

    async def write(question: ObjectQuestion, _chunks: Sequence[Chunk]) -> Answer | None:
        return (await contestant.play(case_of(question))).answer

    return OutputWriter(contestant.name, write, contestant.name, chosen.require, settings=chosen.settings)


def _recorded(outputs: Mapping[str, str | None]) -> OutputWriter:
    async def write(question: ObjectQuestion, _chunks: Sequence[Chunk]) -> Answer | None:
        output = outputs.get(question.id)
        return None if output is None else Answer(text=output)

    return OutputWriter(RECORDED, write)


def _contexts(asked: QuestionSet, wanted: Retrieval) -> Contexts:
    """Read or search the contexts, or get ready to research them.

    Args:
        asked: the questions.
        wanted: where the contexts come from.

    Raises:
        InputError: they, or the documents, cannot be used.
    """
    if wanted.contexts is not None:
        version = f"{wanted.contexts.stem}@{file_sha1(wanted.contexts)}"
        return Contexts(version, read_contexts(wanted.contexts))
    index = PassageIndex.from_passages(read_documents(list(wanted.documents)))
    nearest = partial(retrieve, asked.questions, index, k=wanted.chunks)
    if wanted.research is None:
        return Contexts(f"{index.fingerprint}/k={wanted.chunks}", nearest())
    choice = SystemChoice(model=wanted.research, judge=wanted.judge, system="deep_research")
    researcher = choose_system(choice, index=lambda: index, checkpoints=default_checkpoints())
    return Contexts(f"{index.fingerprint}/deep_research", {}, researcher, nearest)


def _terms(
    request: ObjectRunRequest, asked: QuestionSet, writer: OutputWriter, index_version: str
) -> ObjectTerms:
    template, labels, recorded = prompt(), request.labels, request.system.answers
    known = writer.name if recorded is None else f"recorded:{recorded.stem}@{file_sha1(recorded)}"
    return ObjectTerms(
        eval_set_version=asked.version,
        prompt_version=labels.prompt_version or f"{template.id}/{template.language}/{template.version}",
        prompt_sha256=labels.prompt_sha256 or template.sha256,
        index_version=labels.index_version or index_version,
        model_id=labels.model_id or known,
        adapter_id=labels.adapter_id,
        scorer_version=SCORER_VERSION,
        allow_fence=labels.allow_fence,
    )


def _manifest(
    request: ObjectRunRequest, terms: ObjectTerms, writer: OutputWriter, contexts: Contexts, questions: int
) -> RunManifest:
    models = {"writer": writer.llm, **(contexts.researcher.roles if contexts.researcher else {})}
    outputs = request.system.answers
    settings: dict[str, JsonValue] = {"report": terms.model_dump(), **writer.settings}
    if outputs is not None:
        settings["outputs_sha256"] = file_hash(outputs)
    if request.limit is not None:
        settings["limit"] = request.limit
    return manifest_of(
        "eval-json-v2",
        models={role: llm for role, llm in models.items() if llm is not None},
        data_hashes={"questions": file_hash(request.questions)},
        settings=settings,
        scorer_version=SCORER_VERSION,
        prompts=(prompt().ref,),
        index_version=contexts.version,
        subject=request.questions.name,
        planned=questions,
        name=request.name,
    )

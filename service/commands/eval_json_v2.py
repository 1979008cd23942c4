"""``judge eval-json-v2``: score the JSON objects that a model wrote for a question set."""

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.interrupt import stops_with
from service.commands.replies import kept_replies

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from data_base.passage_index import PassageIndex
    from eval.eval_json_v2.partial import PartialOutputs
    from eval.eval_json_v2.question_set import Question, QuestionSet
    from eval.eval_json_v2.recorded import Chunk
    from eval.eval_json_v2.report import Report

    Outputs = dict[str, str | None]
    Told = Callable[[str, str | None], None]

FAILED = 1
_BASE = "none"

eval_json_v2_app = typer.Typer(
    help="Eval JSON v2: score one JSON object a question, by fixed formulas.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
QuestionsOption = Annotated[Path, typer.Option(help="The question set: a JSON array.")]


@eval_json_v2_app.command("run")
def run(
    *,
    questions: QuestionsOption,
    out: Annotated[Path, typer.Option(help="The report to write.")],
    outputs: Annotated[
        Path | None, typer.Option(help='Recorded outputs: {"id", "output"} a line, raw text.')
    ] = None,
    contexts: Annotated[
        Path | None, typer.Option(help='The contexts: {"id", "chunks": [{"source_path", "text"}]} a line.')
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Ask this model instead of reading --outputs: openai:…, google:….")
    ] = None,
    function: Annotated[
        str | None,
        typer.Option("--callable", help="Ask this function of the question instead: module:name."),
    ] = None,
    http: Annotated[str | None, typer.Option(help="Ask this endpoint instead: an address.")] = None,
    documents: Annotated[
        list[Path] | None, typer.Option(help="Retrieve the contexts from here instead of reading --contexts.")
    ] = None,
    research: Annotated[
        str | None,
        typer.Option(help="Let Deep Research with this model find the contexts in --documents."),
    ] = None,
    allow_fence: Annotated[
        bool, typer.Option("--allow-fence", help="Tolerate a code fence around the object; recorded.")
    ] = False,
    model_id: Annotated[
        str | None, typer.Option(help="Who wrote the recorded outputs; by default the file's hash.")
    ] = None,
    adapter_id: Annotated[str, typer.Option(help="The adapter on top of the model.")] = _BASE,
    index_version: Annotated[
        str | None, typer.Option(help="What recorded contexts were retrieved from; by default their hash.")
    ] = None,
    prompt_version: Annotated[
        str | None, typer.Option(help="Of the prompt of recorded outputs; by default the shipped one's.")
    ] = None,
    prompt_sha256: Annotated[
        str | None, typer.Option(help="Of that prompt; by default the shipped one's.")
    ] = None,
    chunks: Annotated[int, typer.Option(min=1, help="Passages retrieved for a question.")] = 6,
    concurrency: Annotated[int, typer.Option(min=1, help="Questions under way at once.")] = 4,
) -> None:
    """Score outputs and write a report; the same inputs give the same report, but for its time.

    Every output that is asked for is kept as it comes, so that the same command goes on where an interrupted
    one stopped. What was written, and in which contexts, is kept beside the report.

    Exit code 2 says that the input cannot be used. A question without an output is unscored.
    """
    with stops_with("What came is kept; the same command goes on from there."):
        from eval.eval_json_v2.asking import prompt
        from eval.eval_json_v2.partial import PartialOutputs
        from eval.eval_json_v2.question_set import QuestionSet
        from eval.eval_json_v2.recorded import read_outputs
        from eval.eval_json_v2.report import Terms, write_report
        from eval.eval_json_v2.run import score_run
        from scoring.eval_json_v2 import SCORER_VERSION

        asked = QuestionSet(questions)
        if sum(source is not None for source in (outputs, model, function, http)) != 1:
            raise _wrong("Give one of --outputs, --model, --callable and --http.")
        given, own_index = _contexts(asked, contexts, _Retrieval(documents or [], chunks, research))
        asking = None if outputs is not None else _asking(model, function, http, concurrency)
        template = prompt()
        terms = Terms(
            eval_set_version=asked.version,
            prompt_version=prompt_version or f"{template.id}/{template.language}/{template.version}",
            prompt_sha256=prompt_sha256 or template.sha256,
            index_version=index_version or own_index,
            model_id=model_id or (asking.name if asking else _name_of(outputs)),
            adapter_id=adapter_id,
            scorer_version=SCORER_VERSION,
            allow_fence=allow_fence,
        )
        if asking is None:
            wrote, partial = read_outputs(Path(str(outputs))), None
        else:
            partial = PartialOutputs(out.with_name(f"{out.stem}.partial.jsonl"), terms.model_dump())
            wrote = _asked(asked, given, asking, partial)
        report = score_run(asked.questions, wrote, given, terms, created_at=datetime.now(UTC))
        if partial is not None:
            _keep(out, "outputs", [{"id": key, "output": text} for key, text in wrote.items()])
            _keep(out, "contexts", [{"id": key, "chunks": found} for key, found in given.items()])
        write_report(out, report)
        if partial is not None and not report.counts.n_unscored:
            partial.done()
    _show(report, out)


@eval_json_v2_app.command("subset")
def subset(
    *,
    questions: QuestionsOption,
    out: Annotated[Path, typer.Option(help="The subset to write; how it was made stands beside it.")],
    size: Annotated[int, typer.Option(min=1, help="How many questions.")] = 100,
    seed: Annotated[int, typer.Option(help="Another one chooses others.")] = 0,
    allow_duplicates: Annotated[
        bool,
        typer.Option("--allow-duplicates", help="Even if a chosen question stands in the rest again."),
    ] = False,
) -> None:
    """Choose a subset, each target audience and main topic in proportion; the same on every machine."""
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.subset import choose

    asked = QuestionSet(questions)
    chosen = choose(asked.questions, size, seed=seed, allow_duplicates=allow_duplicates)
    ids = set(chosen.ids)
    _write(out, [raw for raw in asked.raw if raw["id"] in ids])
    made = {
        "from": asked.version,
        "eval_set_version": QuestionSet(out).version,
        "seed": seed,
        "size": size,
        "n_questions": len(asked.questions),
        "n_distinct": chosen.distinct,
        "duplicates_across": [list(pair) for pair in chosen.crossing],
        "strata": [[*name, count] for name, count in chosen.strata.items()],
    }
    _write(out.with_name(f"{out.stem}.manifest.json"), made)
    typer.echo(
        f"{len(asked.questions)} questions, {chosen.distinct} of them really distinct; {size} chosen from "
        f"{len(chosen.strata)} strata with seed {seed}: {out}"
    )


@eval_json_v2_app.command("gate")
def gate(
    report: Annotated[
        Path | None, typer.Argument(help="The report of a run over the dev subset.", show_default=False)
    ] = None,
    *,
    named: Annotated[
        Path | None, typer.Option("--report", help="The same by name.", show_default=False)
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="The question set; a report over another version has no verdict.")
    ] = None,
    min_score: Annotated[float, typer.Option(min=0, max=100, help="Least mean score.")] = 95.0,
    min_schema_pass_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of outputs that keep the schema.")
    ] = 0.98,
) -> None:
    """Say whether the full set may be run.

    Exit code 0: passed. 1: the gate failed. 2: it could not be judged, since the input is bad, the data has
    changed, or items are unscored.
    """
    from eval.eval_json_v2.gate import gate as judged
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.report import read_report

    if (report is None) == (named is None):
        raise _wrong("Name one report.")
    verdict = judged(
        read_report(Path(str(report or named))),
        min_score=min_score,
        min_schema_pass_rate=min_schema_pass_rate,
        eval_set_version=None if questions is None else QuestionSet(questions).version,
    )
    typer.echo(f"{'passed' if verdict.passed else 'failed'}: {verdict.reason}")
    if not verdict.passed:
        raise typer.Exit(FAILED)


@dataclass(frozen=True)
class _Retrieval:
    """How contexts are found."""

    documents: list[Path]
    chunks: int
    research: str | None


def _contexts(
    asked: "QuestionSet", contexts: Path | None, retrieval: _Retrieval
) -> "tuple[dict[str, list[Chunk]], str]":
    from eval.eval_json_v2.question_set import file_sha1
    from eval.eval_json_v2.recorded import read_contexts

    if (contexts is None) == (not retrieval.documents):
        raise _wrong("Give either --contexts or --documents.")
    if contexts is not None:
        return read_contexts(contexts), f"{contexts.stem}@{file_sha1(contexts)}"
    from data_base.documents.reader import read_documents
    from data_base.passage_index import PassageIndex
    from eval.eval_json_v2.asking import retrieve

    index = PassageIndex.from_passages(read_documents(retrieval.documents))
    if retrieval.research is not None:
        return _researched(asked, index, retrieval.research), f"{index.fingerprint}/deep_research"
    found = retrieve(asked.questions, index, k=retrieval.chunks)
    return found, f"{index.fingerprint}/k={retrieval.chunks}"


def _researched(asked: "QuestionSet", index: "PassageIndex", model: str) -> "dict[str, list[Chunk]]":
    from agents.deep_research import DeepResearchService
    from agents.evaluator import RAGEvaluator
    from agents.systems import DeepResearch
    from eval.eval_json_v2.systems import researched

    service = DeepResearchService(model, retriever=index, evaluator=RAGEvaluator(model))
    return asyncio.run(researched(DeepResearch(service), asked.questions))


@dataclass(frozen=True)
class _Asking:
    """Who is asked.

    Attributes:
        name: as it stands in the report.
        ask: takes the questions, the contexts and who is told of each output.
    """

    name: str
    ask: "Callable[[Sequence[Question], dict[str, list[Chunk]], Told], Coroutine[object, object, Outputs]]"


def _asking(model: str | None, function: str | None, http: str | None, concurrency: int) -> _Asking:
    if model is not None:
        from agents.call_settings import CallSettings
        from eval.eval_json_v2.asking import ObjectWriter

        writer = ObjectWriter(model, call=CallSettings(cache=kept_replies()), concurrency=concurrency)
        return _Asking(writer.model_id, writer.write_all)
    from eval.callable_system import load_callable
    from eval.eval_json_v2.systems import outputs_of
    from eval.http_system import HttpSystem

    system = load_callable(function) if function is not None else HttpSystem(str(http))
    return _Asking(
        system.name,
        lambda asked, _contexts, told: outputs_of(system, asked, told, concurrency=concurrency),
    )


def _asked(
    asked: "QuestionSet", given: "dict[str, list[Chunk]]", asking: _Asking, partial: "PartialOutputs"
) -> "Outputs":
    missing = next((one.id for one in asked.questions if one.id not in given), None)
    if missing is not None:
        raise _wrong(f"The contexts hold no line for the question {missing!r}; add one.")
    left = [question for question in asked.questions if question.id not in partial.outputs]
    came = partial.outputs | asyncio.run(asking.ask(left, given, partial.add))
    return {question.id: came[question.id] for question in asked.questions}


def _name_of(outputs: Path | None) -> str:
    from eval.eval_json_v2.question_set import file_sha1

    path = Path(str(outputs))
    return f"recorded:{path.stem}@{file_sha1(path)}"


def _wrong(sentence: str) -> Exception:
    from data_base.errors import InputError

    return InputError(sentence)


def _keep(out: Path, kind: str, rows: list[dict[str, object]]) -> None:
    from eval.whole_file import whole_file

    with whole_file(out.with_name(f"{out.stem}.{kind}.jsonl")) as file:
        for row in rows:
            file.write((json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "replace"))


def _write(path: Path, value: object) -> None:
    from eval.whole_file import whole_file

    with whole_file(path) as file:
        file.write((json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode())


def _show(report: "Report", out: Path) -> None:
    mean, rate = report.metrics.eval_score_avg, report.metrics.schema_pass_rate
    counts = report.counts
    typer.echo(
        f"{counts.n_scored} of {counts.n_total} scored, "
        f"eval_score_avg {'none' if mean is None else f'{mean:.2f}'}, "
        f"schema_pass_rate {'none' if rate is None else f'{rate:.4f}'}: {out}"
    )

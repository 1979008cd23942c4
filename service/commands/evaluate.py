"""``judge evaluate``: score one answer, or a file of answers."""

import asyncio
import gc
import json
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.commands.options.models import JudgeOptionsOption, with_given
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.replies import kept_replies
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.evaluate_lines import json_line, text
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle, at_work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import JsonValue

    from agents.evaluator import RAGEvaluator
    from agents.judges.settings_file import JudgeSettings
    from agents.judges.spec import JudgeSpec
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore
    from eval.judging.run import Judging

SOME_FAILED = 1
_COLLECT = 50_000, 20, 20
# A file of any length is judged; only what the means need is kept of each result.
_WITHOUT_TEXTS: dict[str, Any] = {
    **dict.fromkeys(("reason", "suggestion", "analysis"), ""),
    "raw_reply": None,
    "issues": (),
    "evidence": None,
}


FileArgument = Annotated[
    Path | None,
    typer.Argument(help="FILE.jsonl: question, answer and, if any, documents a line.", readable=False),
]
QuestionOption = Annotated[str | None, typer.Option(help="The question.")]
AnswerOption = Annotated[str | None, typer.Option(help="The answer to judge.")]
DocumentsOption = Annotated[
    list[Path] | None,
    typer.Option(help="A folder or files the answer should lean on.", readable=False),
]
JudgeOption = Annotated[
    str, typer.Option(help="The judge: embedded, openai:…, google:…, embedded+openai:…, or several.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
OutOption = Annotated[
    Path | None,
    typer.Option(help="Write the results here, one JSON object a line, with a manifest beside."),
]
SettingsOption = Annotated[
    Path | None, typer.Option(help="A YAML or JSON file with weights, thresholds and rubric of your own.")
]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", help="Say how many calls, tokens and dollars it would take, and stop."),
]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither read nor keep the judge's replies.")]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Judgements under way at once.")]
ScoreMapOption = Annotated[
    Path | None, typer.Option(help="Map the scores by a file of judge calibrate --save-map.")
]


def evaluate(
    *,
    file: FileArgument = None,
    question: QuestionOption = None,
    answer: AnswerOption = None,
    documents: DocumentsOption = None,
    judge: JudgeOption = "embedded",
    judge_option: JudgeOptionsOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
    settings: SettingsOption = None,
    dry_run: DryRunOption = False,
    no_cache: NoCacheOption = False,
    concurrency: ConcurrencyOption = 4,
    score_map: ScoreMapOption = None,
    panel: PanelOption = Panel.OFF,
    store: StoreOption = None,
    fresh: FreshOption = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Score answers for accuracy, completeness and clarity (1-10), with reasons and a suggestion.

    The judge's replies are kept in the file that JUDGE_CACHE names (.judge/replies.sqlite unless told
    otherwise, none if empty): the same command after an interruption pays for nothing twice.

    Exit code 1 says that the judge failed on some answer, 2 that the input cannot be used.
    """
    cache = None if no_cache else kept_replies()
    with stops_with(_advice(cache)):
        with at_work("reading the answers", progress):
            answers = _answers(file, question, answer, documents)
        own = _judge_settings(settings)
        run = _Run(
            answers,
            with_given(judge, judge_option, own.model if own else None),
            cache,
            concurrency,
            as_json=as_json,
            out=out,
            settings=own,
            score_map=score_map,
            panel=panel,
            store=store,
            fresh=fresh,
        )
        failed = asyncio.run(_foretell(run) if dry_run else _judge_all(run, progress))
    if failed:
        raise typer.Exit(SOME_FAILED)


def _advice(cache: Path | None) -> str:
    if cache is None:
        return "What was printed holds; no replies are kept, so that the same command begins anew."
    return "The judge's replies are kept; the same command prints all results and pays only for the rest."


@dataclass(frozen=True)
class _Answers:
    """The answers to be judged, read afresh each time they are asked for."""

    count: int
    questions_sha256: str
    answers_sha256: str
    read: "Callable[[], Iterator[JudgeRequest]]"


@dataclass(frozen=True)
class _Run:
    """What is to be judged, by whom, and where the results go."""

    answers: _Answers
    model: str
    cache: Path | None
    concurrency: int
    as_json: bool
    out: Path | None
    settings: "JudgeSettings | None"
    score_map: Path | None
    panel: Panel
    store: str | None
    fresh: bool

    def mapping(
        self, llm: "JudgeSpec"
    ) -> "Callable[[FineGrainedEvaluationResult], FineGrainedEvaluationResult]":
        from agents.models.names import model_identity
        from eval.calibration.score_map import load

        if self.score_map is None:
            return lambda result: result
        return load(self.score_map, model_identity(llm)).applied

    def evaluator(self, llm: "JudgeSpec") -> "RAGEvaluator":
        from agents.evaluator import RAGEvaluator

        given = {**(self.settings.evaluator if self.settings else {}), **self.panel.settings()}
        return RAGEvaluator(llm, cache=self.cache, **given)

    def judging(self, llm: "JudgeSpec") -> "Judging":
        from eval.judging.run import Judging

        return Judging(
            read=self.answers.read,
            llm=llm,
            evaluator=self.evaluator(llm),
            mapped=self.mapping(llm),
            concurrency=self.concurrency,
            keeps_replies=self.cache is not None,
        )

    def data_hashes(self) -> dict[str, str]:
        return {"questions": self.answers.questions_sha256} | (
            {"judge_settings": self.settings.sha256} if self.settings else {}
        )

    def shaping(self) -> "dict[str, JsonValue]":
        from eval.runs import terms

        said: dict[str, JsonValue] = {"answers_sha256": self.answers.answers_sha256}
        if self.settings:
            said["judge_settings"] = dict(self.settings.stated)
        if self.score_map:
            said["score_map_sha256"] = terms.file_hash(self.score_map)
        return said


def _judge_settings(path: Path | None) -> "JudgeSettings | None":
    from agents.judges.settings_file import read_judge_settings

    return None if path is None else read_judge_settings(path)


def _answers(
    file: Path | None, question: str | None, answer: str | None, documents: list[Path] | None
) -> _Answers:
    if file is None:
        return _from_options(question, answer, documents)
    return _from_file(file, question, answer, documents)


def _from_options(question: str | None, answer: str | None, documents: list[Path] | None) -> _Answers:
    from data_base.documents.reader import read_documents
    from data_base.errors import InputError
    from data_base.schemas.protocols import JudgeRequest

    if question is None or answer is None or not question.strip():
        raise InputError("Give --question and --answer, or a FILE.jsonl.")
    passages = tuple(read_documents(documents)) if documents else None
    only = JudgeRequest(question=question, answer=answer, documents=passages)
    return _counted(lambda: iter([only]))


def _counted(read: "Callable[[], Iterator[JudgeRequest]]") -> _Answers:
    """The answers, read to the end once, so that a bad last line costs nothing.

    What was said may differ between two runs that compare; what was asked may not.
    """
    import hashlib

    count, asked, said = 0, hashlib.sha256(), hashlib.sha256()
    for count, request in enumerate(read(), start=1):  # noqa: B007  (the count is wanted)
        asked.update(json.dumps([request.id, request.question], ensure_ascii=False).encode())
        said.update(request.model_dump_json().encode())
    return _Answers(count, asked.hexdigest(), said.hexdigest(), read)


def _from_file(
    file: Path, question: str | None, answer: str | None, documents: list[Path] | None
) -> _Answers:
    from data_base.errors import InputError
    from eval.judging.answer_file import iter_answers

    if question or answer or documents:
        raise InputError(
            f"{file} brings its own questions, answers and documents; leave out --question, --answer and "
            "--documents."
        )
    answers = _counted(lambda: iter_answers(file))
    if not answers.count:
        raise InputError(f"{file} holds no answers; write one JSON object a line.")
    return answers


async def _foretell(run: _Run) -> int:
    """Say what the run would take; nobody is asked."""
    from agents.judges.spec import JudgeSpec

    evaluator = run.evaluator(JudgeSpec.of(run.model))
    estimate = await evaluator.estimate(run.answers.read())
    if run.as_json:
        typer.echo(estimate.model_dump_json())
        return 0
    cost = "cost unknown" if estimate.cost_usd is None else f"about ${estimate.cost_usd:.4f}"
    panel = evaluator.further_judgements
    more = f"Retries, hedges, repairs and {panel} more judgements of a close verdict"
    more = more if panel else "Retries, hedges and repairs"
    typer.echo(
        f"{run.answers.count} answers: {estimate.calls} calls to {run.model}, {estimate.cached} kept; "
        f"about {estimate.input_tokens:,} tokens sent, {estimate.output_tokens:,} received, {cost}. "
        f"{more} come on top. Nobody was asked."
    )
    return 0


async def _judge_all(run: _Run, style: ProgressStyle) -> int:
    from agents.judges.cascade import sent_on
    from agents.judges.spec import JudgeSpec
    from agents.models.names import model_id
    from eval.judging.summary import summaries
    from eval.runs.open_run import finish, open_run
    from eval.runs.served_models import changes, served_to
    from service.commands.evaluate_out import whole_file, write_manifest

    # Judging makes many small objects and hardly a cycle: looking for those less often saves a seventh.
    gc.set_threshold(*_COLLECT)
    llm = JudgeSpec.of(run.model)
    judging = run.judging(llm)
    terms = judging.manifest(run.data_hashes(), run.shaping())
    lines = nullcontext() if run.out is None else whole_file(run.out)
    with lines as written, open_run(terms, run.store, fresh=run.fresh) as (store, manifest):

        def show(request: "JudgeRequest", result: "FineGrainedEvaluationResult") -> None:
            if written is not None:
                written.write(json_line(request, result) + "\n")
            else:
                typer.echo((json_line if run.as_json else text)(request, result))

        results = await _judged(judging, run.answers.count, store, manifest.run_id, style, show)
    found, served = summaries(results), served_to(results)
    if run.out is not None:
        write_manifest(run.out, manifest, results=found, served=served)
    unscored = sum(item.total - item.scored for item in found)
    if not unscored:
        finish(manifest.run_id, run.store)
    if not run.as_json and run.answers.count > 1:
        typer.echo("\n".join(map(str, found)))
    if not run.as_json:
        typer.echo(f"Run {manifest.run_id}")
    for sentence in changes(served):
        typer.echo(sentence, err=True)
    if (told := sent_on(model_id(llm), [result.model_id for result in results])) is not None:
        typer.echo(told, err=True)
    return unscored


async def _judged(
    judging: "Judging",
    count: int,
    store: "RunStore",
    run_id: str,
    style: ProgressStyle,
    show: "Callable[[JudgeRequest, FineGrainedEvaluationResult], None]",
) -> "list[FineGrainedEvaluationResult]":
    """Judge all answers, showing each as it comes; the results without their texts, for the means."""
    from eval.judging.run import judge_all
    from service.commands.terminal.progress import progress
    from service.commands.terminal.tally import Tally

    tally = Tally.of([judging.llm])
    kept: list[FineGrainedEvaluationResult] = []
    with progress("evaluate", total=count, style=style, begun=tally) as tell:
        async for request, result in judge_all(judging, store, run_id):
            show(request, result)
            tally = tally.with_evaluation(result)
            tell(tally)
            kept.append(_without_texts(result))
    return kept


def _without_texts(result: "FineGrainedEvaluationResult") -> "FineGrainedEvaluationResult":
    panel = result.panel
    if panel is not None:
        members = (member.model_copy(update={"raw_reply": None, "reason": ""}) for member in panel.members)
        panel = panel.model_copy(update={"members": tuple(members)})
    return result.model_copy(update={**_WITHOUT_TEXTS, "panel": panel})

"""``judge evaluate``: score one answer, or a file of answers."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.interrupt import stops_with
from service.commands.progress import ProgressOption, ProgressStyle, at_work
from service.commands.replies import kept_replies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from langchain_core.language_models import BaseChatModel

    from agents.evaluator import RAGEvaluator
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.evaluation_file import AnswerToJudge

SOME_FAILED = 1


def evaluate(
    *,
    file: Annotated[
        Path | None,
        typer.Argument(help="FILE.jsonl: question, answer and, if any, documents a line.", readable=False),
    ] = None,
    question: Annotated[str | None, typer.Option(help="The question.")] = None,
    answer: Annotated[str | None, typer.Option(help="The answer to judge.")] = None,
    documents: Annotated[
        list[Path] | None,
        typer.Option(help="A folder or files the answer should lean on.", readable=False),
    ] = None,
    model: Annotated[str, typer.Option(help="The judge: embedded, openai:…, google:….")] = "embedded",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Judgements under way at once.")] = 4,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Score answers for accuracy, completeness and clarity (1-10), with reasons and a suggestion.

    The judge's replies are kept in the file that JUDGE_CACHE names (.judge/replies.sqlite unless told
    otherwise, none if empty): the same command after an interruption pays for nothing twice.

    Exit code 1 says that the judge failed on some answer, 2 that the input cannot be used.
    """
    with stops_with(_advice()):
        with at_work("reading the answers", progress):
            answers = (
                _from_options(question, answer, documents)
                if file is None
                else _from_file(file, question, answer, documents)
            )
        failed = asyncio.run(_judge_all(answers, model, concurrency, as_json=as_json, style=progress))
    if failed:
        raise typer.Exit(SOME_FAILED)


def _advice() -> str:
    if kept_replies() is None:
        return "What was printed holds; JUDGE_CACHE is empty, so that the same command begins anew."
    return "The judge's replies are kept; the same command prints all results and pays only for the rest."


@dataclass(frozen=True)
class _Answers:
    """The answers to be judged, read afresh each time they are asked for."""

    count: int
    read: "Callable[[], Iterator[AnswerToJudge]]"


def _from_options(question: str | None, answer: str | None, documents: list[Path] | None) -> _Answers:
    from data_base.documents.reader import read_documents
    from data_base.errors import InputError
    from eval.evaluation_file import AnswerToJudge

    if question is None or answer is None or not question.strip():
        raise InputError("Give --question and --answer, or a FILE.jsonl.")
    passages = tuple(read_documents(documents)) if documents else None
    only = AnswerToJudge(id="1", question=question, answer=answer, documents=passages)
    return _Answers(1, lambda: iter([only]))


def _from_file(
    file: Path, question: str | None, answer: str | None, documents: list[Path] | None
) -> _Answers:
    from data_base.errors import InputError
    from eval.evaluation_file import iter_answers

    if question or answer or documents:
        raise InputError(
            f"{file} brings its own questions, answers and documents; leave out --question, --answer and "
            "--documents."
        )
    # Read to the end once before anything is paid for, so that a bad last line costs nothing.
    count = sum(1 for _ in iter_answers(file))
    if not count:
        raise InputError(f"{file} holds no answers; write one JSON object a line.")
    return _Answers(count, lambda: iter_answers(file))


async def _judge_all(
    answers: _Answers, model: str, concurrency: int, *, as_json: bool, style: ProgressStyle
) -> int:
    from agents.chat_models.names import chat_model
    from agents.evaluator import RAGEvaluator
    from agents.streaming import in_order
    from service.commands.progress import progress
    from service.commands.tally import Tally

    llm = chat_model(model)
    evaluator = RAGEvaluator(llm, cache=kept_replies())

    async def judged(answer: "AnswerToJudge") -> "tuple[AnswerToJudge, FineGrainedEvaluationResult]":
        result = await evaluator.evaluate_fine_grained(
            answer.question,
            answer.answer,
            answer.documents,
            reference_documents=answer.reference_documents,
        )
        return answer, result

    tally = Tally()
    with progress("evaluate", total=answers.count, style=style) as tell:
        await _require_judge(llm, evaluator, answers)
        async for answer, result in in_order(answers.read(), judged, concurrency=concurrency):
            typer.echo(_json_line(answer, result) if as_json else _text(answer, result))
            tally = tally.with_evaluation(result)
            tell(tally)
    return tally.unscored


async def _require_judge(llm: "BaseChatModel", evaluator: "RAGEvaluator", answers: _Answers) -> None:
    """Make sure that the judge answers, unless an earlier run has been through this and left its replies."""
    from agents.chat_models.names import EMBEDDED, model_id
    from data_base.protocols import JudgeRequest
    from eval.preflight import require_answers

    if model_id(llm) == EMBEDDED:
        return
    first = next(answers.read())
    request = JudgeRequest(**first.model_dump(exclude={"id"}))
    if (await evaluator.estimate([request])).calls:
        await require_answers([llm])


def _json_line(answer: "AnswerToJudge", result: "FineGrainedEvaluationResult") -> str:
    fields = {"id": answer.id, "question": answer.question, "answer": answer.answer}
    dump = result.model_dump(mode="json")
    return json.dumps({**fields, **dump, "evaluation_failed": result.evaluation_failed}, ensure_ascii=False)


def _text(answer: "AnswerToJudge", result: "FineGrainedEvaluationResult") -> str:
    from agents.events import one_line

    heading = f"[{answer.id}] {one_line(answer.question)}"
    if result.evaluation_failed:
        return f"{heading}\n  unscored: {result.reason}\n"
    metrics = result.metrics
    lines = [
        heading,
        (
            f"  accuracy {metrics.accuracy:.2f}, completeness {metrics.completeness:.2f}, "
            f"clarity {metrics.clarity:.2f}, weighted {metrics.weighted_score:.2f}: "
            f"{'passes' if result.is_passing else 'does not pass'} ({result.mode})"
        ),
        f"  reason: {result.reason}",
        *([f"  suggestion: {result.suggestion}"] if result.suggestion else []),
        *(_issue_line(issue.verdict, issue.claim, issue.passage_id) for issue in result.issues),
    ]
    return "\n".join(lines) + "\n"


def _issue_line(verdict: str, claim: str, passage_id: str | None) -> str:
    return f"  - {verdict}: {claim}" + (f" [{passage_id}]" if passage_id else "")

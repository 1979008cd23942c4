"""The files of an arena."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.arena.result import DIMENSIONS, ArenaResult
from eval.arena.summary import dimensions_of
from eval.files.atomic import write_whole
from eval.files.formula_guard import defuse

ARENA_JSON, ANSWERS_CSV, REPORT_HTML = "arena.json", "answers.csv", "report.html"
COLUMNS = (
    *("case_id", "language", "question", "answerable", "system", "answer", "mode", "status"),
    *DIMENSIONS,
    *("answered", "key_points_covered", "key_points", "context_precision", "context_recall"),
    *("is_passing", "reason", "suggestion", "attempts", "best_attempt", "stop_reason"),
    *("citations", "citations_not_supported", "model_id", "model_served"),
    *("judge_model_id", "judge_model_served", "tokens", "latency_ms"),
    *("error", "gold_answer"),
)


def write_json(result: ArenaResult, folder: Path) -> Path:
    """``arena.json``: everything, so that :class:`ArenaResult` reads it back."""
    path = folder / ARENA_JSON
    write_whole(path, result.model_dump_json(indent=2) + "\n")
    return path


def write_csv(result: ArenaResult, folder: Path) -> Path:
    """``answers.csv``: a row for each question and contestant, with a byte order mark for spreadsheets."""
    path = folder / ANSWERS_CSV
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, (*COLUMNS, *_own_dimensions(result)))
    writer.writeheader()
    for question in result.items:
        for item in question.items:
            writer.writerow({name: defuse(value) for name, value in _cells(question.case, item)})
    write_whole(path, buffer.getvalue().encode("utf-8-sig"))
    return path


def _cells(case: Case, item: RunItem) -> Iterator[tuple[str, object]]:
    yield from (("case_id", case.id), ("language", case.language), ("question", case.question))
    yield from (("answerable", case.answerable), ("gold_answer", case.gold_answer))
    yield from (("system", item.system), ("error", item.error or _unscored_reason(item)))
    yield from _answer_cells(item)
    yield from _evaluation_cells(item)
    yield from _research_cells(item)


def _own_dimensions(result: ArenaResult) -> list[str]:
    names = dimensions_of(item for question in result.items for item in question.items)
    return [name for name in names if name not in DIMENSIONS]


def _unscored_reason(item: RunItem) -> str | None:
    return item.score_card.unscored_reason if item.score_card else None


def _answer_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    if item.answer is None:
        yield "status", "unanswered"
        return
    answer = item.answer
    failing = sum(citation.verdict == "unsupported" for citation in answer.citations)
    yield from (("answer", answer.text), ("status", "unscored"), ("model_id", answer.model_id))
    yield "model_served", answer.model_served
    yield from (("citations", len(answer.citations)), ("citations_not_supported", failing))
    yield from (("tokens", answer.usage.total_tokens), ("latency_ms", answer.latency_ms))


def _evaluation_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    evaluation = item.evaluation
    if evaluation is None:
        return
    yield from (("mode", evaluation.mode), ("status", evaluation.status))
    yield from (("judge_model_id", evaluation.model_id), ("reason", evaluation.reason))
    yield "judge_model_served", evaluation.model_served
    if evaluation.scored:
        yield from evaluation.metrics.scores().items()
        yield from (("is_passing", evaluation.is_passing), ("suggestion", evaluation.suggestion))
        yield "answered", evaluation.answered
        if evaluation.key_points:
            yield "key_points_covered", sum(each.verdict == "covered" for each in evaluation.key_points)
            yield "key_points", len(evaluation.key_points)
        if evaluation.context is not None:
            yield "context_precision", evaluation.context.precision
            yield "context_recall", evaluation.context.recall


def _research_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    research = item.research
    if research is None:
        return
    yield from (("attempts", len(research.attempts)), ("stop_reason", research.stop_reason))
    yield from (("tokens", research.usage.total_tokens), ("latency_ms", research.elapsed_ms))
    if research.best is not None:
        yield "best_attempt", research.best.number

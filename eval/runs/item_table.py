"""A run's items as a table, the same in every sheet: a row for each case and system."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from data_base.schemas.case import Case
from data_base.schemas.claim_table import SourceState
from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage

ANSWER_COLUMNS = (
    *("case_id", "language", "question", "answerable", "system", "answer", "mode", "status"),
    *("accuracy", "completeness", "clarity", "weighted_score"),
    *("answered", "key_points_covered", "key_points"),
    *("coverage", "coverage_groups", "must_failed", "judged_completeness"),
    *("context_precision", "context_recall"),
    *("is_passing", "reason", "suggestion", "attempts", "best_attempt", "stop_reason"),
    *("citations", "citations_not_supported"),
    *("claims", "cited_share", "citation_precision", "support", "effective_citations"),
    *("sources_dead", "sources_unreadable", "sources_never_opened", "sources_missing"),
    *("model_id", "model_served"),
    *("judge_model_id", "judge_model_served", "tokens", "cached_input_tokens", "latency_ms"),
    *("error", "gold_answer"),
)
"""The columns of an arena's ``answers.csv``; those of dimensions of one's own come behind."""
ITEM_COLUMNS = (*ANSWER_COLUMNS, "score", "passed", "explain", "weight", "tags")
"""The columns of any run's items."""


_NUMBERS = ("accuracy", "completeness", "clarity", "weighted_score", "coverage", "judged_completeness")
_SHARES = ("context_precision", "context_recall", "cited_share", "citation_precision", "support")
_SOURCES: tuple[SourceState, ...] = ("dead", "unreadable", "never_opened", "missing")
_COUNTS = (
    *("key_points_covered", "key_points", "attempts", "best_attempt", "citations"),
    *("claims", "effective_citations", *(f"sources_{state}" for state in _SOURCES)),
)
ITEM_KINDS: Mapping[str, Any] = {
    **dict.fromkeys(ITEM_COLUMNS, str),
    **dict.fromkeys((*_NUMBERS, *_SHARES, "latency_ms", "score", "weight"), float),
    **dict.fromkeys((*_COUNTS, "citations_not_supported", "tokens", "cached_input_tokens"), int),
    **dict.fromkeys(("answerable", "is_passing", "passed"), bool),
    **dict.fromkeys(("tags", "must_failed"), list[str]),
}
"""What is in each column, where it has anything."""


def item_row(item: RunItem) -> dict[str, object]:
    """An item as a row of :data:`ITEM_COLUMNS` and its own dimensions; what is not known is None."""
    return dict.fromkeys(ITEM_COLUMNS) | dict(_item_cells(item)) | dict(_score_cells(item))


def answer_row(case: Case, item: RunItem) -> dict[str, object]:
    """An item as a row of :data:`ANSWER_COLUMNS` and its own dimensions, with what the case says."""
    known: dict[str, object] = {"language": case.language, "question": case.question}
    known |= {"answerable": case.answerable, "gold_answer": case.gold_answer}
    return dict.fromkeys(ANSWER_COLUMNS) | dict(_item_cells(item)) | known


def _item_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    yield from (("case_id", item.case_id), ("language", item.language), ("question", item.question))
    yield from (("answerable", item.answerable), ("gold_answer", item.metrics.get("reference_answer")))
    yield from (("system", item.system), ("error", item.error or _unscored_reason(item)))
    yield from _answer_cells(item)
    yield from _evaluation_cells(item)
    yield from _claim_cells(item)
    yield from _research_cells(item)


def _score_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    yield from (("weight", item.weight), ("tags", list(item.tags)))
    card = item.score_card
    if card is not None and card.scored:
        yield from (("score", card.primary_score), ("passed", card.passed), ("explain", card.explain))


def _unscored_reason(item: RunItem) -> str | None:
    return item.score_card.unscored_reason if item.score_card else None


def _answer_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    if item.answer is None:
        yield "status", "unanswered"
        return
    answer, card = item.answer, item.score_card
    failing = sum(citation.verdict == "unsupported" for citation in answer.citations)
    status = "scored" if card is not None and card.scored else "unscored"
    yield from (("answer", answer.text), ("status", status), ("model_id", answer.model_id))
    yield "model_served", answer.model_served
    yield from (("citations", len(answer.citations)), ("citations_not_supported", failing))
    yield from (*_token_cells(answer.usage), ("latency_ms", answer.latency_ms))


def _evaluation_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    evaluation = item.judgement
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
            asked = [each for each in evaluation.key_points if not each.is_penalty]
            yield "key_points_covered", sum(each.verdict == "covered" for each in asked)
            yield "key_points", len(asked)
        yield "judged_completeness", evaluation.judged_completeness
        if (coverage := evaluation.coverage) is not None:
            yield from (("coverage", coverage.share), ("must_failed", list(coverage.must_failed)))
            groups = json.dumps(dict(coverage.groups), ensure_ascii=False)
            yield "coverage_groups", groups if coverage.groups else None
        if evaluation.context is not None:
            yield "context_precision", evaluation.context.precision
            yield "context_recall", evaluation.context.recall


def _claim_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    shares = item.score_card.claims if item.score_card else None
    if shares is None:
        return
    for name in ("claims", "cited_share", "citation_precision", "support", "effective_citations"):
        yield name, getattr(shares, name)
    yield from ((f"sources_{state}", shares.sources.get(state, 0)) for state in _SOURCES)


def _research_cells(item: RunItem) -> Iterator[tuple[str, object]]:
    research = item.research
    if research is None:
        return
    yield from (("attempts", len(research.attempts)), ("stop_reason", research.stop_reason))
    yield from (*_token_cells(research.usage), ("latency_ms", research.elapsed_ms))
    if research.best is not None:
        yield "best_attempt", research.best.number


def _token_cells(usage: TokenUsage) -> Iterator[tuple[str, object]]:
    yield from (("tokens", usage.total_tokens), ("cached_input_tokens", usage.cached_input_tokens))

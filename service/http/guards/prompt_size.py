"""How much a model may be given to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from data_base.text.tokens import estimate_tokens
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from data_base.schemas.key_point import KeyPoint
    from eval.judging.answer_file import RecordedAnswer
    from service.arenas.arena_terms import ArenaQuestion
    from service.http.bodies.arenas import ArenaRunRequest
    from service.http.bodies.evaluations import AnswerRequest
    from service.http.bodies.pairs import PairEvaluationRequest
    from service.http.bodies.research import ResearchRequest
    from service.jobs.judge_request import JudgeSettingsRequest
    from service.research.terms import LoopSettingsRequest

# Passages are not counted: as many are shown as the budget for them allows.
READABLE = 500_000
"""Characters that the embedded judge reads of one answer at most, with all that it is judged by.

It has no window that would bound them, and takes some seconds for as many.
"""


def require_readable(texts: Iterable[str | None], place: str = "body") -> None:
    """Refuse an answer that the embedded judge would read too long.

    Args:
        texts: of the question, the answer and all that it is judged by.
        place: where the answer is in the request.

    Raises:
        ProblemError: 413, they have more characters than that.
    """
    count = sum(len(text) for text in texts if text)
    if count > READABLE:
        raise ProblemError(
            413,
            f"{place}: question, answer and documents have {count:,} characters, and the judge 'embedded' "
            f"reads {READABLE:,} at most; send fewer or shorter documents.",
        )


def answer_texts(answer: RecordedAnswer) -> Iterator[str | None]:
    """All texts of an answer that a judge reads."""
    yield from (answer.question, answer.answer, answer.reference_answer, *_texts_of(answer.key_points))
    for passage in (*(answer.documents or ()), *(answer.reference_documents or ())):
        yield passage.text


def arena_texts(asked: ArenaQuestion) -> Iterator[str | None]:
    """All texts that a judge reads of the longest recorded answer to a question: passages are shared."""
    case, recorded = asked.case, asked.recorded.values()
    yield from (case.question, case.gold_answer, *_texts_of(case.key_points))
    yield max((each.text for each in recorded), key=len, default=None)
    for passage in {passage for each in recorded for passage in each.passages}:
        yield passage.text


def require_settings_size(settings: JudgeSettingsRequest, most: int, place: str = "settings") -> int:
    """The estimated tokens of what settings put into every prompt.

    Args:
        settings: of the judge.
        most: tokens that a prompt may have.
        place: where they are in the request.

    Raises:
        ProblemError: 413, it is more, or the passages may take more.
    """
    _require_budget(settings.token_budget, most, f"{place}.token_budget")
    texts: list[str | None] = [*settings.rubric.values()]
    for each in settings.dimensions:
        texts += [each.description, *each.anchors.values()]
    return _require(texts, most, f"{place}: rubric and dimensions have")


def require_size(asked: AnswerRequest, besides: int, most: int, place: str = "body") -> None:
    """Refuse an answer that is too long to be judged.

    Args:
        asked: the answer.
        besides: tokens of what else is in the prompt.
        most: tokens that a prompt may have.
        place: where the answer is in the request.

    Raises:
        ProblemError: 413, its texts have more tokens than that.
    """
    texts = [asked.question, asked.answer, asked.reference_answer, *_texts_of(asked.key_points)]
    _require(texts, most - besides, f"{place}: question, answer, reference answer and key points have")


def require_pair_size(asked: PairEvaluationRequest, most: int) -> None:
    """Refuse two answers that are too long to be judged together.

    Raises:
        ProblemError: 413, their texts have more tokens than a prompt may have.
    """
    besides = require_settings_size(asked.settings, most)
    texts = [asked.question, asked.first, asked.second, asked.reference_answer, *_texts_of(asked.key_points)]
    texts += [each.line for each in asked.blocked]
    _require(
        texts,
        most - besides,
        "body: question, answers, reference answer, key points and blocked sources have",
    )


def require_research_size(asked: ResearchRequest, most: int) -> None:
    """Refuse a question that is too long to be researched, or whose drafts would be.

    Raises:
        ProblemError: 413, it is.
    """
    besides = _researcher_size(asked.settings, asked.judge_settings, most, "")
    _require([asked.question], most - besides, "question: it has")


def require_arena_size(asked: ArenaRunRequest, most: int) -> None:
    """Refuse an arena of which a question or an answer is too long for those who are to read it.

    Raises:
        ProblemError: 413, one is.
    """
    besides, sizes = require_settings_size(asked.settings, most), {}
    for number, one in enumerate(asked.contestants):
        if one.research is not None:
            place, judging = f"contestants.{number}.", one.research.judge_settings or asked.settings
            besides = max(besides, _researcher_size(one.research.settings, judging, most, place))
    for number, each in enumerate(asked.questions):
        texts = [each.question, each.gold_answer, *_texts_of(each.key_points)]
        what = f"questions.{number}: question, gold answer and key points have"
        sizes[each.name(number + 1)] = _require(texts, most - besides, what)
    for number, one in enumerate(asked.contestants):
        for name, given in (one.answers or {}).items():
            text = given if isinstance(given, str) else given.answer
            what = f'contestants.{number}.answers: in addition to its question, the answer to "{name}" has'
            _require([text], most - besides - sizes.get(name, 0), what)


def _researcher_size(loop: LoopSettingsRequest, judging: JudgeSettingsRequest, most: int, place: str) -> int:
    # What nobody asked for is not refused where less is allowed than is usual.
    asked = loop.writer_tokens if "writer_tokens" in loop.model_fields_set else None
    _require_budget(asked, most, f"{place}settings.writer_tokens")
    return require_settings_size(judging, most, f"{place}judge_settings")


def _texts_of(points: Iterable[KeyPoint]) -> list[str]:
    return [each.text for each in points]


def _require_budget(tokens: int | None, most: int, place: str) -> None:
    if (tokens or 0) > most:
        raise ProblemError(413, f"{place}: at most {most:,} tokens are sent to a model; ask for fewer.")


def _require(texts: Iterable[str | None], most: int, what: str) -> int:
    count = sum(estimate_tokens(each) for each in texts if each)
    if count > most:
        raise ProblemError(
            413, f"{what} about {count:,} tokens, and a model is sent {max(0, most):,} at most; shorten them."
        )
    return count

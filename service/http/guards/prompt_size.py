"""How much a judge may be given to read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from data_base.text.tokens import estimate_tokens
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from service.http.bodies import AnswerRequest
    from service.jobs.judge_request import JudgeSettingsRequest


def require_settings_size(settings: JudgeSettingsRequest, most: int) -> int:
    """The estimated tokens of what settings put into every prompt.

    Args:
        settings: of the judge.
        most: tokens that a prompt may have.

    Raises:
        ProblemError: 413, it is more, or the passages may take more.
    """
    if (settings.token_budget or 0) > most:
        raise ProblemError(
            413, f"settings.token_budget: at most {most:,} tokens are sent to a judge; ask for fewer."
        )
    texts = [*settings.rubric.values()]
    for each in settings.dimensions:
        texts += [each.description, *each.anchors.values()]
    return _require(texts, most, "settings: rubric and dimensions have")


def require_size(asked: AnswerRequest, besides: int, most: int, place: str = "body") -> None:
    """Refuse an answer that is too long to be judged.

    Passages are not counted: as many are shown as the judge's budget for them allows.

    Args:
        asked: the answer.
        besides: tokens of what else is in the prompt.
        most: tokens that a prompt may have.
        place: where the answer is in the request.

    Raises:
        ProblemError: 413, its texts have more tokens than that.
    """
    texts = [
        asked.question,
        asked.answer,
        asked.reference_answer or "",
        *(each.text for each in asked.key_points),
    ]
    _require(texts, most - besides, f"{place}: question, answer, reference answer and key points have")


def _require(texts: Iterable[str], most: int, what: str) -> int:
    count = sum(map(estimate_tokens, texts))
    if count > most:
        raise ProblemError(
            413, f"{what} about {count:,} tokens, and a judge is sent {max(0, most):,} at most; shorten them."
        )
    return count

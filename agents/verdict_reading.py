"""From the judge's reply to a verdict that stands: no echo of the data, and its evidence checked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from agents.judge_reply import JudgeReply
from agents.reply_parser import ParsedReply, parse_reply
from agents.reply_parser.objects import objects
from agents.reply_parser.shape import shape_of
from data_base.judgement import EvidenceCheck
from data_base.late import Late
from scoring.score_words import VERDICT_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.judgement import Issue
    from data_base.passage import Passage
    from data_base.protocols import JudgeRequest

_SCORES, _WORDS = ("accuracy", "completeness", "clarity"), ("analysis", "reason", "suggestion")


def read_verdict(reply: str, request: JudgeRequest) -> ParsedReply[JudgeReply]:
    """Read a reply, unless its verdict is one that stands in the data.

    A judge that repeats a verdict it was shown has not judged: the reply counts as unreadable. To repeat is
    to give the same scores with the same analysis, reason or suggestion, or with no words where the data
    have none, whatever is added to it.
    """
    parsed = parse_reply(reply, JudgeReply)
    given = parsed.value
    if given is None or not any(_repeats(given, shown) for shown in _verdicts_shown(request)):
        return parsed
    return ParsedReply(None, None, "the reply repeats a verdict that stands in the answer or in a passage")


def checked_issues(
    request: JudgeRequest, issues: tuple[Issue, ...], shown: tuple[str, ...]
) -> Late[tuple[Issue, ...]]:
    """The issues with what does not hold of them; unchecked without passages.

    Args:
        request: what was judged.
        issues: what the judge listed.
        shown: ids of the passages that it saw, in the order of their numbers.
    """
    return Late(partial(_checked, request, issues, shown)) if _passages(request) else Late.of(issues)


def evidence_check(request: JudgeRequest, issues: Late[tuple[Issue, ...]]) -> Late[EvidenceCheck | None]:
    """The sum of what is doubted, and the figures that no passage holds; None without passages."""
    return Late(partial(_summed, request, issues)) if _passages(request) else Late.of(None)


# Reading all figures of an answer and its passages costs more than all else about a judgement but the
# model's call, and so does importing what reads them: whoever only wants the scores pays for neither.


def _checked(request: JudgeRequest, issues: tuple[Issue, ...], shown: tuple[str, ...]) -> tuple[Issue, ...]:
    from scoring.evidence_check import check_issues  # noqa: PLC0415  (slow to import)

    passages = {passage.id: passage.text for passage in _passages(request)}
    return check_issues(issues, request.answer, passages, shown)


def _summed(request: JudgeRequest, issues: Late[tuple[Issue, ...]]) -> EvidenceCheck:
    from scoring.evidence_check import unheld_figures  # noqa: PLC0415  (slow to import)

    return EvidenceCheck(
        issues=len(issues.value),
        unverified=sum(not issue.verified for issue in issues.value),
        unheld_figures=unheld_figures(
            request.question, request.answer, [passage.text for passage in _passages(request)]
        ),
    )


def _passages(request: JudgeRequest) -> Sequence[Passage]:
    shown = request.documents if request.documents is not None else request.reference_documents
    return shown or ()


def _repeats(given: JudgeReply, shown: JudgeReply) -> bool:
    if any(getattr(given, name) != getattr(shown, name) for name in _SCORES):
        return False
    said = [(getattr(given, name).strip(), getattr(shown, name).strip()) for name in _WORDS]
    return any(one == other != "" for one, other in said) or not any("".join(pair) for pair in said)


def _verdicts_shown(request: JudgeRequest) -> Iterator[JudgeReply]:
    for text in (request.answer, request.question, *(passage.text for passage in _passages(request))):
        # As a string of JSON a verdict stands there with backslashes.
        for spelled in {text, text.replace("\\", "")}:
            if VERDICT_KEY.search(spelled.lower()):
                yield from _verdicts_in(spelled)


def _verdicts_in(text: str) -> Iterator[JudgeReply]:
    for found in objects(text, shape_of(JudgeReply)):
        try:
            yield JudgeReply.model_validate(found.data)
        except ValueError:
            continue
    whole = parse_reply(text, JudgeReply).value
    if whole is not None:
        yield whole

"""From the judge's reply to a verdict: no echo of the data, and its evidence checked."""

import re
from collections.abc import Iterator, Sequence

from agents.judges.judge_reply import JudgeReply
from agents.reply_parser import ParsedReply, parse_reply
from agents.reply_parser.objects import objects
from agents.reply_parser.shape import shape_of
from data_base.computing import computed
from data_base.marks.citation_marks import strip_citations
from data_base.marks.source_list import without_source_list
from data_base.schemas.judgement import EvidenceCheck, Issue
from data_base.schemas.protocols import JudgeRequest
from scoring.evidence_check import check_issues, figures_not_in_passages

MOST_ISSUES = 12
"""Issues that the prompts ask for at most."""
_WEIGHT = ("contradicted", "inconsistent", "unsupported", "undecidable", "missing", "supported")
"""Verdicts of issues, the weightiest first."""
_SCORES, _WORDS = ("accuracy", "completeness", "clarity"), ("analysis", "reason", "suggestion")
_LABELS = (
    *(
        "accuracy",
        "completeness",
        "clarity",
        "overall",
        "overall score",
        "weighted_score",
        "weighted score",
        "score",
    ),
    *("準確性", "准确性", "準確度", "准确度", "完整性", "完整度", "清晰度", "總分", "总分"),
    *("точность", "полнота", "ясность", "итоговый балл", "оценка"),
)
_OTHER_KEYS = ("is_passing", "verdict", "suggestion")
_LABEL = f"(?:{'|'.join(_LABELS)})"
# A key of a verdict inside an object.
_VERDICT_KEY = re.compile(
    rf"{_LABEL}[\"'”]?\s*[:：=]|[:：]\s?[\"'“]{_LABEL}[\"'”]|[\"'](?:{'|'.join(_OTHER_KEYS)})[\"']\s*:"
)


def read_verdict(
    reply: str, request: JudgeRequest, schema: type[JudgeReply] = JudgeReply
) -> ParsedReply[JudgeReply]:
    """Read a reply, unless its verdict is one that is quoted from the data.

    A judge that repeats a verdict it was shown has not judged: the reply counts as unreadable. To repeat is
    to give the same scores with the same analysis, reason or suggestion, or with no words where the data
    have none, whatever is added to it.
    """
    parsed = parse_reply(reply, schema)
    given = parsed.value
    if given is None or not any(_repeats(given, shown) for shown in _verdicts_shown(request)):
        return parsed
    return ParsedReply(None, None, "the reply repeats a verdict that is in the answer or in a passage")


def weightiest(issues: Sequence[Issue]) -> tuple[Issue, ...]:
    """As many issues as the prompts ask for, in the reply's order.

    Of more, those whose verdicts weigh least are left out: what is supported first, then what is missing; of
    equal ones the last.
    """
    kept = sorted(range(len(issues)), key=lambda n: _WEIGHT.index(issues[n].verdict))[:MOST_ISSUES]
    return tuple(issues[n] for n in sorted(kept))


async def checked(
    request: JudgeRequest, issues: tuple[Issue, ...]
) -> tuple[tuple[Issue, ...], EvidenceCheck | None]:
    """The issues and a summary, as :func:`checked_issues` and :func:`evidence_check` make them.

    They come from a thread: many figures, each looked for in long passages, take long.
    """

    def both() -> tuple[tuple[Issue, ...], EvidenceCheck | None]:
        found = checked_issues(request, issues)
        return found, evidence_check(request, found)

    return await computed(both)


def checked_issues(request: JudgeRequest, issues: tuple[Issue, ...]) -> tuple[Issue, ...]:
    """The issues with what is wrong about them; unchecked without passages."""
    if not request.passages:
        return tuple(
            check_issues([each], request.answer, {}, {})[0] if each.verdict == "inconsistent" else each
            for each in issues
        )
    # What the judge cannot find in a passage it may quote from the reference answer.
    reference = {} if request.reference_answer is None else {"reference": request.reference_answer}
    passages = reference | {passage.id: passage.text for passage in request.passages}
    return check_issues(issues, request.answer, passages, request.by_number)


def evidence_check(request: JudgeRequest, issues: tuple[Issue, ...]) -> EvidenceCheck | None:
    """A summary of what is doubted, and the figures that no passage contains; None without passages."""
    if not request.passages:
        return None
    texts = [passage.text for passage in request.passages]
    texts += [request.reference_answer] if request.reference_answer else []
    answer = strip_citations(
        without_source_list(request.answer), [passage.id for passage in request.passages]
    )
    return EvidenceCheck(
        issues=len(issues),
        unverified=sum(not issue.verified for issue in issues),
        figures_not_in_passages=figures_not_in_passages(request.question, answer, texts),
    )


def _repeats(given: JudgeReply, shown: JudgeReply) -> bool:
    if any(getattr(given, name) != getattr(shown, name) for name in _SCORES):
        return False
    said = [(getattr(given, name).strip(), getattr(shown, name).strip()) for name in _WORDS]
    return any(one == other != "" for one, other in said) or not any("".join(pair) for pair in said)


def _verdicts_shown(request: JudgeRequest) -> Iterator[JudgeReply]:
    for text in (request.answer, request.question, *(passage.text for passage in request.passages)):
        # In a string of JSON a verdict has backslashes.
        for spelled in {text, text.replace("\\", "")}:
            if _has_a_key(spelled.lower()):
                yield from _verdicts_in(spelled)


def _has_a_key(text: str) -> bool:
    # To look for the bare words first is ten times as fast, and most texts contain none.
    return any(word in text for word in (*_LABELS, *_OTHER_KEYS)) and _VERDICT_KEY.search(text) is not None


def _verdicts_in(text: str) -> Iterator[JudgeReply]:
    for found in objects(text, shape_of(JudgeReply)):
        try:
            yield JudgeReply.model_validate(found.data)
        except ValueError:
            continue
    whole = parse_reply(text, JudgeReply).value
    if whole is not None:
        yield whole

"""A verdict by a reference answer, which is right and need not be all that is right."""

from collections.abc import Sequence
from dataclasses import replace

from data_base.text.language import Language, detect_language
from scoring.completeness import coverage
from scoring.correctness import figure_share, grade
from scoring.embedded.answer import claims_of
from scoring.embedded.verdict import FoundIssue, Verdict, judge_answer
from scoring.embedded.wording import say
from scoring.unanswerable import says_unanswerable
from scoring.words.terms import terms

_MADE_UP, _OTHER, _HALF = 2.4, 4.0, 0.5
"""Accuracy at most where only the reference declines, and where most of its figures are not said."""
_ALONE = {"refusal": (1.0, 1.5), "incorrect": (1.0, 6.9), "correct": (7.0, 10.0)}
"""Accuracy by the reference alone, from nothing in common to all of it."""
_RIGHT, _SHORT = 8.0, 12


def judge_with_reference(
    question: str, answer: str, passages: Sequence[str], reference: str, *, language: Language | None = None
) -> Verdict:
    """Judge an answer by passages and a reference answer, or by the reference alone.

    The reference counts as a passage. Next to passages it only lowers the accuracy, and only where most of
    its figures are not said: other words may say the same, and what goes beyond it is for the passages to
    decide.
    Without passages that is undecidable, and no invention.

    Args:
        question: the question as it was asked.
        answer: the answer without citation marks.
        passages: further texts that it is judged on.
        reference: an answer that is right; where it declines, the passages do not contain what is asked.
        language: language of the reasons, None for the question's own.
    """
    language, graded = language or detect_language(question), grade(question, answer, reference)
    agrees = graded.verdict == "correct"
    if says_unanswerable(reference):
        verdict = judge_answer(question, answer, passages, unanswerable=True, language=language)
        return verdict if agrees else _lowered(verdict, _MADE_UP, question, language)
    points = [claim.text for claim in claims_of(reference)] or [reference]
    found = [coverage(point, answer, topic=question) for point in points]
    said = sum(len(point) * each.score for point, each in zip(points, found, strict=True))
    share = said / sum(map(len, points))
    low, high = _ALONE[graded.verdict]
    alone = low + (high - low) * (share + graded.score) / 2
    missed = [point for point, each in zip(points, found, strict=True) if each.verdict == "missing"]
    if agrees and len(terms(reference)) <= _SHORT:
        # Of a bare figure or name there are hardly words to find again.
        share, missed = max(share, graded.score), []
    verdict = judge_answer(question, answer, [*passages, reference], language=language)
    issues = [_beside(issue, len(passages)) for issue in verdict.issues if issue.verdict != "missing"]
    issues += [FoundIssue(point, "missing") for point in missed]
    verdict = replace(verdict, completeness=round(1 + 9 * share, 2), issues=tuple(issues))
    if not passages:
        reason = [say("agrees" if agrees else "differs", language)]
        return replace(
            verdict,
            accuracy=round(alone, 2),
            reason=" ".join(reason + [say("missing", language, point) for point in missed]),
            suggestion="" if alone >= _RIGHT and not missed else question,
            decided_share=float(graded.verdict != "incorrect"),
            unfound=(),
        )
    figures = figure_share(answer, reference)
    if not agrees and figures is not None and figures < _HALF:
        verdict = _lowered(verdict, min(alone, _OTHER), question, language)
    return replace(verdict, suggestion=verdict.suggestion or question) if missed else verdict


def _lowered(verdict: Verdict, most: float, question: str, language: Language) -> Verdict:
    """The verdict with no more accuracy than the reference leaves."""
    if verdict.accuracy <= most:
        return verdict
    reason, suggestion = f"{say('differs', language)} {verdict.reason}", verdict.suggestion or question
    return replace(verdict, accuracy=round(most, 2), reason=reason, suggestion=suggestion)


def _beside(issue: FoundIssue, passages: int) -> FoundIssue:
    """The issue where the reference, the last of the texts, is no passage."""
    place = None if issue.passage_index == passages else issue.passage_index
    verdict = "undecidable" if issue.verdict == "unsupported" and not passages else issue.verdict
    return replace(issue, passage_index=place, verdict=verdict)

"""A verdict by a reference answer, which is right and need not be all that is right."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from data_base.text.language import Language, detect_language
from scoring.abstention import abstains
from scoring.completeness import coverage
from scoring.correctness import Grade, figure_share, grade
from scoring.embedded.answer import claims_of
from scoring.embedded.lexicon import fold, words
from scoring.embedded.verdict import EmbeddedVerdict, FoundIssue, judge_answer, lowered
from scoring.embedded.wording import say
from scoring.unanswerable_reference import says_unanswerable
from scoring.values.agreement import agrees
from scoring.values.mentions import Mention, mentions
from scoring.words.terms import scripts, terms

_OTHER, _HALF, _LITTLE, _NOTHING = 4.0, 0.5, 0.25, 0.05
"""The accuracy of other values than the reference's, at most; and shares of it that are said."""
_DENIED, _ONE_SIDED, _ABOUT, _WRONG, _BESIDE, _DECLINED = 2.0, 5.0, 5.5, 2.4, 2.6, 1.5
_UNCLEAR, _FULL = 6.9, 10.0
_ALONE = {"refusal": (1.0, 1.5), "incorrect": (1.0, 6.9), "correct": (7.0, 10.0)}
"""Accuracy by the reference alone, from nothing in common to all of it."""
_RIGHT, _SHORT = 8.0, 12


def judge_with_reference(
    question: str, answer: str, passages: Sequence[str], reference: str, *, language: Language | None = None
) -> EmbeddedVerdict:
    """Judge an answer by passages and a reference answer, or by the reference alone.

    The reference counts as a passage. Next to passages it only lowers the accuracy: where its figures are not
    said or others are, where it reports a conflict and the answer one side, where the answer declines or says
    hardly anything of it. Other words may say the same; what goes beyond it is for the passages to decide.
    Without passages that is undecidable, and no invention.

    Args:
        question: the question as it was asked.
        answer: the answer without citation marks.
        passages: further texts that it is judged on.
        reference: an answer that is right; where it declines, the passages do not contain what is asked.
        language: language of the reasons, None for the question's own.
    """
    language, graded = language or detect_language(question), grade(question, answer, reference)
    if says_unanswerable(reference):
        return _of_unanswerable(question, answer, passages, language)
    share, missed = _said(question, answer, reference)
    low, high = _ALONE[graded.verdict]
    alone = low + (high - low) * (share + graded.score) / 2
    right = graded.verdict == "correct"
    if right and len(terms(reference)) <= _SHORT:
        # Of a bare figure or name there are hardly words to find again.
        share, missed = max(share, graded.score), []
    verdict = judge_answer(question, answer, [*passages, reference], language=language)
    issues = [_not_a_passage(issue, len(passages)) for issue in verdict.issues if issue.verdict != "missing"]
    issues += [FoundIssue(point, "missing") for point in missed]
    verdict = replace(
        verdict,
        completeness=round(1 + 9 * share, 2),
        issues=tuple(issues),
        missed=() if passages else tuple(say("missing", language, point) for point in missed),
        suggestion=verdict.suggestion or question if missed else verdict.suggestion,
    )
    if not passages:
        return replace(
            verdict,
            accuracy=round(alone, 2),
            findings=(("agrees" if right else "differs", ""),),
            suggestion="" if alone >= _RIGHT and not missed else question,
            decided_share=float(graded.verdict != "incorrect"),
            unfound=(),
        )
    declines = verdict.answered == "no"
    most, name, words_of = _most(question, answer, reference, said=share, graded=graded, declines=declines)
    return lowered(verdict, most, (name, words_of), question)


def _of_unanswerable(
    question: str, answer: str, passages: Sequence[str], language: Language
) -> EmbeddedVerdict:
    verdict = judge_answer(question, answer, passages, unanswerable=True, language=language)
    if verdict.answered == "no" or not abstains(answer):
        return verdict
    # Declined in words that are read as a claim.
    why = (("right_abstention", ""),)
    right = replace(verdict, accuracy=10.0, completeness=10.0, findings=why, missed=(), suggestion="")
    return replace(right, answered="no")


def _said(question: str, answer: str, reference: str) -> tuple[float, list[str]]:
    """How much of a reference an answer says, by length, and the sentences of it that are missing."""
    points = [claim.text for claim in claims_of(reference)] or [reference]
    found = [coverage(point, answer, topic=question) for point in points]
    said = sum(len(point) * each.score for point, each in zip(points, found, strict=True))
    missed = [point for point, each in zip(points, found, strict=True) if each.verdict == "missing"]
    return said / sum(map(len, points)), missed


def _most(
    question: str, answer: str, reference: str, *, said: float, graded: Grade, declines: bool
) -> tuple[float, str, str]:
    """The accuracy that a reference leaves at most, and why: a sentence's name, and what it speaks of."""
    if declines:
        return (_DENIED + 4 * said, "differs", "") if said >= _LITTLE else (_DECLINED, "wrongly_abstains", "")
    figures, conflict = figure_share(answer, reference), words("conflict")
    touches = bool(figures) or said >= _NOTHING or graded.score > 0
    if touches and conflict.find(fold(reference)) and not conflict.find(fold(answer)):
        if words("agreeing").find(fold(answer)):
            return _WRONG, "reversed", answer
        left_out = _unsaid(answer, reference)
        return (_ONE_SIDED, "one_sided", left_out) if left_out else (_UNCLEAR, "undecided", "")
    if graded.verdict == "correct":
        return _FULL, "agrees", ""
    return _by_values(question, answer, reference, said, graded, figures), "differs", ""


def _by_values(
    question: str, answer: str, reference: str, said: float, graded: Grade, figures: float | None
) -> float:
    """The accuracy at most by what an answer says instead of the reference's values."""
    right, about, wrong = _by_kind(question, answer, reference)
    low, high = _ALONE["incorrect"]
    likeness = said if graded.verdict == "refusal" else (said + graded.score) / 2
    alone = min(low + (high - low) * likeness, _OTHER)
    if wrong and not right:
        return _OTHER if about else min(alone, _WRONG)
    if said < _NOTHING and scripts(reference) & scripts(answer):
        return _BESIDE
    if right:
        # What is left out lowers completeness alone.
        return max(alone, _ABOUT) if wrong else _FULL
    if about:
        return _ABOUT
    if figures is None or figures >= _HALF:
        return _FULL
    return alone if mentions(answer) else _ABOUT


def _unsaid(answer: str, reference: str) -> str:
    """The first value of the reference that the answer does not give."""
    given = mentions(answer)
    values = [each for each in mentions(reference) if not each.is_year]
    return next((each.raw for each in values if not any(agrees(each, said) for said in given)), "")


def _by_kind(question: str, answer: str, reference: str) -> tuple[int, int, int]:
    """Of how many kinds of value (dates, sums) an answer gives the reference's, about as much, or others."""
    asked = mentions(question)
    kinds: dict[str, list[Mention]] = defaultdict(list)
    for value in mentions(reference):
        if not any(agrees(value, each) for each in asked):
            kinds[value.kind].append(value)
    found = [0, 0, 0]
    given = [value for value in mentions(answer) if not any(agrees(value, each) for each in asked)]
    for kind, values in kinds.items():
        said = [each for each in given if each.kind == kind]
        how = {agrees(value, each) or agrees(each, value) for value in values for each in said}
        if said:
            found[0 if "exact" in how else 1 if how - {""} else 2] += 1
    return found[0], found[1], found[2]


def _not_a_passage(issue: FoundIssue, passages: int) -> FoundIssue:
    """The issue where the reference, the last of the texts, is no passage."""
    place = None if issue.passage_index == passages else issue.passage_index
    verdict = "undecidable" if issue.verdict == "unsupported" and not passages else issue.verdict
    return replace(issue, passage_index=place, verdict=verdict)

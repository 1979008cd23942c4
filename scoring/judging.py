"""The embedded judge's verdict on one answer, from the checks of this room alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from data_base.text.language import detect_language
from scoring import accuracy as errors
from scoring.abstention import abstains
from scoring.announcing import announces
from scoring.answer_faults import HARDLY_TOLD, NUMBERS, VALUES, answer_faults, checked_figures
from scoring.answerability import answerability, surely_answered, together
from scoring.asked import ranked_values, wants_value
from scoring.bare_multiples import bare_multiples
from scoring.claim_figures import claim_figures
from scoring.claims import split_claims
from scoring.clarity import clarity
from scoring.compared import one_of_compared
from scoring.compared_cells import Telling
from scoring.conflict_report import ONLY, speaks_of_conflict
from scoring.conflicts import with_conflicts
from scoring.denied_there import with_denials_told
from scoring.evidence import read_evidence
from scoring.examination import Examination
from scoring.exposition import exposition, refuses
from scoring.figure_check import check_figures
from scoring.figure_limit import first_unchecked, most_checked
from scoring.grading_talk import is_about_grading
from scoring.instructions import without_grading_talk, without_instructions
from scoring.opposites import stances, yes_no_stance
from scoring.part_coverage import WITHOUT_VALUE, part_coverage
from scoring.permission import rule_stance
from scoring.plain_conflicts import with_plain_conflicts
from scoring.quantities import agrees
from scoring.questions import question_parts
from scoring.rubric import HIGHEST, LOWEST, clamp
from scoring.suggestion import suggest
from scoring.superlatives import extremes_told, with_extremes_held
from scoring.told_conflict import with_sides_told
from scoring.told_frequencies import told_frequencies
from scoring.told_there import told_near
from scoring.verdict_text import describe, found_issues
from scoring.word_check import check_words
from scoring.wrong_multiples import wrong_multiples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.judgement import ClaimVerdict
    from data_base.text.language import Language
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.part_coverage import PartCoverage
    from scoring.questions import QuestionPart


# What clarity loses by missing the question, and at most by leaving undeveloped what was to be set forth.
_BESIDE, _UNDEVELOPED = 4.0, 5.0
# What an answer covers that hints at what the passages tell by numbers.
_HINTED = 0.75
# What is missing of an answer whose values are all wrong.
_WRONG = 0.6
# What an answer covers whose values are wrong where the passages improbably hold any.
_MADE_UP_ALL = 2.5
# Passages so terse are no evidence that a subject was looked for in vain.
_MOSTLY = 0.5

# What an answer that first declines and then guesses wrongly covers at most.
_GUESSES = 4.0


@dataclass(frozen=True, slots=True)
class FoundIssue:
    """A claim that was looked at.

    Attributes:
        claim: the claim, or what is missing.
        verdict: what the passages say of it.
        passage_index: index of the passage that shows it, None where none does.
        quote: that passage's words, None where there are none.
    """

    claim: str
    verdict: ClaimVerdict
    passage_index: int | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class EmbeddedVerdict:
    """What the embedded judge says of an answer.

    Attributes:
        analysis: what was checked and found, step by step.
        accuracy: 1 to 10.
        completeness: 1 to 10.
        clarity: 1 to 10.
        reason: the findings that decide, in short.
        suggestion: search terms for what is missing or wrong; empty only for a faultless answer.
        issues: the claims with faults, then those borne out.
    """

    analysis: str
    accuracy: float
    completeness: float
    clarity: float
    reason: str
    suggestion: str
    issues: tuple[FoundIssue, ...]


def judge_answer(
    question: str, answer: str, passages: Sequence[str], *, language: Language | None = None
) -> EmbeddedVerdict:
    """Judge an answer by passages.

    Deterministic, without a model: claims, figures, dates, numbered names and abstentions are checked against
    the passages, and the gravest error decides the accuracy.

    Args:
        question: the question as it was asked.
        answer: the answer, with or without citation marks.
        passages: the texts it is judged on; with none, only saying so is right.
        language: language of the reasons, None for the question's own.
    """
    told = language or detect_language(question)
    seen = examine(question, answer, passages)
    support = [finding.share for finding in seen.words if finding is not None]
    accuracy = errors.accuracy_of(seen.faults, sum(support) / len(support) if support else 1.0)
    completeness = _completeness(seen)
    return EmbeddedVerdict(
        analysis=describe(seen, told),
        accuracy=clamp(accuracy),
        completeness=completeness,
        clarity=_clarity(seen),
        reason=describe(seen, told, short=True),
        suggestion=suggest(seen),
        issues=tuple(FoundIssue(*issue) for issue in found_issues(seen)),
    )


def examine(question: str, answer: str, passages: Sequence[str]) -> Examination:
    """Find out everything that the verdict rests on."""
    evidence = read_evidence(passages)
    answer = _stated(question, answer, evidence)
    parts = question_parts(question)
    answers = tuple(answerability(part, evidence) for part in parts)
    stated = split_claims(answer)
    told = with_denials_told(stated, parts, answers, evidence)
    claims = _framed(told, question)
    facts = dict.fromkeys(claim.text for claim in claims if claim.kind == "fact")
    looked_up = {text: check_words(text, evidence, question=question) for text in facts}
    words = tuple(looked_up[claim.text] if claim.kind == "fact" else None for claim in claims)
    most = most_checked(evidence)
    known = [*(occurrence.mention for occurrence in evidence.occurrences), *evidence.lengths_in_months]
    figures = claim_figures(claims, question, evidence.aliases, most=most, known=known)
    # What is told in words is held to no value, but may be borne out by one.
    checked = [
        finding
        for finding in check_figures(figures, evidence, claims, question)
        if finding.holds or finding.figure.mention.standing == "stated"
    ]
    disputed = with_conflicts(checked, answer, list(zip(parts, answers, strict=True)), evidence)
    disputed = with_plain_conflicts(disputed, claims, parts, evidence)
    disputed = with_sides_told(disputed, parts, claims, evidence)
    extremes = extremes_told(question, claims, disputed, evidence)
    findings = (
        *with_extremes_held(one_of_compared(disputed, claims, question), extremes),
        *wrong_multiples(claims, disputed, evidence),
        *bare_multiples(Telling(claims, question, evidence), disputed),
        *told_frequencies(claims, parts, evidence),
    )
    covered = tuple(
        part_coverage(part, holds, claims, words, findings, evidence)
        for part, holds in zip(parts, answers, strict=True)
    )
    # Passages that plainly hold the answer are no mere outline of it.
    setting_forth = exposition(question, answer, passages, told=surely_answered(answers))
    declines = abstains(answer) and not (
        (told != tuple(stated) and all(claim.kind != "abstention" for claim in told))
        or _tells_both_sides(answer, findings)
        or _answers_beside_declining(answer, covered, findings, evidence)
    )
    seen = Examination(
        question=question,
        claims=claims,
        findings=findings,
        words=words,
        stances=_stances(parts, claims, findings, evidence),
        answers=answers,
        covered=covered,
        faults=(),
        writing=clarity(answer, question),
        abstained=declines,
        evades=declines
        and setting_forth.terse > _MOSTLY
        and (setting_forth.substance > _MOSTLY or refuses(answer)),
        evidence=evidence,
        setting_forth=setting_forth,
        unchecked=first_unchecked(claims, most),
        by_rule=rule_stance(parts, claims, evidence),
        restated=told_near(parts, claims, words, evidence),
        extremes=extremes,
    )
    return replace(seen, faults=tuple(answer_faults(seen, answer, evidence.passages)))


def _stances(
    parts: Sequence[QuestionPart],
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> tuple[bool | None, ...]:
    """What the passages say to each claim; to a first one that says yes or no, as the question puts it."""
    found = stances(claims, findings, evidence)
    if found and found[0] is None and len(parts) == 1 and parts[0].kind == "yes_no":
        found[0] = yes_no_stance(parts[0].text, claims[0].text, evidence)
    return tuple(found)


def _framed(claims: Sequence[Claim], question: str) -> tuple[Claim, ...]:
    """Claims, with those that only announce the others as framing; alone, such a sentence is the answer."""
    framing = [claim.kind == "fact" and announces(claim.text, question) for claim in claims]
    if not any(claim.kind == "fact" and not frames for claim, frames in zip(claims, framing, strict=True)):
        return tuple(claims)
    return tuple(
        replace(claim, kind="framing") if frames else claim
        for claim, frames in zip(claims, framing, strict=True)
    )


def _stated(question: str, answer: str, evidence: Evidence) -> str:
    """The answer without what speaks to its judge; talk of grades stays where they are the subject."""
    answer = without_instructions(answer)
    stated = without_grading_talk(answer)
    if stated != answer and any(is_about_grading(text) for text in (question, *evidence.passages)):
        return answer
    return stated


def _tells_both_sides(answer: str, findings: Sequence[FigureFinding]) -> bool:
    """Whether an answer reports that the sources contradict each other, which is no abstention."""
    held = {f.figure.mention.raw for f in findings if f.holds and not f.figure.mention.is_year}
    return len(held) > 1 and speaks_of_conflict(answer)


def _answers_beside_declining(
    answer: str, covered: Sequence[PartCoverage], findings: Sequence[FigureFinding], evidence: Evidence
) -> bool:
    """Whether an answer that says what is not told gives the very value that the passages hold for a part."""
    if ONLY.search(answer):
        return False
    given = [f.figure.mention for f in findings if f.holds and not f.figure.mention.is_year]
    sure = [each.part for each in covered if given and surely_answered([each.holds])]
    return any(
        agrees(mention, ranked[0][1].mention)
        for part in sure
        if wants_value(part.kind) and (ranked := ranked_values(part, evidence))
        for mention in given
    )


def _completeness(seen: Examination) -> float:
    """By the passages; the terser they are for what is to be set forth, the more by its substance."""
    by_passages = _covered_by_passages(seen)
    if not seen.claims or (seen.abstained and not seen.evades):
        return by_passages
    terse = _terseness(seen)
    by_substance = LOWEST + (HIGHEST - LOWEST) * seen.setting_forth.worth
    return clamp(terse * by_substance + (1 - terse) * by_passages)


def _terseness(seen: Examination) -> float:
    """How far the passages only outline what is asked; not where an answer restates what they say of it."""
    return 0.0 if seen.restated and not seen.faults else seen.setting_forth.terse


def _covered_by_passages(seen: Examination) -> float:
    if not seen.claims:
        return LOWEST
    if seen.abstained:
        return 2.0 if any(fault.name == "wrongly_abstains" for fault in seen.faults) else 10.0
    if any(fault.name in {"made_up", "beside", "elsewhere"} for fault in seen.faults):
        return 3.0
    vague = any(fault.name == "vague" for fault in seen.faults)
    missing = sum(1 - _covered(part, vague=vague) for part in seen.covered) / len(seen.covered)
    wrong = _wrong_share(seen)
    outranked = any(fault.name == "outranked" for fault in seen.faults)
    missing = max(missing, _WRONG * (1.0 if outranked else wrong))
    sides = sum(fault.name == "one_sided" for fault in seen.faults)
    whole = clamp(10 - 9 * missing - (3 if sides else 0))
    if seen.faults and any(claim.kind == "abstention" for claim in seen.claims):
        return min(whole, _GUESSES)
    values = all(part.part.kind in VALUES for part in seen.covered)
    if values and wrong > _MOSTLY and together(seen.answers) < HARDLY_TOLD:
        return min(whole, _MADE_UP_ALL)
    return whole


def _covered(part: PartCoverage, *, vague: bool) -> float:
    """How far a part is covered; hints at an amount are less than half of one, and not all of any answer."""
    if not vague:
        return part.covered
    return min(part.covered, WITHOUT_VALUE if part.part.kind in NUMBERS else _HINTED)


def _wrong_share(seen: Examination) -> float:
    """Share of the answer's values that the passages do not bear out: they address the question, no more."""
    values = [finding for finding in checked_figures(seen) if not finding.figure.mention.is_year]
    return sum(not finding.holds for finding in values) / len(values) if values else 0.0


def _clarity(seen: Examination) -> float:
    """The writing's, less where the question is missed or what was to be set forth is only hinted at."""
    score = seen.writing.score
    if not seen.claims or (seen.abstained and not seen.evades):
        return score
    if (
        any(fault.name == "beside" for fault in seen.faults)
        and "beside_the_question" not in seen.writing.findings
    ):
        score -= _BESIDE
    terse = _terseness(seen)
    # How varied an exposition is tells better what in it is idle: a formula or a line of code has few words.
    return clamp(score + terse * (seen.writing.idle - _UNDEVELOPED * (1 - seen.setting_forth.developed)))

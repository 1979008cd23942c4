"""The embedded judge's verdict on one answer, from the checks of this room alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from data_base.text.folding import fold
from data_base.text.language import detect_language
from scoring import accuracy as errors
from scoring.abstention import abstains
from scoring.answerability import answerability, surely_answered, together
from scoring.asked import ranked_values, wants_value
from scoring.claim_figures import claim_figures
from scoring.claims import split_claims
from scoring.clarity import clarity
from scoring.compared import one_of_compared
from scoring.completeness import WITHOUT_VALUE, part_coverage
from scoring.conflict_report import ONLY
from scoring.conflicts import with_conflicts
from scoring.contexts import plain_terms
from scoring.evidence import read_evidence, script_of_text, years_of
from scoring.exposition import exposition, refuses
from scoring.figure_check import check_figures
from scoring.grading_talk import is_about_grading
from scoring.identifiers import unknown_names
from scoring.instructions import without_grading_talk, without_instructions
from scoring.invented_names import invented_names
from scoring.left_open import leaves_open
from scoring.quantities import agrees
from scoring.questions import question_parts
from scoring.rubric import HIGHEST, LOWEST, clamp
from scoring.short_answers import is_bare_answer, stands_elsewhere
from scoring.suggestion import suggest
from scoring.terms import terms
from scoring.unchanged import says_unchanged, wrongly_unchanged
from scoring.vagueness import is_vague
from scoring.verdict_text import describe, found_issues
from scoring.word_check import SUPPORTED_FROM, check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.judgement import ClaimVerdict
    from data_base.text.language import Language
    from scoring.accuracy import Fault
    from scoring.answerability import Answerability
    from scoring.claims import Claim
    from scoring.clarity import Clarity
    from scoring.completeness import PartCoverage
    from scoring.evidence import Evidence
    from scoring.exposition import Exposition
    from scoring.figure_findings import FigureFinding
    from scoring.word_check import WordFinding


# Below this a part of the question is not even touched.
_TOUCHED, _BARELY_TOUCHED = 0.5, 0.4

# What clarity loses by missing the question, and at most by leaving undeveloped what was to be set forth.
_BESIDE, _UNDEVELOPED = 4.0, 5.0
# What an answer covers that hints at what the passages tell by numbers.
_HINTED = 0.75
_NUMBERS = frozenset({"quantity", "money", "percent"})
_VALUES = _NUMBERS | {"date"}
# An answer that is a value or a name is there or not, wherever the passages hold it.
_NAMED = _VALUES | {"who"}
# What is missing of an answer whose values are all wrong.
_WRONG = 0.6
# Where the passages so improbably hold an answer, wrong values do not even address the question.
_HARDLY_TOLD, _MADE_UP_ALL = 0.45, 2.5
# Passages so terse are no evidence that a subject was looked for in vain.
_MOSTLY = 0.5

# What an answer that first declines and then guesses wrongly covers at most.
_GUESSES = 4.0
_DISAGREE = re.compile(
    r"\b(?:conflict|contradict|disagree|inconsisten|do(?:es)? not (?:agree|match))|矛盾|不一致|對不上|对不上|"
    r"說法不一|说法不一|有出入|расход|противореч|не совпада",
    re.IGNORECASE,
)


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


@dataclass(frozen=True, slots=True)
class Examination:
    """Everything found out about an answer before it is scored."""

    question: str
    claims: tuple[Claim, ...]
    findings: tuple[FigureFinding, ...]
    words: tuple[WordFinding | None, ...]
    answers: tuple[Answerability, ...]
    covered: tuple[PartCoverage, ...]
    faults: tuple[Fault, ...]
    writing: Clarity
    abstained: bool
    evidence: Evidence
    setting_forth: Exposition
    evades: bool

    @property
    def answerable(self) -> bool:
        """Whether the passages hold an answer to any part of the question."""
        return any(each.answered for each in self.answers)


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
    claims = tuple(split_claims(answer))
    given = frozenset(terms(question))
    words = tuple(
        check_words(claim.text, evidence, given=given) if claim.kind == "fact" else None for claim in claims
    )
    parts = question_parts(question)
    answers = tuple(answerability(part, evidence) for part in parts)
    checked = check_figures(claim_figures(claims, question, evidence.aliases), evidence, question)
    disputed = with_conflicts(checked, answer, list(zip(parts, answers, strict=True)), evidence)
    findings = tuple(one_of_compared(disputed, claims, question))
    covered = tuple(
        part_coverage(part, holds, claims, words, findings, evidence)
        for part, holds in zip(parts, answers, strict=True)
    )
    # Passages that plainly hold the answer are no mere outline of it.
    setting_forth = exposition(question, answer, passages, told=surely_answered(answers))
    declines = abstains(answer) and not (
        _tells_both_sides(answer, findings) or _answers_beside_declining(answer, covered, findings, evidence)
    )
    seen = Examination(
        question=question,
        claims=claims,
        findings=findings,
        words=words,
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
    )
    return _with_faults(seen, answer, evidence.passages)


def _stated(question: str, answer: str, evidence: Evidence) -> str:
    """The answer without what speaks to its judge; talk of grades stays where they are the subject."""
    answer = without_instructions(answer)
    stated = without_grading_talk(answer)
    if stated != answer and any(is_about_grading(fold(text).low) for text in (question, *evidence.passages)):
        return answer
    return stated


def _tells_both_sides(answer: str, findings: Sequence[FigureFinding]) -> bool:
    """Whether an answer reports that the sources contradict each other, which is no abstention."""
    held = {f.figure.mention.raw for f in findings if f.holds and not f.figure.mention.is_year}
    return len(held) > 1 and bool(_DISAGREE.search(answer))


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


def _with_faults(seen: Examination, answer: str, passages: Sequence[str]) -> Examination:
    return replace(seen, faults=tuple(_faults(seen, answer, passages)))


def _faults(seen: Examination, answer: str, passages: Sequence[str]) -> list[Fault]:
    if not seen.claims:
        return [errors.Fault("empty", LOWEST)]
    if seen.abstained:
        return _abstention_faults(seen)
    faults = errors.figure_faults(_checked_figures(seen))
    faults += [
        errors.Fault("absent", errors.ABSENT_FIGURE, name, claim=index)
        for index, claim in enumerate(seen.claims)
        for name in unknown_names(claim.text, [*passages, seen.question])
    ]
    faults += _name_faults(seen, passages)
    borne = [
        any(f.holds and f.figure.claim == index and not f.figure.mention.is_year for f in seen.findings)
        for index in range(len(seen.claims))
    ]
    vague = _stays_vague(seen, answer)
    hints = [i for i in range(len(seen.claims)) if vague and _speaks_of_it(i, seen)]
    faults += errors.word_faults([claim.text for claim in seen.claims], seen.words, borne, hints)
    in_place = any(part.in_place >= _TOUCHED for part in seen.covered)
    bare = not in_place and is_bare_answer(answer, seen.question, seen.claims)
    if bare and stands_elsewhere(answer, seen.question, seen.evidence):
        faults.append(errors.Fault("elsewhere", errors.ANSWERS_SOMETHING_ELSE, seen.claims[0].text, claim=0))
    told = [part for part in seen.covered if not part.declined]
    # Where the passages hardly answer, a value must be of something else altogether to be beside it.
    gives_value = any(f.holds and not f.figure.mention.is_year for f in seen.findings)
    bar = _BARELY_TOUCHED if gives_value and not seen.answerable else _TOUCHED
    missed = all(part.covered < bar for part in told)
    beside = missed and bool(told) and (seen.answerable or all(part.part.kind in _NAMED for part in told))
    if not faults and (beside or _adds_nothing(seen)):
        faults.append(errors.Fault("beside", errors.BESIDE_THE_QUESTION))
    index = wrongly_unchanged([part.part for part in seen.covered], seen.claims, seen.findings, seen.evidence)
    if index is not None:
        text = seen.claims[index].text
        faults.append(errors.Fault("unsupported", errors.ABSENT_CENTRAL, text, claim=index))
    if _is_made_up(seen) or (index is not None and together(seen.answers) < _HARDLY_TOLD):
        faults.append(errors.Fault("made_up", errors.MADE_UP))
    if vague and not any(fault.name == "vague" for fault in faults):
        faults.append(errors.Fault("vague", errors.VAGUE))
    return faults


def _stays_vague(seen: Examination, answer: str) -> bool:
    """Whether the answer hints at amounts without giving any, where the passages give what was asked."""
    given = any(not finding.figure.mention.is_year for finding in seen.findings)
    if given or not seen.answerable or not is_vague(answer):
        return False
    return any(part.part.kind in _NUMBERS or _holds_number(part.holds, seen) for part in seen.covered)


def _speaks_of_it(claim: int, seen: Examination) -> bool:
    """Whether a claim takes up words of the question, or shares some with a passage."""
    words = seen.words[claim]
    if words is not None and words.share >= errors.SHARES_SOME:
        return True
    return not set(terms(seen.question)).isdisjoint(plain_terms(seen.claims[claim].text))


def _holds_number(holds: Answerability, seen: Examination) -> bool:
    """Whether the passages give a number where they speak of what is asked."""
    place = range(holds.window.first, holds.window.last + 1)
    return any(o.unit in place and not o.mention.is_year for o in seen.evidence.stated)


def _adds_nothing(seen: Examination) -> bool:
    """Whether an answer only repeats words of its question, which answers none but a yes-or-no question."""
    if any(each.part.kind == "yes_no" or says_unchanged(each.part, seen.claims) for each in seen.covered):
        return False
    asked = set(terms(seen.question))
    said = {term for claim in seen.claims for term in plain_terms(claim.text)}
    told = any(not (f.figure.given or f.figure.mention.is_year) for f in seen.findings)
    return bool(said) and said <= asked and not told


def _name_faults(seen: Examination, passages: Sequence[str]) -> list[Fault]:
    """Names that the answer made up: all there is to it where somebody is asked for."""
    cap = (
        errors.ABSENT_FIGURE
        if any(each.part.kind == "who" for each in seen.covered)
        else errors.UNSUPPORTED_CLAIM
    )
    sources = [*passages, seen.question]
    return [
        errors.Fault("absent", cap, name, claim=index)
        for index, claim in enumerate(seen.claims)
        if script_of_text(claim.text) in seen.evidence.scripts
        for name in invented_names(claim.text, sources)
    ]


def _abstention_faults(seen: Examination) -> list[Fault]:
    """What is wrong with saying that the documents do not tell.

    What the answer mentions beside it answers nothing: a figure there need not fit the question, only stand
    in the passages at all.
    """
    invented = [finding for finding in _checked_figures(seen) if finding.verdict == "absent"]
    overlooked = surely_answered(seen.answers)
    wrongly = [errors.Fault("wrongly_abstains", errors.WRONGLY_ABSTAINS)] if overlooked else []
    return errors.figure_faults(invented) + wrongly


def _checked_figures(seen: Examination) -> list[FigureFinding]:
    """All but the years and figures that merely repeat the question."""
    asked = years_of(seen.question)
    return [
        f
        for f in seen.findings
        if f.holds or not (f.figure.given or (f.figure.mention.is_year and f.figure.mention.year in asked))
    ]


def _is_made_up(seen: Examination) -> bool:
    """Whether nothing in the passages answers the question and nothing bears out the answer."""
    if seen.answerable:
        return False
    if not seen.evidence.units:
        return any(claim.kind == "fact" for claim in seen.claims)
    facts = [i for i, claim in enumerate(seen.claims) if claim.kind == "fact"]
    if all(part.left_open for part in seen.answers):
        return bool(facts) and not any(leaves_open(claim.text) for claim in seen.claims)
    held = {f.figure.claim for f in seen.findings if f.holds and not f.figure.mention.is_year}
    shares = [finding.share for finding in seen.words if finding is not None]
    undecided = any(finding.verdict == "undecidable" for finding in seen.words if finding)
    return bool(facts) and not held and not undecided and max(shares, default=0.0) < SUPPORTED_FROM


def _completeness(seen: Examination) -> float:
    """By the passages; the terser they are for what is to be set forth, the more by its substance."""
    by_passages = _covered_by_passages(seen)
    if not seen.claims or (seen.abstained and not seen.evades):
        return by_passages
    forth = seen.setting_forth
    by_substance = LOWEST + (HIGHEST - LOWEST) * forth.worth
    return clamp(forth.terse * by_substance + (1 - forth.terse) * by_passages)


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
    missing = max(missing, _WRONG * wrong)
    sides = sum(fault.name == "one_sided" for fault in seen.faults)
    whole = clamp(10 - 9 * missing - (3 if sides else 0))
    if seen.faults and any(claim.kind == "abstention" for claim in seen.claims):
        return min(whole, _GUESSES)
    values = all(part.part.kind in _VALUES for part in seen.covered)
    if values and wrong > _MOSTLY and together(seen.answers) < _HARDLY_TOLD:
        return min(whole, _MADE_UP_ALL)
    return whole


def _covered(part: PartCoverage, *, vague: bool) -> float:
    """How far a part is covered; hints at an amount are less than half of one, and not all of any answer."""
    if not vague:
        return part.covered
    return min(part.covered, WITHOUT_VALUE if part.part.kind in _NUMBERS else _HINTED)


def _wrong_share(seen: Examination) -> float:
    """Share of the answer's values that the passages do not bear out: they address the question, no more."""
    values = [finding for finding in _checked_figures(seen) if not finding.figure.mention.is_year]
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
    forth = seen.setting_forth
    # How varied an exposition is tells better what in it is idle: a formula or a line of code has few words.
    return clamp(score + forth.terse * (seen.writing.idle - _UNDEVELOPED * (1 - forth.developed)))

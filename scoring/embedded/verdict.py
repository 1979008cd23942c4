"""The verdict on one answer: passages, question and answer in, scores with reasons out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from data_base.text.language import Language, detect_language
from scoring.embedded.accuracy import Fault, accuracy_of
from scoring.embedded.completeness import completeness_of, wrong_answers
from scoring.embedded.faults import UNFOUND, faults_of
from scoring.embedded.observations import Observations, observe
from scoring.embedded.question import QuestionPart
from scoring.embedded.wording import say

if TYPE_CHECKING:
    from data_base.schemas.judgement import Answered, ClaimVerdict

_UNSUPPORTED, _SUPPORTED = 0.25, 0.46
_MOST_SAID, _MOST_SOUGHT = 3, 12
_GRAVE = 5.0
_RIGHT = 8.0
_DOUBTS, _BESIDE = frozenset({"undecided", "perhaps_told", "hardly_told"}), frozenset({"beside", "vague"})
"""Faults that decide nothing of a claim, and those of what is true and no answer."""
_UNDECIDED = 6.9
"""At most, where no claim can be decided."""


@dataclass(frozen=True, slots=True)
class FoundIssue:
    """A claim or what is missing, with the index and the words of the passage that decides, if one does."""

    claim: str
    verdict: ClaimVerdict
    passage_index: int | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class EmbeddedVerdict:
    """What the judge says of an answer, its scores from 1 to 10."""

    accuracy: float
    completeness: float
    clarity: float
    findings: tuple[tuple[str, str], ...]
    """What decides: names of sentences, each with what it speaks of."""
    missed: tuple[str, ...]
    """A sentence for each part of the question that is not answered."""
    suggestion: str
    """Search terms for what is missing or wrong; empty only for a faultless answer."""
    issues: tuple[FoundIssue, ...]
    """The claims with faults, then those supported."""
    decided_share: float
    """Share of the claims that words and figures can decide."""
    analysis: str
    """What was looked at, claim by claim."""
    unfound: tuple[tuple[str, str], ...]
    """Figures and dates that appear nowhere, each with its claim."""
    answered: Answered
    """Whether the answer says what was asked for, right or wrong."""

    def reason(self, language: Language, *, in_part: bool = False) -> str:
        """The findings that decide and what is missing, in short; see :func:`say` for ``in_part``."""
        found = (say(name, language, said, in_part=in_part) for name, said in self.findings)
        return " ".join(dict.fromkeys([*found, *self.missed[:_MOST_SAID]]))


def judge_answer(
    question: str,
    answer: str,
    passages: Sequence[str],
    *,
    unanswerable: bool = False,
    language: Language | None = None,
) -> EmbeddedVerdict:
    """Judge an answer by passages; the same every time.

    Args:
        question: the question as it was asked.
        answer: the answer without citation marks.
        passages: the texts it is judged on; with none, only saying so is right.
        unanswerable: whether the passages are known not to contain what is asked.
        language: language of the reasons, None for the question's own.
    """
    language = language or detect_language(question)
    seen = observe(question, answer, passages)
    faults = faults_of(seen, unanswerable=unanswerable)
    accuracy = accuracy_of(seen, faults, wrong_answers(seen, faults))
    completeness, missed = completeness_of(seen, faults)
    issues = tuple(_issues(seen, faults, missed, weak=not faults and accuracy < _GRAVE))
    claims = [issue for issue in issues if issue.verdict != "missing"]
    undecided = sum(issue.verdict == "undecidable" for issue in claims)
    share = 1 - undecided / len(claims) if claims else float(all(f.name != "undecided" for f in faults))
    if not share and not any(fault.name == "hardly_told" for fault in faults):
        accuracy = min(accuracy, _UNDECIDED)
    listed = "; ".join(f"{issue.claim} ({say(f'is_{issue.verdict}', language)})" for issue in issues)
    return EmbeddedVerdict(
        accuracy=round(accuracy, 2),
        completeness=round(completeness, 2),
        clarity=round(_clarity_of(seen, faults), 2),
        findings=_findings(seen, faults, accuracy),
        missed=tuple(say("missing", language, part.text) for part in missed),
        suggestion=_suggestion(seen, faults, missed, accuracy),
        issues=issues,
        decided_share=share,
        analysis=say("checked", language, listed),
        unfound=tuple((fault.said, fault.claim) for fault in faults if fault.name in UNFOUND),
        answered=_answered(seen, faults),
    )


def lowered(verdict: EmbeddedVerdict, most: float, why: tuple[str, str], question: str) -> EmbeddedVerdict:
    """A verdict with so much accuracy at most, and why; what praises the answer is left out."""
    if verdict.accuracy <= most:
        return verdict
    findings = (why, *(each for each in verdict.findings if each[0] not in ("supported", "right_abstention")))
    return replace(
        verdict, accuracy=round(most, 2), findings=findings, suggestion=verdict.suggestion or question
    )


def _answered(seen: Observations, faults: Sequence[Fault]) -> Answered:
    """Whether it says what is asked, right or wrong; ``partly`` where it declines to say some of it."""
    if seen.declines or any(fault.name == "empty" for fault in faults):
        return "no"
    return "partly" if any(claim.kind == "abstention" for claim in seen.claims) else "yes"


def _issues(
    seen: Observations, faults: Sequence[Fault], missed: Sequence[QuestionPart], *, weak: bool
) -> Iterator[FoundIssue]:
    """Each claim with what was found of it: the faulty first, then the parts that are missing.

    Of a weak answer words support nothing: only values do.
    """
    plain = [fault for fault in reversed(faults) if fault.claim and fault.name not in _DOUBTS | _BESIDE]
    faulty = {fault.claim: fault for fault in plain}
    for fault in faulty.values():
        verdict: ClaimVerdict = "contradicted" if fault.place is not None else "unsupported"
        yield _issue(seen, fault.claim, verdict, fault.place)
    yield from (FoundIssue(part.text, "missing") for part in missed)
    doubtful = {fault.claim for fault in faults if fault.name in _DOUBTS}
    # What is written in another script may say so in other words.
    doubtful |= {link.claim.text for link, foreign in zip(seen.facts, seen.foreign, strict=True) if foreign}
    for link, likely in zip(seen.links, seen.likely, strict=True):
        if link.claim.text in faulty or link.claim.kind == "framing":
            continue
        values = [value for value in link.values if not value.asked]
        place = next((value.place for value in values if value.place is not None), link.place)
        grounded = bool(values) and all(value.grounded for value in values)
        if link.claim.text in doubtful and not grounded:
            yield _issue(seen, link.claim.text, "undecidable", None)
        elif link.claim.kind == "abstention":
            yield _issue(seen, link.claim.text, "supported", None)
        elif grounded or (likely >= _SUPPORTED and not weak):
            yield _issue(seen, link.claim.text, "supported", place)
        else:
            yield _issue(
                seen, link.claim.text, "unsupported" if likely < _UNSUPPORTED else "undecidable", None
            )


def _issue(seen: Observations, claim: str, verdict: ClaimVerdict, place: int | None) -> FoundIssue:
    if place is None:
        return FoundIssue(claim, verdict)
    found = seen.document.places[place]
    return FoundIssue(claim, verdict, seen.document.sources[place], found.text)


def _findings(seen: Observations, faults: Sequence[Fault], accuracy: float) -> tuple[tuple[str, str], ...]:
    if faults:
        # What cannot be decided says nothing beside what is wrong.
        plain = [fault for fault in faults if fault.name not in _DOUBTS] or faults
        return tuple((fault.name, fault.said) for fault in plain[:_MOST_SAID])
    name = "right_abstention" if seen.declines else "supported"
    if accuracy < _RIGHT:
        name = "undecided" if accuracy >= _GRAVE - 1 else "unsupported"
    return ((name, ""),)


def _suggestion(
    seen: Observations, faults: Sequence[Fault], missed: Sequence[QuestionPart], accuracy: float
) -> str:
    """What to look for: the parts that are missing, else those of the question.

    What was contradicted is left out: a search for it finds what it is in, not what is asked.
    """
    if not missed and not faults and accuracy >= _RIGHT:
        return ""
    return " ".join(dict.fromkeys([part.text for part in missed or seen.parts][:_MOST_SOUGHT]))


_BARE_CLARITY, _OFF_TOPIC = 8.5, 3.0
_REPEATS, _PADDING, _LONG = 3.0, 0.7, 60
_ALIKE = 0.85
_FEW_WORDS = 3


def _clarity_of(seen: Observations, faults: Sequence[Fault]) -> float:
    """How clearly an answer is written, from 1 to 10: no repeats, padding, fragments, or other topics."""
    if not seen.claims or not any(claim.terms for claim in seen.claims):
        return 1.0 if not seen.claims else _BARE_CLARITY
    score = 10.0
    said: list[frozenset[str]] = []
    repeated = 0
    for claim in seen.claims:
        words = frozenset(claim.terms)
        if len(words) >= _FEW_WORDS and any(
            len(words & other) >= _ALIKE * len(words | other) for other in said
        ):
            repeated += 1
        said.append(words)
    framing = sum(claim.kind == "framing" and len(claim.terms) > 1 for claim in seen.claims[1:])
    score -= _REPEATS * min(2, repeated) + _PADDING * min(4, framing)
    score -= sum(len(claim.terms) > _LONG for claim in seen.claims)
    names = {fault.name for fault in faults}
    if "with_abstention" in names:
        score = min(score, _BARE_CLARITY)
    if sum(len(claim.terms) for claim in seen.claims) < _FEW_WORDS:
        score = min(score, _BARE_CLARITY)
    if seen.off_topic:
        score = min(score, _OFF_TOPIC)
    return max(1.0, score)

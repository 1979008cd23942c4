"""The embedded judge's findings in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.wording import fault as writing_fault
from scoring.wording import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data_base.judgement import ClaimVerdict
    from data_base.text.language import Language
    from scoring.accuracy import Fault
    from scoring.evidence import Occurrence
    from scoring.examination import Examination

Issue = tuple[str, "ClaimVerdict", int | None, str | None]

_SHOWN = 160
_MOST_REASONS = 4
# Below this a part of the question counts as not answered.
_TOUCHED = 0.5
_VERDICTS: dict[str, ClaimVerdict] = {
    "absent": "unsupported",
    "absent_rival": "contradicted",
    "misplaced": "contradicted",
    "one_sided": "missing",
    "unattached": "unsupported",
    "unsupported": "unsupported",
    "undecidable": "undecidable",
    "unchecked": "undecidable",
    "negated": "contradicted",
    "beside": "missing",
    "elsewhere": "contradicted",
    "outranked": "contradicted",
    "made_up": "unsupported",
    "vague": "missing",
    "wrongly_abstains": "missing",
    "rounded": "supported",
    "empty": "missing",
}


def describe(seen: Examination, language: Language, *, short: bool = False) -> str:
    """The findings as sentences; ``short`` leaves out what was counted and all but the gravest."""
    lines = [] if short else [_counted(seen, language)]
    faults = sorted(seen.faults, key=lambda fault: fault.cap)
    lines += [
        _fault_sentence(fault, seen, language) for fault in (faults[:_MOST_REASONS] if short else faults)
    ]
    if not faults:
        lines.append(_praise(seen, language))
    lines += [
        say("missing", language, part=_cut(part.part.own))
        for part in seen.covered
        if _is_missing(part.covered, seen)
    ]
    lines += [
        say("undecidable", language, claim=_cut(claim.text))
        for claim, words in zip(seen.claims, seen.words, strict=True)
        if words is not None and words.verdict == "undecidable" and not short
    ]
    if seen.writing.findings:
        lines.append("；".join(writing_fault(name, language) for name in seen.writing.findings))
    gap = "" if language.startswith("zh") else " "
    return gap.join(dict.fromkeys(lines))


def _is_missing(covered: float, seen: Examination) -> bool:
    return covered < _TOUCHED and not seen.abstained


def _counted(seen: Examination, language: Language) -> str:
    return say(
        "checked",
        language,
        claims=len(seen.claims),
        figures=len(seen.findings),
        held=sum(finding.holds for finding in seen.findings),
    )


def _praise(seen: Examination, language: Language) -> str:
    if seen.abstained:
        return say("rightly_abstains", language)
    return say("exact" if seen.findings else "supported", language)


def _fault_sentence(fault: Fault, seen: Examination, language: Language) -> str:
    rival = fault.figure.rival if fault.figure else None
    source = fault.figure.source if fault.figure else None
    return say(
        fault.name,
        language,
        figure=fault.shown,
        claim=_cut(fault.shown),
        source=_value(source, seen) if source else "",
        rival=_value(rival, seen) if rival else "",
        quote=_cut(_best_quote(seen)[1] or ""),
    )


def _value(occurrence: Occurrence, seen: Examination) -> str:
    """A passage's figure with the row or sentence it stands in."""
    return f"{occurrence.mention.raw.strip('= ')} ({_cut(seen.evidence.units[occurrence.unit].text, 80)})"


def _cut(text: str, length: int = _SHOWN) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _best_quote(seen: Examination) -> tuple[int | None, str | None]:
    """Where the passages come nearest to answering the question."""
    best = max(seen.answers, key=lambda each: each.score, default=None)
    if best is None or not seen.evidence.units or not best.window.recall:
        return None, None
    unit = seen.evidence.units[best.window.first]
    return unit.passage, unit.text


def found_issues(seen: Examination) -> Iterator[Issue]:
    """The faults, the parts not answered, then what is borne out or cannot be decided."""
    for fault in sorted(seen.faults, key=lambda each: each.cap):
        yield _fault_issue(fault, seen)
    for part in seen.covered:
        if _is_missing(part.covered, seen):
            yield part.part.own, "missing", None, None
    faulty = {fault.claim for fault in seen.faults}
    for index, (claim, words) in enumerate(zip(seen.claims, seen.words, strict=True)):
        if index in faulty or words is None:
            continue
        place = next((f.source for f in seen.findings if f.figure.claim == index and f.source), None)
        unit = seen.evidence.units[place.unit] if place else None
        if unit is None and words.share and seen.evidence.units:
            unit = seen.evidence.units[words.window.first]
        decided = place is not None or words.verdict in {"supported", "weak"}
        verdict: ClaimVerdict = "supported" if decided else "undecidable"
        yield claim.text, verdict, unit.passage if unit else None, unit.text if unit else None


def _fault_issue(fault: Fault, seen: Examination) -> Issue:
    occurrence = (fault.figure.rival or fault.figure.source) if fault.figure else None
    verdict = _VERDICTS[fault.name]
    if fault.name == "wrongly_abstains":
        return seen.question, verdict, *_best_quote(seen)
    claim = fault.shown or seen.question
    if occurrence is None:
        return claim, verdict, None, None
    unit = seen.evidence.units[occurrence.unit]
    return claim, verdict, unit.passage, unit.text

"""Picks from passages what answers a question: sentences, and the cells of rows that are asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from scoring.answerability import answerability
from scoring.asked import asked_context, ranked_values, wants_value
from scoring.evidence import read_evidence, script_of_text
from scoring.mentions import years_of
from scoring.quantities import agrees, could_replace, near_in_value
from scoring.questions import question_parts
from scoring.terms import terms
from scoring.windows import weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.contexts import Context
    from scoring.evidence import Evidence, Occurrence, Unit
    from scoring.questions import QuestionPart

LEAST_FIT = 0.08
"""A value that fits the question worse than this is none of its answers."""
# To say that the documents do not tell beats telling something else.
_LIKELY = 0.2
_AGREEING = 0.75
_MOST_SENTENCES = 2
_ADVICE = 0.2
_ABROAD = 0.85
_REASON_BONUS = 0.2
_SPACES = re.compile(r"\s+")
_TABLE_NUMBER = re.compile(r"^(?:表|圖|图|table|tab\.|таблица)\s*\d+\s*[.．:：]?\s*", re.IGNORECASE)
_REASON = re.compile(
    r"\bbecause\b|\bdue to\b|因為|因为|由於|由于|原因|导致|導致|因此|из-за|причин|потому|после", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Extract:
    """A piece of a passage that answers.

    Attributes:
        text: the sentence, or the row's label with the cells that are asked for.
        passage: index of its passage.
    """

    text: str
    passage: int


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What the passages say of one part of a question.

    Attributes:
        asked: the part in its own words.
        extracts: what answers it, best first; none where the passages do not hold it.
        conflict: whether two of them give different values for the same thing.
    """

    asked: str
    extracts: tuple[Extract, ...]
    conflict: bool


@dataclass(frozen=True, slots=True)
class _Question:
    """A part of the question as what a figure's surroundings are compared with."""

    part: QuestionPart
    context: Context
    advice: frozenset[str]
    script: str


def extract_answer(question: str, passages: Sequence[str], *, advice: str = "") -> list[PartAnswer]:
    """Answer a question from passages, part by part.

    Args:
        question: the question.
        passages: where to look.
        advice: what an earlier draft lacked; its words make a sentence a little more welcome.
    """
    evidence = read_evidence(passages)
    added = frozenset(terms(advice)) - frozenset(terms(question))
    return [_answer(_read(part, evidence, added), evidence) for part in question_parts(question)]


def _read(part: QuestionPart, evidence: Evidence, advice: frozenset[str]) -> _Question:
    return _Question(part, asked_context(part, evidence), advice, script_of_text(part.text))


def _answer(question: _Question, evidence: Evidence) -> PartAnswer:
    holds = answerability(question.part, evidence)
    bridge = holds.bridge
    if bridge is not None:
        halves = (_whole(evidence.units[bridge.first]), _whole(evidence.units[bridge.second]))
        return PartAnswer(question.part.own, halves, conflict=False)
    if not holds.answered or holds.probability < _LIKELY:
        return PartAnswer(question.part.own, (), conflict=False)
    if wants_value(question.part.kind):
        found = _by_value(question, evidence)
        if found is not None:
            return found
    return _by_words(question, evidence)


def _by_value(question: _Question, evidence: Evidence) -> PartAnswer | None:
    """The value that stands where the question's words do; None where no value fits."""
    ranked = [(_advised(question, fit, o, evidence), o) for fit, o in ranked_values(question.part, evidence)]
    ranked.sort(key=lambda pair: -pair[0])
    if not ranked or ranked[0][0] < LEAST_FIT:
        return None
    best_fit, best = ranked[0]
    rivals = (o for fit, o in ranked[1:] if fit >= best_fit * _AGREEING and _contradicts(best, o))
    rival = next(rivals, None)
    chosen = [best] if rival is None else [best, rival]
    extracts = tuple(_extract(question, o, evidence) for o in chosen)
    return PartAnswer(question.part.own, extracts, conflict=rival is not None)


def _advised(question: _Question, fit: float, occurrence: Occurrence, evidence: Evidence) -> float:
    """The fit, a little more where the unit speaks of what an earlier draft lacked."""
    if not question.advice:
        return fit
    reach = evidence.units[occurrence.unit].reach
    return fit * (1 + _ADVICE * len(question.advice & reach) / len(question.advice))


def _contradicts(one: Occurrence, other: Occurrence) -> bool:
    """Whether two places give near but different values for what seems the same thing."""
    if one.unit == other.unit or (one.tabular and other.tabular and one.passage == other.passage):
        return False
    if one.context.years and other.context.years and not one.context.years & other.context.years:
        return False
    return (
        could_replace(one.mention, other.mention)
        and near_in_value(one.mention, other.mention)
        and not agrees(one.mention, other.mention)
        and not agrees(other.mention, one.mention)
    )


def _by_words(question: _Question, evidence: Evidence) -> PartAnswer:
    weights = weighed(question.context.weights, evidence)
    total = sum(weights.values())
    nothing = PartAnswer(question.part.own, (), conflict=False)
    if not total:
        return nothing
    asked = frozenset(terms(question.part.text))
    scored = sorted(
        (
            (_score(question, unit, weights) / total, -i)
            for i, unit in enumerate(evidence.units)
            # A heading that says no more than the question answers nothing.
            if unit.row is not None or unit.terms - asked
        ),
        reverse=True,
    )
    best = scored[0][0] if scored else 0.0
    if not best:
        return nothing
    chosen = [-place for score, place in scored[:_MOST_SENTENCES] if score >= best * _AGREEING]
    extracts = tuple(_whole(evidence.units[i]) for i in chosen)
    return PartAnswer(question.part.own, extracts, conflict=False)


def _score(question: _Question, unit: Unit, weights: dict[str, float]) -> float:
    strength = question.context.weights
    mass = sum(weight * strength[term] for term, weight in weights.items() if term in unit.reach)
    mass += fsum(weights[term] for term in weights.keys() & unit.terms) * 0.3
    if question.part.kind == "reason" and _REASON.search(unit.text):
        mass *= 1 + _REASON_BONUS
    if question.advice:
        mass *= 1 + _ADVICE * len(question.advice & unit.reach) / len(question.advice)
    return mass if script_of_text(unit.text) == question.script else mass * _ABROAD


def _whole(unit: Unit) -> Extract:
    if unit.row is None:
        return Extract(_SPACES.sub(" ", unit.text).strip(), unit.passage)
    cells = [f"{cell.column}: {cell.text}" if cell.column else cell.text for cell in unit.row.cells]
    return Extract(_row_text(unit, cells), unit.passage)


def _extract(question: _Question, occurrence: Occurrence, evidence: Evidence) -> Extract:
    unit = evidence.units[occurrence.unit]
    if unit.row is None:
        return _whole(unit)
    asked = question.context.weights.keys()
    years = question.context.years
    cells = [
        f"{cell.column}: {cell.text}" if cell.column else cell.text
        for cell in unit.row.cells
        if occurrence.mention.raw.startswith(cell.text)
        or (years_of(cell.column) & years and (not terms(cell.column) or asked & set(terms(cell.column))))
    ]
    return Extract(_row_text(unit, cells), unit.passage) if cells else _whole(unit)


def _row_text(unit: Unit, cells: Sequence[str]) -> str:
    row = unit.row
    if row is None:
        return unit.text
    caption = _TABLE_NUMBER.sub("", row.caption)
    label = ", ".join(filter(None, (caption, row.label)))
    return _SPACES.sub(" ", f"{label} — {'; '.join(cells)}.").strip()

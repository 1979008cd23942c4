"""Picks from passages what answers a question: whole sentences, and the cells of table rows that are asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.answerability import answerability, asked_terms
from scoring.evidence import read_evidence, years_of
from scoring.quantities import agrees, could_replace
from scoring.questions import question_parts
from scoring.terms import terms
from scoring.windows import weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence, Unit
    from scoring.questions import QuestionPart

_MOST_UNITS = 2
_NEARLY = 0.9
_ADVICE, _ALIAS = 0.25, 0.8
_ANSWERED_FROM = 0.45
_KIND_BONUS, _YEAR_BONUS = 0.25, 0.15
_SPACES = re.compile(r"\s+")


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


def extract_answer(question: str, passages: Sequence[str], *, advice: str = "") -> list[PartAnswer]:
    """Answer a question from passages, part by part.

    Args:
        question: the question.
        passages: where to look.
        advice: what an earlier draft lacked; its words make a sentence a little more welcome.
    """
    evidence = read_evidence(passages)
    return [_answer(part, evidence, frozenset(terms(advice))) for part in question_parts(question)]


def _answer(part: QuestionPart, evidence: Evidence, advice: frozenset[str]) -> PartAnswer:
    scored = _scored(part, evidence, advice)
    if not scored or not _is_answered(part, evidence, scored[0][0]):
        return PartAnswer(part.own, (), conflict=False)
    best = scored[0][0]
    chosen = [index for score, index in scored[:_MOST_UNITS] if score >= best * _NEARLY]
    rival = _rival(part, chosen[0], scored, evidence)
    if rival is not None:
        chosen = [chosen[0], rival]
    return PartAnswer(
        part.own, tuple(_extract(part, evidence.units[i], i, evidence) for i in chosen), conflict=rival is not None
    )


def _is_answered(part: QuestionPart, evidence: Evidence, best: float) -> bool:
    return answerability(part, evidence).answered or best >= _ANSWERED_FROM + _KIND_BONUS


def _scored(part: QuestionPart, evidence: Evidence, advice: frozenset[str]) -> list[tuple[float, int]]:
    """Units by how much of the part's weighted terms they reach, best first."""
    weights = weighed(asked_terms(part.text), evidence)
    for term in expand(part.text, evidence.aliases):
        weights.setdefault(term, evidence.weight(term) * _ALIAS)
    total = sum(weighed(asked_terms(part.text), evidence).values())
    if not total:
        return []
    own = set(asked_terms(part.own))
    years = years_of(part.text)
    by_unit = _occurrences(evidence)
    scored = []
    for index, unit in enumerate(evidence.units):
        mass = sum(weight for term, weight in weights.items() if term in unit.reach)
        mass += sum(evidence.weight(term) for term in own & unit.terms) * 0.5
        if not mass:
            continue
        score = mass / total + _kind_bonus(part, by_unit.get(index, ()), years)
        score += _ADVICE * len(advice & unit.reach) / max(1, len(advice))
        scored.append((score, index))
    return sorted(scored, key=lambda pair: (-pair[0], pair[1]))


def _occurrences(evidence: Evidence) -> dict[int, list[Occurrence]]:
    found: dict[int, list[Occurrence]] = {}
    for occurrence in evidence.occurrences:
        found.setdefault(occurrence.unit, []).append(occurrence)
    return found


def _kind_bonus(part: QuestionPart, found: Sequence[Occurrence], years: frozenset[int]) -> float:
    wanted = [o for o in found if (o.mention.date is not None) == (part.kind == "date") and not o.mention.is_year]
    if part.kind not in {"quantity", "money", "percent", "date"} or not wanted:
        return 0.0
    in_time = not years or any(o.context.years & years for o in wanted)
    return _KIND_BONUS + (_YEAR_BONUS if in_time else 0.0)


def _rival(part: QuestionPart, best: int, scored: Sequence[tuple[float, int]], evidence: Evidence) -> int | None:
    """A unit that speaks of the part nearly as well and gives another value of the same kind."""
    if part.kind not in {"quantity", "money", "percent", "date"}:
        return None
    by_unit = _occurrences(evidence)
    mine = _values(part, by_unit.get(best, ()))
    top = scored[0][0]
    for score, index in scored[1:]:
        if score < top * _NEARLY:
            return None
        theirs = _values(part, by_unit.get(index, ()))
        clash = [o for o in theirs if mine and could_replace(mine[0].mention, o.mention)]
        if clash and not any(agrees(a.mention, b.mention) for a in mine for b in clash):
            return index
    return None


def _values(part: QuestionPart, found: Sequence[Occurrence]) -> list[Occurrence]:
    years = years_of(part.text)
    return [
        o
        for o in found
        if not o.mention.is_year
        and (o.mention.date is not None) == (part.kind == "date")
        and (not years or not o.context.years or o.context.years & years)
    ]


def _extract(part: QuestionPart, unit: Unit, index: int, evidence: Evidence) -> Extract:
    row = unit.row
    if row is None:
        return Extract(_SPACES.sub(" ", unit.text).strip(), unit.passage)
    years = years_of(part.text)
    asked = set(asked_terms(part.own)) | set(asked_terms(part.text))
    cells = [cell for cell in row.cells if _is_asked(cell.column, asked, years)]
    shown = cells or row.cells
    label = " ".join(filter(None, (row.caption, row.label)))
    values = "; ".join(f"{cell.column}: {cell.text}" if cell.column else cell.text for cell in shown)
    return Extract(_SPACES.sub(" ", f"{label} — {values}."), unit.passage)


def _is_asked(column: str, asked: set[str], years: frozenset[int]) -> bool:
    named = years_of(column)
    if named:
        return bool(named & years) or not years
    return bool(set(terms(column)) & asked)

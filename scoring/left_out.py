"""Whether passages that speak of a thing leave out the detail of it that a question asks (zh, en, ru)."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from data_base.text.names import names
from scoring.aliases import folded
from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.detail_kinds import DETAILS, WHICH
from scoring.evidence import script_of_text
from scoring.measure_asked import asked_measure, gives_measure
from scoring.paragraphs import ends_sentence, goes_on, next_in_paragraph
from scoring.people import people
from scoring.successors import asks_successor, names_successor
from scoring.which_one import asked_thing, indefinite_mentions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.detail_kinds import Detail
    from scoring.evidence import Evidence, Occurrence
    from scoring.questions import QuestionPart

# Sentences with so much of what the best one holds of a question speak of the same.
_SPEAKS_AS_MUCH = 0.7
# Passages without so much of a question do not speak of the thing.
_SPEAKS_OF_IT = 0.3
# So much of a name shows that it is the same.
_STEM = 4
# A measure may stand so many sentences before or behind.
_MEASURED_WITHIN = 2
# So many characters on either side show that a question speaks of the same.
_AROUND = 2
# Capitalised words that name nobody and no make.
_CALENDAR = re.compile(
    r"(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|christmas|easter|whitsun|internet|english|pdf|ph",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?<![,，；;]) (?:and|и) (?=\w)|[\u4e00-\u9fff](?:和|及|以及|[與与跟])(?=[\u4e00-\u9fff])"
)
# What a Chinese office ends in makes nothing.
_OFFICE = re.compile(r"[局會会院校部處处科鄉乡鎮镇村縣县市區区館馆所站]$")
_PLACED = re.compile(
    r"\b(?:in|at|on|near|from|to|into|lake|river|mount|street|в|во|на|из|под|около|"
    r"(?:озер|рек|улиц|площад|город|сел|деревн|пос[её]л|кордон|станци|остров)\w*)\s(?:the\s)?$",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_WORD = re.compile(r"\w{2,}")
_CLAUSE = re.compile(r"[，,；;。]|\.\s")
_ASKS_WHICH = frozenset({"open", "who"})
_ANSWERED_OTHERWISE = frozenset({"yes_no", "reason", "date", "percent"})
# Who and which are asked more closely than a name.
_CLOSER = frozenset({"person", "kinds", "make"})


def leaves_out_detail(part: QuestionPart, weights: Mapping[str, float], evidence: Evidence) -> bool:
    """Whether a detail is asked that no sentence speaking of the thing tells.

    Args:
        part: what is asked.
        weights: its terms with their weights.
        evidence: the passages; a table may tell a detail without any word for it.
    """
    if part.kind in _ANSWERED_OTHERWISE:
        return False
    details = _asked_details(part.own)
    thing = asked_thing(part.own) if part.kind in _ASKS_WHICH else ""
    measure = asked_measure(part.own)
    near = _speaking_of(weights, evidence) if details or thing or measure else []
    if not near or not _can_be_read(near, part, evidence):
        return False
    texts = [evidence.units[place].text for place in near]
    if measure:
        return not gives_measure(measure, _values_about(near, evidence))
    if details:
        return not any(_tells(detail, _where(detail, texts, part), part.text) for detail in details)
    clauses = indefinite_mentions(thing, part.text, texts)
    return bool(clauses) and not _tells(WHICH, clauses, part.text)


def _asked_details(question: str) -> list[Detail]:
    """The details that a question asks for, the closest ones."""
    asked = [detail for detail in DETAILS if detail.asks.search(question)]
    if any(detail.kind in _CLOSER for detail in asked):
        return [detail for detail in asked if detail.kind != "name"]
    return asked


def _can_be_read(near: Sequence[int], part: QuestionPart, evidence: Evidence) -> bool:
    """Whether all of these are sentences in the script of the question: a row tells by its columns."""
    units = [evidence.units[place] for place in near]
    script = script_of_text(part.text)
    return all(unit.row is None and script_of_text(unit.text) == script for unit in units)


def _values_about(near: Sequence[int], evidence: Evidence) -> list[Occurrence]:
    """The values of these sentences and of those around them; those in words where they count something."""
    about = {place + step for place in near for step in range(-_MEASURED_WITHIN, _MEASURED_WITHIN + 1)}
    return [
        value
        for value in evidence.occurrences
        if value.unit in about
        and (value.mention.standing == "stated" or (value.mention.figure and value.mention.figure.noun))
    ]


def _where(detail: Detail, texts: Sequence[str], part: QuestionPart) -> Sequence[str]:
    """Where a detail is looked for: which they are of a number of kinds, in the clauses about these kinds."""
    if detail.kind != "kinds":
        return texts
    asked = set(asked_terms(part.text))
    clauses = [clause for text in texts for clause in _CLAUSE.split(text)]
    held = [len(asked.intersection(plain_terms(clause))) for clause in clauses]
    best = held.index(max(held))
    return clauses[max(0, best - 1) : best + 2]


def _speaking_of(weights: Mapping[str, float], evidence: Evidence) -> list[int]:
    """The sentences, by index, that speak most of what is asked, and the one behind each in its passage."""
    masses = evidence.masses(weights)
    most = max(masses.values(), default=0.0)
    if most < math.fsum(weights.values()) * _SPEAKS_OF_IT:
        return []
    speaking = {place for place, mass in masses.items() if mass >= most * _SPEAKS_AS_MUCH}
    return sorted({near for place in speaking for near in _together_with(place, evidence)})


def _together_with(place: int, evidence: Evidence) -> Iterator[int]:
    """A sentence and the one behind it; of a heading, all that stands in its passage."""
    units = evidence.units
    heads = units[place].row is None and not ends_sentence(units[place].text)
    yield place
    behind = None if heads else next_in_paragraph(place, evidence)
    if behind is not None and goes_on(units[behind].text):
        yield behind
    for near in range(place + 1, len(units)) if heads else ():
        if units[near].passage != units[place].passage:
            return
        yield near


def _tells(detail: Detail, texts: Sequence[str], question: str) -> bool:
    """Whether one of these texts tells a detail."""
    if detail.kind == "person" and asks_successor(question):
        return names_successor(texts, question)
    if any(_is_new(match, question) for text in texts for match in detail.tells.finditer(text)):
        return True
    if detail.kind == "worded":
        return False
    if detail.kind == "kinds" and any(_LISTED.search(text) for text in texts):
        return True
    named = [name for text in texts for name in _named(text, detail)]
    return any(not _is_in(name, question) for name in named)


def _is_new(match: re.Match[str], question: str) -> bool:
    """Whether what seems to tell a detail is no part of how the question names the thing."""
    around = match.string[max(0, match.start() - _AROUND) : match.end() + _AROUND]
    return around not in question


def _named(text: str, detail: Detail) -> list[str]:
    """What a text names that may be such a detail."""
    if detail.kind == "person":
        somebody = [part for person in people(text) for part in person]
        if somebody or script_of_text(text) == "han":
            return somebody
        return [name for name in _capitalised(text) if not _is_place(name, text)]
    found = _capitalised(text)
    return [name for name in found if _may_make(name)] if detail.kind == "make" else found


def _is_place(name: str, text: str) -> bool:
    """Whether a name stands behind what places are told by."""
    return _PLACED.search(text[: text.find(name)]) is not None


def _may_make(name: str) -> bool:
    """Whether something of this name may make things: no Chinese office, and no mere letter of a type."""
    return _LETTERS.search(name) is not None and not _OFFICE.search(name)


def _capitalised(text: str) -> list[str]:
    """The names of a text without those of days, months and feasts."""
    return [name for name in names(text) if any(not is_of_calendar(word) for word in _WORD.findall(name))]


def is_of_calendar(word: str) -> bool:
    """Whether a capitalised word names a day, a month or a feast, or is one that anybody may write so."""
    return _CALENDAR.fullmatch(word) is not None


def _is_in(name: str, question: str) -> bool:
    """Whether a question speaks of what has this name."""
    known = folded(question)
    if script_of_text(name) == "han":
        own = folded(name)
        return own in known or any(own[at : at + _STEM] in known for at in range(len(own) - _STEM + 1))
    return any(folded(word)[: min(_STEM, len(word) - 1)] in known for word in _WORD.findall(name))

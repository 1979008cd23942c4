"""Two sentences of the passages that say nearly the same with another value: they plainly conflict.

Where the ranking of values for a question (:mod:`scoring.conflicts`) is unsure of the wording, two clauses
that share nearly all their words settle it: "a written reply is due within 10 working days of registration",
and elsewhere "the written reply goes out within 15 working days of its registration". Rows of tables,
neighbouring sentences and lists are no such accounts, nor is what a time, a name or a qualifying word tells
apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import zip_longest
from math import fsum
from typing import TYPE_CHECKING

from scoring.asked import asked_terms
from scoring.conflict_report import speaks_of_conflict
from scoring.conflicts import (
    is_explained,
    is_in_a_range,
    is_of_a_kind,
    may_be_disputed,
    may_be_one,
    names_apart,
)
from scoring.contexts import masked, plain_terms
from scoring.evidence import script_of_text
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.mentions import mentions, stated_or_worded, worded
from scoring.narrowing import narrows
from scoring.neutral_words import neutral_terms
from scoring.qualifiers import OF_TIME, qualifiers
from scoring.quantities import agrees, gist, may_agree
from scoring.terms import terms
from scoring.value_places import OTHER, VALUE, is_end_of_year, place_of, said_of, unsaid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from data_base.text.dates import DateMention
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention
    from scoring.questions import QuestionPart
    from scoring.value_places import ValuePlace

# Share of a clause's words that neither the other's sentence nor the question says: of the worse, and of that
# where they share few words.
_NEW_IN_ONE, _NEW_OF_FEW = 0.5, 0.3
# The same of both clauses together, and where they share many words; of dates, of which a document gives many
# for one subject, less.
_NEW, _NEW_OF_DATES = (0.65, 0.8), (0.3, 0.5)
_MANY_WORDS = 5
# Share of a clause's words that the other's sentence itself says: of the better, of the worse.
_SHARED, _SHARED_TOO = 0.5, 0.35
# Words that both clauses have; and where each says it in words of its own that might narrow it down.
_LEAST_WORDS, _LEAST_REWORDED = 2, 3
# The same of shares, of which any word may tell what they are shares of.
_LEAST_OF_SHARES = 6
# The same, and the share of new words, where one says more than the other: most such words narrow it down.
_LEAST_NARROWED, _NEW_NARROWED = 6, 0.2
# Share of what is asked that each of the sentences says, and that only one of them does.
_ASKED, _ASKED_APART = 0.35, 0.4
# Share of what is asked that one of two values stands by which an answer says to conflict.
_ASKED_BY_ONE = 0.55
# So much of what is asked is not left out for brevity where other words stand in its place.
_ASKED_INSTEAD = 0.15
# Letters that the first part of a compound has at least.
_STEM = 4
# Verbs that only carry what is said, by their groups of synonyms.
_LIGHT = frozenset({"§say", "§prove", "§hold_event", "§report", "§receive"})
# Chinese characters that join words and straddle two in a pair.
_PARTICLES = "向由从從自後后前將将並并則则應应須须其該该被把對对所於于"
# What tells of a date only that it lies ahead.
_AHEAD = re.compile(r"\b(?:will|shall|буд[еу]т)\b|[將将]|[定訂订][於于在]|預[定計计]|预[定计]", re.IGNORECASE)
# Nobody contradicts himself within so few sentences.
_NEIGHBOURS = 2
# So many values of one measure in a sentence are a list.
_A_LIST = 3
# Values farther from each other are hardly of one thing.
_LARGEST_RATIO = 3


@dataclass(frozen=True, slots=True)
class _Account:
    """A value of the passages with what is said of it.

    Attributes:
        place: where it stands.
        words: the telling terms of its clause.
        qualified: the qualifying words of its clause, and those of time and standing before it.
        known: the terms of its sentence and of what stands over it.
        time: the date that its sentence gives for it, None without one.
    """

    place: ValuePlace
    words: tuple[str, ...]
    qualified: frozenset[str]
    known: frozenset[str]
    time: DateMention | None


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How far a clause is said at another place.

    Attributes:
        words: how many of its telling words are.
        shared: what share of them, by weight, 0 to 1.
        new: the share that the question does not say either, 0 to 1.
        reworded: whether it has any word, be it an empty one, that neither says.
    """

    words: int
    shared: float
    new: float
    reworded: bool


@dataclass(frozen=True)
class Accounts:
    """What the passages say of their values, held against one part of a question.

    Attributes:
        part: the part.
        evidence: the passages.
    """

    part: QuestionPart
    evidence: Evidence

    def contrary(self, given: Mention) -> Iterator[tuple[Occurrence, Occurrence]]:
        """The places of a value, each with one that plainly says otherwise.

        Args:
            given: the value.
        """
        for mine in self._telling_some:
            if agrees(given, mine.mention) == "exact":
                others = (other for other in self._telling_some if self.plainly_conflict(mine, other))
                yield from ((mine, other) for other in others)

    def plainly_conflict(self, one: Occurrence, two: Occurrence) -> bool:
        """Whether two values of the passages are accounts of the one thing that is asked.

        Args:
            one: a value of the passages.
            two: another.
        """
        return bool(self._asked) and _may_be_rivals(one, two, self.evidence) and self._say_the_same(one, two)

    def stand_alike(self, one: Occurrence, two: Occurrence) -> bool:
        """Whether two values both stand where the passages say most of what is asked.

        That is too little to say that they conflict, and enough to believe an answer that says so.

        Args:
            one: a value of the passages.
            two: another.
        """
        if not self._asked or not is_of_a_kind(one, two) or not _lie_near(one.mention, two.mention):
            return False
        if is_explained(one.mention, two.mention, self.evidence):
            return False
        missing = [_unsaid_of(self._asked, self._account(each)) for each in (one, two)]
        said = [1 - _share(each, self._asked, self.evidence) for each in missing]
        return min(said) >= _ASKED and max(said) >= _ASKED_BY_ONE

    @cached_property
    def _asked(self) -> tuple[str, ...]:
        asked = _telling(asked_terms(self.part.text, synonyms=True))
        return tuple(word for word in asked if word not in _LIGHT)

    @cached_property
    def _telling_some(self) -> Sequence[Occurrence]:
        """The values of prose whose sentence has any word of the question, which most have not."""
        units = self.evidence.reworded.units
        return [
            o
            for o in self.evidence.occurrences
            if not o.tabular and not units[o.unit].reach.isdisjoint(self._asked)
        ]

    @cached_property
    def _read(self) -> dict[tuple[int, int, int], _Account]:
        return {}

    def _account(self, value: Occurrence) -> _Account:
        """What is said of a value, read once: each is held against many others."""
        place = (value.unit, value.mention.start, value.mention.end)
        if place not in self._read:
            self._read[place] = _account(value, self.evidence)
        return self._read[place]

    def _say_the_same(self, mine: Occurrence, other: Occurrence) -> bool:
        """Whether two values are accounts of one thing that is asked."""
        one, two = self._account(mine), self._account(other)
        question, evidence = self.part.text, self.evidence
        if not _worded_alike(one, two, mine.mention, question, self._asked, evidence):
            return False
        if _are_told_apart(one, two, question) or _are_of_other_times(mine, other, one, two, question):
            return False
        if mine.mention.date and _tell_of_others(mine, other, evidence):
            return False
        if any(is_in_a_range(each, evidence) or _is_listed(each, evidence) for each in (mine, other)):
            return False
        return not is_explained(mine.mention, other.mention, evidence)


def with_plain_conflicts(
    findings: Sequence[FigureFinding],
    claims: Sequence[Claim],
    parts: Sequence[QuestionPart],
    evidence: Evidence,
) -> list[FigureFinding]:
    """The findings; a value that another sentence plainly gives otherwise gets that one as its rival.

    A small number in words, which is no figure to be checked, gets a finding where it has a rival.

    Args:
        findings: what the passages say of the answer's figures.
        claims: the answer's claims; where they give both values, neither gets a rival.
        parts: the parts of its question.
        evidence: the passages.
    """
    if any(speaks_of_conflict(claim.text) for claim in claims):
        return list(findings)
    said = [mention for claim in claims for mention in stated_or_worded(claim.text)]
    accounts = [Accounts(part, evidence) for part in parts]
    found = [_with_rival(finding, said, accounts) for finding in findings]
    if any(finding.holds and finding.rival for finding in found):
        return found
    in_words = (_with_rival(each, said, accounts) for each in _worded(claims, evidence))
    return found + [finding for finding in in_words if finding.rival]


def _worded(claims: Sequence[Claim], evidence: Evidence) -> Iterator[FigureFinding]:
    """The small numbers in words of claims that give no other figure, as far as the passages have them."""
    for index, claim in enumerate(claims):
        if claim.kind != "fact" or any(not each.is_year for each in mentions(claim.text)):
            continue
        for mention in worded(claim.text):
            known = gist(mention)
            source = next(
                (o for o in evidence.occurrences if may_agree(known, o.gist) and agrees(mention, o.mention)),
                None,
            )
            if source is not None and mention.standing == "worded":
                figure = ClaimFigure(
                    index, mention, source.context, script_of_text(claim.text), given=False, in_time=False
                )
                yield FigureFinding(figure, "supported", source, None, 1.0)


def _with_rival(
    finding: FigureFinding, said: Sequence[Mention], accounts: Sequence[Accounts]
) -> FigureFinding:
    if not _may_be_asked(finding):
        return finding
    for each in accounts:
        if finding.figure.mention.is_year and each.part.kind != "date":
            continue
        for mine, rival in each.contrary(finding.figure.mention):
            if any(may_be_one(rival.mention, other) for other in said):
                continue
            if finding.holds:
                return replace(finding, source=mine, rival=rival)
            if finding.rival and agrees(finding.rival.mention, rival.mention):
                return replace(finding, verdict="supported", source=mine, rival=rival)
    return finding


def _may_be_asked(finding: FigureFinding) -> bool:
    """Whether a value stands in the passages, and none is known yet that stands against it."""
    told = finding.verdict in {"supported", "rounded", "misplaced"} and may_be_disputed(finding)
    return told and not (finding.holds and finding.rival)


@lru_cache(maxsize=4096)
def _telling(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(words) if word not in neutral_terms())


def _may_be_rivals(mine: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether two values of prose are of one kind and size, and stand apart from each other."""
    if mine.tabular or other.tabular:
        return False
    if mine.passage == other.passage and abs(mine.unit - other.unit) <= _NEIGHBOURS:
        return False
    if not is_of_a_kind(mine, other) or not _of_a_size(mine.mention, other.mention):
        return False
    return evidence.script(mine.unit) == evidence.script(other.unit)


def _of_a_size(one: Mention, other: Mention) -> bool:
    """Whether figures measure or count something and neither is a multiple of the other; dates always."""
    if one.figure is None or other.figure is None:
        return True
    return bool(one.figure.unit or one.figure.noun or other.figure.noun) and _lie_near(one, other)


def _lie_near(one: Mention, other: Mention) -> bool:
    """Whether neither of two figures is a multiple of the other; dates always."""
    if one.figure is None or other.figure is None:
        return True
    small, large = sorted((abs(one.figure.value), abs(other.figure.value)))
    return large <= small * _LARGEST_RATIO


def _account(value: Occurrence, evidence: Evidence) -> _Account:
    place = place_of(value, evidence)
    clause = place.clause.replace(VALUE, " ").replace(OTHER, " ")
    ahead = value.mention.date is not None and not qualifiers(_AHEAD.sub(" ", clause)) & {"planned"}
    own = frozenset(terms(value.mention.raw, synonyms=True))
    text = evidence.units[value.unit].text
    before = qualifiers(masked(text, mentions(text))[: value.mention.end])
    return _Account(
        place,
        tuple(word for word in _telling(plain_terms(clause, synonyms=True)) if word not in own),
        (place.qualified | qualifiers(clause) | (before & OF_TIME)) - ({"planned"} if ahead else set()),
        evidence.reworded.units[value.unit].reach | frozenset(value.context.weights),
        None if value.mention.date else _time(value, evidence),
    )


def _worded_alike(
    one: _Account,
    two: _Account,
    value: Mention,
    question: str,
    asked: Sequence[str],
    evidence: Evidence,
) -> bool:
    """Whether two clauses, of a value and another, share most of their words, and both say what is asked."""
    missing = [_unsaid_of(asked, each) for each in (one, two)]
    said = [1 - _share(each, asked, evidence) for each in missing]
    if min(said) < _ASKED or _share(missing[0] ^ missing[1], asked, evidence) > _ASKED_APART:
        return False
    likeness = [_likeness(here, there, question, asked, evidence) for here, there in ((one, two), (two, one))]
    shared = [each.shared for each in likeness]
    if max(shared) < _SHARED or min(shared) < _SHARED_TOO:
        return False
    instead = (_share(here - there, asked, evidence) for here, there in (missing, missing[::-1]))
    if any(each.new and lost > _ASKED_INSTEAD for each, lost in zip(likeness, instead, strict=True)):
        return False
    narrowed = narrows(one.place, two.place, question) or narrows(two.place, one.place, question)
    return _say_no_more(likeness, value, narrowed=narrowed)


def _say_no_more(likeness: Sequence[_Likeness], value: Mention, *, narrowed: bool) -> bool:
    """Whether the new words of two clauses hardly make the values those of different things.

    Args:
        likeness: how far each clause is said at the other's place.
        value: one of the values.
        narrowed: whether new words stand where they may narrow down what is spoken of.
    """
    words, new = min(each.words for each in likeness), [each.new for each in likeness]
    if max(new) > _NEW_IN_ONE or sum(new) > (_NEW_OF_DATES if value.date else _NEW)[words >= _MANY_WORDS]:
        return False
    if value.figure and value.figure.kind == "percent" and words < _LEAST_OF_SHARES:
        return words >= _LEAST_WORDS and not max(new)
    if all(each.reworded for each in likeness):
        return words >= _LEAST_REWORDED
    if max(new) and narrowed:
        return words >= _LEAST_NARROWED and max(new) <= _NEW_NARROWED
    return words >= _LEAST_WORDS and max(new) <= _NEW_OF_FEW


def _unsaid_of(asked: Iterable[str], there: _Account) -> frozenset[str]:
    """What is asked that a place does not say; the first part of a compound says it ("hail", "hailstorm")."""
    return frozenset(
        term
        for term in unsaid(asked, there.known, f"{there.place.text}{_PARTICLES}")
        if not any(term.startswith(word) and len(word) >= _STEM for word in there.words)
    )


def _likeness(
    here: _Account, there: _Account, question: str, asked: Iterable[str], evidence: Evidence
) -> _Likeness:
    alone = unsaid(here.words, there.known, f"{there.place.text}{_PARTICLES}")
    new = unsaid(alone, frozenset(asked), f"{question}{_PARTICLES}")
    return _Likeness(
        len(here.words) - len(alone),
        1 - _share(alone, here.words, evidence),
        _share(new - _LIGHT, here.words, evidence),
        bool(new),
    )


def _share(some: Iterable[str], of: Collection[str], evidence: Evidence) -> float:
    weight = evidence.reworded.weight
    whole = fsum(map(weight, of))
    return fsum(map(weight, some)) / whole if whole else 0.0


def _are_told_apart(one: _Account, two: _Account, question: str) -> bool:
    """Whether a qualifying word or a name stands with one of two values alone."""
    known = qualifiers(question) & OF_TIME
    return any(
        here.qualified - there.place.around - known or names_apart(here.place, there.place, question)
        for here, there in ((one, two), (two, one))
    )


def _are_of_other_times(
    mine: Occurrence, other: Occurrence, one: _Account, two: _Account, question: str
) -> bool:
    """Whether two values are dated otherwise, or one alone is by a day or year that nobody asked for."""
    if mine.mention.date is not None:
        return False
    years, others = mine.context.years, other.context.years
    if years and others and not years & others:
        return True
    times = [each.time for each in (one, two) if each.time]
    asked = [each.date for each in stated_or_worded(question) if each.date]
    if len(times) > 1:
        return not _may_be_one_time(*times)
    return any(
        not any(_may_be_one_time(time, date) for date in asked)
        and not (time.year in years & others or is_end_of_year(said_of(time)))
        for time in times
    )


def _may_be_one_time(one: DateMention, two: DateMention) -> bool:
    """Whether nothing that both dates tell differs."""
    return all(a is None or b is None or a == b for a, b in zip_longest(said_of(one), said_of(two)))


def _time(value: Occurrence, evidence: Evidence) -> DateMention | None:
    """The last date before a value in its sentence, else the first behind it."""
    found = [each for each in mentions(evidence.units[value.unit].text) if each.date]
    before = [each.date for each in found if each.start < value.mention.start]
    return before[-1] if before else found[0].date if found else None


def _tell_of_others(mine: Occurrence, other: Occurrence, evidence: Evidence) -> bool:
    """Whether the sentences of two dates give figures of which none is the same: they tell of two events."""
    one, two = (
        {o.mention.figure.value for o in evidence.stated_in.get(each.unit, ()) if o.mention.figure}
        for each in (mine, other)
    )
    return bool(one and two) and one.isdisjoint(two)


def _is_listed(value: Occurrence, evidence: Evidence) -> bool:
    """Whether its sentence gives several values of one measure."""
    own = value.mention.figure
    figures = (o.mention.figure for o in evidence.occurrences if o.unit == value.unit)
    return own is not None and len({f.value for f in figures if f and f.unit == own.unit}) >= _A_LIST

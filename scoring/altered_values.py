"""Figures in sentences that say again what a passage says, but for one value.

"Average stock fell from 94 to 47 days" where the passage has "fell from 94 to 57 days": the 47 may stand
elsewhere, or follow from other figures, yet the sentence speaks of what the passage gives as 57. Whoever
words a thing anew changes what stands beside a value as well. So a value is held against the one that stands
there only where it stands in the very words of the passage, where it would have to be reckoned, where it is
told for two things of which the passage tells it for one ("6 gold, 6 silver"), or where all else that is told
is of that row of a table; and only where the answer tells the one that stands there nowhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from scoring.affinity import year_factor
from scoring.arithmetic import is_derived
from scoring.contexts import plain_terms
from scoring.labelled import lists_in_order
from scoring.mentions import mentions
from scoring.quantities import agrees, comparable, could_replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.figure_fit import Agreements
    from scoring.mentions import Mention

# A sentence or row says again what a claim says where it has this share of its words.
_SAYS_AGAIN = 0.3
# So many letters beside two values are the same, of Chinese and of others, and such a share of their subject.
_LETTERS_HAN, _LETTERS, _ALIKE, _ALIKE_RECKONED = 4, 8, 0.4, 0.5
# By so much the other value's place must be more alike than any that has the claim's own.
_MORE_ALIKE = 0.2
# So many other values of a claim that stand in one row say that the claim is of that row.
_OF_A_ROW = 2
# A claim with more figures is a list of its own, which says no sentence again.
_A_LIST = 40
# So far beside two values their letters are compared.
_LOOK = 80
# A row is named where so much of its label is said.
_NAMED = 0.5


@dataclass(frozen=True, order=True, slots=True)
class _Likeness:
    """How much a place of the passages is like that of a claim's figure.

    Attributes:
        subject: share of what is said of either that is said of both, in [0, 1].
        letters: how many letters beside the two values are the same.
    """

    subject: float
    letters: int


def with_altered_values(
    findings: Sequence[FigureFinding], agreements: Agreements, claims: Sequence[Claim], question: str
) -> list[FigureFinding]:
    """The findings; a value in a sentence of the passages that has another one there is misplaced.

    Args:
        findings: of every figure of the answer.
        agreements: these figures held against those of the passages, in the same order.
        claims: the claims that they stand in.
        question: what was asked; a value that it names may say which of those beside each other is meant.
    """
    asked = mentions(question)
    figures = Counter(finding.figure.claim for finding in findings)
    said_again = {
        claim: _said_again(claims[claim].text, agreements.evidence)
        for claim, count in figures.items()
        if count <= _A_LIST
    }
    checked = []
    for number, finding in enumerate(findings):
        place, claim = None, finding.figure.claim
        if claim in said_again and finding.holds and finding.rival is None and not finding.figure.given:
            told = _Retelling(number, findings, claims[claim].text, asked, said_again[claim], agreements)
            place = told.instead
        checked.append(replace(finding, verdict="misplaced", rival=place) if place else finding)
    return checked


def _said_again(text: str, evidence: Evidence) -> Sequence[int]:
    """The values, by index, of the sentences and rows that say again what a claim says."""
    said = frozenset(plain_terms(text))
    enough = evidence.mass(said) * _SAYS_AGAIN
    units = {
        unit for unit in evidence.stated_in if evidence.mass(said & evidence.units[unit].terms) >= enough
    }
    return [
        index
        for index, place in enumerate(evidence.occurrences)
        if place.unit in units and place.mention.standing == "stated"
    ]


@dataclass(frozen=True)
class _Retelling:
    """A figure of an answer with the sentences and rows that say again what its claim says.

    Attributes:
        number: which of the findings it is.
        findings: of every figure of the answer.
        text: its claim.
        asked: the values of the question.
        said_again: the values, by index, of the sentences and rows that say again what the claim says.
        agreements: the figures of the answer held against those of the passages.
    """

    number: int
    findings: Sequence[FigureFinding]
    text: str
    asked: Sequence[Mention]
    said_again: Sequence[int]
    agreements: Agreements

    @property
    def finding(self) -> FigureFinding:
        """What was found out about the figure."""
        return self.findings[self.number]

    @property
    def evidence(self) -> Evidence:
        """The passages."""
        return self.agreements.evidence

    @property
    def instead(self) -> Occurrence | None:
        """The value that stands where the claim has its own; None for none."""
        fitting = [place for place in self._untold if self._stands_for(place)]
        return max(fitting, key=self._likeness, default=None)

    def _stands_for(self, place: Occurrence) -> bool:
        return (
            (self._is_in_its_words(place) and could_replace(self.finding.figure.mention, place.mention))
            or self._would_be_reckoned(place)
            or self._is_the_other_of_two(place)
            or self._is_left_in_row(place)
        )

    @cached_property
    def _own(self) -> Sequence[Occurrence]:
        agreed, source = self.agreements.by_figure[self.number], self.finding.source
        places = ((index, self.evidence.occurrences[index]) for index in self.said_again)
        return [place for index, place in places if place is source or index in agreed]

    @property
    def _untold(self) -> Iterator[Occurrence]:
        for index in self.said_again:
            place = self.evidence.occurrences[index]
            told = index in self.agreements.givers or place is self.finding.source
            if not told and year_factor(self.finding.figure.context, place.context) >= 1:
                yield place

    @cached_property
    def _of_its_claim(self) -> Sequence[FigureFinding]:
        claim = self.finding.figure.claim
        return [f for f in self.findings if f is not self.finding and f.figure.claim == claim and f.holds]

    def _company(self, unit: int) -> int:
        """How many other values of the claim stand in a sentence or row."""
        return self._by_unit[unit]

    @cached_property
    def _by_unit(self) -> Counter[int]:
        return Counter(f.source.unit for f in self._of_its_claim if f.source is not None)

    def _is_in_its_words(self, place: Occurrence) -> bool:
        source = self.finding.source
        if source is not None and source.tabular and self._company(source.unit):
            return False
        if _is_reckoned(self.finding):
            return False
        if any(own.tabular for own in self._own):
            return False  # the row is spoken of; which cell is meant is told by its column
        if lists_in_order(self.text) or lists_in_order(self.evidence.units[place.unit].text):
            return False
        if any(own.unit == place.unit for own in self._own) and self._is_conditioned(place.unit):
            return False
        other = self._likeness(place)
        subject, letters = self._most_alike
        enough = _LETTERS_HAN if self.finding.figure.script == "han" else _LETTERS
        return other.letters >= max(enough, letters + 1) and other.subject >= max(
            _ALIKE, subject + _MORE_ALIKE
        )

    @cached_property
    def _most_alike(self) -> tuple[float, int]:
        """How much the places of its own value are like its own, at most."""
        alike = [self._likeness(own) for own in self._own]
        subject = max((each.subject for each in alike), default=0.0)
        return subject, max((each.letters for each in alike), default=0)

    def _is_conditioned(self, unit: int) -> bool:
        """Whether a sentence gives a value that the question names: "310 N at 20 °C and 145 N at 60 °C"."""
        there = self.evidence.stated_in[unit]
        return any(agrees(asked, place.mention) for asked in self.asked for place in there)

    def _would_be_reckoned(self, place: Occurrence) -> bool:
        finding = self.finding
        if finding.verdict != "derived" or finding.source is not None or _is_reckoned(finding):
            return False
        if place.tabular and self._follows_from_row(place.unit):
            return False
        alike = self._likeness(place).subject >= _ALIKE_RECKONED
        return alike and could_replace(self.finding.figure.mention, place.mention)

    def _is_the_other_of_two(self, place: Occurrence) -> bool:
        """Whether the claim tells its value twice, the passage once, and this place is more like it."""
        if not self._is_told_twice or not self._could_be(place):
            return False
        own = [each for each in self._own if each.unit == place.unit]
        return len(own) == 1 and self._likeness(place) > self._likeness(own[0])

    @cached_property
    def _is_told_twice(self) -> bool:
        mention = self.finding.figure.mention
        return any(agrees(mention, other.figure.mention) for other in self._of_its_claim)

    def _is_left_in_row(self, place: Occurrence) -> bool:
        """Whether the claim tells other values of a row, and its own is of no row that it names."""
        if not (place.tabular and self._could_be(place)) or self._company(place.unit) < _OF_A_ROW:
            return False
        source = self.finding.source
        if source is None:
            return not (_is_reckoned(self.finding) or self._follows_from_row(place.unit))
        row = self.evidence.units[source.unit].row
        if row is None or source.unit == place.unit:
            return False
        label = frozenset(plain_terms(row.label))
        named = self.evidence.mass(label & frozenset(plain_terms(self.text)))
        return named < self.evidence.mass(label) * _NAMED

    def _follows_from_row(self, unit: int) -> bool:
        """Whether its own follows from the other values of the claim that stand in a row."""
        figure = self.finding.figure
        told = [
            other.figure.mention
            for other in self._of_its_claim
            if other.source is not None and other.source.unit == unit
        ]
        return is_derived(figure.mention, told, figure.reckoned.direction)

    def _could_be(self, place: Occurrence) -> bool:
        mention = self.finding.figure.mention
        return could_replace(mention, place.mention) and comparable(mention, place.mention)

    def _likeness(self, place: Occurrence) -> _Likeness:
        mention, mine = self.finding.figure.mention, self.finding.figure.context.key
        either = self.evidence.mass(mine | place.context.key)
        subject = self.evidence.mass(mine & place.context.key) / either if either else 0.0
        if place.tabular:
            return _Likeness(subject, 0)
        there = self.evidence.units[place.unit].text
        before = _alike(self.text[: mention.start], there[: place.mention.start], backwards=True)
        behind = _alike(self.text[mention.end :], there[place.mention.end :])
        return _Likeness(subject, before + behind)


def _is_reckoned(finding: FigureFinding) -> bool:
    """Whether a derived figure is said to have been reckoned, or follows from cells that its claim names."""
    told = finding.figure.reckoned
    each = told.for_each or told.for_a_day
    said = finding.figure.computed or told.compared or told.multiple or each or bool(told.between)
    return finding.verdict == "derived" and (said or bool(finding.reckoned_from))


def _alike(one: str, other: str, *, backwards: bool = False) -> int:
    """How many letters two texts begin, or end, with alike; blanks and capitals left aside."""
    near = (text[-_LOOK:] if backwards else text[:_LOOK] for text in (one, other))
    first, second = ("".join(text.casefold().split())[:: -1 if backwards else 1] for text in near)
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

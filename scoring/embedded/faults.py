"""What is wrong with an answer: one table of faults, each with the accuracy that it leaves at most."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.embedded.links import CLEAR, ClaimLink, ValueLink
from scoring.embedded.observations import Seen
from scoring.embedded.question import VALUED
from scoring.embedded.values import same
from scoring.embedded.words import root, terms
from scoring.words.terms import is_han

CAPS = {
    "empty": 1.0,
    "wrongly_abstains": 1.5,
    "guesses": 3.3,
    "invented": 2.4,
    "invented_in_part": 3.9,
    "name": 2.6,
    "elsewhere": 4.0,
    "another_time": 3.0,
    "with_abstention": 5.0,
    "one_sided": 5.0,
    "vague": 5.5,
    "undecided": 6.0,
}
"""Fault to the accuracy at most."""
UNFOUND = frozenset({"invented", "invented_in_part"})
"""Faults of a value that appears nowhere."""
ANSWERABLE = 0.92


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong.

    Attributes:
        name: a key of :data:`CAPS`.
        claim: the sentence, or the question's part that is missed.
        said: the value or words in it that are wrong.
        place: index of the place that shows it, None where none does.
    """

    name: str
    claim: str
    said: str = ""
    place: int | None = None


def faults_of(seen: Seen) -> list[Fault]:
    """Every fault, the gravest first."""
    found = list(_of_abstaining(seen)) if seen.declines else []
    if not any(fault.name == "wrongly_abstains" for fault in found):
        found += _of_values(seen)
        found += _of_names(seen)
        found += _of_words(seen)
        found += _of_vagueness(seen)
        found += _of_conflict(seen)
    if not seen.facts and not seen.declines:
        # "Yes" is an answer that words cannot decide; anything else without content is none.
        asks = any(part.kind == "yes_no" for part in seen.parts)
        found.append(Fault("undecided" if asks and seen.claims else "empty", ""))
    return sorted(found, key=lambda fault: CAPS[fault.name])


def answers(seen: Seen) -> list[ClaimLink]:
    """Facts that say more than the question does."""
    return [
        link
        for link in seen.facts
        if any(not value.asked for value in link.values)
        or any(root(term) not in {root(word) for word in seen.asked} for term in link.claim.terms)
    ]


def _of_abstaining(seen: Seen) -> Iterator[Fault]:
    declined = next(claim for claim in seen.claims if claim.kind == "abstention")
    replies = answers(seen)
    likely = max(seen.answerability)
    if any(link.claim.guesses or any(not value.how for value in link.values) for link in replies):
        yield Fault("guesses", replies[0].claim.text)
    elif not replies and likely >= ANSWERABLE:
        yield Fault("wrongly_abstains", declined.text)
    elif likely >= ANSWERABLE and not seen.reports_conflict and _gives_value(seen):
        yield Fault("with_abstention", declined.text)


def _gives_value(seen: Seen) -> bool:
    """Whether a value is asked for and one that is in the passages is stated."""
    asks = any(part.kind in VALUED for part in seen.parts)
    return asks and any(value.grounded and not value.asked for link in seen.facts for value in link.values)


def _of_values(seen: Seen) -> Iterator[Fault]:
    values = [(link, value) for link in seen.facts for value in link.values if not value.asked]
    wrong = [(link, value) for link, value in values if not value.how and not _one(value)]
    figures = [value for _, value in values if not value.value.mention.is_year]
    for link, value in wrong:
        name = "invented" if len(wrong) * 2 >= len(figures) else "invented_in_part"
        yield Fault(name, link.claim.text, value.value.mention.raw)
    places = {value.place for _, value in values}
    clear = CLEAR + _MORE * max(0, len(values) - 2)
    for link, value in values:
        raw, there = value.value.mention.raw, value.place if value.rival is None else value.rival
        if value.timed == "differs":
            yield Fault("another_time", link.claim.text, raw, there)
            continue
        if value.timed == "unclear":
            yield Fault("undecided", link.claim.text, raw, there)
        if value.misplaced(clear) and not (seen.reports_conflict and value.rival in places):
            yield Fault("elsewhere", link.claim.text, value.value.mention.raw, value.rival)


_MORE = 0.01


def _one(value: ValueLink) -> bool:
    """Whether it is but "one" in words: "a day", "once"."""
    figure = value.value.mention.figure
    return figure is not None and figure.amount == 1 and not any(c.isdigit() for c in value.value.mention.raw)


def _of_names(seen: Seen) -> Iterator[Fault]:
    # Of a bare phrase the first word is capitalised whether it is a name or not.
    bare = seen.short is not None and any(part.kind == "who" for part in seen.parts)
    for link in seen.facts:
        if strange := link.unknown if bare else link.strange:
            yield Fault("name", link.claim.text, _written(strange[0], link.claim.text))


def _of_words(seen: Seen) -> Iterator[Fault]:
    """Half of what a short answer adds to the question appears nowhere, and no value decides."""
    own_words = any(part.kind in _OWN_WORDS for part in seen.parts) and seen.short is None
    if len(seen.facts) > _FEW or seen.declines or own_words:
        return
    asked = {root(term) for term in seen.asked}
    weight = seen.document.weight
    for link in seen.facts:
        new = {term: weight[term] for term in link.claim.terms if root(term) not in asked}
        unknown = sum(new.get(term, 0.0) for term in link.unknown)
        decided = any(value.how and not value.asked for value in link.values)
        if link.unknown and not decided and unknown >= _HALF * sum(new.values()):
            yield Fault("undecided", link.claim.text, _written(link.unknown[0], link.claim.text), link.place)


_FEW, _HALF = 2, 0.5
_OWN_WORDS = frozenset({"why", "how", "who", "yes_no"})
"""Kinds of question that are answered in words of one's own, or by a name."""


def _of_conflict(seen: Seen) -> Iterator[Fault]:
    """One of two values that the passages give for the same thing, as if there were no other."""
    if seen.reports_conflict or len(seen.parts) > 1 or seen.parts[0].kind not in VALUED or seen.declines:
        return
    document = seen.document
    asked = {
        root(term): document.weight[term] for term in seen.parts[0].terms if root(term) in document.roots
    }
    whole = sum(asked.values()) or 1.0

    def speaks(place: int) -> float:
        own = document.places[place].own
        return sum(worth for key, worth in asked.items() if key in own) / whole

    values = [value for link in seen.facts for value in link.values if not value.asked]
    for value in values[:1]:
        if value.place is None or value.how == "calculated":
            continue
        here = document.places[value.place]
        for i, other in document.valued:
            there = document.places[i]
            if there.kind == here.kind == "cell" or i == value.place or other.sort != value.value.sort:
                continue
            if min(speaks(i), speaks(value.place)) < _SAME_KEY or same(value.value, other):
                continue
            if not any(same(value.value, each) for each in document.values[i]):
                yield Fault("one_sided", seen.facts[0].claim.text, other.mention.raw, i)
                return


_SAME_KEY = 0.7


def _of_vagueness(seen: Seen) -> Iterator[Fault]:
    """A value is asked and none is given."""
    if seen.declines or not 0 < len(seen.facts) <= _FEW or any(link.values for link in seen.facts):
        return
    if {part.kind for part in seen.parts} <= VALUED:
        yield Fault("vague", seen.facts[0].claim.text)


def _written(term: str, text: str) -> str:
    """The word of a text that a term was made of, as it is written there."""
    pairs = [text[i : i + len(term)] for i in range(len(text))] if is_han(term) else _WORD.findall(text)
    return next((word for word in pairs if term in terms(word)), term)


_WORD = re.compile(r"[^\W\d_]+")

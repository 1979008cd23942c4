"""What is wrong with an answer: one table of faults, each with the accuracy that it leaves at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.embedded.lexicon import fold, words
from scoring.embedded.links import CLEAR
from scoring.embedded.question import VALUED
from scoring.embedded.values import same
from scoring.embedded.words import root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.embedded.links import ClaimLink, ValueLink
    from scoring.embedded.seen import Seen

CAPS = {
    "empty": 1.0,
    "wrongly_abstains": 1.5,
    "guesses": 3.3,
    "invented": 2.4,
    "invented_in_part": 3.9,
    "name": 2.6,
    "elsewhere": 4.0,
    "beside_abstention": 5.0,
    "one_sided": 5.0,
    "vague": 5.5,
    "undecided": 6.0,
}
"""Fault to the accuracy at most."""
UNHELD = frozenset({"invented", "invented_in_part"})
"""Faults of a value that stands nowhere."""
TOLD = 0.92


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
    if not seen.claims:
        found.append(Fault("empty", ""))
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
    beside = answers(seen)
    told = max(seen.told)
    if any(link.claim.guesses or any(not value.how for value in link.values) for link in beside):
        yield Fault("guesses", beside[0].claim.text)
    elif not beside and told >= TOLD:
        yield Fault("wrongly_abstains", declined.text)
    elif told >= TOLD and not seen.reports_conflict and _gives_value(seen):
        yield Fault("beside_abstention", declined.text)


def _gives_value(seen: Seen) -> bool:
    """Whether a value is asked for and one that stands in the passages is told."""
    asks = any(part.kind in VALUED for part in seen.parts)
    return asks and any(value.held and not value.asked for link in seen.facts for value in link.values)


def _of_values(seen: Seen) -> Iterator[Fault]:
    values = [(link, value) for link in seen.facts for value in link.values if not value.asked]
    wrong = [(link, value) for link, value in values if not value.how and not _one(value)]
    figures = [value for _, value in values if not value.value.is_year]
    for link, value in wrong:
        name = "invented" if len(wrong) * 2 >= len(figures) else "invented_in_part"
        yield Fault(name, link.claim.text, value.value.mention.raw)
    told = {value.place for _, value in values}
    clear = CLEAR + _MORE * max(0, len(values) - 2)
    for link, value in values:
        if value.misplaced(clear) and not (seen.reports_conflict and value.rival in told):
            yield Fault("elsewhere", link.claim.text, value.value.mention.raw, value.rival)


_MORE = 0.01


def _one(value: ValueLink) -> bool:
    """Whether it is but "one" in words: "a day", "once"."""
    figure = value.value.mention.figure
    return figure is not None and figure.count == 1 and not any(c.isdigit() for c in value.value.mention.raw)


def _of_names(seen: Seen) -> Iterator[Fault]:
    for link in seen.facts:
        if link.strange:
            yield Fault("name", link.claim.text, link.strange[0])


def _of_words(seen: Seen) -> Iterator[Fault]:
    """A word that stands nowhere, between words that stand side by side with another word in its place."""
    asked = {root(term) for term in seen.asked}
    for link in seen.facts if len(seen.facts) <= _FEW else ():
        decided = any(value.how and not value.asked for value in link.values)
        if link.place is None or not link.unheld or decided or _reasons(seen):
            continue
        near = seen.document.places[link.place].own.union(
            *(place.own for place in seen.document.places[link.place + 1 : link.place + 2])
        )
        if any(root(term) not in near and term not in link.unheld for term in link.claim.terms):
            continue
        said = [root(term) for term in link.claim.terms]
        unheld = {root(term) for term in link.unheld}
        runs = list(_runs(said, unheld))
        for start, end in runs if len(runs) == 1 else ():
            before = said[start - 1] if start else None
            after = said[end] if end < len(said) else None
            if any(
                _replaced(
                    before, after, [root(term) for term in seen.document.places[i].terms], {*said, *asked}
                )
                for i in (link.place, link.place + 1)
                if i < len(seen.document.places)
            ):
                yield Fault("undecided", link.claim.text, link.unheld[0], link.place)
                break


_GAP, _FEW = 4, 2


def _reasons(seen: Seen) -> bool:
    """Whether the question asks for no thing: for an account, a person, or yes or no."""
    return any(part.kind in {"why", "how", "who", "yes_no"} for part in seen.parts)


def _runs(said: list[str], unheld: set[str]) -> Iterator[tuple[int, int]]:
    """Stretches of words that stand nowhere."""
    start = None
    for i, word in enumerate([*said, ""]):
        if word in unheld and start is None:
            start = i
        elif word not in unheld and start is not None:
            if i - start < _GAP:
                yield start, i
            start = None


def _replaced(before: str | None, after: str | None, there: list[str], said: set[str]) -> bool:
    """Whether a place has words of its own between (or beside) the neighbours of what stands nowhere."""
    for i, word in enumerate(there):
        if before is not None and word != before:
            continue
        if before is None:
            if word == after and i and there[i - 1] not in said:
                return True
            continue
        gap = there[i + 1 : i + 1 + _GAP]
        if after in gap:
            between = gap[: gap.index(after)]
            if between and not said.intersection(between):
                return True
        elif after is None and gap and gap[0] not in said:
            return True
    return False


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
        if value.place is None or value.how == "reckoned":
            continue
        here = document.places[value.place]
        for i, other in document.valued:
            there = document.places[i]
            if there.kind == here.kind == "cell" or i == value.place or other.sort != value.value.sort:
                continue
            if min(speaks(i), speaks(value.place)) < _SAME_KEY or same(value.value, other):
                continue
            if not any(same(value.value, each) for each in there.values):
                yield Fault("one_sided", seen.facts[0].claim.text, other.mention.raw, i)
                return


_SAME_KEY = 0.7


def _of_vagueness(seen: Seen) -> Iterator[Fault]:
    """A value is asked and none is given, or hints at amounts stand in the place of figures."""
    if seen.declines or not seen.facts or any(link.values for link in seen.facts):
        return
    kinds = {part.kind for part in seen.parts}
    hints = any(words("vague").find(fold(link.claim.text)) for link in seen.facts)
    if kinds <= VALUED or (hints and kinds & VALUED):
        yield Fault("vague", seen.facts[0].claim.text)

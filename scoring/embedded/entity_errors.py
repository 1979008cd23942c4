"""Whether somebody is named for what another did or a role that he left, or a value for another act."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Literal

from data_base.text.names import chinese_names, names
from scoring.embedded.accuracy import Fault
from scoring.embedded.action_match import matching_act
from scoring.embedded.document import Document
from scoring.embedded.expected_type import ExpectedType, names_somebody
from scoring.embedded.lexicon import fold, words
from scoring.embedded.links import ClaimLink, equal_places
from scoring.embedded.observations import Observations
from scoring.embedded.words import root, terms
from scoring.words.opposites import CLAUSE

_WHEN: tuple[Literal["past", "present"], ...] = ("past", "present")


def _tenures(document: Document, said: str, asked_for: AbstractSet[str]) -> dict[str, set[str]]:
    """The names that passages put into the past, and those that they put into the present.

    Args:
        document: the passages.
        said: the answer, whose names are looked for, too.
        asked_for: roots of the role that is asked for; who has it in a sentence of no time has it now.
    """
    asked = (*names(said), *chinese_names(said))
    found: dict[str, set[str]] = {when: set() for when in _WHEN}
    for i in document.texts:
        text = document.places[i].text
        folded, own = fold(text), {*names(text), *chinese_names(text), *asked}
        at = {name: place for name in own if (place := folded.find(fold(name))) >= 0}
        if not at:
            continue
        spans = {when: list(words(when).spans(folded)) for when in _WHEN}
        if asked_for and asked_for <= document.places[i].own and not any(spans.values()):
            found["present"].update(at)
        for when in _WHEN:
            for start, end in spans[when]:
                apart = {name: max(place - end, start - place - len(name)) for name, place in at.items()}
                found[when].add(min(sorted(apart), key=apart.__getitem__))
    return found


def of_former_holders(seen: Observations) -> Iterator[Fault]:
    """A former holder of a role named as if he held it."""
    said = " ".join(link.claim.text for link in seen.facts)
    wanted = next((want for want in seen.wants if want.sought == "name"), None)
    if wanted is None or words("past").find(fold(f"{seen.question} {said}")):
        return
    holders = _tenures(seen.document, said, wanted.known & seen.document.roots)
    for name in holders["past"] - holders["present"] if holders["present"] else ():
        if name in said and name not in seen.question:
            yield Fault("former", seen.facts[0].claim.text, name)


def of_doers(seen: Observations) -> Iterator[Fault]:
    """Somebody named for what, by a clause with all that is asked and no word of the answer, another did."""
    want = seen.wants[0]
    if want.sought != "name" or len(seen.parts) > 1 or len(seen.facts) != 1 or seen.denied:
        return
    claim, document = seen.facts[0].claim, seen.document
    asked, new = want.known & document.roots, set(map(root, claim.terms)) - want.known
    mine: frozenset[str] = frozenset()
    rivals: list[tuple[frozenset[str], int]] = []
    # The headings of a table do nothing.
    heads = {(source, row.table) for source, read in enumerate(document.passages) for row in read.rows}
    texts = [i for i in document.texts if (document.sources[i], document.places[i].start) not in heads]
    for i in texts if new else ():
        for clause in CLAUSE.split(document.places[i].text):
            roots = frozenset(map(root, terms(clause)))
            if 2 * len(new & roots) >= len(new):
                mine |= asked & roots
            elif new.isdisjoint(roots) and names_somebody(clause, (), want):
                rivals.append((asked & roots, i))
    said, place = max(rivals, key=lambda each: len(each[0]), default=(mine, 0))
    if said > mine and 2 * len(said) > len(asked):
        yield Fault("undecided" if mine else "another_doer", claim.text, claim.text, place)


def of_another_act(link: ClaimLink, want: ExpectedType, seen: Observations) -> bool:
    """Whether a fact, or every place that has its values or the name that it gives, is about another act."""
    document = seen.document
    if want.sought == "name":
        new = set(map(root, link.claim.terms)) - want.known
        at = {i for i in document.texts if 2 * len(new & document.places[i].own) >= len(new)}
    else:
        said = [v.value for v in link.values if not v.asked and want.may_fit(v.value, currency=False)]
        at = {i for value in said for i, _, _ in equal_places(value, document)}
    texts = [document.places[i].text if document.places[i].kind == "sentence" else "" for i in at]
    acts_there = {matching_act(want.asking, text) for text in texts}
    own_act = matching_act(want.asking, link.claim.text)
    return acts_there == {"another"} or ("same" not in acts_there and own_act == "another")

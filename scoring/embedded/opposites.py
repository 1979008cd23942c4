"""Statements turned round: the opposite of what the passages say at the same place."""

from collections.abc import Iterator

from data_base.text.word_lists import lexicon
from data_base.text_cache import text_cache
from scoring.embedded.answer import CLAUSE
from scoring.embedded.document import Document
from scoring.embedded.links import ClaimLink
from scoring.embedded.rivals import IN_ORDER
from scoring.embedded.values import Value, same
from scoring.embedded.words import root
from scoring.words.listed_words import hits
from scoring.words.terms import read_words

_ALIKE = 0.6

Sides = frozenset[tuple[str, str]]
"""Pairs of opposites, each with the one of the two that is said."""


def turned(link: ClaimLink, document: Document) -> tuple[int, bool] | None:
    """The place that says the opposite of a claim, and whether that is sure; None where none does.

    It is sure next to a value that both state, or where the same is said to be so and nearly all words are
    alike. Where another place says it as the claim does, nothing is turned round.
    """
    claim = link.claim
    for stated, value in zip(claim.values, link.values, strict=True):
        if value.asked or value.place is None or value.how == "calculated":
            continue
        mine = _sides(claim.text, claim.text.find(stated.value.mention.raw))
        there = [(i, _sides(text, at)) for i, text, at in _stated(stated.value, document)] if mine else []
        if there and all(_opposed(mine, theirs) for _, theirs in there):
            return there[0][0], True
    if link.place is None or any(value.how and not value.asked for value in link.values):
        return None
    place = document.places[link.place]
    if not _opposed(_sides(claim.text), _sides(place.text)):
        return None
    known = sum(root(term) in place.own for term in claim.terms)
    begins = [
        next((word.form for word in read_words(text) if word.content), "")
        for text in (claim.text, place.text)
    ]
    return link.place, begins[0] == begins[1] and known >= _ALIKE * len(claim.terms)


def _stated(value: Value, document: Document) -> Iterator[tuple[int, str, int]]:
    """Where sentences state an equal value."""
    for i, other in document.valued:
        place = document.places[i]
        if place.kind == "sentence" and same(value, other):
            yield i, place.text, other.mention.start - place.start


@text_cache(500_000)
def _sides(text: str, at: int | None = None) -> Sides:
    """Of which pairs of opposites a text says one alone: in the clause at a place, else in all of it.

    None where something is denied: of what, words do not tell.
    """
    if at is not None and at >= 0:
        cuts = [0, *(match.end() for match in CLAUSE.finditer(text)), len(text)]
        clause = text[
            max(cut for cut in cuts if cut <= at) : min((c for c in cuts if c > at), default=len(text))
        ]
        return _sides(text) if IN_ORDER.search(text) else _sides(clause) or _sides(text)
    found = set()
    for pair in () if hits(text, "negation") else lexicon("opposites"):
        one, other = (bool(hits(text, f"opposites.{pair}.{side}")) for side in ("one", "other"))
        if one != other:
            found.add((pair, "one" if one else "other"))
    return frozenset(found)


def _opposed(mine: Sides, theirs: Sides) -> bool:
    return not {pair for pair, _ in mine - theirs}.isdisjoint(pair for pair, _ in theirs - mine)

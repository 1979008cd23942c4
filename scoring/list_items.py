"""Answers that list in other words what the passages list where they speak of the question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scoring.answer_place import listed_below
from scoring.contexts import plain_terms
from scoring.told_there import leads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# Two items may each share a word with two of the passages by chance, three hardly.
_FEWEST = 3
# A word that stands in so many sentences and rows tells one item from another;
# of more common ones it takes two.
_RARE, _KNOWN = 2, 5
_SEVERAL = 2
# So many rare words are news.
_SAYS_SOMETHING = 3
_CUT = re.compile(
    r"[;；,，、]\s*(?:(?:and|or|и|а|или|а также)\s|以及|或是?|並且|并且|另外|此外)?\s*|\n+", re.IGNORECASE
)
_JOINT = re.compile(r"\s(?:and|or|и|или)\s|以及|或是|[與与和及](?=[\u4e00-\u9fff])", re.IGNORECASE)
# What goes on counting behind a lead: "Firstly, ...", Во-вторых, 其三.
_COUNTS_ON = re.compile(
    r"^\W*(?:first|second|third|fourth|fifth|last|final|another|further|also|moreover|in addition|besides|"
    r"во-\w+|в-\w+|перв\w+|втор\w+|трет\w+|наконец|кроме того|также|ещё|"
    r"第[一二三四五六]|[一二三四五六][是，、,]|其[一二三四五]|首先|其次|再次|再者|最[後后]|此外|另外|同[時时])",
    re.IGNORECASE,
)


def listed_in_other_words(
    claims: Sequence[Claim], parts: Sequence[QuestionPart], evidence: Evidence
) -> frozenset[int]:
    """The claims, by index, that list one by one what the passages list where they speak of the question.

    Each item of the answer shares a word that hardly any other sentence has with an item of its own there; at
    least three do, and none shares none but an opening that leads in.

    Args:
        claims: the answer's claims.
        parts: what is asked; the words of the question tell nothing.
        evidence: the passages.
    """
    facts = {index: _groups(claim.text) for index, claim in enumerate(claims) if claim.kind != "framing"}
    if sum(len(pieces) for groups in facts.values() for pieces in groups) < _FEWEST:
        return frozenset()
    reworded = evidence.reworded
    asked = frozenset(term for part in parts for term in plain_terms(part.text, synonyms=True))
    said = {
        index: [[_item(piece, asked, reworded) for piece in pieces] for pieces in groups]
        for index, groups in facts.items()
    }
    for part in parts:
        for items in _lists(part, reworded):
            found = _told(said, [_item(item, asked, reworded) for item in items])
            if found:
                return found
    return frozenset()


def _groups(text: str) -> list[list[str]]:
    """What stands between the commas of a text, each cut again at its conjunctions."""
    return [_JOINT.split(piece) for piece in _CUT.split(text) if piece.strip()]


def _pieces(text: str) -> list[str]:
    return [piece for group in _groups(text) for piece in group if piece.strip()]


class _Item(NamedTuple):
    """An item of an answer or of the passages, by its words that the question does not have.

    Attributes:
        rare: those that hardly any sentence of the passages has.
        known: those that some have.
    """

    rare: frozenset[str]
    known: frozenset[str]

    def is_like(self, other: _Item) -> bool:
        """Whether both share a rare word, or several."""
        return not self.rare.isdisjoint(other.rare) or len(self.known & other.known) >= _SEVERAL


def _item(text: str, asked: frozenset[str], evidence: Evidence) -> _Item:
    counts = {
        term: sum(len(held.get(term, ())) for _, held in evidence.holders)
        for term in frozenset(plain_terms(text, synonyms=True)) - asked
        if not term.startswith("#")
    }
    return _Item(
        frozenset(term for term, count in counts.items() if count <= _RARE),
        frozenset(term for term, count in counts.items() if _RARE < count <= _KNOWN),
    )


def _lists(part: QuestionPart, evidence: Evidence) -> Iterator[list[str]]:
    """The lists, item by item, that a sentence which speaks of the question leads in or is."""
    for lead in leads(part, evidence):
        unit = evidence.units[lead]
        if unit.row is not None:
            continue
        below = [evidence.units[place].text for place in listed_below(lead, evidence)]
        after = [evidence.units[place].text for place in _counted_on(lead, evidence)]
        for items in (below, after, _pieces(unit.text)):
            if len(items) >= _FEWEST:
                yield items


def _counted_on(lead: int, evidence: Evidence) -> Iterator[int]:
    """The sentences, by index, that count on right behind another."""
    place = lead + 1
    while (
        place < len(evidence.units)
        and evidence.units[place].passage == evidence.units[lead].passage
        and _COUNTS_ON.match(evidence.units[place].text)
    ):
        yield place
        place += 1


def _told(said: Mapping[int, Sequence[Sequence[_Item]]], items: Sequence[_Item]) -> frozenset[int]:
    """The claims whose pieces are items of a list, where enough items are told and no claim brings others."""
    fits = [
        [place for place, item in enumerate(items) if piece.is_like(item)]
        for groups in said.values()
        for pieces in groups
        for piece in pieces
    ]
    if _most_paired(fits) < _FEWEST:
        return frozenset()
    return frozenset(index for index, groups in said.items() if _is_of_the_list(groups, items))


def _is_of_the_list(groups: Sequence[Sequence[_Item]], items: Sequence[_Item]) -> bool:
    """Whether all that a claim says is of the list, but what leads in, and what says next to nothing."""
    told = [any(piece.is_like(item) for piece in pieces for item in items) for pieces in groups]
    return any(told) and all(
        fits or place == 0 or sum(len(piece.rare) for piece in pieces) < _SAYS_SOMETHING
        for place, (fits, pieces) in enumerate(zip(told, groups, strict=True))
    )


def _most_paired(fits: Sequence[Sequence[int]]) -> int:
    """How many items can be given to a piece of their own each: the greatest matching of both."""
    taken: dict[int, int] = {}

    def place(piece: int, tried: set[int]) -> bool:
        for item in fits[piece]:
            if item in tried:
                continue
            tried.add(item)
            if item not in taken or place(taken[item], tried):
                taken[item] = piece
                return True
        return False

    return sum(place(piece, set()) for piece in range(len(fits)))

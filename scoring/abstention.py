"""Whether an answer says that the documents do not contain what was asked (zh, en, ru).

An answer abstains when it says so and gives nothing in its place: "the report does not say, but it is 42"
is no abstention, whatever it begins with.
"""

import re
from typing import NamedTuple

from data_base.marks.citation_marks import strip_citations
from data_base.text.sentences import sentences
from data_base.text_cache import text_cache
from scoring.values.mentions import mentions
from scoring.words.absence import is_absence
from scoring.words.terms import read_words
from scoring.words.word_list_matching import hits

# A denial and what it denies are so many words apart at most; right next to each other they need no source.
_NEAR, _ADJACENT = 7, 2
_CLAUSE_END = re.compile(r"(?<=[；;，：])|(?<=[,:])(?=\s)|(?=\s(?:but|however|но|однако)\s)|(?=但|不過|不过)")
# Among so many last clauses an answer gives up, if it does.
_LAST = 4
# A whole answer of so few words that is one of a list's says nothing else.
_SHORT = 4
_REFERENCE = re.compile(r"\[[^\]\n]{1,80}\]")
# A gap of any length says no more than a short one.
_GAP = re.compile(r"\s{2,}")


class _Piece(NamedTuple):
    """A clause: whether it declines, and whether a value in it is said to be irrelevant."""

    text: str
    declines: bool
    off_topic: bool


def clauses(text: str) -> list[str]:
    """Pieces of an answer in which an abstention or a statement is made on its own."""
    return [piece for whole in _by_sentence(text) for piece in whole]


def _by_sentence(text: str) -> list[list[str]]:
    return [
        [piece for part in _CLAUSE_END.split(sentence) if (piece := part.strip(" ,，;；"))]
        for sentence in sentences(_GAP.sub(_one_sign, _REFERENCE.sub(" ", strip_citations(text))))
    ]


def _one_sign(gap: re.Match[str]) -> str:
    return "\n" if "\n" in gap[0] else " "


@text_cache(500_000)
def is_abstaining(sentence: str) -> bool:
    """Whether one sentence or clause says that the documents (or the speaker) do not know."""
    if is_absence(sentence):
        return True
    size = len(read_words(sentence))
    if hits(sentence, "abstention.alone") and (size <= _SHORT or _names_source(sentence)):
        return True
    denials = hits(sentence, "abstention.deny") + hits(sentence, "abstention.cannot")
    gaps = [abs(stated - denied) for denied in denials for stated in hits(sentence, "abstention.state")]
    return bool(gaps) and (min(gaps) <= _ADJACENT or (min(gaps) <= _NEAR and _names_source(sentence)))


def _names_source(text: str) -> bool:
    return bool(hits(text, "abstention.source") or hits(text, "abstention.speaker"))


@text_cache(200_000)
def abstains(text: str) -> bool:
    """Whether an answer, taken as a whole, declines to answer for lack of evidence.

    Args:
        text: any text in Chinese, English or Russian; an empty one declines nothing.

    Returns:
        True if it says that the documents do not contain the answer and gives none all the same. Saying what
        else the documents say ("they only give the total, 4.2 million") keeps it an abstention; a guess, or
        an answer to another part of the question, does not.
    """
    pieces = [piece for whole in _by_sentence(text) for piece in _read(whole)]
    declining = [i for i, piece in enumerate(pieces) if piece.declines]
    if not declining or any(_guesses(piece.text) for piece in pieces):
        return False
    if _ends_so(pieces, declining[-1]):
        return True
    return not any(
        _gives_a_value(piece.text) and not (piece.off_topic or (i > declining[0] and _reports(piece.text)))
        for i, piece in enumerate(pieces)
        if not piece.declines
    )


def gives_up(text: str) -> bool:
    """Whether an answer, for all that it says, concludes that it cannot say."""
    pieces = [piece for whole in _by_sentence(text) for piece in _read(whole)]
    return any(
        piece.declines and bool(hits(piece.text, "abstention.cannot"))
        for piece in [*pieces[:1], *pieces[-max(_LAST, len(pieces) // 3) :]]
    )


def _ends_so(pieces: list[_Piece], last: int) -> bool:
    """Whether the last denial says that something is not possible, near the end, and no value comes after."""
    at_end = last >= len(pieces) - _LAST and bool(hits(pieces[last].text, "abstention.cannot"))
    return at_end and not any(_gives_a_value(piece.text) for piece in pieces[last + 1 :])


def _read(whole: list[str]) -> list[_Piece]:
    """The clauses of one sentence; a denial may lean on what a clause before it says of a document."""
    reported = [_reports(piece) and bool(hits(piece, "abstention.source")) for piece in whole]
    declines = [
        is_abstaining(piece) or (any(reported[:i]) and bool(hits(piece, "abstention.deny")))
        for i, piece in enumerate(whole)
    ]
    joined = any(declines)
    return [
        _Piece(
            piece, declines[i], bool(hits(piece, "abstention.only")) or (joined and any(reported[: i + 1]))
        )
        for i, piece in enumerate(whole)
    ]


def _reports(clause: str) -> bool:
    return bool(hits(clause, "abstention.state"))


def _guesses(clause: str) -> bool:
    return any(value.figure for value in mentions(clause)) and bool(hits(clause, "abstention.guess"))


def _gives_a_value(clause: str) -> bool:
    """Whether a clause gives an amount; dates and bare numbers of one digit, as in names, are none."""
    figures = (value.figure for value in mentions(clause) if value.figure)
    return any(
        figure.kind == "money" or len("".join(filter(str.isdigit, figure.raw)).rstrip("0")) > 1
        for figure in figures
    )

"""Whether an answer says that the documents do not hold what was asked (zh, en, ru).

An answer abstains when it says so and gives nothing in its place: "the report does not say, but it is 42"
is no abstention, whatever it begins with.
"""

from __future__ import annotations

import re
from functools import lru_cache

from scoring.abstention_words import (
    ABSTAINS,
    CONCLUDES,
    GIVES_GROUNDS,
    GIVES_UP,
    GUESS,
    NEIGHBOURLY,
    POINTS_BACK,
    PROCEDURE,
    REPORTED,
    WITHOUT_MEANS,
)
from scoring.conflict_report import ONLY, speaks_of_conflict, tells_rival_values, without_names
from scoring.detail_denials import DENIES_DETAIL, LEAVES_OUT, TELLS_BESIDE

_CLAUSE_END = re.compile(
    r"(?<=[。！？；;!?\n])|(?<=[.])(?=\s|$)|"
    r"(?=[，,]?\s*(?:但是|但|不過|不过|然而|可是))|(?=[,;—–-]?\s*\b(?:but|however|yet|although|though|"
    r"nevertheless)\b)|"
    r"(?=[,;—–-]?\s*\b(?:но|однако|хотя)\b)",
    re.IGNORECASE,
)
# Among so many last pieces an answer gives up, if it does.
_LAST = 3
_REPORT_AND_DENIAL = 2
_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")
_CITATION = re.compile(r"\[[^\]\n]{1,80}\]")
# A gap of any length says no more than a short one, and patterns look over gaps again and again.
_GAP = re.compile(r"\s{2,}")
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")


def clauses(text: str) -> list[str]:
    """Pieces of an answer in which an abstention or a statement stands on its own."""
    plain = _CITATION.sub(" ", _without_gaps(text))
    return [piece for part in _CLAUSE_END.split(plain) if (piece := part.strip(" \t\n,，;；—–-"))]


def _without_gaps(text: str) -> str:
    """The text with every white space of one character; a line break in it stays one."""
    return _GAP.sub(lambda match: "\n" if "\n" in match[0] else " ", text)


@lru_cache(maxsize=4096)
def is_abstaining(clause: str) -> bool:
    """Whether one clause says that the documents (or the speaker) do not know."""
    if ABSTAINS.found_in(clause) or DENIES_DETAIL.found_in(clause):
        return True
    if not _points_back(clause):
        return False
    told = _reported(clause)
    return told is not None and _points_back(clause[told.end() :])


def _points_back(text: str) -> bool:
    """Whether a text denies something of a document that was named before."""
    return POINTS_BACK.search(text) is not None or LEAVES_OUT.found_in(text)


def _reported(clause: str) -> re.Match[str] | None:
    """Where a clause says that a document tells something."""
    return REPORTED.search(clause) or TELLS_BESIDE.search(clause)


def gives_a_figure(clause: str) -> bool:
    """Whether a clause states a number other than years and numbered names."""
    return _DIGIT.search(without_names(clause)) is not None


@lru_cache(maxsize=1024)
def abstains(answer: str) -> bool:
    """Whether the answer, taken as a whole, declines to answer for lack of evidence.

    Args:
        answer: any text in Chinese, English or Russian; an empty one declines nothing.

    Returns:
        True if it says that the documents do not hold the answer and gives none all the same. Telling what
        else the documents say ("they only give the total, 4.2 million") keeps it an abstention; a guess, or
        an answer to another part of the question, does not.
    """
    answer = _without_gaps(answer)
    if WITHOUT_MEANS.search(answer):
        return not any(_guesses(piece) for piece in clauses(answer))
    pieces = clauses(answer)
    if _gives_up(pieces):
        return True
    declining = [is_abstaining(piece) or _leans_back(i, pieces) for i, piece in enumerate(pieces)]
    if True not in declining or any(map(_states_before_declining, pieces)):
        return False
    first = declining.index(True)
    # Sources that contradict each other are an answer, not the lack of one.
    several = (
        first >= _REPORT_AND_DENIAL
        or len(pieces) > first + 1
        or len(set(_DIGITS.findall(without_names(pieces[first])))) > 1
    )
    if (speaks_of_conflict(answer) and several) or tells_rival_values(answer):
        return False
    joined = _is_denial_of(pieces, first)
    beside = [
        _states(piece, after=i > first, reported=joined and i == first - 1)
        for i, piece in enumerate(pieces)
        if not declining[i]
    ]
    return not any(beside) and not any(map(_guesses, pieces))


def guesses_all_the_same(answer: str) -> bool:
    """Whether an answer says that something is not told and gives a figure as a guess in its place."""
    pieces = clauses(answer)
    return any(map(is_abstaining, pieces)) and any(map(_guesses, pieces))


def _is_denial_of(pieces: list[str], place: int) -> bool:
    """Whether a denial goes with the clause before it: in one sentence, or as all that follows on it."""
    if not pieces[place - 1].endswith(_SENTENCE_ENDS):
        return True
    return len(pieces) == _REPORT_AND_DENIAL and not GIVES_GROUNDS.match(pieces[place])


def _leans_back(place: int, pieces: list[str]) -> bool:
    """Whether a clause denies of a document named in the clause before: "…, but the fee is not in it"."""
    return place > 0 and _points_back(pieces[place]) and _reported(pieces[place - 1]) is not None


def _gives_up(pieces: list[str]) -> bool:
    """Whether an answer ends by saying that it cannot be given, whatever it has told before."""
    told = [piece for piece in pieces if not PROCEDURE.search(piece) or is_abstaining(piece)]
    last = next(
        (i for i, piece in enumerate(told) if i >= len(told) - _LAST and GIVES_UP.search(piece)), None
    )
    if last is None or any(map(_guesses, told)):
        return False
    if len(told) == 1 and not CONCLUDES.search(told[0]):
        return False
    return not any(GUESS.search(piece) or gives_a_figure(piece) for piece in told[last + 1 :])


def _states_before_declining(clause: str) -> bool:
    """Whether a clause gives a figure first and then says that something else is not told."""
    match = ABSTAINS.first_in(clause) if "，" in clause else None
    if match is None:
        return False
    # The match may reach back to the document's name, before the comma that ends the statement.
    head, _, last = clause[: match.end()].rpartition("，")
    return (
        is_abstaining(last + clause[match.end() :])
        and gives_a_figure(head)
        and not _is_beside_the_point(head)
    )


def _guesses(clause: str) -> bool:
    return gives_a_figure(clause) and GUESS.search(clause) is not None


def _is_beside_the_point(clause: str) -> bool:
    """Whether a clause right before the denial only tells what else the documents say."""
    return ONLY.search(clause) is not None or REPORTED.search(clause) is not None


def _states(clause: str, *, after: bool, reported: bool) -> bool:
    """Whether a clause beside the denial states something as an answer.

    Args:
        clause: the clause.
        after: whether it follows the denial.
        reported: whether it leads up to the denial, so that what it reports may be beside the point.
    """
    if not gives_a_figure(clause) or PROCEDURE.search(clause):
        return False
    if after and CONCLUDES.search(clause):
        return True
    if not after:
        return not (_is_beside_the_point(clause) if reported else ONLY.search(clause))
    return NEIGHBOURLY.search(clause) is None or GUESS.search(clause) is not None

"""A question as its parts: of what kind is asked, and by which words and values."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from data_base.text.dates import DateMention
from data_base.text_cache import text_cache
from scoring.embedded.lexicon import fold, words
from scoring.embedded.values import Value, value_of
from scoring.embedded.words import root, terms
from scoring.values.mentions import mentions
from scoring.values.periods import periods_in

Kind = Literal["who", "when", "percent", "money", "how_many", "yes_no", "why", "how", "list", "what", "open"]
VALUED: frozenset[Kind] = frozenset({"when", "percent", "money", "how_many"})
"""Kinds that ask for a figure or a date."""
_ORDER: tuple[Kind, ...] = ("why", "percent", "money", "how_many", "when", "who", "list", "how", "what")
_CUT = re.compile(
    r"[?？]\s*|[,，、;；]\s*(?:and|и|а также|以及|并且|並且)?\s*(?=\S)|"
    r"\s+(?:and|и)\s+|(?:以及|又是|各自?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One thing that is asked."""

    text: str
    kind: Kind
    """Of what kind the answer is."""
    terms: tuple[str, ...]
    values: tuple[Value, ...]
    """Figures and dates that it names: conditions of the answer, not answers."""
    periods: tuple[DateMention, ...]
    """The years and days among them that the answer is for."""


@text_cache(200_000)
def parts_of(question: str) -> tuple[QuestionPart, ...]:
    """The parts of a question, at least one.

    A piece behind a comma or "and" is a part of its own only where a word in it asks.
    """
    pieces: list[str] = []
    last = 0
    for match in [*_CUT.finditer(question), None]:
        end = len(question) if match is None else match.start()
        piece = question[last:end]
        if piece.strip():
            if pieces and _asks(piece) is None:
                pieces[-1] += question[last - 1 : end] if last else piece
            elif pieces and _asks(pieces[-1]) is None:
                pieces[-1] += " " + piece
            else:
                pieces.append(piece)
        last = match.end() if match else end
    return tuple(_part(piece.strip()) for piece in pieces) or (_part(question),)


def nearest_part(said: Iterable[str], parts: Sequence[AbstractSet[str]]) -> int | None:
    """Of which part of a question most words are said, None if it is not one alone."""
    roots = set(map(root, said))
    shares = [len([term for term in part if root(term) in roots]) / (len(part) or 1) for part in parts]
    return shares.index(max(shares)) if shares.count(max(shares)) == 1 else None


def periods_asked(parts: Sequence[QuestionPart]) -> list[DateMention]:
    """The years and days that the answer is for; none where the question names the ends of a time."""
    named = {value.mention.year for part in parts for value in part.values} - {None}
    periods = [period for part in parts for period in part.periods]
    return periods if named <= {period.year for period in periods} else []


def _asks(piece: str) -> Kind | None:
    """What its words ask for; of one inside of another the longer asks: 几点 of 哪几点 is no time."""
    text = fold(piece)
    found = {kind: match.span() for kind in _ORDER if (match := words(kind).find(text))}
    for kind, (start, end) in found.items():
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in found.values()):
            return kind
    return None


def _part(text: str) -> QuestionPart:
    folded = fold(text)
    first = words("yes_no").find(folded)
    kind = _asks(text)
    leads = first is not None and (first.start() == 0 or not first[0].isascii())
    if leads and kind in {None, "what", "how"}:
        kind = "yes_no"
    # In Chinese no space parts a word that asks from one that says something.
    said = words("asks").han.sub(" ", folded)
    return QuestionPart(
        text, kind or "open", terms(said), tuple(value_of(m) for m in mentions(text)), periods_in(text)
    )

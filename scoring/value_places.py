"""Where a value stands in the passages: what its own words, and the words about it, say that it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from scoring.contexts import masked
from scoring.mentions import mentions
from scoring.neutral_words import FUNCTION_CHARACTERS, neutral_terms
from scoring.qualifiers import qualifiers
from scoring.segments import cut, index_of
from scoring.table_cells import cell_of
from scoring.terms import script_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from data_base.text.dates import DateMention
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

# From this weight on a word is said of the value rather than of its neighbours.
_NEAR, _ABOUT = 0.6, 0.3
_NAME = re.compile(r"(?<=[^\W_][ ,’'\"«“(])[«“\"(]?(?P<name>[A-ZА-ЯЁ][^\W\d_]{2,})")
VALUE, OTHER = "|", "¦"
"""What stands for the value in its clause, and for other figures."""
# Two forms of one word begin alike: учёт and учтённых do not, бобров and бобровых do.
_ALIKE, _ALIKE_SHARE = 4, 0.6
_MARK = re.compile(r"[，,、；;：:。！？!?（）()\n]|\.(?=\s|$)|\s[–—-]\s")
_ASKED_OF_BUYERS = frozenset({"§price", "§fee"})
_LAST_MONTH, _LAST_DAY = 12, 31

# "Of these, 2.9 m came from the state and 1.9 m from firms": both are parts.
_PARTS_OF = re.compile(
    r"\s*(?:其中|当中|當中|of (?:these|this|them|which|that)\b|among (?:these|them|which)\b|"
    r"из них\b|в том числе\b|из этой суммы\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """A value of the passages with what sets it apart from others.

    Attributes:
        text: its sentence or row, in one Chinese script.
        near: the terms that are said of it.
        about: those and the ones that may be, from further stretches of its sentence and the one before.
        key: the terms that name it most closely.
        known: all terms of its sentence and of what stands over and before it.
        qualified: the qualifying words beside it, see :func:`qualifiers`.
        around: those anywhere in its sentence, and in the heads of its row.
        names: names within its sentence, as written.
        days: the dates in its sentence that tell more than a year.
        clause: its clause, with a sign for every figure; of a cell the label of its row.
    """

    text: str
    near: frozenset[str]
    about: frozenset[str]
    key: frozenset[str]
    known: frozenset[str]
    qualified: frozenset[str]
    around: frozenset[str]
    names: tuple[str, ...]
    days: frozenset[tuple[int | None, ...]]
    clause: str


def place_of(occurrence: Occurrence, evidence: Evidence) -> ValuePlace:
    """What sets a value of the passages apart from others."""
    unit, context, mention = evidence.units[occurrence.unit], occurrence.context, occurrence.mention
    found = mentions(unit.text)
    if unit.row is None:
        before, beside, end = _beside(unit.text, mention, found)
        names = tuple(match["name"] for match in _NAME.finditer(unit.text, 0, end))
    else:
        cell = cell_of(mention.raw, unit.row)
        before, beside, names = unit.row.caption, f"{unit.row.label} {cell.column if cell else ''}", ()
        end = len(unit.text)
    whole = f"{before} {beside}" if unit.row else masked(unit.text, found)
    return ValuePlace(
        text=fold_variants(unit.text),
        # What stands over a table tells of all its rows.
        near=context.key
        if unit.row
        else frozenset(term for term, weight in context.weights.items() if weight >= _NEAR),
        about=frozenset(term for term, weight in context.weights.items() if weight >= _ABOUT),
        key=context.key,
        known=unit.reach | frozenset(context.weights),
        qualified=qualifiers(beside, before) | _of_the_whole(unit.text),
        around=qualifiers(whole),
        names=names,
        days=frozenset(
            said_of(other.date)
            for other in found
            if other.date is not None and not other.is_year and other != mention and other.start < end
        ),
        clause=unit.row.label if unit.row else _clause(unit.text, mention, found),
    )


def _of_the_whole(text: str) -> frozenset[str]:
    """What a sentence that begins by taking parts of what was told says of all its values."""
    opening = _PARTS_OF.match(text)
    return qualifiers(opening[0]) if opening else frozenset()


def _beside(text: str, mention: Mention, found: Sequence[Mention]) -> tuple[str, str, int]:
    """The words before a value's own stretch of its sentence, its stretch, and where that ends."""
    stretches = cut(text, [(other.start, other.end) for other in found])
    own = index_of(mention.start, stretches)
    first = own - 1 if own and not any(_holds(stretches[own - 1], other) for other in found) else own
    plain = masked(text, found)
    start, end = stretches[own]
    return plain[stretches[first][0] : start], plain[start:end], end


def _holds(stretch: tuple[int, int], mention: Mention) -> bool:
    return mention.figure is not None and stretch[0] <= mention.start < stretch[1]


def _clause(text: str, mention: Mention, found: Sequence[Mention]) -> str:
    """The words between the marks about a value; it and other figures leave a sign."""
    plain = masked(text, found)
    start = max((match.end() for match in _MARK.finditer(plain, 0, mention.start)), default=0)
    after = _MARK.search(plain, mention.end)
    end = after.start() if after else len(text)
    for other in found:
        if start <= other.start < end:
            bar = VALUE if other.start == mention.start else OTHER
            plain = f"{plain[: other.start]}{bar}{plain[other.start + 1 :]}"
    return plain[start:end]


def said_of(date: DateMention) -> tuple[int | None, ...]:
    """What a date tells: year, half, quarter, month, day and hour, None where it does not."""
    return date.year, date.half, date.quarter, date.month, date.day, date.hour


def is_end_of_year(said: tuple[int | None, ...]) -> bool:
    """Whether a date tells no more than its year does: what stood at its end."""
    return said[3:] == (_LAST_MONTH, _LAST_DAY, None)


def unsaid(wanted: Iterable[str], said: frozenset[str], text: str = "") -> frozenset[str]:
    """The telling ones among some terms that are not said, in whatever form.

    Args:
        wanted: the terms; those that only state a value tell nothing.
        said: the terms that are said.
        text: the words they stand in; of Chinese, whose pairs of characters may straddle two words, both
            characters are enough. The terms said themselves where it is empty.
    """
    characters = fold_variants(text) or "".join(said)
    return frozenset(
        term for term in wanted if term not in neutral_terms() and not _is_said(term, said, characters)
    )


def _is_said(term: str, said: frozenset[str], characters: str) -> bool:
    if term in said or (term in _ASKED_OF_BUYERS and said & _ASKED_OF_BUYERS):
        return True
    if script_of(term) == "han":
        return all(character in characters or character in FUNCTION_CHARACTERS for character in term)
    return any(is_same_word(term, other) for other in said)


def is_same_word(one: str, other: str) -> bool:
    """Whether two terms look like forms of one word."""
    length = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return length >= _ALIKE and length >= _ALIKE_SHARE * max(len(one), len(other))

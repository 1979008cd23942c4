"""Quotes in texts: whether a text contains certain words and where, however its lines are broken."""

import re
from collections.abc import Iterator, Sequence

from data_base.text.normalise import normalise, squeeze
from data_base.text_cache import text_cache

Span = tuple[int, int]
"""Where something begins and where it ends in a text."""

# What a page's layout puts in: bars between the cells of a table, hyphens at line ends. Only those between
# letters, so that minus signs and ranges stay; gone from both texts, so that a true hyphen or dash matches.
_LAYOUT = re.compile(
    r"\|(?:[ :|-]*\|)?|(?<=[^\W\d_])\s*[-\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d](?=\s*[^\W\d_])|\0"
)
# White space between two digits keeps numbers separate; all other depends on where lines were broken.
_LOOSE_SPACE = re.compile(r"(?<![0-9]) | (?![0-9])")
_WORD = re.compile(r"\S+")
_GAP = re.compile(r"\.{3,}|…+|⋯+|。{3,}")
_EDGES = "\"'.,;:!?，。；：！？、（）()[]《》<> -"
_DIGITS = frozenset("0123456789")
_NUMERAL = "〇零一二三四五六七八九十百千万亿兩两廿卅萬億壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
_NUMBERS = re.compile(f"[0-9]+(?:[.,][0-9]+)*|[{_NUMERAL}]+")
_BETWEEN_PARTS = re.compile(r"[;；\n]|\s[/&+]\s")
_LEAST_PART, _MOST_PARTS = 4, 50
"""Characters of each part of a quote in several parts, and how many parts there may be."""
_LEAST_SHARE = 0.5
"""A quote with gaps must contain so much of what it stands for, or "a…z" would quote anything."""


def contains_text(text: str, wanted: str) -> bool:
    """Whether a text contains words: all pieces between gaps ("…") in order; nothing contains empty ones."""
    return bool(_places(text, wanted))


def text_spans(text: str, wanted: str) -> list[Span]:
    """Where a text contains words, piece by piece; empty exactly where :func:`contains_text` is False."""
    places = _places(text, wanted)
    starts, ends = _positions(text) if places else ([], [])
    return [(starts[start], ends[end - 1]) for start, end in places]


def is_quoted(quote: str, texts: Sequence[str]) -> bool:
    """Whether texts contain a quote: one the whole, or each a part, as of the inputs of a computed value."""
    return bool(_parts(quote, texts))


def quote_spans(quote: str, texts: Sequence[str]) -> list[tuple[int, Span]]:
    """Where a quote is: the text's number from 0 and the place in it; empty where it is not quoted."""
    return [(at, span) for at, part in _parts(quote, texts) for span in text_spans(texts[at], part)]


def abridges(quote: str, whole: str) -> bool:
    """Whether a quote with gaps gives words from their beginning to their end, and at least half of them."""
    pieces, whole = _pieces(quote), canonical(whole).strip(_EDGES)
    if len(pieces) < 2 or sum(map(len, pieces)) < _LEAST_SHARE * len(whole):  # noqa: PLR2004  (one gap at least)
        return False
    *pieces, last = map(_numbers_marked, pieces)
    marked = _numbers_marked(whole)
    places = _in_order(pieces, marked)
    if not places or places[0][0]:
        return False
    return len(marked) - len(last) >= places[-1][1] and marked.endswith(last)


def canonical(text: str) -> str:
    """The text as quotes are compared: in one spelling, without white space and what layout puts in."""
    return _LOOSE_SPACE.sub("", normalise(_as_printed(text)))


def _as_printed(text: str) -> str:
    """The text with spaces for what layout puts in; positions stay."""
    return _LAYOUT.sub(lambda found: " " * len(found[0]), text)


def _parts(quote: str, texts: Sequence[str]) -> list[tuple[int, str]]:
    """The quote or its parts, each with the number of the first text it is in; none if one is missing."""
    if (at := _first(quote, texts)) is not None:
        return [(at, quote)]
    parts = [part for part in _BETWEEN_PARTS.split(quote) if _pieces(part)]
    if not 1 < len(parts) <= _MOST_PARTS or any(sum(map(len, _pieces(part))) < _LEAST_PART for part in parts):
        return []
    found = [(at, part) for part in parts if (at := _first(part, texts)) is not None]
    return found if len(found) == len(parts) else []


def _first(wanted: str, texts: Sequence[str]) -> int | None:
    return next((at for at, text in enumerate(texts) if contains_text(text, wanted)), None)


@text_cache(200_000)
def _pieces(quote: str) -> list[str]:
    """What is between the gaps of a quote, without punctuation at the ends."""
    parts = (part.strip(_EDGES) for part in _GAP.split(canonical(quote)))
    return [part for part in parts if part]


def _places(text: str, wanted: str) -> list[Span]:
    """Where the pieces of a quote are in the canonical text; none where one is missing."""
    marked = _as_searched(text)
    places = _in_order([_numbers_marked(piece) for piece in _pieces(wanted)], marked)
    return [*_without_marks(places, marked)]


def _without_marks(places: Sequence[Span], marked: str) -> Iterator[Span]:
    """The same places in the text without the marks of numbers; each stretch of it is looked at once."""
    marks, last = 0, 0
    for start, end in places:
        before = marks + marked.count("\0", last, start)
        marks, last = before + marked.count("\0", start, end), end
        yield start - before, end - marks


def _in_order(pieces: Sequence[str], whole: str) -> list[Span]:
    """Where pieces follow each other; none where one is missing.

    One after the other: a single pattern with gaps would try every way to place all of them.
    """
    places, end = list[Span](), 0
    for piece in pieces:
        if (start := whole.find(piece, end)) < 0:
            return []
        end = start + len(piece)
        places.append((start, end))
    return places


@text_cache(500_000)
def _as_searched(text: str) -> str:
    return _numbers_marked(canonical(text))


def _numbers_marked(text: str) -> str:
    """The text with a mark on both sides of every number.

    A piece so marked is not found within a longer number: neither 42000 in 142000 nor 四万 in 十四万.
    """
    return _NUMBERS.sub("\0\\g<0>\0", text)


@text_cache(200_000)
def _positions(text: str) -> tuple[list[int], list[int]]:
    """Where in the text each character of the canonical one begins and ends."""
    starts, ends, last = list[int](), list[int](), ""
    for word in _WORD.finditer(_as_printed(text)):
        spellings = _spellings(word[0])
        if spellings and last in _DIGITS and spellings[0][0][0] in _DIGITS:
            spellings.insert(0, (" ", 0, 0))
        for spelling, start, end in spellings:
            starts += [word.start() + start] * len(spelling)
            ends += [word.start() + end] * len(spelling)
            last = spelling[-1]
    return starts, ends


def _spellings(word: str) -> list[tuple[str, int, int]]:
    """The canonical characters of a word with their places; all at once where they depend on each other."""
    whole = squeeze(word)
    each = list(whole) if word.isascii() else [_spelling(char) for char in word]
    if "".join(each) != whole:
        return [(whole, 0, len(word))]
    return [(spelling, start, start + 1) for start, spelling in enumerate(each) if spelling]


@text_cache(200_000)
def _spelling(char: str) -> str:
    return squeeze(char)

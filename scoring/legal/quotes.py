"""Whether a text contains certain words, with "…" as a gap and no number torn from a longer one."""

import re
from collections.abc import Mapping, Sequence

from data_base.text.normalise import normalise
from data_base.text_cache import text_cache
from scoring.legal.answer import Place

# White space between two digits keeps numbers separate; all other depends on where lines were broken.
_LOOSE_SPACE = re.compile(r"(?<![0-9]) | (?![0-9])")
_GAP = re.compile(r"\.{3,}|…+|⋯+|。{3,}")
_EDGES = "\"'.,;:!?，。；：！？、（）()[]《》<> -"
IN_QUOTES = re.compile(r"[“„][^“”„]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"|«[^«»]*»|《[^《》]*》")
_QUOTED = re.compile(r'"([^"]+)"')
_NUMERAL = "〇零一二三四五六七八九十百千万亿兩两廿卅萬億壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
_NUMBERS = re.compile(f"[0-9]+(?:[.,][0-9]+)*|[{_NUMERAL}]+")
_LEAST_SHARE = 0.5
"""A quote with gaps must contain so much of what it stands for, or "a…z" would quote anything."""


@text_cache(200_000)
def canonical(text: str) -> str:
    """The text as quotes are compared: NFKC, case folded, one kind of quotation mark, no white space."""
    return _LOOSE_SPACE.sub("", normalise(text))


def pieces(quote: str) -> list[str]:
    """What is between the gaps of a quote, without punctuation at the ends."""
    parts = (part.strip(_EDGES) for part in _GAP.split(canonical(quote)))
    return [part for part in parts if part]


def contains_text(text: str, wanted: str) -> bool:
    """Whether a text contains a quote: all its pieces in order; nothing contains an empty quote."""
    parts = pieces(wanted)
    return bool(parts) and _after([*map(_numbers_marked, parts)], _as_searched(text), 0) is not None


def quotes(text: str, cited: Sequence[Place], wanted: str) -> bool:
    """Whether an answer quotes certain words, in its text or in a citation.

    The answer may leave something out of them by "…", as long as it begins and ends with their beginning
    and end and gives at least half of them.
    """
    given = [text, *(place.text for place in cited)]
    if any(contains_text(one, wanted) for one in given):
        return True
    whole = canonical(wanted).strip(_EDGES)
    spans = [*_QUOTED.findall(canonical(text)), *(place.text for place in cited)]
    return any(_abridges(span, whole) for span in spans)


def pages_of(document: Sequence[Mapping[str, object]]) -> dict[int, str]:
    """Page number to text; a page that comes in several parts is joined."""
    found: dict[int, list[str]] = {}
    for page in document:
        number, text = page.get("page"), page.get("text")
        if isinstance(number, int) and isinstance(text, str):
            found.setdefault(number, []).append(text)
    return {number: "\n".join(texts) for number, texts in found.items()}


def _abridges(span: str, whole: str) -> bool:
    parts = pieces(span)
    if len(parts) < 2 or sum(map(len, parts)) < _LEAST_SHARE * len(whole):  # noqa: PLR2004  (one gap at least)
        return False
    first, *between, last = map(_numbers_marked, parts)
    marked = _numbers_marked(whole)
    if not marked.startswith(first) or (end := _after(between, marked, len(first))) is None:
        return False
    return len(marked) - len(last) >= end and marked.endswith(last)


def _after(parts: Sequence[str], whole: str, position: int) -> int | None:
    """Where the last of the pieces ends that follow each other from a place on, None where one is missing.

    One after the other: a single pattern with gaps would try every way to place all of them.
    """
    for part in parts:
        if (found := whole.find(part, position)) < 0:
            return None
        position = found + len(part)
    return position


@text_cache(500_000)
def _as_searched(text: str) -> str:
    return _numbers_marked(canonical(text))


def _numbers_marked(text: str) -> str:
    """The text with a mark on both sides of every number.

    A piece so marked is not found within a longer number: neither 42000 in 142000 nor 四万 in 十四万.
    """
    return _NUMBERS.sub("\0\\g<0>\0", text)

"""What is around a numeral: sign, currency, marks of approximation, bounds, the noun that is counted."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.folding import Folded, fold
from data_base.text.numbers.units import Unit, counts, read_currency_before
from data_base.text.word_lists import by_word, words

Bound = Literal["at_least", "at_most"]
_EXTREMES: Mapping[str, Bound] = {"minimum": "at_least", "maximum": "at_most"}

_LOOK_BACK, _SPACES, _MINUS_SIGN = 20, " \u00a0", "\u2212"
# A hyphen, the dash of a range or a bullet; "备05002857号-1", but in "K1在−20℃时" the minus is one.
_JOINS = re.compile(r"[0-9a-zа-я%°)\]\"'_-]\Z|[0-9](?![在于為达達至到是约])[\u4e00-\u9fff]\Z")
_DIGIT_THEN_SPACE = re.compile("[0-9%][ \u00a0]\\Z")
_WORD_CHARACTER = re.compile("[a-zа-я_]")
# "Q3", "1.2.3", "SKU-2043", "AX-200", "v-2": a piece of a word, a code or a name.
_PIECE = re.compile(r"(?<=[A-Za-zА-Яа-я_])|(?<=[0-9]\.)")
_CODE = re.compile(r"(?:[A-Z][A-Za-z0-9]{0,10}|(?<![A-Za-z])[a-z]{1,2})-\Z")
# What may come between a hedge and its figure: "примерно на 50 %", 約多50%.
_PREPOSITION = re.compile(
    r"[ \u00a0](?:на|в|во|до|по|by|to)$|[多少高低快慢贵貴增减減升降涨漲长長短占佔为為有]$"
)
_ENDS_PREPOSITION = frozenset("авоyo多少高低快慢贵貴增减減升降涨漲长長短占佔為为有")
# "3.0 只有 …" is "3.0 has only".
_ONLY = re.compile("只(?:有|是|能|要|占|需|剩|会|會|用|在|为|為)")
# "not 6", 不是 42000 元; the error of "5 ± 0.1" is denied too.
_DENIED = re.compile(
    r"(?:±|不是|[并並]不是|[并並而绝絕]非|不等[于於]|[并並]?不[为為]|\bnot|n['’]t"
    r"|\brather than|\binstead of|\bне)(?:约|約|大约|about|exactly|the)?[\s“”\"']*$",
    re.IGNORECASE,
)
_NOUN = re.compile(r"[ \u00a0-]([a-zа-я]{2,40})")
_NO_NOUNS = frozenset({"against", "versus", "vs", "compared", "instead", "против", "вместо"})


class Preceding(NamedTuple):
    """What belongs to a figure and is before its numeral; ``mark`` ("about") if it was looked for."""

    start: int
    negative: bool = False
    currency: Unit | None = None
    mark: str | None = None


@cache
def _marks(place: str) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """What each mark before or behind a figure says, and the marks by their edge character, longest first.

    Marks before it that begin with a letter have a space at their head.
    """
    meanings, before = by_word(f"figure_marks.{place}"), place == "before"
    marks = {f" {m}" if before and _WORD_CHARACTER.match(m) else m: said for m, said in meanings.items()}
    by_edge: dict[str, tuple[str, ...]] = {}
    for mark in sorted(marks, key=len, reverse=True):
        by_edge[mark[-before]] = (*by_edge.get(mark[-before], ()), mark)
    return marks, by_edge


def preceding(page: Folded, start: int, *, digits: bool) -> Preceding:
    """Sign and currency before a numeral that begins at ``start``; a dash is a sign of digits only."""
    negative = digits and has_sign(page, start)
    first = start - 1 if negative else start
    currency = read_currency_before(page, first)
    if currency:
        first = currency[1]
        if not negative and digits and has_sign(page, first):
            negative, first = True, first - 1
    mark = None if negative else _mark_before(_head(page.low, first))
    if mark and _marks("before")[0][mark] == "minus":
        negative, first, mark = True, page.low.rindex(mark.strip(), 0, first), None
    return Preceding(first, negative, currency[0] if currency else None, mark)


def _head(low: str, end: int) -> str:
    """What comes before ``end``, with a space at the beginning that may begin a word."""
    return " " + low[max(end - _LOOK_BACK, 0) : end].rstrip(_SPACES)


def _mark_before(head: str) -> str:
    """The longest mark that a head ends with: "no more than" contains "more than"; empty for none."""
    ends = _marks("before")[1].get(head[-1:], ())
    return next(filter(head.endswith, ends)) if head.endswith(ends) else ""


def has_sign(page: Folded, start: int) -> bool:
    """Whether the character before ``start`` is a minus, which parts nothing from what is before it."""
    if start < 1 or page.low[start - 1] != "-":
        return False
    before, dash = page.low[max(start - 3, 0) : start - 1], page.text[start - 1] != _MINUS_SIGN
    return not (_JOINS.search(before) or (dash and _DIGIT_THEN_SPACE.search(before)))


def is_free(page: Folded, start: int) -> bool:
    """Whether a numeral is no piece of a word, a code or a name such as Q3 or AX-200."""
    before = page.cased[max(start - _LOOK_BACK, 0) : start]
    return not (_PIECE.match(page.cased, start) or (before[-1:] == "-" and _CODE.search(before)))


def bound_of(low: str, before: Preceding, end: int) -> tuple[bool, Bound | None]:
    """Whether a figure that ends at ``end`` is said to be approximate, and of what it is a bound."""
    head = _head(low, before.start)
    marks, _ = _marks("before")
    said = {marks.get(_mark_before(head) if before.mark is None else before.mark)}
    if head[-1:] in _ENDS_PREPOSITION and (bare := _PREPOSITION.sub("", head)) != head:
        said |= {marks.get(_mark_before(bare))} & {"approximately"}
    after, first = _marks("after")
    if begun := first.get(low[end : end + 2].strip(_SPACES)[:1]):
        tail = low[end : end + _LOOK_BACK].lstrip(_SPACES)
        said |= {after[mark] for mark in begun if tail.startswith(mark)}
    bounds: tuple[Bound, ...] = ("at_least", "at_most")
    said |= {_EXTREMES[mark] for mark in _EXTREMES.keys() & said}
    return "approximately" in said, next((bound for bound in bounds if bound in said), None)


def is_extreme(text: str, start: int) -> bool:
    """Whether a figure that begins at ``start`` is called the least or the most of something."""
    return _marks("before")[0].get(_mark_before(_head(fold(text).low, start))) in _EXTREMES


def noun_after(low: str, end: int) -> str | None:
    """The counter or the word right behind a figure, if it is no function word."""
    start = end + (low[end : end + 1] in {" ", "\u00a0"})
    if counts(low[start : start + 1], through=True) and not _ONLY.match(low, start):
        return low[start]
    match = _NOUN.match(low, end)
    noun = match[1] if match else None
    return None if noun in _NO_NOUNS or noun in words("stop_words") else noun


def is_denied(text: str, start: int) -> bool:
    """Whether what is at a place of a text is said not to be so."""
    return _DENIED.search(text[max(start - _LOOK_BACK, 0) : start]) is not None

"""What stands around a numeral: sign, currency, marks of approximation, bounds, the noun that is counted."""

import re
from typing import Literal, NamedTuple

from data_base.text.figure_words import (
    APPROXIMATELY,
    APPROXIMATELY_AFTER,
    AT_LEAST,
    AT_LEAST_AFTER,
    AT_MOST,
    AT_MOST_AFTER,
    MINUS,
    NEGATED_AT_LEAST,
    NEGATED_AT_MOST,
)
from data_base.text.folding import Folded
from data_base.text.stop_words import ENGLISH, RUSSIAN
from data_base.text.unit_table import WIDER_COUNTERS
from data_base.text.units import Unit, read_currency_before

Bound = Literal["at_least", "at_most"]

_LOOK_BACK = 20
_SPACES = " \u00a0"
_MINUS_SIGN = "\u2212"
_NO_SIGN_AFTER = re.compile(r"[0-9a-zа-я%°)\]\"'_-]")
# "K1在−20℃时": what stands before a sign there joins nothing to a number.
_DIGIT_THEN_UNIT = re.compile("[0-9](?![在于为達达至到是约])[\u4e00-\u9fff]$")
_DIGIT_THEN_SPACE = re.compile("[0-9%][ \u00a0]$")
# "±0.5" in words.
_EITHER_SIGN = re.compile(r"(?:正负|plus[ \u00a0]or[ \u00a0]minus|плюс[ \u00a0-]минус)[ \u00a0]*$")
_WORD_CHARACTER = re.compile("[a-zа-я_]")
# "SKU-2043", "AX-200", "v-2": letters that make what follows part of a name.
_NAME_BEFORE = re.compile(r"(?:[A-Z][A-Za-z0-9]{0,10}|(?<![A-Za-z])[a-z]{1,2}|[0-9])-$")
# What may stand between a hedge and its figure: "примерно на 50 %", 約多50%.
_PREPOSITION = re.compile(
    r"[ \u00a0](?:на|в|во|до|по|by|to)$|[多少高低快慢贵貴增减減升降涨漲长長短占佔为為有]$"
)
_ALL_AT_LEAST = NEGATED_AT_LEAST + AT_LEAST
# Most figures have no such word around them, and one character tells it.
_MINUS_ENDS = frozenset(word[-1] for word in MINUS)
_BEFORE_ENDS = frozenset(
    word[-1] for word in (*APPROXIMATELY, *AT_LEAST, *AT_MOST, *NEGATED_AT_LEAST, *NEGATED_AT_MOST)
)
_AFTER_BEGINS = frozenset(word[0] for word in (*APPROXIMATELY_AFTER, *AT_LEAST_AFTER, *AT_MOST_AFTER))
# "3.0 只有 …" is "3.0 has only".
_ONLY = re.compile("只(?:有|是|能|要|占|需|剩|会|會|用|在|为|為)")
_NOUN = re.compile(r"[ \u00a0-]([a-zа-я]{2,40})")
# "1,250 against 830"
_NO_NOUNS = ENGLISH | RUSSIAN | {"against", "versus", "vs", "compared", "instead", "против", "вместо"}


class Preceding(NamedTuple):
    """What belongs to a figure and stands before its numeral."""

    start: int
    negative: bool
    currency: Unit | None


def preceding(page: Folded, start: int, *, digits: bool) -> Preceding:
    """Sign and currency before a numeral that begins at ``start``.

    Args:
        page: the folded text.
        start: position of the numeral.
        digits: whether the numeral is in digits; only these have a sign that is a dash.
    """
    negative = digits and _has_sign(page, start)
    first = start - 1 if negative else start
    if currency := read_currency_before(page, first):
        first = currency[1]
        if not negative and digits and _has_sign(page, first):
            negative, first = True, first - 1
    if (
        not negative
        and (word := _minus_word(page.low, first))
        and not _EITHER_SIGN.search(page.low, 0, first)
    ):
        negative, first = True, page.low.rindex(word, 0, first)
    return Preceding(first, negative, currency[0] if currency else None)


def _minus_word(low: str, end: int) -> str | None:
    head = _head(low, end)
    if head[-1] not in _MINUS_ENDS or not head.endswith(MINUS):
        return None
    return next(word.strip() for word in MINUS if head.endswith(word))


def _head(low: str, end: int) -> str:
    """What stands before ``end``, with a space at the beginning that may begin a word."""
    return " " + low[max(end - _LOOK_BACK, 0) : end].rstrip(_SPACES)


def _has_sign(page: Folded, start: int) -> bool:
    """Whether the character before ``start`` is a minus, and no hyphen, dash of a range or bullet."""
    if start < 1 or page.low[start - 1] != "-":
        return False
    if start == 1:
        return True
    if _NO_SIGN_AFTER.match(page.low, start - 2):
        return False
    before = page.low[max(start - 3, 0) : start - 1]
    if _DIGIT_THEN_UNIT.search(before):
        return False
    return page.text[start - 1] == _MINUS_SIGN or not _DIGIT_THEN_SPACE.search(before)


def stands_free(page: Folded, start: int) -> bool:
    """Whether a numeral is no piece of a word, a code or a name such as Q3 or AX-200."""
    if start == 0:
        return True
    before = page.low[start - 1]
    if _WORD_CHARACTER.match(before):
        return False
    if before == "." and page.low[max(start - 2, 0) : start - 1].isdigit():
        return False
    return before != "-" or not _is_name(page.cased[max(start - _LOOK_BACK, 0) : start])


def _is_name(before: str) -> bool:
    match = _NAME_BEFORE.search(before)
    return match is not None and not match[0][0].isdigit()


def bound_of(low: str, start: int, end: int) -> tuple[bool, Bound | None]:
    """Whether a figure from ``start`` to ``end`` is said to be approximate, and of what it is a bound."""
    head = _head(low, start)
    tail = low[end : end + _LOOK_BACK].lstrip(_SPACES)
    approximate, bound = _said_before(head) if head[-1] in _BEFORE_ENDS else (False, None)
    approximate = approximate or _PREPOSITION.sub("", head).endswith(APPROXIMATELY)
    if tail[:1] in _AFTER_BEGINS:
        approximate = approximate or tail.startswith(APPROXIMATELY_AFTER)
        bound = bound or _said_after(tail)
    return approximate, bound


def _said_before(head: str) -> tuple[bool, Bound | None]:
    approximate = head.endswith(APPROXIMATELY)
    if head.endswith(NEGATED_AT_MOST):
        return approximate, "at_most"
    if head.endswith(_ALL_AT_LEAST):
        return approximate, "at_least"
    return approximate, "at_most" if head.endswith(AT_MOST) else None


def _said_after(tail: str) -> Bound | None:
    if tail.startswith(AT_LEAST_AFTER):
        return "at_least"
    return "at_most" if tail.startswith(AT_MOST_AFTER) else None


def noun_after(low: str, end: int) -> str | None:
    """The counter or the word right behind a figure, if it is no function word."""
    start = end + (low[end : end + 1] in {" ", "\u00a0"})
    if low[start : start + 1] in WIDER_COUNTERS and start < len(low) and not _ONLY.match(low, start):
        return low[start]
    match = _NOUN.match(low, end)
    return match[1] if match and match[1] not in _NO_NOUNS else None

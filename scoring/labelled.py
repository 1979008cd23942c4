"""What a sentence calls each of its like figures, in every way in which it can be read.

Words may stand before their figure ("Birch 63 hours, Ash 48 hours"), behind it ("431 by weather and 91 by
crew"), about it in a clause of its own, or in a list of their own in the same order ("A, B and C yielded 12,
30 and 21 tonnes respectively"). In each reading every word belongs to one figure at most.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.contexts import masked
from scoring.mentions import mentions
from scoring.poles import MOST_FIGURES, is_alike
from scoring.quantities import is_bare
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.mentions import Mention


Labels = tuple[frozenset[str], frozenset[str]]
"""What is said of one figure and of another: terms, ``@month-day`` for dates, ``#4.0`` for names."""

MARKS = ("@", "#")
"""What terms that stand for dates and for numbers in names begin with."""
_Span = tuple[int, int]
_NUMBER = re.compile(r"(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d.,])|(?<![\d.,])\d{1,3}(?![\d.,])")
# "80M", "QW-450": letters and digits in one word.
_CODE = re.compile(
    r"(?<![A-Za-zА-Яа-я\d.,-])(?=[A-Za-zА-Яа-я-]*\d)(?=[\d-]*[A-Za-zА-Яа-я])[A-Za-zА-Яа-я\d-]+(?![A-Za-zА-Яа-я\d])"
)
_NAME = re.compile(r"\d{1,2}\.\d{1,2}")
# What closes the bracket of a figure, or joins it to what it is of: "(8) - fans".
_CLOSES = re.compile(r"^[\s)）—–:-]*")

_AND = r"\b(?:and|и)\b|以及|[與与和及跟]"
_JOIN = rf"{_AND}|\b(?:but|while|whereas|or|against|а|но|против)\b|[而並并且]|對|对"
_MARK = r"[，,、；;：:。！？!?（）()|]|\s[–—-]\s|(?<=\w)\.(?=\s|$)"
_BREAK = re.compile(rf"{_MARK}|{_JOIN}", re.IGNORECASE)
_STRONG = re.compile(_MARK)
_LAST_JOIN = re.compile(rf"^.*(?:{_JOIN})", re.IGNORECASE | re.DOTALL)
# Between the figures of a list stand marks, joining words and at most what is counted.
_COUNTED = r"(?:[\u3400-\u9fff]{1,2}|[^\W\d_\u3400-\u9fff]+)?"
_BETWEEN = re.compile(rf"^\s*{_COUNTED}\s*(?:[，,、]|{_AND}|\s)+\s*$", re.IGNORECASE)
# Between the values of one thing.
_ONE_TO_OTHER = re.compile(
    r"\s*(?:[^\W\d_]{1,3}\.?\s)?(?:(?:up |down )?to|until|→|->|до|至|到|[降减減增升调調]\w?[至到为為])\s*",
    re.IGNORECASE,
)
_ITEM_BREAK = re.compile(rf"[，,、]\s*(?:and\b|и\b)?|{_AND}", re.IGNORECASE)
_JOINED = re.compile(_AND, re.IGNORECASE)
_IN_ORDER = re.compile(r"\brespectively\b|\bсоответственно\b|分別|分别|依次|依序", re.IGNORECASE)
# "the second largest after roofing": what is named there is another's.
_RANKED_AFTER = re.compile(
    r"(?:\b(?:second|third|fourth|next|втор\w+|треть\w+|четверт\w+)\b[^,;.。，；()—–\d]{0,40}?\s"
    r"(?:after|behind|only to|после|вслед за)|(?:仅次|僅次|次)[于於])(?P<other>[^,;.。，；()—–]*)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[；;。]|(?<=\w)\.(?=\s|$)")


@lru_cache(maxsize=4096)
def readings(text: str, one: int, two: int, *, wide: bool = False) -> tuple[Labels, ...]:
    """The labels of two figures of a sentence, a pair for each way of reading in which both have one.

    Args:
        text: the sentence.
        one: where the one figure begins.
        two: where the other begins.
        wide: whether further clauses before and behind the figures are read, too.
    """
    found = {mention.start: mention for mention in mentions(text)}
    if one not in found or two not in found or len(found) > MOST_FIGURES:
        return ()
    sentence = _read(text, found[one], found[two])
    ways = (
        [listed]
        if (listed := _listed(sentence))
        else [
            {
                mention.start: _terms(sentence, span(sentence, place))
                for place, mention in enumerate(sentence.like)
            }
            for span in (*_TIGHT, *(_WIDE if wide else ()))
        ]
    )
    pairs = ((way.get(one, frozenset()), way.get(two, frozenset())) for way in ways)
    return tuple(dict.fromkeys((mine, other) for mine, other in pairs if mine and other))


@lru_cache(maxsize=4096)
def beside(text: str, start: int) -> frozenset[str]:
    """What is said of a figure of a sentence however it is read: before it, behind it and about it.

    Of one in a list of its own only what the list of things calls it.
    """
    found = mentions(text)
    mention = next((mention for mention in found if mention.start == start), None)
    if mention is None or len(found) > MOST_FIGURES:
        return frozenset()
    sentence = _read(text, mention, mention)
    if in_list := _listed(sentence).get(start):
        return in_list
    place = sentence.like.index(mention)
    return frozenset().union(*(_terms(sentence, span(sentence, place)) for span in _TIGHT))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with the figures that are alike.

    Attributes:
        plain: its text without figures; dates are left in it unless they are what is told apart.
        like: the figures, in order.
        listed: those that may stand in one list with them.
        names: the dates and the names with numbers that tell what a figure is of, with their places.
    """

    plain: str
    like: tuple[Mention, ...]
    listed: tuple[Mention, ...]
    names: tuple[tuple[int, str], ...]


def _read(text: str, first: Mention, second: Mention) -> _Sentence:
    found = mentions(text)
    of_dates = first.date is not None
    blank = [mention for mention in found if of_dates or not mention.is_year]
    like = tuple(mention for mention in found if is_alike(first, mention) or mention in {first, second})
    return _Sentence(
        without_rank_marks(masked(text, blank)),
        like,
        tuple(mention for mention in found if (mention.date is not None) == of_dates),
        (
            *((other.start, _name(other)) for other in found if other not in like and _name(other)),
            *((match.start(), f"#{match[0].lower()}") for match in _CODE.finditer(text)),
        ),
    )


def lists_in_order(text: str) -> bool:
    """Whether a text says of several values that each is of the thing named at the same place of a list."""
    return _IN_ORDER.search(text) is not None


def without_rank_marks(text: str) -> str:
    """A text without what a rank is told by, every other character in place: "the second largest after  "."""
    return _RANKED_AFTER.sub(_blanked, text)


def _blanked(match: re.Match[str]) -> str:
    """A rank without what it is told by, every other character in place."""
    return match[0][: -len(match["other"])] + " " * len(match["other"]) if match["other"] else match[0]


def _terms(sentence: _Sentence, span: _Span) -> frozenset[str]:
    start, end = span
    told = {name for place, name in sentence.names if start <= place < end}
    return frozenset(terms(sentence.plain[start:end])) | told


def _name(mention: Mention) -> str:
    """A date within its year, or the number of a name, as a term; empty for anything else."""
    if date := mention.date:
        if mention.is_year:
            return ""
        return f"@{date.quarter or date.half or date.month}-{date.day}"
    return f"#{mention.raw}" if _NAME.fullmatch(mention.raw) and is_bare(mention) else ""


@lru_cache(maxsize=4096)
def names_in(label: str) -> frozenset[str]:
    """The numbers in the name of a row or a column, as terms: "DN 100", "4.0"."""
    found = (*_NUMBER.findall(label), *(code.lower() for code in _CODE.findall(label)))
    return frozenset(f"#{name}" for name in found)


def _gap(sentence: _Sentence, place: int) -> _Span:
    """Where the words before a figure stand, from the like one before it on; after the last, the rest."""
    return _between(sentence.like, place, len(sentence.plain))


def _between(like: Sequence[Mention], place: int, length: int) -> _Span:
    return like[place - 1].end if place else 0, like[place].start if place < len(like) else length


def _before(sentence: _Sentence, place: int) -> _Span:
    """The words before a figure: the last clause there, which is not the end of what is said of another.

    Of the second of two values of one thing ("Medium nodes (96 to 37 s)") those before the first.
    """
    while place and _ONE_TO_OTHER.fullmatch(sentence.plain, *_gap(sentence, place)):
        place -= 1
    start, end = _well_before(sentence, place)
    breaks = [match.end() for match in _BREAK.finditer(sentence.plain, start, end)]
    return next(((at, end) for at in reversed(breaks) if _terms(sentence, (at, end))), (start, end))


def _well_before(sentence: _Sentence, place: int) -> _Span:
    """All the words before a figure but the end of what is said of another."""
    start, end = _gap(sentence, place)
    if not place:
        return start, end
    first = _BREAK.search(sentence.plain, start, end)
    return (first.end(), end) if first else (end, end)


def _behind(sentence: _Sentence, place: int) -> _Span:
    """The words behind a figure up to a mark, but not those that lead to the next one."""
    start, end = _gap(sentence, place + 1)
    start = end - len(_CLOSES.sub("", sentence.plain[start:end], count=1))
    if mark := _STRONG.search(sentence.plain, start, end):
        return start, mark.start()
    joined = _LAST_JOIN.match(sentence.plain[start:end]) if place + 1 < len(sentence.like) else None
    return start, start + joined.end() if joined else end


def _well_behind(sentence: _Sentence, place: int) -> _Span:
    """All the words behind a figure up to the next one."""
    return _gap(sentence, place + 1)


def _about(sentence: _Sentence, place: int) -> _Span:
    """The clause of a figure, empty where a like figure stands in it."""
    start, own = _gap(sentence, place)
    behind, end = _gap(sentence, place + 1)
    breaks = [match.end() for match in _BREAK.finditer(sentence.plain, start, own)]
    after = _BREAK.search(sentence.plain, behind, end)
    if (place and not breaks) or (place + 1 < len(sentence.like) and not after):
        return own, own
    return breaks[-1] if breaks else start, after.start() if after else end


_TIGHT = (_before, _behind, _about)
_WIDE = (_well_before, _well_behind)


def _listed(sentence: _Sentence) -> Mapping[int, frozenset[str]]:
    """The labels of figures that stand in a list of their own, from a list as long before or behind it.

    "A, B and C yielded 12, 30 and 21 tonnes": the lists must be joined by a word, or be said to be in order.
    """
    plain, like = sentence.plain, sentence.listed
    gaps = [plain[slice(*_between(like, place, len(plain)))] for place in range(len(like) + 1)]
    in_order = _IN_ORDER.search(plain) is not None
    for start in range(len(like) - 1):
        end = start + 1
        while end < len(like) and _BETWEEN.match(gaps[end]):
            end += 1
        if end - start > 1 and (in_order or _JOINED.search(gaps[end - 1])):
            around = _CLAUSE_END.split(gaps[start])[-1], _CLAUSE_END.split(gaps[end])[0]
            items = next(filter(None, (_items(text, end - start, in_order) for text in around)), ())
            return {like[start + i].start: item for i, item in enumerate(items)}
    return {}


def _items(text: str, count: int, in_order: bool) -> Sequence[frozenset[str]]:
    """The terms of so many things joined in a text; none where it joins another number of them.

    What stands behind "respectively" is said of all of them: "A, B and C, which respectively cost".
    """
    if in_order:
        for piece in _IN_ORDER.split(text)[:-1]:
            if len(named := _things(_joined(piece))) >= count:
                return named[-count:]
    items = _things(_IN_ORDER.sub(" ", text))
    if len(items) == count and (in_order or _JOINED.search(text)):
        return items
    return items[-count:] if in_order and len(items) > count else ()


def _joined(text: str) -> str:
    """A text up to the last of the things that it joins: "A, B and C; their shares" ends with C."""
    breaks = list(_ITEM_BREAK.finditer(text))
    last = max((at for at, match in enumerate(breaks) if _JOINED.search(match[0])), default=len(breaks))
    return text[: breaks[last + 1].start()] if last + 1 < len(breaks) else text


def _things(text: str) -> list[frozenset[str]]:
    """The terms of each thing that a text joins."""
    return [frozenset(terms(item)) for item in _ITEM_BREAK.split(text) if terms(item)]

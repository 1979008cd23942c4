"""Which side of an opposition each figure of a sentence is on: begun or ended, old or new, plan or actual."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from data_base.text.folding import fold
from data_base.text.han_variants import fold_variants
from scoring.changes import tells_of_a_change
from scoring.mentions import mentions
from scoring.pole_words import Pole, poles_in
from scoring.quantities import comparable, could_replace, is_bare
from scoring.questions import question_parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.mentions import Mention

Poles = frozenset[tuple[str, str]]
"""Pairs of an axis and a side, such as ("event", "opened")."""

# What parts a word from a figure, and how much further away it is behind such a mark, in characters.
_PART = re.compile(r"[，,；;。、:：]|\b(?:and|but|while|whereas|until|и|а|но)\b|[而并且]")
_PARTED, _FAR = 40, 120
# A head before its figure, as in "date of approval: 12 June".
_HEADED = re.compile(r"^[^，,；;。.:：]{0,20}[:：]\s*$")
_HAN = re.compile(r"[\u3400-\u9fff]")
_ABOUT = (
    r"(?:about |around |nearly |some |almost |just |over |под |почти |около |примерно |大?约|"
    r"每[秒日天年月时])?"
)
_FROM = re.compile(rf"(?:\bfrom|\bsince|\b(?:с|со|от|из)|由|从|自)\s*{_ABOUT}$")
_TO = re.compile(rf"(?:\b(?:to|until|till|through)|\b(?:до|по)|至|到|为|成)\s*{_ABOUT}$")
_UNTIL = re.compile(r"(?:\b(?:to|until|till|through)|\b(?:до|по)|至|到)\s*$")
_THAN = re.compile(
    r"(?:\b(?:than|чем|с|compared (?:with|to))|比|较|与|于)\s*"
    r"(?:(?:in|the|for|в|за)\s)*(?:(?:year|month|season|quarter|week)\s)?$"
)
_VERSUS = re.compile(
    r"\s*(?:[^\W\d_]{1,12}\.?\s)?(?:versus|vs\.?|against|compared (?:with|to)|to|против|对|对比|比)\s*"
)
_BY = re.compile(rf"(?:\bby|\bна)\s*{_ABOUT}$")
_NOT = re.compile(r"(?:\bnot|\bне)\s*$")
_OUT_OF = re.compile(
    r"^\s?(?:(?!instead|because|short|ahead)[\w-]+\s)?(?:out of|of|из)\s(?:the |its |these |all |всех |их )?$"
)
_AMONG = re.compile(r"^[^，。,]{0,6}中(?:有|的)?\s?$")
# Where one of two values is on a side, the other is on the opposite one.
_OPPOSITE = {
    ("time", "old"): ("time", "new"),
    ("time", "new"): ("time", "old"),
    ("plan", "planned"): ("plan", "actual"),
    ("plan", "expected"): ("plan", "actual"),
}
# "the sample of 180 mg, against 60": a number without a measure may leave it to the one before.
_SIZE = 10
_VERSION = re.compile(r"\d{1,2}\.\d{1,2}")
_OF_THESE = re.compile(r"(?:of (?:which|whom|these|them)|из них|из которых|其中|среди них|в том числе)\s?$")
_FORWARD = frozenset({"instead of", "вместо", "而非", "而不是", "并非", "不是"})
_BEFORE_AFTER = (
    re.compile(r"(?P<x>[\u3400-\u9fff]{2})(?P<old>前).*?(?P=x)(?P<new>后)"),
    re.compile(r"\b(?P<old>before)\s(?![\d£$€]).*?\b(?P<new>after)\s(?![\d£$€])"),
    re.compile(r"\b(?P<old>до)\s(?=[а-я]).*?\b(?P<new>после)\s(?=[а-я])"),
)
# An item of a list that is headed by one of them: "before the move: 14 minutes".
_HEADED_BEFORE_AFTER = re.compile(
    r"^[^，。,;；:：\d]{0,16}?(?:(?<=[^\W\d_目以之提])(?P<old_han>前)|(?<=[^\W\d_之以])(?P<new_han>后))[^，。,;；:：\d]{0,8}[:：]|"
    r"^[-\s]*(?:(?P<old>before|до)|(?P<new>after|после))\b[^,;:：\d]{0,40}:"
)
MOST_FIGURES = 60
"""A sentence of more figures is no sentence: what it calls each of them cannot be told."""
# What kinds of questions a date and an amount answer.
_ASK_FOR_DATES = frozenset({"date", "open", "who"})
_ASK_FOR_AMOUNTS = frozenset({"quantity", "money", "percent", "open", "yes_no"})
_PART_OF, _WHOLE = ("whole", "part"), ("whole", "whole")


@lru_cache(maxsize=4096)
def poles_of(text: str) -> Mapping[int, Poles]:
    """The sides that a sentence puts its figures and dates on, by their start."""
    found = mentions(text)
    if len(found) > MOST_FIGURES:
        return {}
    low = fold_variants(fold(text).low)
    known = {mention.start: _sides_of(mention, found, low) for mention in found}
    return {
        mention.start: known[mention.start] | _complement(mention, _siblings(mention, found, low), known)
        for mention in found
    }


@lru_cache(maxsize=4096)
def poles_named(text: str, *, of_date: bool) -> Poles:
    """All the sides that a text without figures, such as the head of a column or a question, names."""
    low = fold_variants(fold(text).low)
    return frozenset((pole.axis, pole.name) for pole in poles_in(low, of_date=of_date))


@lru_cache(maxsize=1024)
def asked_poles(question: str, *, of_date: bool) -> Poles:
    """The sides that a question names where it asks for a value of a kind: when something ended, not why."""
    kinds = _ASK_FOR_DATES if of_date else _ASK_FOR_AMOUNTS
    return frozenset().union(
        *(poles_named(part.own, of_date=of_date) for part in question_parts(question) if part.kind in kinds)
    )


def _siblings(mention: Mention, found: Sequence[Mention], low: str) -> list[Mention]:
    """The figures of a sentence that could stand in one's place, itself included."""
    return [
        other
        for other in found
        if other is mention or is_alike(mention, other) or _is_counted_of(mention, other, low)
    ]


def _is_counted_of(one: Mention, other: Mention, low: str) -> bool:
    """Whether one is counted out of the other, whatever stands behind it: "320 pupils, of whom 185 come"."""
    first, second = (one, other) if one.start < other.start else (other, one)
    if not (first.figure and second.figure) or first.figure.kind != second.figure.kind:
        return False
    return _OF_THESE.search(low[first.end : second.start]) is not None


def is_alike(one: Mention, other: Mention) -> bool:
    """Whether two values are of one kind: dates of whatever exactness, amounts of one measure or of none."""
    if one.date or other.date:
        return bool(one.date and other.date) and _is_clock(one) == _is_clock(other)
    if could_replace(one, other) and comparable(one, other):
        return True
    if not any(map(_is_of_nothing, (one, other))) or any(map(_is_share, (one, other))):
        return False
    return not any(_VERSION.fullmatch(each.raw) for each in (one, other)) and _near_in_size(one, other)


def _is_clock(mention: Mention) -> bool:
    """Whether a time of day is told without a day, which no day stands in the place of."""
    date = mention.date
    return date is not None and date.hour is not None and not (date.day or date.month or date.year)


def _is_of_nothing(mention: Mention) -> bool:
    """Whether a number leaves open what it counts; a word such as "against" behind it is nothing counted."""
    noun = mention.figure.noun if mention.figure else None
    return is_bare(mention) or (noun is not None and bool(poles_named(f"{noun} vote", of_date=False)))


def _is_share(mention: Mention) -> bool:
    return mention.figure is not None and mention.figure.kind in {"percent", "points"}


def _near_in_size(one: Mention, other: Mention) -> bool:
    if one.figure is None or other.figure is None:
        return False
    small, large = sorted((abs(one.figure.count), abs(other.figure.count)))
    return large <= small * _SIZE


def _sides_of(mention: Mention, found: Sequence[Mention], low: str) -> Poles:
    siblings = _siblings(mention, found, low)
    inside = [
        pole
        for pole in (*poles_in(low, of_date=mention.date is not None), *_before_and_after(low))
        if not any(other.start < pole.end and pole.start < other.end for other in found)
    ]
    own = frozenset(
        (pole.axis, pole.name)
        for pole in inside
        if mention in _named_by(pole, _eligible(pole, mention, siblings, found), low)
    )
    counted = _counted(mention, siblings, low) if mention.figure else frozenset()
    return _spanned(mention, siblings, low, own) | counted


def _before_and_after(low: str) -> list[Pole]:
    """Before and after, which tell the old from the new where both are said ("before it 60, after it 80")."""
    found = next((match for pattern in _BEFORE_AFTER if (match := pattern.search(low))), None)
    if found is not None:
        return [Pole("time", name, *found.span(name)) for name in ("old", "new")]
    headed = _HEADED_BEFORE_AFTER.match(low)
    if headed is None or headed.lastgroup is None:
        return []
    return [Pole("time", headed.lastgroup.removesuffix("_han"), *headed.span(headed.lastgroup))]


def _eligible(
    pole: Pole, mention: Mention, siblings: Sequence[Mention], found: Sequence[Mention]
) -> Sequence[Mention]:
    """The figures that a word may be said of: what happened is said of dates, what was planned of all."""
    if mention.date is not None:
        return siblings if pole.axis == "event" else found
    return siblings if (pole.axis, pole.name) == _PART_OF else [other for other in found if other.figure]


def _named_by(pole: Pole, siblings: Sequence[Mention], low: str) -> list[Mention]:
    """The figures that a word is said of: the nearest, and of "of which" all that follow."""
    if (pole.axis, pole.name) == _PART_OF:
        counted = [
            other for other in siblings if not low[other.end : pole.start].strip() and other.end <= pole.start
        ]
        return counted or [other for other in siblings if other.start >= pole.end]
    if pole.axis == "bound" and any(
        pole.end <= other.start and not low[pole.end : other.start].strip() for other in siblings
    ):
        return []  # "more than 40 beds"
    if _only_refers(pole, siblings, low):
        return []
    if low[pole.start : pole.end] in _FORWARD:
        siblings = [other for other in siblings if other.start >= pole.end]
    ways = [(_way(pole, other, low), i) for i, other in enumerate(siblings)]
    (far, _), nearest = min(ways, default=((_FAR, False), 0))
    if far >= _FAR:
        return []
    return [siblings[nearest + _is_compared_with(pole, siblings[nearest:], low)]]


def _only_refers(pole: Pole, siblings: Sequence[Mention], low: str) -> bool:
    """Whether a word says what something is compared with, without a value: "less than the year before"."""
    if pole.name != "old" or _THAN.search(low[: pole.start]) is None:
        return False
    stop = _PART.search(low, pole.end)
    return not any(pole.end <= other.start < (stop.start() if stop else len(low)) for other in siblings)


def _is_compared_with(pole: Pole, ahead: Sequence[Mention], low: str) -> bool:
    """Whether a pair behind a word tells first what is compared: "more than last year (73 % versus 68 %)"."""
    if pole.name != "old" or len(ahead) <= 1 or ahead[0].start < pole.end:
        return False
    return (
        _THAN.search(low[: pole.start]) is not None
        and _VERSUS.fullmatch(low, ahead[0].end, ahead[1].start) is not None
    )


def _way(pole: Pole, mention: Mention, low: str) -> tuple[int, bool]:
    """How far a word is from a figure; of two as near the one that its language puts there."""
    before = pole.end <= mention.start
    gap = low[pole.end : mention.start] if before else low[mention.end : pole.start]
    if before and _HEADED.match(gap):
        return 0, False
    far = 1 + len(gap) + _PARTED * len(_PART.findall(gap))
    verb_last = pole.axis == "event" and _HAN.match(low[pole.start]) is not None
    return far, before == verb_last


def _spanned(mention: Mention, siblings: Sequence[Mention], low: str, own: Poles) -> Poles:
    """The sides by name, and those that "from", "to" and "by" put a figure on."""
    before = low[: mention.start]
    if mention.date is not None:
        if _UNTIL.search(before):
            # "closed until 9 June" tells of no closing on that day.
            return frozenset(side for side in own if side[0] != "event") | {("span", "to")}
        # "从2023年的85公里" tells from where the length grew.
        begins = _FROM.search(before) and not low.startswith("的", mention.end)
        return own | {("span", "from")} if begins else own
    if _NOT.search(before):
        return own | {("time", "old")}
    if tells_of_a_change(low):
        side = "old" if _FROM.search(before) else "new" if _TO.search(before) else "delta"
        return own | {("time", side)} if side != "delta" or _BY.search(before) else own
    if len(siblings) > 1 and any(_FROM.search(low[: other.start]) for other in siblings):
        side = "least" if _FROM.search(before) else "most"
        return own | {("extreme", side)} if side == "least" or _UNTIL.search(before) else own
    return own


def _counted(mention: Mention, siblings: Sequence[Mention], low: str) -> Poles:
    """Part and whole where one is counted out of the other: "185 of the 320 pupils"."""
    sides: set[tuple[str, str]] = set()
    for one, two in pairwise(siblings):
        gap = low[one.end : two.start]
        first, second = (_PART_OF, _WHOLE) if _OUT_OF.match(gap) else (_WHOLE, _PART_OF)
        if _OUT_OF.match(gap) or _AMONG.match(gap):
            sides |= {first} if mention is one else {second} if mention is two else set()
    return frozenset(sides)


def _complement(mention: Mention, siblings: Sequence[Mention], known: Mapping[int, Poles]) -> Poles:
    """The sides that the other of two figures leaves to one; what stands before its parts is the whole."""
    own = known[mention.start]
    axes = {axis for axis, _ in own}
    left = {
        _OPPOSITE[side]
        for other in siblings
        if len(siblings) == 2 and other is not mention  # noqa: PLR2004  (the other of two)
        for side in known[other.start]
        if side in _OPPOSITE and side[0] not in axes
    }
    later = [other for other in siblings if other.start > mention.start]
    if later and "whole" not in axes and _PART_OF in known[later[0].start]:
        left.add(_WHOLE)
    return frozenset(left)

"""What the words next to a figure say of how it was reckoned (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.comparison_words import side
from scoring.computed_words import is_more_or_less
from scoring.proportions import MULTIPLE
from scoring.time_between import is_rough, says_begin, says_between

if TYPE_CHECKING:
    from scoring.mentions import Mention
    from scoring.time_between import Between

Direction = Literal["", "rise", "fall"]

_NEAR, _WHOLE_DAY = 28, 40
_FALL = re.compile(
    r"\b(?:fell|fall\w*|drop\w*|declin\w*|decreas\w*|reduc\w*|shr[aiu]nk\w*|cut|lost|loss|down|less|fewer|lower"
    r"|shorter|cheaper|lighter|smaller|below)\b|[減减降跌縮缩少]|低[於于了]|"
    r"\b(?:сниз\w*|сниж\w*|сокра\w*|уменьш\w*|упал\w*|паден\w*|потеря\w*|убыл\w*|меньше|ниже|короче|легче|дешевле)\b",
    re.IGNORECASE,
)
_RISE = re.compile(
    r"\b(?:rose|ris\w+|gr[eo]w\w*|increas\w*|gain\w*|climb\w*|jump\w*|up|more|higher|longer|dearer|heavier|larger"
    r"|greater|above|plus|added)\b|[增漲涨升]|高[出於于了]|多[出了]|"
    r"\b(?:вырос\w*|выраст\w*|рост\w*|прирос\w*|повы\w*|увелич\w*|подн\w*|больше|выше|дороже|дольше|прибав\w*|плюс)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile("[;；。]")
_EACH = re.compile(
    r"\b(?:each|apiece|per|every|on average|an average of)\b|每|平均|人均|"
    r"\b(?:кажд\w+|в среднем|по|на одн\w+)\b",
    re.IGNORECASE,
)
# "€7 a book"
_ONE_OF = re.compile(r"\s*(?:an?|за|на)\s+[^\W\d_]{3,}", re.IGNORECASE)
# The division is written out: behind it in brackets, "28 (1,120 for 40)", or before it.
_DIVIDED_BEHIND = re.compile(
    r"(?:\s{0,3}[^\W\d_]{1,24}+){0,3}+\s{0,3}[(（]\s?\d[\d\s.,]{0,20}(?:/|÷|:|for|на)\s*\d", re.IGNORECASE
)
_LONGEST_DIVISION = 24
_DIVIDED_BEFORE = re.compile(r"\d\s?[/÷:]\s?\d[\d\s.,]*=\s*$")
_DAILY = re.compile(
    r"\b(?:a day|per day|daily|every day|each day|a week|weekly|"
    r"в день|в сутки|за день|за сутки|ежедневно|в неделю)\b|"
    r"суточн|[每一][日天周週晚]|[日天]總|[日天]总|每星期",
    re.IGNORECASE,
)
_TIMES_AS = re.compile("倍|fold|кратн|вдвое|втрое|вчетверо|впятеро", re.IGNORECASE)
# "в 2 раза экономичнее"; "2 раза в год" tells how often.
_BY_TIMES, _RUSSIAN_TIMES = re.compile(r"\bво?\s+$", re.IGNORECASE), re.compile(r"\bраза?$", re.IGNORECASE)
_COMPARED = re.compile(
    r"\s*(?:as|more|less|fewer|higher|lower|larger|bigger|smaller|greater|longer|shorter|faster|slower|dearer"
    r"|cheaper|heavier|wider|the|that|больше|меньше|выше|ниже|дороже"
    r"|дешевле|дольше|длиннее|короче|быстрее|медленнее|тяжелее|легче|крупнее|шире|чем)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How the words next to a figure say that it was reckoned.

    Attributes:
        direction: whether they call it a rise or a fall, empty where they call it neither or both.
        compared: whether it is by so much that two things differ.
        multiple: whether it says how many times as large one thing is as another.
        for_each: whether it falls to each one of several.
        between: whether, and how exactly, it is the time between two events.
        for_a_day: whether it is what a day or a week takes.
        from_begin: whether that time is told from when something began.
        roughly: whether it is a duration told roughly.
    """

    direction: Direction = ""
    compared: bool = False
    multiple: bool = False
    for_each: bool = False
    for_a_day: bool = False
    between: Between = ""
    from_begin: bool = False
    roughly: bool = False


NOT_RECKONED = Reckoning()
"""A figure whose words say nothing of the kind."""


def reckoning(text: str, mention: Mention) -> Reckoning:
    """How a figure of a sentence is said to be reckoned.

    Args:
        text: the sentence.
        mention: a figure of it, stated or worded.
    """
    around = _around(text, mention, _NEAR)
    beside = _around(text, mention, _NEAR, within=_CLAUSE_END)
    between = says_between(text, mention)
    return Reckoning(
        direction=_direction(beside) or side(text, mention) or _last_direction(text[: mention.start]),
        compared=is_more_or_less(text, mention),
        multiple=is_multiple(text, mention),
        for_each=bool(_EACH.search(around) or _ONE_OF.match(text, mention.end)) or _is_divided(text, mention),
        for_a_day=bool(_DAILY.search(_around(text, mention, _WHOLE_DAY))),
        between=between,
        from_begin=bool(between) and says_begin(text, mention),
        roughly=is_rough(text, mention),
    )


def is_multiple(text: str, mention: Mention) -> bool:
    """Whether "2.5 times" compares two amounts rather than counting how often something happens."""
    figure = mention.figure
    if figure is None or figure.unit != MULTIPLE:
        return False
    by_times = _RUSSIAN_TIMES.search(mention.raw) and _BY_TIMES.search(text[: mention.start])
    return bool(by_times or _TIMES_AS.search(mention.raw) or _COMPARED.match(text, mention.end))


def _is_divided(text: str, mention: Mention) -> bool:
    """Whether the division that a figure comes from is written out beside it."""
    before = text[max(0, mention.start - _LONGEST_DIVISION) : mention.start]
    return bool(_DIVIDED_BEHIND.match(text, mention.end) or _DIVIDED_BEFORE.search(before))


def _direction(around: str) -> Direction:
    rise, fall = bool(_RISE.search(around)), bool(_FALL.search(around))
    if rise == fall:
        return ""
    return "rise" if rise else "fall"


def _last_direction(before: str) -> Direction:
    """What the last word of change before a figure says, wherever in its sentence it stands."""
    rise = max((match.start() for match in _RISE.finditer(before)), default=-1)
    fall = max((match.start() for match in _FALL.finditer(before)), default=-1)
    if rise == fall:
        return ""
    return "rise" if rise > fall else "fall"


def _around(text: str, mention: Mention, reach: int, *, within: re.Pattern[str] | None = None) -> str:
    """The words about a figure within its sentence, or within stops that end a clause, itself left out."""
    before, after = (
        text[max(0, mention.start - reach) : mention.start],
        text[mention.end : mention.end + reach],
    )
    if within is not None:
        before, after = within.split(before)[-1], within.split(after)[0]
    return f"{before} {after}"

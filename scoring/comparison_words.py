"""Which of two things a sentence calls the greater, and which one it compares the other with (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.mentions import Mention
    from scoring.reckoning import Direction

_NEAR = 36
_MORE_BEHIND = re.compile(
    r"(?!\s*(?:or|and|but|и|или|а|но)\b)\s*(?:(?!and\b|but\b|и\b|а\b)[\w²³.%]{1,14}\s+){0,2}?"
    r"(?:more|higher|longer|dearer|heavier|larger|bigger|greater|above|ahead|older|"
    r"taller|wider|deeper|clear of|in excess of|over the|больше|выше|дороже|дольше|длиннее|тяжелее|"
    r"крупнее|шире|глубже|старше)\b",
    re.IGNORECASE,
)
_LESS_BEHIND = re.compile(
    r"(?!\s*(?:or|and|but|и|или|а|но)\b)\s*(?:(?!and\b|but\b|и\b|а\b)[\w²³.%]{1,14}\s+){0,2}?"
    r"(?:less|fewer|lower|shorter|cheaper|"
    r"lighter|smaller|below|behind|short of|"
    r"narrower|shy of|меньше|ниже|дешевле|короче|легче|мельче|уже|моложе)\b",
    re.IGNORECASE,
)
_HEDGE = r"(?:整整|足足|大?[约約]|近|将近|將近|差不多)?\s*$"
_MORE_HAN = re.compile(
    r"(?:多[\u4e00-\u9fff]?了?|[高貴贵長长重大遠远寬宽深厚][出了上過过]?|[超勝胜][過过出]|領先|领先)" + _HEDGE
)
_LESS_HAN = re.compile(
    r"(?:少[\u4e00-\u9fff]?了?|[低短輕轻小窄][了]?|便宜了?|落[後后]|不及|省下?了?)" + _HEDGE
)
_MORE_BEFORE = re.compile(
    r"\b(?:more|higher|longer|dearer|heavier|larger|bigger|greater|exceed\w*|beat\w*|outstrip\w*|surpass\w*|"
    r"ahead|lead\w*|outperform\w*|больше|выше|дороже|дольше|превы[шс]\w*|превос\w*|превз\w*|обош[её]?л\w*|"
    r"опере\w*|обогна\w*)\b",
    re.IGNORECASE,
)
_LESS_BEFORE = re.compile(
    r"\b(?:less|fewer|lower|shorter|cheaper|lighter|smaller|trail\w*|behind|lag\w*|short of|"
    r"меньше|ниже|дешевле|короче|легче|отста\w*|уступ\w*|проигр\w*)\b",
    re.IGNORECASE,
)
# What follows is what something is compared with, up to the next figure or stop.
_REFERENCE = re.compile(
    r"\b(?:than|(?:compared|in comparison|relative) (?:with|to)|versus|vs\.?|against|above|below|"
    r"exceed\w*|beat\w*|ahead of|outperform\w*|surpass\w*|outstrip\w*|behind|short of|trail\w*|over)\b|"
    r"[比較较](?!例|重|[較较]|[為为])|相[較较比][於于]|超[過过出]|[高低多少][於于]|領先|领先|落[後后][於于]?|不及|"
    r"\b(?:чем|по сравнению с[о]?|против|относительно|превы[шс]\w*|обош[её]?л\w*|опере\w*|обогна\w*|"
    r"отста\w* от|уступ\w*|превз\w*|превосход\w*|больше|меньше|выше|ниже|дороже|дешевле|длиннее|"
    r"короче|дольше|"
    r"тяжелее|легче|шире|крупнее|старше|моложе|быстрее|медленнее)\b",
    re.IGNORECASE,
)
_WITH_HAN = re.compile(r"[與与和跟同](?P<name>[^，。；,;]{1,24}?)(?:相比|相[較较]|比起?[來来])")
_STOP = re.compile(r"[,;:，。；：、()（）—]|\.\s|\d[\d.,]*\s*(?:[%％]|[^\W\d_])")


def side(text: str, mention: Mention) -> Direction:
    """Whether the words next to a figure say that something is greater, or smaller, by it than another.

    Faster and earlier say neither: what takes less time is faster.
    """
    after = text[mention.end : mention.end + _NEAR]
    before = text[max(0, mention.start - _NEAR) : mention.start]
    before = before[max((stop.end() for stop in _STOP.finditer(before)), default=0) :]
    if _MORE_BEHIND.match(after) or _MORE_HAN.search(before):
        return "rise"
    if _LESS_BEHIND.match(after) or _LESS_HAN.search(before):
        return "fall"
    more, less = bool(_MORE_BEFORE.search(before)), bool(_LESS_BEFORE.search(before))
    if more == less:
        return ""
    return "rise" if more else "fall"


def references(text: str) -> list[str]:
    """The pieces of a sentence that name what something is compared with."""
    found = [match["name"] for match in _WITH_HAN.finditer(text)]
    for match in _REFERENCE.finditer(text):
        rest = text[match.end() :]
        stop = _STOP.search(rest)
        found.append(rest[: stop.start()] if stop else rest)
    return [piece for piece in found if piece.strip()]

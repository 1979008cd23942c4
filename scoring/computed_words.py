"""Words that say of a figure that it was computed: a difference, a change, a sum."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.mentions import Mention

_NEAR = 28
_HEDGE = (
    "about around roughly nearly almost exactly just only 約 约 大約 大约 近 整整 около примерно почти ровно"
)
_BEFORE_ALPHABETIC = (
    "by, gap of, difference of, difference is, difference was, rise of, fall of, drop of, increase of, "
    "decrease of, growth of, cut of, gain of, loss of, saving, saves, saved, gained, lost, added, adds, "
    "another, extra, additional, remaining, rest, further, total, totals, totalling, totaling, "
    "total of, sum of, "
    "comes to, came to, add up to, adds up to, together, altogether, combined, in all, up, down, на, "
    "разница, разница в, разница составляет, разницу в, разрыв, разрыв в, итого, всего, вместе, в сумме, "
    "в общей сложности, обойдутся в, экономия, экономит"
)
_BEFORE_HAN = (
    r"[其剩][餘余下]的?|相差|差距[是為为]?|[差多少高低快慢長长短早晚貴贵大小重輕轻省](?:了|出|上)?|"
    r"[增加減减降升漲涨縮缩提調调延拉擴扩節节淨净]{1,2}[短長长低高少多大小了至]?了?|"
    r"[合總总共]計|[合总共]计|一共|[總总]共|加起[來来]|共[為为]?|[總总][額额][為为]?|之和[為为]?"
)
_AFTER_ALPHABETIC = (
    "more less fewer higher lower longer shorter faster slower earlier sooner later apart cheaper dearer "
    "heavier lighter wider larger smaller greater above below better worse difference gap altogether "
    "combined together rise fall drop increase decrease больше меньше дороже дешевле выше ниже дольше "
    "короче тяжелее легче раньше позже быстрее медленнее разницы вместе"
)
_AFTER_HAN = "的?(?:差距|之差|差額|差额|增幅|降幅)"


_ASKS_DIFFERENCE = re.compile(
    r"\bby how (?:much|many)\b|\bby what (?:amount|percentage|share)\b|"
    r"\bhow (?:much|many)\b[^?]{0,40}\b(?:more|less|fewer|higher|lower|longer|shorter|earlier|later|"
    r"change|differ)\b|"
    r"(?:相差|差距|差額|差额|[增加減减降升漲涨縮缩提調调擴扩高低多少]{1,2})了?(?:有|是|為|为)?(?:多少|幾|几)|"
    r"\bна (?:сколько|какую величину)\b|\bнасколько\b|\bкаков\w* разниц",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def asks_difference(question: str) -> bool:
    """Whether a question, or a part of one, asks by how much something changed or differs."""
    return _ASKS_DIFFERENCE.search(question) is not None


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_BEFORE = re.compile(
    rf"(?:\b(?:{_any(_BEFORE_ALPHABETIC.split(', '))})|{_BEFORE_HAN})"
    rf"[:：]?\s*(?:(?:{_any(_HEDGE.split())})\s*)?$",
    re.IGNORECASE,
)
# A noun or two may stand between: "17 minutes of travel less", "3 kg heavier".
_AFTER = re.compile(
    rf"\s*(?:[\w²³.%]{{1,14}}\s+){{0,2}}?(?:(?:{_any(_AFTER_ALPHABETIC.split())})\b|{_AFTER_HAN})",
    re.IGNORECASE,
)


def is_computed(text: str, mention: Mention) -> bool:
    """Whether the words next to a figure say that it is a difference, a change or a sum.

    Args:
        text: the sentence.
        mention: a figure of it.
    """
    before, after = (
        text[max(0, mention.start - _NEAR) : mention.start],
        text[mention.end : mention.end + _NEAR],
    )
    return bool(_BEFORE.search(before) or _AFTER.match(after))


_MORE_OR_LESS_HAN = re.compile(r"[多少高低快慢長长短早晚貴贵重輕轻](?:了|出|上)?\s*$")


def is_more_or_less(text: str, mention: Mention) -> bool:
    """Whether the words next to a figure say that it is by so much that two things differ."""
    before, after = text[: mention.start], text[mention.end : mention.end + _NEAR]
    return bool(_MORE_OR_LESS_HAN.search(before) or _AFTER.match(after))


_COMPARING = frozenset(_AFTER_ALPHABETIC.split())


def compares(noun: str) -> bool:
    """Whether the word behind a number only compares it ("12 more") and is nothing that is counted."""
    return noun.lower() in _COMPARING

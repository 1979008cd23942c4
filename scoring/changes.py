"""Sentences that tell of a change: "shortened from fourteen to ten days" (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scoring.mentions import mentions
from scoring.quantities import could_replace, is_bare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.mentions import Mention

# Before the old value, and between it and the new one.
_FROM = re.compile(r"(?:\bfrom|由|從|从|自|原[為为本]?|\b(?:с|со|от))\s*$", re.IGNORECASE)
_TO = re.compile(
    r"^[^\S\n]*(?:[^\W\d_]+\s)?(?:down |up )?to\s*$|"
    r"^[^。；;，,]{0,3}?(?:縮|缩|延|提|降|減|减|增|加|調|调|改|升|放寬|放宽|上|下|變|变)?[^。；;，,]{0,3}?(?:為|为|至|到|成)\s*$|"
    r"^\s*(?:[^\W\d_]+\.?\s)?до\s*$",
    re.IGNORECASE,
)
# A span ("from 10 to 14 days") is no change.
_CHANGES = re.compile(
    r"\b(?:shorten|reduc|cut|rais|increas|extend|lower|lengthen|chang|rise|rose|fell|drop|revis|adjust|halv|"
    r"doubl|widen|narrow|prolong|mov|went|gone|up\b|down\b)|"
    r"縮|缩|延長|延长|提高|降|減|减|增|調|调|改|升|放寬|放宽|變|变|"
    r"\b(?:сокра|уменьш|увелич|сниж|сниз|повы|продл|удлин|измен|вырос|упал|поднят|подн|опу|пересмотр|расшир|урез)",
    re.IGNORECASE,
)
_OF_THE_PAST = re.compile(
    r"\b(?:was|were|had|been|formerly|former|previous\w*|before|until|used to|originally|original|earlier|"
    r"old|older|past|no longer|instead of|from|first (?:edition|version))\b|"
    r"[^\W\d_目以之提](?:前(?=[:：是为為]|$)|前[后後])|原|以前|之前|過去|过去|曾|舊|旧|上一?版|前版|前一版|第一版|本來|本来|由|從|从|縮|缩|延|提高|降|減|减|增|調|调|改|變|变|"
    r"\b(?:был[аои]?|раньше|прежде|ранее|прежн\w+|предыдущ\w+|стар\w+|перв\w+ (?:редакц|верси)\w+|вместо|"
    r"с|со|от)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def replaced_values(sentence: str) -> Mapping[int, Mention]:
    """The old values of a sentence that tells of a change, by their start, with the value that replaced each.

    Values that years are given to, as in a comparison of two years, are not replaced: each holds for its own.
    """
    if not tells_of_a_change(sentence):
        return {}
    found = mentions(sentence)
    if any(value.year is not None for value in found):
        return {}
    return {
        old.start: new
        for old, new in pairwise(found)
        if _FROM.search(sentence[: old.start])
        and _TO.match(sentence[old.end : new.start])
        and (could_replace(old, new) or is_bare(old))
    }


def tells_of_a_change(sentence: str) -> bool:
    """Whether a sentence says that something rose, fell or was changed."""
    return _CHANGES.search(sentence) is not None


@lru_cache(maxsize=2048)
def speaks_of_the_past(text: str) -> bool:
    """Whether a text speaks of what was, or of a change, rather than of what holds."""
    return _OF_THE_PAST.search(text) is not None

"""Whether an answer reports that its sources give two values for one thing (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from scoring.mentions import mentions
from scoring.quantities import agrees, could_replace, near_in_value
from scoring.terms import terms

if TYPE_CHECKING:
    from scoring.mentions import Mention

# Digits that name a year, a place in a document or a thing, and are the value of nothing.
_NAME_DIGITS = re.compile(
    r"\b(?:19|20)\d\d\b(?:\s*(?:年|г\.|год\w*))?|(?:Q[1-4]|[1-4]\s*季|FY\s?\d{2,4}|"
    r"第\s*\d+\s*[章頁页期节節])|№\s*\d+|"
    r"\b(?:table|page|section|chapter|figure|appendix)\s\d+(?:\.\d+)*|\b\d{1,2}\s*月|[A-Za-zА-Яа-я]\d+|"
    r"\d+[A-Za-z]\b|(?-i:\b[A-Z]\w+\s\d\b)",
    re.IGNORECASE,
)
_DISAGREE = re.compile(
    r"\b(?:conflict|contradict|disagree|differ\b|different\b|inconsisten|incompatib|discrepan|diverg|mismatch|"
    r"at odds|at variance|irreconcil)|"
    r"\b(?:do|does)(?:n[’']t| not) (?:\w+ )?(?:agree|match|tally|square|add up|coincide)\b|"
    r"\bcannot be reconciled\b|"
    r"\btwo (?:different |conflicting |separate )?"
    r"(?:figures|versions|accounts|answers|numbers|dates|values)\b|"
    r"矛盾|不一[致樣样]|[說说]法不[一同]|不盡相同|不尽相同|有出入|冲突|衝突|不符|不吻合|不相符|牴觸|抵触|自相|打架|"
    r"各[說说]各|[對对兜]不[上攏拢]|"
    r"[兩两二2](?:種|种|個|个|處|处)(?:互相|彼此|相互)?(?:不同|矛盾|衝突|冲突|[對对]不上)?的?"
    r"(?:說法|说法|數字|数字|數|数|版本|答案|日期|數值|数值|口徑|口径|記載|记载)|"
    r"расход(?:ит|ят|ящ|ил)|расхожд|разошлись|противореч|разноч|разнобо|нестыков|несовпад|несоответств|несоглас|"
    r"несовместим|\b(?:не|не полностью) (?:совпада|сход[ия]т|согласу|соответству|стыку)|\bпо-разному\b|"
    r"\b(?:две|два|двух|разн\w+) (?:разн\w+ |противоречив\w+ )?"
    r"(?:верси|цифр|числ|значен|ответ|дат|срок|показател)\w*",
    re.IGNORECASE,
)
"""How sources are said to contradict each other."""
_VALUE_RU = r"(?:цифр|числ|ответ|значени|величин|показател|сумм|дат[аыеу]|верси)\w*"
# "There is no single figure": said where there are several.
_NO_ONE_VALUE = re.compile(
    r"\b(?:no|not (?:a|one|any)|without a)\s(?:single|one|unique|consistent|agreed|uniform|common)\s"
    r"(?:\w+\s){0,2}?(?:figures?|numbers?|answers?|values?|counts?|totals?|amounts?|dates?|versions?|accounts?)\b|"
    r"(?:沒有|没有|並無|并无|無|无|不存在|未有|給不出|给不出|(?:沒|没|未)(?:有)?(?:給|给)出?)(?:一個|一个)?"
    r"(?:單一|单一|唯一|統一|统一|一致|一個固定|一个固定)的?"
    r"(?:數字|数字|答案|說法|说法|數值|数值|數目|数目|口徑|口径|日期|金額|金额|結論|结论|數據|数据)|"
    rf"\b(?:един|одн|согласованн|общ)\w{{1,4}}\s(?:\w+\s)?{_VALUE_RU}\b[^.;!?:]{{0,20}}"
    r"\b(?:нет|не существует)\b|"
    rf"\b(?:нет|не существует)\s(?:\w+\s)?(?:един|одн|согласованн|общ)\w{{1,4}}\s(?:\w+\s)?{_VALUE_RU}",
    re.IGNORECASE,
)
# "It cannot be said for certain": of what is not told, or of what is told in two ways.
_UNDECIDED = re.compile(
    r"\b(?:can(?:no|[’'])t|cannot|can not|could not|couldn[’']t|unable to|not possible to|impossible to|"
    r"hard to|no way to)\s(?:\w+\s){0,3}?(?:determin|establish|sa(?:y|id)\b|tell\b|told\b|know|decid|settl|"
    r"confirm|state|pin|resolv|giv)|"
    r"\b(?:no|not (?:a|any))\s(?:clear|definite|definitive|certain|firm|reliable|unambiguous|exact|precise)\s"
    r"(?:\w+\s)?(?:figures?|numbers?|answers?|values?|counts?|totals?|amounts?|dates?)\b|"
    r"\b(?:is|are|remains?) (?:unclear|uncertain|undecided|open)\b|"
    r"(?:無法|无法|不能|難以|难以|沒法|没法|無從|无从|沒辦法|没办法)[^。；;！？!?，,]{0,12}?"
    r"(?:確定|确定|判斷|判断|斷定|断定|確認|确认|認定|认定|判定|說|说|知道|得知)|"
    r"(?:說不準|说不准|不能確知|不能确知|不明確|不明确)|"
    r"(?:沒有|没有|並無|并无|無|无)(?:一個|一个)?(?:明確|明确|確切|确切|確定|确定|肯定)的?(?:數字|数字|答案|說法|说法|數值|数值)|"
    r"\bоднозначн\w+|\b(?:нельзя|невозможно|затруднительно|трудно|не удаётся|не удается|не получится)\b|"
    rf"\b(?:нет|не существует)\s(?:\w+\s)?(?:точн|ясн|определ[её]нн|ч[её]тк)\w+\s(?:\w+\s)?{_VALUE_RU}|"
    rf"\b(?:точн|ясн|определ[её]нн|ч[её]тк)\w+\s(?:\w+\s)?{_VALUE_RU}\s(?:\w+\s){{0,2}}нет\b|"
    r"\b(?:неясно|непонятно)\b",
    re.IGNORECASE,
)
_TWO = 2
ONLY = re.compile(r"\b(?:only|merely|just|solely)\b|只|僅|仅|\b(?:лишь|только)\b", re.IGNORECASE)
"""Marks what is said beside the point, and said to be so: "the report only gives the total"."""


def without_names(text: str) -> str:
    """The text without digits that name a year, a section or a thing rather than give a value."""
    return _NAME_DIGITS.sub(" ", text)


def speaks_of_conflict(answer: str) -> bool:
    """Whether it says that its sources contradict each other."""
    return _DISAGREE.search(answer) is not None


@lru_cache(maxsize=1024)
def tells_rival_values(answer: str) -> bool:
    """Whether what sounds like declining to answer only introduces the values that stand against each other.

    Args:
        answer: any text; "there is no single figure: the log has 412, the accounts have 397".

    Returns:
        True if it gives two values that could each stand in the other's place, and says that there is no one
        value, or, of values that lie near each other, that nothing can be said for certain.
    """
    apart = _NO_ONE_VALUE.search(answer) is not None
    if not apart and (ONLY.search(answer) or not _UNDECIDED.search(answer)):
        return False
    values = [value for value in mentions(without_names(answer)) if not value.is_year]
    return any(
        may_be_of_one_thing(one, two) and not agrees(one, two) and (apart or near_in_value(one, two))
        for one, two in combinations(values, 2)
    )


def may_be_of_one_thing(one: Mention, two: Mention) -> bool:
    """Whether two values could be accounts of the same thing."""
    return could_replace(one, two) or _count_the_same(one, two)


def _count_the_same(one: Mention, two: Mention) -> bool:
    """Whether two figures count one thing, in whatever case of declension it stands."""
    nouns = [value.figure.noun for value in (one, two) if value.figure]
    return len(nouns) == _TWO and all(nouns) and len({terms(noun or "") for noun in nouns}) == 1

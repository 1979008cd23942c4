"""Whom a text names: people, and firms where these are named in capitals (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache

from data_base.text.names import FAMILY_NAMES, names
from scoring.aliases import folded

# A person by the parts of the name, each so far as it stays the same in all its forms.
Person = frozenset[str]

_STEM, _SHORTEST = 5, 3
_CAPITALISED = re.compile(r"\b[A-ZÀ-ÖØ-ÞА-ЯЁ][\w’'-]*[a-zß-öø-ÿа-яё][\w’'-]*")
_INITIAL = re.compile(r"\b[A-ZА-ЯЁ]\.")
_LEAST_WORDS = 2
# Words before a name that many people share.
_TITLES = frozenset(
    word
    for words in (
        "mr mrs ms miss dr prof professor sir dame lord lady councillor captain chief director manager head",
        "doctor board committee department group team council office trust company ltd",
        "доктор профессор директор начальник глава инженер совет комитет отдел",
    )
    for word in words.split()
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_DOUBLE = (
    "范姜|張簡|张简|歐陽|欧阳|司馬|司马|上官|諸葛|诸葛|司徒|夏侯|皇甫|"
    "尉遲|尉迟|公孫|公孙|慕容|令狐|宇文|長孫|长孙|賀蘭|贺兰"
)
# What stands before the name of a person: titles, what somebody was charged with, or a mere link.
_TITLE = (
    r"[師师授長长監监總总席士匠]|主任|經理|经理|技正|[專专館馆職职研究推廣广技術术人委]員|"
    r"[专馆职究术人委]员|記者|记者|理人|[幹干]事|[術术務务營营行信]官|"
    r"[負负]責人|责人|[負负]責|负责|領隊|领队|學生|学生|碩士生|博士生|[後后]人|創辦人|创办人|主持人|"
    r"[室科處处組组]|主[編编]|[撰執执]筆"
)
_LINK = r"[由為为是計计記记班]|[，、；。（(：:「|*]|[與与和及]"
_BEFORE = f"{_TITLE}|{_LINK}"
# What follows one.
_AFTER = r"[(（]?(?:副?教授|博士|先生|女士|[醫医][師师]|老[師师]|同志|研究[員员]|工程[師师])"
# No part of a name.
_NOT = (
    "的了在是為为由於于與与和及等將将會会可應应不有無无萬万元個个年月日之其此該该每各第一二三四五六七八九十"
    "兩两"
)
_WORDS = (
    r"方[案法式向形面便才位]|安[全裝装排置定]|成[本果品員员長长立新為为效]|"
    r"高[度標标級级低溫温於于中速峰達达等]|"
    r"管[理庫库平線线制控道轄辖]|路[線线面段口邊边網网程燈灯]|[單单][位價价元獨独日次]|"
    r"文[件化字昌書书獻献]|包[裝装含括廠厂]|"
    r"金[額额屬属]|白[色天]|施[工肥用行]|何[時时人處处]|溫度|温度|余[氯額额下]|田[間间野]|夏[季天]|"
    r"任[何務务期]|"
    r"[嚴严][重格]|周[邊边期內内年轉转]|段[落]|申[請请辦办報报]|董事|華[語语東东]|向[量上下外內内]|"
    r"石[刀器材油化]|"
    r"常[見见規规年態态]|顧[問问客]|顾[问客]|祝[福]|樂[團团器]|乐[团器]|明[年確确細细]|范[圍围]|宋代|唐代|"
    r"明代|江[南北水]|"
    r"馬[上達达路]|马[上达路]|車|黃[色]|黄[色]|藍[色]|蓝[色]|齊[全]|齐[全]|左[右側侧]|柳樹|柳树|毛[利重]|"
    r"谷[物]|苗[木]|路面|康[復复]|"
    r"水[庫库電电]|龍[頭头]|龙[头]|季[度節节]|鐘|钟[點点頭]|侯[選选]|計[畫劃]|计划|紀[錄录念]|纪[录念]|"
    r"熊[貓猫]|章[節节程]|史[料]"
)
# What a place ends in.
_PLACE = "鎮镇鄉乡村里市區区縣县州路街站點点廠厂湖"
_FAMILY = FAMILY_NAMES + "卞駱骆簡简段鄢佟卓戚匡叢丛茅晏桑臧仇滕褚衛卫辜連连甄蒲牟冼麥麦闕阙粟佘巫沙"
# A family name and the first part of the given one are enough to know somebody by.
_PERSON = re.compile(
    rf"(?:^|{_BEFORE})\s?(?!{_WORDS})((?:{_DOUBLE}|[{_FAMILY}])(?![{_NOT}])[\u4e00-\u9fff])(?![{_PLACE}])|"
    rf"(?!{_WORDS})((?:{_DOUBLE}|[{_FAMILY}])(?![{_NOT}])[\u4e00-\u9fff])[\u4e00-\u9fff]?(?:{_AFTER})",
    re.MULTILINE,
)


# Where something is, or what has an article, is nobody; so many characters before a name tell it.
_LOOK = 12
_NOBODY = re.compile(r"(?:\b(?:the|at|in|on|near|across|into|в|во|на|из)|[«“\"])\s?$", re.IGNORECASE)


@lru_cache(maxsize=1024)
def people(text: str) -> frozenset[Person]:
    """Everybody whom a text names in full; what merely looks like a name is among them."""
    if _HAN.search(text):
        return frozenset(frozenset({folded(match[1] or match[2])}) for match in _PERSON.finditer(text))
    found = (_parts(name) for name in names(text) if not _is_nobody(name, text))
    return frozenset(parts for parts in found if parts)


def _is_nobody(name: str, text: str) -> bool:
    """Whether every place of a name says that it is of no person."""
    places = (match.start() for match in re.finditer(re.escape(name), text))
    return all(_NOBODY.search(text[max(0, place - _LOOK) : place]) for place in places)


def _parts(name: str) -> Person:
    words = _CAPITALISED.findall(name)
    if len(words) + len(_INITIAL.findall(name)) < _LEAST_WORDS:
        return frozenset()
    return frozenset(
        folded(word)[:_STEM] for word in words if len(word) >= _SHORTEST and word.lower() not in _TITLES
    )


def is_named(person: Person, text: str) -> bool:
    """Whether a text names somebody, be it by a part of the name."""
    if _HAN.search(text):
        return any(part in folded(text) for part in person)
    written = _written(text)
    return any(part in written for part in person)


def has_title(person: Person, text: str) -> bool:
    """Whether a text names somebody in full: with a title, or where names are capitals with all its parts."""
    if _HAN.search(text):
        return any(re.search(f"(?:{_TITLE}){part}", folded(text)) for part in person)
    return person <= _written(text)


@lru_cache(maxsize=1024)
def _written(text: str) -> frozenset[str]:
    """The capitalised words of a text, as parts of names."""
    return frozenset(folded(word)[:_STEM] for word in _CAPITALISED.findall(text))

"""Whether a text only says that there is one, or so many, where a question asks which (zh, en, ru).

"One of the banks gave money" does not tell which bank it was; neither does "the software reads print".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.evidence import script_of_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_ASKS = {
    "latin": re.compile(
        r"\b(?:which|what) (?:(?:one|two|three|four|five|six|seven|eight|nine|ten|new|local|other|"
        r"\d+) ){0,2}(?:[a-z-]+ (?=(?:company|firm|bank|agency|charity|foundation|brewery|newspaper|studio|"
        r"workshop|contractor|supplier|school|college|university|museum|shop)\b))?([a-z]{4,})",
        re.IGNORECASE,
    ),
    "han": re.compile(
        r"(?:哪(?:[一兩两几幾三四五])?[家個个種种款所本部隻只座條条間间]|"
        r"[什甚][麼么])([\u4e00-\u9fff]{2,4}?)"
        r"(?=[？?，,的]|$|[設设][計计]|承[建包攬揽製制]|施[作工]|[製制]作|[負负][責责]|[贊赞]助|生[產产]|提供)"
    ),
    "cyrillic": re.compile(
        r"\bкак(?:ой|ая|ое|ие|ого|ую|им|их|ом|ими)\s(?:именно\s|\w+(?:ый|ий|ая|ое|ые|ие|ых|их|ого|"
        r"ую)\s)?([а-яё]{4,})",
        re.IGNORECASE,
    ),
}
# What is told in a sentence of its own and has no name.
_TOLD_AT_LENGTH = re.compile(
    r"(?:problem|reason|measure|step|change|condition|result|task|role|effect|advantage|benefit|rule|"
    r"requirement|"
    r"purpose|difference|action|finding|conclusion|kind|type|sort|year|month|date|time|part|share|percent|"
    r"happen|"
    r"is|was|are|were|did|does|would|will|should|must)|"
    r"(?:問題|问题|措施|工作|任務|任务|變化|变化|成果|條件|条件|原因|功能|作用|影響|影响|好處|好处|規定|"
    r"规定|要求|辦法|办法|時候|时候|"
    r"時間|时间|方法|方式|目的|差異|差异|不同|意見|意见|樣|样)|"
    r"(?:проблем|мер[аы]|шаг|изменен|услови|результат|задач|роль|эффект|преимуществ|правил|требован|образ|"
    r"случа|врем|год|"
    r"месяц|цел[ьи]|причин|вывод|действи|работ|част[ьи]|дол[яи]|был|есть|стал|явля)",
    re.IGNORECASE,
)
_INDEFINITE = {
    "latin": re.compile(
        r"\b(?:an?|one of (?:the|its|our|their)|some|several|various|one|two|three|four|five|six|seven|"
        r"eight|nine|ten|\d+|"
        r"another|many|few)\s(?:[a-z-]+\s){0,2}$",
        re.IGNORECASE,
    ),
    "han": re.compile(
        r"(?:[一兩两二三四五六七八九十幾几數数多某]|"
        r"\d+)[家個个種种款所本部名位項项座條条間间](?:[\u4e00-\u9fff]{0,2})$|"
        r"(?:外[地部]|[本當当]地|民[營营間间]|私人|[國国][內内外]|[專专][業业])的?$|(?<!理)由$|[與与和同跟向]$"
    ),
    "cyrillic": re.compile(
        r"\b(?:один|одна|одно|одного|одной|одним|одну|некотор\w+|несколько|дв[ае]|двух|три|тр[её]х|четыре|"
        r"пять|шесть|семь|"
        r"восемь|девять|десять|\d+)\s(?:из\s)?(?:[а-яё-]+\s){0,1}$",
        re.IGNORECASE,
    ),
}
# "A new breed": said of a thing of which nothing follows but where and when.
_ONLY_DESCRIBED = re.compile(
    r"\b(?:нов|редк|особ|местн|друг|ин|неизвестн|специальн)(?:ый|ий|ой|ая|ое|ые|ие|ого|его|ую|ых|их|ым|им|"
    r"ому|ей)\s$|\b(?:у|от|со?)\s$",
    re.IGNORECASE,
)
_NOTHING_FOLLOWS = re.compile(
    r"\w*(?:[,.;!?]|\s(?:в|во|на|и|для|с|со|по|из|за|у|к|от|до|котор\w+)\b|$)", re.IGNORECASE
)
_STEM, _HERE = 5, 2
_CLAUSE = re.compile(r"[，,；;。]|\.\s|$")


def asked_thing(question: str) -> str:
    """The thing of which a question asks which one it is, as far as its forms are alike; empty if none."""
    script = script_of_text(question)
    match = _ASKS[script].search(question) if script in _ASKS else None
    if match is None or _TOLD_AT_LENGTH.match(match[1]):
        return ""
    return match[1] if script == "han" else match[1][: min(_STEM, len(match[1]) - 1)].lower()


def indefinite_mentions(thing: str, question: str, texts: Sequence[str]) -> list[str]:
    """The clauses that mention a thing without telling which it is; empty if one mention may tell.

    Args:
        thing: what :func:`asked_thing` found.
        question: what is asked; what it says of the thing itself tells nothing.
        texts: sentences that speak of it.
    """
    told: list[str] = []
    for text in texts:
        lowered = text.lower()
        for match in re.finditer(rf"(?<![a-zа-яё]){re.escape(thing)}", lowered):
            if not _is_indefinite(text, match.start(), question):
                return []
            begin = max(
                (each.end() for each in _CLAUSE.finditer(text, 0, match.start()) if each[0]), default=0
            )
            end = _CLAUSE.search(text, match.end())
            told.append(text[begin : end.start() if end else len(text)])
    return told


def _is_indefinite(text: str, start: int, question: str) -> bool:
    """Whether what stands before a thing says only that there is one, or what the question says itself."""
    before = text[:start]
    script = script_of_text(question)
    if _INDEFINITE[script].search(before):
        return True
    if _ONLY_DESCRIBED.search(before) and _NOTHING_FOLLOWS.match(text, start):
        return True
    return script == "han" and before[-_HERE:] in question

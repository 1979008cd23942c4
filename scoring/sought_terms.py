"""The terms of a question that passages should hold, without words that any answer implies (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.asked import asked_terms

if TYPE_CHECKING:
    from scoring.questions import QuestionPart

# What any sum of money beside a thing tells, any time after which it is deleted, any colour or name: how a
# question asks for that, and the words that the answer need not repeat.
_IMPLIED = (
    (
        re.compile(
            r"\bhow much\b[^?]*\bcosts?\b|\bсколько (?:будет )?сто\w+|\bво сколько обо\w+", re.IGNORECASE
        ),
        re.compile(r"\bcosts?\b|\b(?:будет )?сто(?:ит|ят|ил\w*|ить)\b|\bобо(?:й|ш)\w+", re.IGNORECASE),
    ),
    (
        re.compile(r"\bhow long\b[^?]*\btake\b|\bсколько времени\b[^?]*\bзан(?:я|има)\w+", re.IGNORECASE),
        re.compile(r"\btake\b|\bвремени\b|\bзан(?:я|има)\w+", re.IGNORECASE),
    ),
    (
        re.compile(
            r"\bhow long\b[^?]*\b(?:kept|keep|stored?|retain(?:ed)?|held|preserved)\b|"
            r"(?:保存|保留|留存|存放|儲存|储存)(?:多久|多長時間|多长时间|幾天|几天|幾年|几年|多少[天日年])|"
            r"\b(?:как долго|сколько (?:времени|часов|дней|суток|месяцев|лет))\b[^?]*"
            r"\b(?:хран|сохраня|держ)\w+",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?:kept|keep|stored?|retain(?:ed)?|held|preserved)\b|保存|保留|留存|存放|儲存|储存|多久|"
            r"\b(?:хран|сохраня|держ)\w+",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"\bcolou?rs?\b|[顏颜]色|\bцвет", re.IGNORECASE),
        re.compile(r"\bcolou?rs?\b|[什甚]?[麼么]?[顏颜]色|\bцвет\w*", re.IGNORECASE),
    ),
    (
        re.compile(r"\bmaterials?\b|材[質质]|\bматериал", re.IGNORECASE),
        re.compile(r"\bmaterials?\b|材[質质料]|\bматериал\w*", re.IGNORECASE),
    ),
    (
        re.compile(r"\bnames? of\b|\bзовут\b|\bзвали\b|名字|姓名", re.IGNORECASE),
        re.compile(
            r"\bnames? of\b|\bкак (?:зовут|звали)\b|叫(?:做|作)?[什甚][麼么]名字|的?(?:名字|姓名)",
            re.IGNORECASE,
        ),
    ),
)


def sought_terms(part: QuestionPart) -> tuple[str, ...]:
    """The terms that the passages should hold, without those that any answer of its kind implies."""
    text = part.text
    for asks, implied in _IMPLIED:
        if asks.search(part.own):
            text = implied.sub(" ", text)
    return asked_terms(text)

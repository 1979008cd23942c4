"""Answers to questions that want something set forth, where the passages are too terse to measure them by.

An outline ("name two drawbacks") says whether an explanation goes against it, hardly how much a good one
says. The terser the passages, the more counts what the answer itself brings.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.claims import claim_texts
from scoring.completeness import coverage
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

_WANTS = re.compile(
    r"說明|说明|解釋|解释|闡述|阐述|分析|討論|讨论|論述|论述|描述|介紹|介绍|簡述|简述|概述|總結|总结|證明|"
    r"证明|求證|求证|評價|评价|評估|评估|比較|比较|設計|设计|列舉|列举|舉例|举例|建議|建议|看法|你覺得|你觉得|"
    r"你認為|你认为|如何|怎麼|怎么|怎樣|怎样|為什麼|为什么|為何|为何|區別|区别|異同|异同|差異|差异|優點|优点|"
    r"缺點|缺点|哪些|理由|原理|機制|机制|概念|作用|意義|意义|應用场景|应用场景|背景|原因|什麼是|什么是|假設|假设|幫助|帮助|幫我|帮我|請(?!問)|请(?!问)|給出|给出|寫一|写一|擬寫|拟写|翻譯|翻译|"
    r"\b(?:explain|discuss|describe|introduce|analy[sz]e|compare|outline|summari[sz]e|prove|translate|write|"
    r"illustrate|evaluate|why|reasons?|you think|in your (?:view|opinion))\b|"
    r"\b(?:объясни|опиши|расскажи|обсуди|проанализируй|сравни|докажи|перечисли|изложи|почему)",
    re.IGNORECASE,
)
_ASKS_FOR_A_FACT = re.compile(
    r"[?？吗嗎誰谁哪幾几]|多[少久大長长高深遠远重]|什[麼么]|何時|何时|何處|何处|是否|\b(?:what|which|who|whose|whom|where|when|how)\b",
    re.IGNORECASE,
)
_THE_MATERIAL = re.compile(
    r"文件|資料|资料|文檔|文档|文中|文章|段落|上下文|來源|来源|材料|報告|报告|文本|提供的|題目|题目|參考|参考|"
    r"document|passage|context|source|text|paper|article|material|report|provided|given|mention|stated?|"
    r"документ|текст|стать|источник|материал|отч[её]т|контекст|указан|сказано|сообща",
    re.IGNORECASE,
)
# Terms beyond the question's with which an answer has said some two thirds of what can be said at all.
_MUCH = 40.0
# Terms of the passages with which they and the answer's own substance tell equally much of it.
_OUTLINE, _STEEP = 150.0, 4
# What covering the passages counts for beside substance.
_COVERED = 0.25


@dataclass(frozen=True, slots=True)
class Exposition:
    """How an answer sets forth what was asked.

    Attributes:
        substance: what it says beyond the question, 0 to 1, each further term adding less.
        covered: how far it says what the passages do, 0 to 1.
        terse: how little the passages are to measure it by, 0 (ample, or no exposition is wanted) to 1.
        worth: substance and coverage together, 0 to 1.
    """

    substance: float
    covered: float
    terse: float
    worth: float


NOT_WANTED = Exposition(1.0, 1.0, 0.0, 1.0)


def wants_exposition(question: str) -> bool:
    """Whether a question asks to explain, discuss, compare or write something, or is a plain request."""
    return bool(_WANTS.search(question)) or not _ASKS_FOR_A_FACT.search(question)


def exposition(question: str, answer: str, passages: Sequence[str]) -> Exposition:
    """How far an answer sets forth what the question wants; ``NOT_WANTED`` where it wants a fact."""
    if not wants_exposition(question):
        return NOT_WANTED
    given = set(terms(question))
    told = {term for passage in passages for term in terms(passage)} - given
    if not told:
        return NOT_WANTED
    terse = 1 / (1 + (len(told) / _OUTLINE) ** _STEEP)
    substance = 1 - math.exp(-len(set(terms(answer)) - given) / _MUCH)
    points = [point for passage in passages for point in _points(passage)]
    covered = (
        sum(coverage(point, answer, topic=question).score for point in points) / len(points)
        if points
        else 0.0
    )
    return Exposition(substance, covered, terse, (1 - _COVERED) * substance + _COVERED * covered)


@lru_cache(maxsize=256)
def _points(passage: str) -> tuple[str, ...]:
    """What a passage says, claim by claim; the same ones are asked again for every answer."""
    return tuple(claim_texts(passage))


def refuses(answer: str) -> bool:
    """Whether an answer that declines speaks of its author alone, not of what the documents hold."""
    return not _THE_MATERIAL.search(answer)

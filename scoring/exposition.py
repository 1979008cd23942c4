"""Answers to questions that want something set forth, where the passages are too terse to measure them by.

An outline ("name two drawbacks") says whether an explanation goes against it, hardly how much a good one
says. The terser the passages, the more counts what the answer itself brings. Words cannot tell whether that
is right, so a proof or a calculation gets less for it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.normalise import squeeze
from scoring.terms import script_of, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

_WANTS = re.compile(
    r"說明|说明|解釋|解释|闡述|阐述|分析|討論|讨论|論述|论述|描述|介紹|介绍|簡述|简述|概述|總結|总结|證明|"
    r"证明|求證|求证|評價|评价|評估|评估|比較|比较|設計|设计|列舉|列举|舉例|举例|建議|建议|看法|你覺得|你觉得|"
    r"你認為|你认为|如何|怎麼|怎么|怎樣|怎样|為什麼|为什么|為何|为何|區別|区别|異同|异同|差異|差异|優點|优点|"
    r"缺點|缺点|哪些|理由|原理|機制|机制|概念|作用|意義|意义|應用场景|应用场景|背景|原因|什麼是|什么是|假設|假设|幫助|帮助|幫我|帮我|請(?!問)|请(?!问)|給出|给出|寫一|写一|擬寫|拟写|翻譯|翻译|"
    r"已知.{0,200}[求則则]|[試试]求|求解|"
    r"\b(?:explain|discuss|describe|introduce|analy[sz]e|compare|outline|summari[sz]e|prove|translate|write|"
    r"illustrate|evaluate|why|reasons?|you think|in your (?:view|opinion)|solve (?:for|the equation))\b|"
    r"\b(?:объясни|опиши|расскажи|обсуди|проанализируй|сравни|докажи|перечисли|изложи|почему|"
    r"реши(?:те)? (?:уравнени|задач))",
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
_MUST_BE_RIGHT = re.compile(
    r"證明|证明|求證|求证|推導|推导|已知.{0,200}[求則则]|[試试]求|求解|[計计]算(?![機机])|"
    r"\b(?:prove|proofs?|derive|derivation|calculate|compute)\b|"
    r"\b(?:докаж|выведи|вычисли|рассчитай|реши(?:те)? (?:уравнени|задач))|\bsolve (?:for|the equation)\b",
    re.IGNORECASE,
)
# A word counts for so many of the character pairs that Chinese is read by: XQuAD's paragraphs, which say the
# same in both, have 1.67 times as many distinct terms in Chinese. Letters alone are symbols of a formula.
_WORD, _SYMBOL = 1.6, 2
# Terms beyond the question's with which an answer has said some two thirds of what can be said at all; the
# same of its variety (Guiraud's index: distinct terms by the root of all).
_MUCH, _VARIED = 30.0, 3.0
# How much of a proof's or a calculation's worth can be told by how far it is set forth.
_RIGHT_OR_NOT = 0.7
# Terms of the passages with which they and the answer's own substance tell equally much of it.
_OUTLINE, _STEEP = 180.0, 8
# Passages that are so little of an outline are none.
_NEGLIGIBLE = 0.001
# What covering the passages counts for beside substance; what taking up half of the question's terms does
# beside variety; what is left of an answer that breaks off.
_COVERED, _TO_THE_POINT, _BROKEN_OFF = 0.3, 0.1, 0.9
_HALF = 0.5
_MID_SENTENCE = re.compile(r"[\w,，、:：;；(（]\Z")
_LISTED = re.compile(
    r"\s*(?:[-*•●·#|`]|[(（]?(?:\d{1,2}|[a-hа-з一二三四五六七八九十])[.)、）．:：])", re.IGNORECASE
)
# What is taken to be covered of how many more terms: of an outline of next to none, nothing can be told.
_SUPPOSED, _OF_AS_MANY = 1.0, 5.0
# A text so short may stand in another by chance.
_MAY_STAND_THERE = 3


@dataclass(frozen=True, slots=True)
class Exposition:
    """How an answer sets forth what was asked.

    Attributes:
        substance: what it says beyond the question, 0 to 1, each further term adding less.
        developed: how varied and to the point that is, and how far it covers the passages, 0 to 1.
        covered: the share of the passages' terms that it says, 0 to 1.
        terse: how little the passages are to measure it by, 0 (ample, or no exposition is wanted) to 1.
        worth: substance and coverage together, 0 to 1.
    """

    substance: float
    developed: float
    covered: float
    terse: float
    worth: float


NOT_WANTED = Exposition(1.0, 1.0, 1.0, 0.0, 1.0)


@lru_cache(maxsize=1024)
def wants_exposition(question: str) -> bool:
    """Whether a question asks to explain, discuss, compare or write something, or is a plain request."""
    return bool(_WANTS.search(question)) or not _ASKS_FOR_A_FACT.search(question)


def exposition(question: str, answer: str, passages: Sequence[str], *, told: bool = False) -> Exposition:
    """How far an answer sets forth what the question wants; ``NOT_WANTED`` where it wants a fact.

    Args:
        question: what was asked.
        answer: what was answered.
        passages: what it is measured by, as far as they go.
        told: whether they plainly hold the answer; it then counts as setting forth the more, the more than
            half of it is its own.
    """
    if not wants_exposition(question) or not any(map(str.strip, passages)):
        return NOT_WANTED
    given = set(terms(question))
    outline = {term for passage in passages for term in terms(passage)} - given
    terse = 1 / (1 + (sum(map(_size, outline)) / _OUTLINE) ** _STEEP)
    if terse < _NEGLIGIBLE:
        return NOT_WANTED
    said = terms(answer)
    new = set(said) - given
    if told:
        terse *= max(0.0, 2 * _own_share(new, outline) - 1)
    if _says_it_all(answer, passages):
        return Exposition(1.0, 1.0, 1.0, terse, 1.0)
    tells = _RIGHT_OR_NOT if _MUST_BE_RIGHT.search(question) else 1.0
    whole = _BROKEN_OFF if _breaks_off(answer) else 1.0
    much = sum(map(_size, new))
    substance = tells * (1 - math.exp(-much / _MUCH))
    variety = much / math.sqrt(sum(map(_size, said)) + 1)
    varied = tells * (1 - math.exp(-variety / _VARIED))
    to_the_point = min(1.0, len(given & set(said)) / (_HALF * len(given))) if given else 1.0
    covered = (len(outline & new) + _SUPPOSED) / (len(outline) + _OF_AS_MANY)
    return Exposition(
        substance=substance,
        developed=whole * (_with(covered, varied) + _TO_THE_POINT * (to_the_point - varied)),
        covered=covered,
        terse=terse,
        worth=whole * _with(covered, substance),
    )


def _own_share(new: set[str], outline: set[str]) -> float:
    """The share of an answer's terms that its passages lack, of those in a script of theirs."""
    scripts = set(map(script_of, outline))
    alike = {term for term in new if script_of(term) in scripts}
    return len(alike - outline) / len(alike) if alike else 0.0


def _with(covered: float, own: float) -> float:
    return (1 - _COVERED) * own + _COVERED * covered


def _size(term: str) -> float:
    """How many pairs of Chinese characters a term says as much as."""
    if script_of(term) not in {"latin", "cyrillic"}:
        return 1.0
    return _WORD if len(term) > _SYMBOL else 0.0


def _breaks_off(answer: str) -> bool:
    """Whether an answer ends amid a sentence that is no item of a list."""
    last = answer.rstrip().rpartition("\n")[2]
    return bool(_MID_SENTENCE.search(last)) and not _LISTED.match(last)


def _says_it_all(answer: str, passages: Sequence[str]) -> bool:
    """Whether all the passages stand in an answer word for word."""
    said, held = squeeze(answer), [squeeze(passage) for passage in passages]
    return all(text in said for text in held) and any(len(text) > _MAY_STAND_THERE for text in held)


def refuses(answer: str) -> bool:
    """Whether an answer that declines speaks of its author alone, not of what the documents hold."""
    return not _THE_MATERIAL.search(answer)

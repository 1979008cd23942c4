"""An answer cut into claims: what can be checked, and what only frames it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from data_base.text.sentences import sentences
from scoring.abstention import is_abstaining
from scoring.instructions import without_instructions
from scoring.mentions import mentions
from scoring.terms import terms
from scoring.words.marks import strip_citations

ClaimKind = Literal["fact", "abstention", "framing"]

_FRAMING = re.compile(
    r"^(?:in (?:summary|short|conclusion)|to sum up|here (?:is|are)|the answer (?:is|follows)|based "
    r"on the (?:documents|passages)|"
    r"總結|总结|綜上|综上|以下是|答案如下|根據文件|根据文件|итак|таким образом|ниже "
    r"приведен)[^.。:：]{0,30}[:：.。]?$|"
    r"^[^\d]{0,40}[:：]$",
    re.IGNORECASE,
)
# "The sources disagree", "兩份文件的說法不一致": of the documents, not of what they say.
_OF_SOURCES = re.compile(
    r"(?:conflict|contradict|disagree|differ(?!ence)|disput|inconsisten|do(?:es)? not (?:agree|match)|"
    r"two different|at odds|depends on which|\btwo (?:answers|figures|versions|accounts|values|numbers)\b|"
    r"\b(?:can(?:no|[’'])t|cannot|can not|not possible to|impossible to) be "
    r"(?:settled|decided|determined|told)|"
    r"[兩两](?:種|种|個|个)(?:不同的?)?(?:說法|说法|數字|数字|版本|答案|數值|数值)|[對对]不上|"
    r"(?:無法|无法|不能|難以|难以)(?:判斷|判断|確定|确定|斷定|断定)(?:以|哪|何者|孰)|"
    r"\b(?:две|два|двух) (?:верси|цифр|числ|значен|ответ)|"
    r"\bкак(?:ое|ая|ой|ие) (?:из \w+ |число |цифра |значение |дата )+\w*верн|"
    r"矛盾|不一致|不同|不一樣|不一样|不一|不相同|不相符|有出入|不吻合|牴觸|抵触|расход|противореч|"
    r"различ|два разных|разные)",
    re.IGNORECASE,
)
# "This is a very good question": of the question, not of its subject.
_OF_THE_QUESTION = re.compile(
    r"\b(?:this|that|it)(?: is|['’]s) (?:\w+ ){0,4}question\b|"
    r"^(?:good|great|excellent|interesting) question\b|"
    r"(?:這|这|此)(?:真|確實|确实)?是(?:一?[個个])?[^，。；;\d]{0,8}(?:問題|问题)|^好(?:問題|问题)|"
    r"\bэто (?:\w+ ){0,3}вопрос\b|^(?:хороший|отличный|интересный) вопрос\b",
    re.IGNORECASE,
)
_LONGEST_REMARK = 12
_BULLET = re.compile(r"^\s*(?:[-*+•●·]|\(?\d{1,2}[.)、])\s+|\*\*|__|^#+\s")


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence or list item of an answer.

    Attributes:
        text: without citation and list marks.
        kind: fact: says something that passages can bear out or not; abstention: says that the documents do
            not say; framing: neither.
    """

    text: str
    kind: ClaimKind


def split_claims(answer: str) -> list[Claim]:
    """The claims of an answer, in order; what only speaks to its judge is none."""
    return [Claim(text, _kind(text)) for text in claim_texts(answer)]


def claim_texts(text: str) -> list[str]:
    """What a text says, claim by claim, as :func:`split_claims` without the kinds."""
    stated = without_instructions(strip_citations(text))
    texts = (_BULLET.sub("", sentence).strip() for sentence in sentences(stated))
    return [each for each in texts if each]


def _kind(text: str) -> ClaimKind:
    if is_abstaining(text):
        return "abstention"
    if _OF_SOURCES.search(text) and not mentions(text) and len(set(terms(text))) <= _LONGEST_REMARK:
        return "framing"
    if _OF_THE_QUESTION.search(text) and not re.search(r"\d", text):
        return "framing"
    return "framing" if _FRAMING.match(text) or not (terms(text) or re.search(r"\d", text)) else "fact"

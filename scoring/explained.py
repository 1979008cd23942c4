"""Whether a question asks for a reason, and whether an answer gives one (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.contexts import plain_terms
from scoring.questions import WHY_HAN

_EXPLAINS = re.compile(
    rf"{WHY_HAN}|(?:何|怎[樣样麼么]?|如何)(?:解釋|解释)|\bwhy\b|\bexplain|"
    r"почему|отчего|чем .{0,30}объясня",
    re.IGNORECASE,
)
# Chinese characters that give a reason by themselves are part of other words, too: 基因, 故障, 使用, 命令.
_BECAUSE = re.compile(
    r"(?<!基)因(?![數数子素式特])|由[於于]|所以|(?<![事典變变世病身典])故(?![事鄉乡宮宫障人意居土都里址國国])|"
    r"解釋|解释|理由|為了|为了|以便|以免|導致|导致|造成|取[決决]|"
    r"(?<![大天特公行即假駛驾駕])使(?![用館馆命者團团節节徒勁劲])|"
    r"(?<![命法條条指下口司政密禁夏冬時时責责勒])令(?![牌箭尊堂])|"
    r"\b(?:because|due|owing|reasons?|caus\w*|explain\w*|thus|therefore|hence|result\w*|"
    r"attribut\w*|led|leads?|thanks)\b|"
    r"\b(?:потому|так как|поскольку|из-за|вследствие|благодаря|ведь|чтобы|ради|для того|в связи с|"
    r"связ(?:ан|ыва)\w*|(?:по)?причин\w*|объясн\w*|выз(?:ва|ыва)\w*|прив[её]л\w*|привод\w*|приве(?:дёт|дет|сти))\b",
    re.IGNORECASE,
)
# "The cause is …": told of what was spoken of before.
_REASON_FOLLOWS = re.compile(
    r"(?:原因|起因|[緣缘]故)(?:[是在為为]|[出發发]在|係|系)|"
    r"\b(?:the|its|main|root) (?:causes?|reasons?) (?:is|was|were|lay|lies|proved|turned out)\b|"
    r"\bпричин[аоы]\w*(?: \w+)? ?(?:—|–|-|был[аи]?|стал[аи]?|оказал\w+|в том)|\bпричиной\b",
    re.IGNORECASE,
)
# A few words and signs join a reason as well as a number: "by fog", "by 12 %".
_JOINS = re.compile(r"\b(?:since|as|so|to|for|after|by|from|given|для)\b|[:：—]", re.IGNORECASE)
_LISTS = re.compile("[;；]")
_NUMBER = re.compile(r"\s*[^\w\s]?\s*\d")
# What begins with a number and goes on for so many terms says more than the number.
_GOES_ON = 7


def wants_explanation(question: str) -> bool:
    """Whether a question, or a part of one, asks why something is so."""
    return _EXPLAINS.search(question) is not None


def names_a_reason(text: str) -> bool:
    """Whether a text has a word that introduces a reason, a cause or a purpose."""
    return _BECAUSE.search(text) is not None


def leads_to_reason(text: str) -> bool:
    """Whether a sentence gives the reason of what was told before it: "the cause was …"."""
    return _REASON_FOLLOWS.search(text) is not None


def gives_reason(claim: str, *, alone: bool) -> bool:
    """Whether a claim reads like a reason.

    Args:
        claim: a sentence of an answer.
        alone: whether nothing but the reason was asked, so that figures and a bare list may be one.
    """
    if _BECAUSE.search(claim) or (alone and (_JOINS.search(claim) or _LISTS.search(claim))):
        return True
    tails = (claim[joint.end() :] for joint in _JOINS.finditer(claim))
    return any(not _NUMBER.match(tail) or len(set(plain_terms(tail))) >= _GOES_ON for tail in tails)

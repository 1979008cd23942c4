"""Answers that allow what the passages forbid, or the other way round (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from scoring.mentions import mentions, stated_or_worded
from scoring.told_there import leads
from scoring.yes_or_no import says_yes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

Stance = Literal["allows", "forbids", ""]

_ASKS = re.compile(
    r"^(?:may|can|could)\b|\b(?:allowed|permitted|permissible)\b[^?]*\?|"
    r"可以[^？?]{0,20}[嗎吗]|可不可以|能不能|能否|可否|是否(?:可|允|准|得|能)|\bможно ли\b|\b(?:разреш|"
    r"допуска)\w* ли\b|"
    r"\b(?:разрешено|вправе) ли\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:must|may|shall|should|can) ?not\b|\bcan[’']t\b|\bnot (?:be )?(?:allowed|permitted|permissible)\b|"
    r"\b(?:forbidden|prohibited|banned|forbids|prohibits)\b|不得(?![不已])|"
    r"不可(?!避免|或缺|思[議议])|不能(?!不)|不准|不[許许]|不允[許许]|禁止|"
    r"[嚴严]禁|[請请切]勿|"
    r"\b(?:нельзя|воспрещ\w+|запре[тщ]\w*)\b|\bне (?:допуска|разреша|вправе|может|могут|дозвол)\w*",
    re.IGNORECASE,
)
_ALLOWS = re.compile(
    r"\b(?:(?-i:may)|can|allowed|permitted|permissible|allows|permits)\b|可(?:以|在|於|于|將|将|自|帶|"
    r"带|向|用)|"
    r"允[許许]|准[許许]|"
    r"\b(?:можно|вправе|может|могут|разреш\w+|допуска\w+)\b",
    re.IGNORECASE,
)
# What holds under a condition alone is neither allowed nor forbidden.
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|except|only|provided|without|until|before)\b|除非|除了|除外|只有|如果|若|未經|未经|"
    r"之前|以外|"
    r"\b(?:если|кроме|только|без|лишь|при условии|за исключением|пока)\b",
    re.IGNORECASE,
)


def contradicts_rule(
    parts: Sequence[QuestionPart], claims: Sequence[Claim], evidence: Evidence
) -> int | None:
    """The claim, by index, that answers whether something is allowed against the passages; None if none does.

    Only where every sentence that speaks of the question says the same, on no condition and up to no limit.

    Args:
        parts: what is asked.
        claims: the answer's claims.
        evidence: the passages.
    """
    first = next((i for i, claim in enumerate(claims) if claim.kind == "fact"), None)
    if first is None or len(parts) != 1 or not _ASKS.search(parts[0].own) or mentions(parts[0].own):
        return None
    said = _answered(claims[first].text)
    told = {_stance(evidence.units[place].text) for place in leads(parts[0], evidence.reworded)}
    return first if said and told == {"allows" if said == "forbids" else "forbids"} else None


def _answered(text: str) -> Stance:
    if _CONDITIONAL.search(text):
        return ""
    yes = says_yes(text)
    return _stance(text) if yes is None else "allows" if yes else "forbids"


def _stance(text: str) -> Stance:
    # Up to a limit is neither allowed nor forbidden as a whole.
    if _CONDITIONAL.search(text) or stated_or_worded(text):
        return ""
    if _FORBIDS.search(text):
        return "forbids"
    return "allows" if _ALLOWS.search(text) else ""

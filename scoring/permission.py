"""What a rule of the passages says to an answer: that is allowed, advised, or not (zh, en, ru)."""

from __future__ import annotations

import re
from math import fsum
from typing import TYPE_CHECKING, Literal

from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.denials import clauses
from scoring.mentions import mentions, stated_or_worded
from scoring.told_there import leads
from scoring.yes_or_no import says_yes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# A sentence speaks of what is asked if it holds this share of the question's words, and nearly the most.
_SPEAKS_OF_IT, _NEARLY = 0.4, 0.95
# A condition that the question names itself leaves nothing open: this share of its words is the question's.
_GIVEN = 0.5
# A pronoun among a sentence's first words stands for what the sentence before is about.
_PRONOUN = re.compile(
    r".{0,40}?(?:\b(?:it|they|them|this|these|that|such)\b|[其此該该它牠]|"
    r"\b(?:он[аои]?|е[ёе]|его|их|ней|н[её]м|эт\w{1,2}|так\w{2,3})\b)",
    re.IGNORECASE,
)

_PART = re.compile(r"[;；]")

Stance = Literal["allows", "forbids", ""]

_ASKS = re.compile(
    r"^(?:may|can|could|should)\b|\b(?:allowed|permitted|permissible|recommend(?:s|ed)?|suitable|eligible|"
    r"advisable|advised?)\b[^?]*\?|"
    r"可以[^？?]{0,20}[嗎吗]|可不可以|能不能|能否|可否|是否(?:可|允|准|得|能|建[議议]|推[薦荐]|[適适][合用宜])|"
    r"(?:建[議议]|推[薦荐]|[適适][合用])[^？?]{0,20}[嗎吗]|"
    r"\bможно ли\b|\b(?:разреш|допуска|рекоменд|подход|советуе)\w* ли\b|"
    r"\b(?:разрешено|вправе|стоит|следует) ли\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:must|may|shall|should|can) ?not\b|\bcan[’']t\b|\bshouldn[’']t\b|"
    r"\bnot (?:be )?(?:allowed|permitted|permissible|recommended|suitable|eligible|advisable|advised|"
    r"recommend)\b|"
    r"\b(?:forbidden|prohibited|banned|forbids|prohibits|unsuitable|ineligible|advis\w+ against)\b|"
    r"\brules? out\b|不得(?![不已])|不可(?!避免|或缺|思[議议])|不能(?!不)|不准|不[許许]|不允[許许]|禁止|"
    r"[嚴严]禁|[請请切]勿|不(?:建[議议]|推[薦荐]|[適适][合用宜]|宜|受理|開放|开放)|不予(?!以)|"
    r"\b(?:нельзя|воспрещ\w+|запре[тщ]\w*|недоступн\w+|исключа\w+|непригодн\w+)\b|"
    r"\bне (?:допуска|разреша|вправе|может|могут|дозвол|рекоменд|след|подход|стоит|советуе|пригодн|нужно)\w*",
    re.IGNORECASE,
)
_ALLOWS = re.compile(
    r"\b(?:(?-i:may)|can|allowed|permitted|permissible|allows|permits|recommend(?:s|ed)?|suitable|eligible)\b|"
    r"可(?:以|在|於|于|將|将|自|帶|带|向|用)|允[許许]|准[許许]|建[議议](?!書|书)|推[薦荐]|[適适](?:合|用於|用于)|"
    r"\b(?:можно|вправе|может|могут|разреш\w+|допуска\w+|рекоменд\w+|подход\w+|доступн\w+)\b",
    re.IGNORECASE,
)
# What holds under a condition alone is neither allowed nor forbidden.
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|except|only|provided|without|until|before)\b|除非|除了|除外|只有|如果|若|未經|未经|"
    r"之前|以外|"
    r"\b(?:если|кроме|только|без|лишь|при условии|за исключением|пока)\b",
    re.IGNORECASE,
)


def rule_stance(
    parts: Sequence[QuestionPart], claims: Sequence[Claim], evidence: Evidence
) -> tuple[int, bool] | None:
    """Whether the passages say so too where an answer says that something is allowed or advised, or is not.

    Only where every sentence that speaks of the question says the same, up to no limit and on no condition
    but one that the question names.

    Args:
        parts: what is asked.
        claims: the answer's claims.
        evidence: the passages.

    Returns:
        The claim that answers, by index, with whether the passages agree; None where there is no telling.
    """
    if len(parts) != 1 or not _ASKS.search(parts[0].own) or mentions(parts[0].own):
        return None
    first = next((i for i, c in enumerate(claims) if c.kind == "fact" or says_yes(c.text) is not None), None)
    said = _answered(claims[first].text) if first is not None else ""
    if first is None or not said:
        return None
    told = _told(parts[0], evidence.reworded)
    if len(told) != 1 or "" in told:
        return None
    agrees = said in told
    # "No, only members may": a condition in the answer makes it no opposite.
    unasked = _CONDITIONAL.search(claims[first].text) and not _CONDITIONAL.search(parts[0].own)
    return None if not agrees and unasked else (first, agrees)


def forbids_what_is_allowed(said: str, told: str) -> bool:
    """Whether of two sentences the first clause that gives a rule allows in one and forbids in the other."""
    return {_first_rule(said), _first_rule(told)} == {"allows", "forbids"}


def _first_rule(text: str) -> Stance:
    for clause in clauses(text):
        if _FORBIDS.search(clause):
            return "forbids"
        if _ALLOWS.search(clause):
            return "allows"
    return ""


def _answered(text: str) -> Stance:
    yes = says_yes(text)
    if yes is None:
        return "" if _CONDITIONAL.search(text) else _stance(text)
    return "allows" if yes else "forbids"


def _told(part: QuestionPart, evidence: Evidence) -> set[Stance]:
    """What the sentences that speak of the question say of it."""
    asked = frozenset(asked_terms(part.own, synonyms=True))
    near = {_stance(evidence.units[place].text, asked) for place in _speaking_of(asked, evidence)}
    if len(near) == 1 and "" not in near:
        return near
    return {_stance(evidence.units[place].text, asked) for place in leads(part, evidence)}


def _speaking_of(asked: frozenset[str], evidence: Evidence) -> list[int]:
    """The sentences that hold most of what is asked, one that begins with a pronoun with the one before."""
    total = fsum(map(evidence.weight, sorted(asked)))
    masses = {
        place: fsum(map(evidence.weight, sorted(asked & _reach(place, evidence))))
        for place in evidence.holding(sorted(asked))
    }
    enough = max(_SPEAKS_OF_IT * total, _NEARLY * max(masses.values(), default=0.0))
    return [place for place, mass in masses.items() if mass >= enough]


def _reach(place: int, evidence: Evidence) -> frozenset[str]:
    unit = evidence.units[place]
    before = evidence.units[place - 1] if place else unit
    leans = before.passage == unit.passage and _PRONOUN.match(unit.text)
    return unit.reach | before.terms if leans else unit.reach


def _stance(text: str, asked: frozenset[str] = frozenset()) -> Stance:
    """Whether a sentence allows or forbids; what depends on more than is asked does neither as a whole."""
    rest = " ".join(_but_for_given(clause, asked) for clause in clauses(_nearest(text, asked)))
    # Up to a limit is neither allowed nor forbidden as a whole.
    if _CONDITIONAL.search(rest) or stated_or_worded(rest):
        return ""
    if _FORBIDS.search(rest):
        return "forbids"
    return "allows" if _ALLOWS.search(rest) else ""


def _but_for_given(clause: str, asked: frozenset[str]) -> str:
    """A clause without a condition that the question names; what the rule itself says under it stays."""
    if not (_CONDITIONAL.search(clause) and _is_given(clause, asked)):
        return clause
    rules = _FORBIDS.search(clause) or _ALLOWS.search(clause)
    return _CONDITIONAL.sub(" ", clause) if rules else ""


def _nearest(text: str, asked: frozenset[str]) -> str:
    """What stands between semicolons and speaks most of what is asked."""
    return max(_PART.split(text), key=lambda part: len(asked.intersection(plain_terms(part, synonyms=True))))


def _is_given(clause: str, asked: frozenset[str]) -> bool:
    own = frozenset(plain_terms(clause, synonyms=True))
    return bool(own) and len(own & asked) >= len(own) * _GIVEN

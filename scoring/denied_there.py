"""Sentences that read like "the documents do not tell" and are what the documents say (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.answerability import surely_answered
from scoring.contexts import plain_terms
from scoring.denials import NEGATION
from scoring.windows import share_held, weighed
from scoring.yes_or_no import answers_yes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.answerability import Answerability
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.questions import QuestionPart

# Said of documents: a sentence of a passage must say it too, or the claim is about the passages themselves.
_OF_DOCUMENTS = re.compile(
    r"\b(?:documents?|reports?|passages?|texts?|sources?|excerpts?|materials?|minutes|say|says|state[sd]?|"
    r"mention(?:s|ed)?|tells?|told|specif(?:y|ies|ied)|disclosed?|indicated?|explain(?:s|ed)?|given?|gives|"
    r"provided?|names?|named|list(?:s|ed)?|published?|reported|information|answer)\b|"
    r"文件|文檔|文档|資料|资料|報告|报告|段落|原文|文中|材料|來源|来源|節[選錄]|节[选录]|提[及到供]|說明|说明|記載|记载|"
    r"載明|载明|交代|寫|写|列|給出|给出|揭露|披露|公[布佈開开]|透露|"
    r"\b(?:документ|отч[её]т|текст|источник|материал|отрывк|сказан|указ[аы]|сообща|упомин|упомян|привод|привед|"
    r"назван|называ|раскры|опублик|публик|сведени|информац|ответ)\w*",
    re.IGNORECASE,
)
# What texts are called. Whoever answers yes or no and speaks of none declines nothing.
_DOCUMENTS = re.compile(
    r"\b(?:documents?|reports?|passages?|texts?|sources?|excerpts?|materials?|minutes|information)\b|"
    r"文件|文檔|文档|資料|资料|報告|报告|段落|原文|文中|材料|來源|来源|節[選錄]|节[选录]|"
    r"\b(?:документ|отч[её]т|текст|источник|материал|отрывк|сведени|информац)\w*",
    re.IGNORECASE,
)
# The share of a claim's words, and how many of them, that a sentence of the passages must hold.
_MOST, _FEWEST = 0.5, 3


def with_denials_told(
    claims: Sequence[Claim],
    parts: Sequence[QuestionPart],
    answers: Sequence[Answerability],
    evidence: Evidence,
) -> tuple[Claim, ...]:
    """The claims, with those that deny what the passages deny as facts rather than abstentions.

    "The names of donors are not published" declines nothing where the register's rules say so. Where the
    passages hardly answer the question, there is no telling: whoever declines is right there anyway.

    Args:
        claims: the answer's claims.
        parts: what is asked.
        answers: how far the passages answer that.
        evidence: the passages.
    """
    if not any(claim.kind == "abstention" for claim in claims) or not surely_answered(answers):
        return tuple(claims)
    decided = (
        len(parts) == 1
        and parts[0].kind == "yes_no"
        and answers_yes(claims[0].text, parts[0].text) is not None
    )
    return tuple(
        replace(claim, kind="fact")
        if claim.kind == "abstention"
        and (_is_told(claim.text, evidence.reworded) or (decided and not _DOCUMENTS.search(claim.text)))
        else claim
        for claim in claims
    )


def _is_told(claim: str, evidence: Evidence) -> bool:
    """Whether a sentence of the passages denies, holds most of a claim, and all it says of documents."""
    weights = weighed(dict.fromkeys(plain_terms(claim, synonyms=True)), evidence)
    if not weights:
        return False
    meant = [frozenset(plain_terms(match[0], synonyms=True)) for match in _OF_DOCUMENTS.finditer(claim)]
    return any(
        len(held) >= _FEWEST
        and share_held(weights, held) >= _MOST
        and all(words <= evidence.units[place].terms for words in meant)
        and NEGATION.search(evidence.units[place].text)
        for place, held in evidence.holding(weights).items()
    )

"""Answers that begin with yes or no (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.denials import NEGATION

_WHO = r"(?:it|they|he|she|you|we|one|this|that|these|those)"
_AUXILIARY = r"(?:did|do|does|is|are|was|were|will|has|have|had|can|may|must|should|could|would)"
_HEDGE = (
    r"(?:in principle,?\s|generally,?\s|as a rule,?\s|strictly speaking,?\s|unfortunately,?\s|so far,?\s|"
    r"原[則则]上|目前|[暫暂][時时]|基本上|一般(?:來說|来说|而言)?|通常|大[體体]上|答案是|"
    r"в принципе,?\s|как правило,?\s|пока(?: что)?,?\s|к сожалению,?\s|вообще,?\s)?[，,]?"
)
_YES = re.compile(
    rf"^\W*{_HEDGE}(?:(?:yes|yep|indeed|certainly|да|верно|конечно)\b[\s,.:;!–—-]*|"
    rf"{_WHO} {_AUXILIARY}(?:[,;:—–]|[.!](?=\s|$)|$)|the answer is (?:yes|in the affirmative)\b[\s,.:;!–—-]*|"
    r"(?:肯定|是|對|对|會|会|能|可以|有)的?[，,。：；:]|можно[,.:;])",
    re.IGNORECASE,
)
# "No permit is needed" and 不過 deny nothing.
_NO = re.compile(
    rf"^\W*{_HEDGE}(?:(?:no|nope|нет)\b(?!\s\w)[\s,.:;!–—-]*|"
    r"it (?:did|does|is|was|will|has|can)(?:\s?not|n[’']t)\b|"
    rf"{_WHO} (?:{_AUXILIARY}(?:\s?not|n[’']t)|cannot|can[’']t|won[’']t)(?:[,;:—–]|[.!](?=\s|$)|$)|"
    r"the answer is (?:no|in the negative)\b[\s,.:;!–—-]*|"
    r"(?:否定?|不是|不[會会]|不能|不可以?|不行|不准|不得|[沒没]有|不|[並并]不|[並并]未|尚未|[還还][沒没]有?)的?[，,。：；:]|"
    r"нельзя[,.:;])",
    re.IGNORECASE,
)
_ONLY_ASKS = re.compile(
    r"是否|是不是|有沒有|有没有|[會会能](?=.*[嗎吗])|可以(?=.*[嗎吗])|[嗎吗？?]|"
    r"\bли\b|\bever\b|\bкогда-(?:нибудь|либо)\b",
    re.IGNORECASE,
)
# "不包括，…", "Не распространяется.": the question's own predicate, denied or not.
_ECHO = re.compile(
    rf"^\W*{_HEDGE}(?:已[經经]?)?(?P<no>not |[並并]?(?:[不未無无]|[沒没]有?)|не )?"
    r"(?P<said>[\u4e00-\u9fff]{2,5}?|[^\W\d_\u4e00-\u9fff]{4,})[的了]?(?:[，,。：；:;]|[.!](?=\s|$)|$)",
    re.IGNORECASE,
)


def answers_yes(text: str, question: str) -> bool | None:
    """Whether a text begins by answering a question with yes, or with no; None where it does neither.

    Args:
        text: an answer or its first sentence.
        question: what is asked; one that denies something is answered by yes and no alone.
    """
    said = says_yes(text)
    if said is not None or NEGATION.search(_ONLY_ASKS.sub(" ", question)):
        return said
    echo = _ECHO.match(text)
    if echo is None or echo["said"].casefold() not in question.casefold():
        return None
    return echo["no"] is None


def asked_plainly(question: str) -> str:
    """What a yes-or-no question puts to the passages, as a statement."""
    return _ONLY_ASKS.sub("", question)


def says_yes(text: str) -> bool | None:
    """Whether a text begins with yes, or with no; None where it begins with neither."""
    if _YES.match(text):
        return True
    return False if _NO.match(text) else None


def without_yes_or_no(text: str) -> str:
    """What a text says behind its yes or no."""
    return _NO.sub("", _YES.sub("", text))

"""Whether another value in a sentence is of what a claim speaks of, and so contradicts it."""

import re
from functools import cache

from data_base.text.word_lists import by_word
from scoring.embedded.action_match import acts
from scoring.values.mentions import Mention, mentions
from scoring.words.opposites import CLAUSE, opposed
from scoring.words.support_features import without
from scoring.words.terms import folded, is_han, terms


def is_same_event(claim: str, value: Mention, sentence: str, other: Mention, near: str) -> bool:
    """Whether another value in a sentence is of the same event or measure as one of a claim.

    Of dates the verbs decide: a mill that opened in 1987 may have closed in 2021. Of figures most words are
    the same, and none is the opposite; ``near``, with the sentences around, may say what it is about.
    """
    mine, theirs = _clause_of(claim, value), _clause_of(sentence, other)
    if opposed(mine, theirs):
        return False
    own, mine, around = (without(text, mentions(text)) for text in (claim, mine, near))
    words, verbs, done = terms(own), set(_verbs(mine)), acts(mine)
    new = _not_in(around, words, terms(around))
    if done & (acts(theirs) | acts(theirs, "says")) or (value.date and not verbs.isdisjoint(terms(theirs))):
        # Before the verb is what it was that opened, if that is said at all.
        before = set(terms(_verb().split(folded(mine), 1)[0])) if verbs else set()
        return not before or not before <= {*new}
    if value.date and (verbs or (done and acts(theirs))):
        return False
    if not new or not _not_in(own, terms(without(sentence, mentions(sentence))), words):
        return True
    return not value.date and 2 * len(new) <= len(words)


def _clause_of(text: str, value: Mention) -> str:
    """The clause that a value is in, or the whole text where that clause has no verb."""
    cuts = [0, *(cut.end() for cut in CLAUSE.finditer(text)), len(text)]
    first = max(cut for cut in cuts if cut <= value.start)
    clause = text[first : min(cut for cut in cuts if cut >= value.end)]
    return clause if acts(clause) or _verbs(clause) else text


@cache
def _verb() -> re.Pattern[str]:
    """Past forms, most by their endings; a noun that looks like one is compared as the word it is."""
    english = f"[a-z]{{3,20}}ed|born|found|left|saw|{'|'.join(by_word('irregular_verbs'))}"
    russian = "[а-я]{1,20}(?:[аеиоуыя]л(?:[аои]|[аои]сь|ся)?|шел|шл[аои])|[а-я]{4,20}(?:[ае]н|[яыу]т)[аоы]?"
    return re.compile(rf"\b(?:{english}|{russian})\b")


def _verbs(text: str) -> tuple[str, ...]:
    return terms(" ".join(_verb().findall(folded(text))))


def _not_in(text: str, words: tuple[str, ...], known: tuple[str, ...]) -> list[str]:
    """The words that a text does not have; a pair of Chinese characters is known where one of them is."""
    plain = folded(text)
    return [word for word in words if word not in known and not (is_han(word) and {*word} & {*plain})]

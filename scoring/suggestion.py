"""What to search for next: what is missing or wrong, as search terms in the question's language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.tokens import content_words
from scoring.aliases import other_names

if TYPE_CHECKING:
    from scoring.examination import Examination

_MOST_WORDS = 14
_ONLY_ASKS = re.compile(
    r"^(?:各|寫|写|說|说|是|有|多|幾|几|一共|總共|总共|分別|分别|多少|how|many|much|what|which|when|why|сколько|какой|какая|какие|каков\w*)$"
)
_SOUND = 9.0


def suggest(seen: Examination) -> str:
    """Search terms for what an answer lacks or gets wrong; empty for one that lacks nothing.

    Taken from the question's parts that are not answered, then from the claims whose figures do not hold;
    terms of the question that no passage holds come first, since a further search is for them.
    """
    texts = [part.part.text for part in seen.covered if part.covered < 1 or seen.abstained]
    wrong = [seen.claims[fault.claim].text for fault in seen.faults if fault.claim is not None]
    if not texts and not wrong and not seen.faults and not _undecided(seen):
        return ""
    if wrong or not texts:
        texts.append(seen.question)
    unheld = [
        word
        for holds in seen.answers
        for term in holds.missing
        if term not in seen.evidence.idf
        for word in _words_with(term, seen.question)
    ]
    asked = [word for text in texts for word in _search_words(text)]
    names = [
        word for name in other_names(seen.question, seen.evidence.aliases) for word in _search_words(name)
    ]
    subject = [word for text in dict.fromkeys(wrong) for word in _search_words(_without_figures(text))]
    return " ".join(list(dict.fromkeys((*unheld, *names, *asked, *subject)))[:_MOST_WORDS])


def _undecided(seen: Examination) -> bool:
    return seen.writing.score < _SOUND


@lru_cache(maxsize=256)
def _search_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in content_words(text) if not _ONLY_ASKS.match(word))


def _words_with(term: str, question: str) -> list[str]:
    return [word for word in _search_words(question) if term in word or word.startswith(term[:5])]


def _without_figures(text: str) -> str:
    return re.sub(r"\d[\d.,]*", " ", text)

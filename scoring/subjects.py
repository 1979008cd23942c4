"""What a sentence speaks of, and sentences that go on speaking of it with a pronoun (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.contexts import plain_terms
from scoring.mentions import mentions

# The subject of a sentence stands at its head, before its verb or first figure.
_LONGEST_SUBJECT = 40
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|takes?|took|costs?|came|comes|lent|sold|carried)\b|"
    r"[是為为有達达]|[，,；;：:（(]|\s[–—-]\s",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\s*(?:its?|they|their|he|his|she|her|this|these|there|the latter|其|它|牠|他|她|該|该|此|當地|当地|"
    r"его|её|ее|их|он|она|оно|они|там|это|этот|эта)(?![a-zа-яё])",
    re.IGNORECASE,
)


def subject_terms(text: str) -> tuple[str, ...]:
    """The terms at the head of a sentence, up to its verb or first figure; none of a pronoun."""
    if takes_up(text):
        return ()
    first = min((mention.start for mention in mentions(text)), default=len(text))
    verb = _VERB.search(text, 1)
    end = min(first, verb.start() if verb else len(text), _LONGEST_SUBJECT)
    return plain_terms(text[:end])


def takes_up(text: str) -> bool:
    """Whether a sentence begins with a pronoun, which stands for the subject of the one before."""
    return _PRONOUN.match(text) is not None

"""How much of the expected evidence stands in the evidence a model quotes."""

from __future__ import annotations

import re

from scoring.eval_json_v2.matching import folded

MOST_KEYWORDS = 30
ENOUGH_HITS = 8
"""So many keywords found are full marks; a question with fewer cannot reach them."""
ENOUGH_CHARACTERS = 40
# Unicode's script Han: the signs 々〇 and the numerals of Suzhou belong to it, punctuation does not.
_HAN = (
    "\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9\U00020000-\U0002fa1f\U00030000-\U000323af"
)
# The bigrams of a run overlap: a look-ahead takes the second sign without using it up.
_KEYWORD = re.compile(rf"[a-z0-9]+|[{_HAN}](?=([{_HAN}]))")


def keywords(text: str) -> list[str]:
    """The first thirty different keywords of a text, by their place in it.

    A keyword is a run of ``[a-z0-9]`` or two neighbouring Han characters, after NFKC and case folding.
    """
    found: dict[str, None] = {}
    for match in _KEYWORD.finditer(folded(text)):
        found[match[0] + (match[1] or "")] = None
        if len(found) == MOST_KEYWORDS:
            break
    return list(found)


def evidence_score(expected: str, got: str) -> float:
    """``min(1, hits/8)``, times ``len(got)/40`` where got has fewer than 40 characters; 0 to 1."""
    text = folded(got)
    hits = sum(word in text for word in keywords(expected))
    length = min(1.0, len(got) / ENOUGH_CHARACTERS)
    return min(1.0, hits / ENOUGH_HITS) * length

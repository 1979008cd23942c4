"""How much of the expected evidence is in the evidence a model quotes."""

import re
from collections.abc import Iterator
from itertools import islice
from operator import add

from scoring.eval_json_v2.text_matching import folded

MOST_KEYWORDS = 30
ENOUGH_HITS = 8
"""So many keywords found are full marks; a question with fewer cannot reach them."""
ENOUGH_CHARACTERS = 40
# Unicode's script Han: the signs 々〇 and the numerals of Suzhou belong to it, punctuation does not.
_HAN = (
    "\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9\U00020000-\U0002fa1f\U00030000-\U000323af"
)
_RUN = re.compile(rf"[a-z0-9]+|[{_HAN}]{{2,}}")


def keywords(text: str) -> list[str]:
    """The first thirty different keywords of a text, by their place in it.

    A keyword is a run of ``[a-z0-9]`` or two neighbouring Han characters, after NFKC and case folding.
    """
    return list(islice(_different_keywords(text), MOST_KEYWORDS))


def evidence_score(expected: str, got: str) -> float:
    """``min(1, hits/8)``, times ``len(got)/40`` where got has fewer than 40 characters; 0 to 1."""
    text = folded(got)
    hits = (word for word in islice(_different_keywords(expected), MOST_KEYWORDS) if word in text)
    # Hits above the eighth change nothing.
    enough = sum(1 for _ in islice(hits, ENOUGH_HITS))
    return enough / ENOUGH_HITS * min(1.0, len(got) / ENOUGH_CHARACTERS)


def _different_keywords(text: str) -> Iterator[str]:
    seen: set[str] = set()
    for match in _RUN.finditer(folded(text)):
        run = match[0]
        for word in (run,) if run.isascii() else map(add, run, run[1:]):
            if word not in seen:
                seen.add(word)
                yield word

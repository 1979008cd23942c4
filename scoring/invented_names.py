"""Names in an answer that nobody else has written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.text.date_words import MONTH_BEGINNINGS
from data_base.text.names import names
from scoring.aliases import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

# So much of a word stays the same in all its forms.
_STEM, _SHORTEST = 4, 3
# In a heading of capitals nothing tells a name apart.
_CAPITALISED = re.compile(r"\b[A-ZÀ-ÖØ-ÞА-ЯЁ](?=[^\W\d_]*[a-zß-öø-ÿа-яё])[\w’'-]*")
# A name of one word may be any word that a writer gives a capital.
_LEAST_WORDS = 2


def invented_names(text: str, sources: Sequence[str]) -> list[str]:
    """Names of several capitalised words of which none stands in any source, in whatever form.

    What abbreviates to something that stands there ("World Bank" for WB) is none of them. Only for a text and
    sources in one alphabet: elsewhere a name is spelled anew.
    """
    found = [
        name
        for name in names(text)
        if len(words := _CAPITALISED.findall(name)) >= _LEAST_WORDS and not all(map(_is_month, words))
    ]
    if not found:
        return []
    known = [folded(source) for source in sources]
    return [name for name in found if not any(_is_known(name, source) for source in known)]


def _is_month(word: str) -> bool:
    """Whether a word is a month: "between April and June" names nobody."""
    return word[:_SHORTEST].lower() in MONTH_BEGINNINGS


def _is_known(name: str, source: str) -> bool:
    words = [folded(word) for word in _CAPITALISED.findall(name)]
    if any(word[:_STEM] in source for word in words if len(word) >= _SHORTEST):
        return True
    initials = "".join(word[0] for word in words)
    return re.search(rf"(?<!\w){re.escape(initials)}(?!\w)", source) is not None

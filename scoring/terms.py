"""Texts as terms: what is compared when a claim is held against a passage."""

from __future__ import annotations

from functools import lru_cache

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens
from scoring.concepts import extract_concepts


@lru_cache(maxsize=8192)
def terms(text: str) -> tuple[str, ...]:
    """Content terms of a text, with repeats.

    Function words are dropped, English and Russian stemmed, Chinese folded to Simplified and read by
    character pairs; words of the small multilingual dictionary become concepts (``§revenue``). Bare
    numbers are left out: figures and dates are compared by value, elsewhere.
    """
    found, rest = extract_concepts(fold_variants(normalise(text)))
    return (*found, *(token for token in content_tokens(rest) if not token[0].isdigit()))

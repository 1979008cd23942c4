"""Where a text says one of a list's words, whatever their ending and script."""

from collections import defaultdict
from functools import cache

from data_base.text.word_lists import words
from data_base.text_cache import text_cache
from scoring.words.terms import is_han, read_words


@cache
def _phrases(name: str) -> dict[str, list[tuple[str, ...]]]:
    """The phrases of a list by their first form, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    forms = {tuple(word.form for word in read_words(phrase)) for phrase in words(name)}
    for phrase in sorted(forms, key=lambda each: (-len(each), each)):
        found[phrase[0]].append(phrase)
    return dict(found)


@text_cache(500_000)
def hits(text: str, name: str) -> tuple[float, ...]:
    """The places, counted in words (a Chinese character is half a one), at which one of a list is."""
    listed = _phrases(name)
    forms = tuple(word.form for word in read_words(text))
    found, at = [], 0.0
    for place, form in enumerate(forms):
        if any(forms[place : place + len(phrase)] == phrase for phrase in listed.get(form, ())):
            found.append(at)
        at += 0.5 if is_han(form) else 1.0
    return tuple(found)

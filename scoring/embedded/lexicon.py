"""The words that the judge reads questions, abstentions and hedges by, from ``data_base/text/lexicon``."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from data_base.text.word_lists import lexicon
from scoring.words.terms import folded

_HAN, _CYRILLIC = re.compile(r"[\u3400-\u9fff]"), re.compile(r"[\u0400-\u04ff]")


class Pattern(NamedTuple):
    """One list of words as a search in each script."""

    latin: re.Pattern[str]
    """Whole English words."""
    cyrillic: re.Pattern[str]
    """Beginnings of Russian words."""
    han: re.Pattern[str]
    """Chinese words anywhere, in simplified characters."""

    def find(self, folded: str) -> re.Match[str] | None:
        """The first word of the list in a text that :func:`fold` made; a script it lacks costs nothing."""
        return next(filter(None, (pattern.search(folded) for pattern in self._written_in(folded))), None)

    def spans(self, folded: str) -> list[tuple[int, int]]:
        """Where words of the list are."""
        return [match.span() for match in next(self._written_in(folded)).finditer(folded)]

    def _written_in(self, folded: str) -> Iterator[re.Pattern[str]]:
        if not folded.isascii():
            yield from [self.han] if _HAN.search(folded) else []
            yield from [self.cyrillic] if _CYRILLIC.search(folded) else []
        yield self.latin


fold = folded
"""The text as the lists are searched in it: normalised, Chinese in simplified characters."""


@cache
def words(name: str) -> Pattern:
    """A list of the lexicon by its name."""
    english, russian, chinese = (
        [fold(str(word)) for word in lexicon(f"{tag}.{name}")] for tag in ("en", "ru", "zh")
    )
    return Pattern(
        re.compile(rf"(?<!\w)(?:{_any(english)})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{'|'.join(_russian(word) for word in _ordered(russian))})"),
        re.compile(_any(chinese)),
    )


def _any(listed: list[str]) -> str:
    return "|".join(re.escape(word) for word in _ordered(listed))


def _ordered(listed: list[str]) -> list[str]:
    return sorted(listed, key=lambda word: (-len(word), word))


def _russian(word: str) -> str:
    """A short word is whole, a longer one begins others; a star is any ending of a word."""
    return re.escape(word).replace(r"\*", r"\w*") + (r"(?!\w)" if len(word) <= _SHORT else "")


_SHORT = 3

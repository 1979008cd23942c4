"""The words that the judge reads questions, abstentions and hedges by, from ``data_base/text/lexicon``."""

import re
from functools import cache
from typing import NamedTuple

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.word_lists import lexicon

_HAN = re.compile(r"[\u3400-\u9fff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")


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
        if not folded.isascii():
            if (found := _HAN.search(folded)) and (found := self.han.search(folded)):
                return found
            if (found := _CYRILLIC.search(folded)) and (found := self.cyrillic.search(folded)):
                return found
        return self.latin.search(folded)

    def spans(self, folded: str) -> list[tuple[int, int]]:
        """Where words of the list are."""
        if not folded.isascii():
            if _HAN.search(folded):
                return [match.span() for match in self.han.finditer(folded)]
            if _CYRILLIC.search(folded):
                return [match.span() for match in self.cyrillic.finditer(folded)]
        return [match.span() for match in self.latin.finditer(folded)]


def fold(text: str) -> str:
    """The text as the lists are searched in it: normalised, Chinese in simplified characters."""
    normal = normalise(text)
    return normal if normal.isascii() else fold_variants(normal)


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

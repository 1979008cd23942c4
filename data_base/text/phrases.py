"""Phrases of several languages, looked for where their letters are."""

import re
from dataclasses import dataclass
from functools import cache

_LATIN, _HAN, _CYRILLIC = (re.compile(letters) for letters in ("[A-Za-z]", "[\u4e00-\u9fff]", "[А-Яа-яЁё]"))


@dataclass(frozen=True, slots=True)
class Phrases:
    """Regular expressions by language, each holding a letter of its language's script in every match.

    One expression of all alternatives is tried with each of them at every character. Here a text pays for
    the languages whose letters it has, and alternatives that open alike are tried by their opening at once.

    Attributes:
        english: expressions with a Latin letter.
        chinese: expressions with a Chinese character.
        russian: expressions with a Cyrillic letter.
        flags: of all of them.
        openings: what many of them begin with, as it is written there; an expression that is several (a|b)
            begins so in each of them.
    """

    english: tuple[str, ...]
    chinese: tuple[str, ...]
    russian: tuple[str, ...]
    flags: re.RegexFlag = re.NOFLAG
    openings: tuple[str, ...] = (r"\b",)

    def found_in(self, text: str) -> bool:
        """Whether any of the phrases stands in a text."""
        return any(
            pattern.search(text)
            for letter, phrases in self._languages
            if letter.search(text)
            for pattern in _together(phrases, self.openings, self.flags)
        )

    def first_in(self, text: str) -> re.Match[str] | None:
        """The first phrase of a text; of several that begin there the first in the order given above."""
        found = (
            _together(phrases, (), self.flags)[0].search(text)
            for letter, phrases in self._languages
            if phrases and letter.search(text)
        )
        return min(filter(None, found), key=lambda match: match.start(), default=None)

    @property
    def _languages(self) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
        return (_LATIN, self.english), (_HAN, self.chinese), (_CYRILLIC, self.russian)


@cache
def _together(
    phrases: tuple[str, ...], openings: tuple[str, ...], flags: re.RegexFlag
) -> tuple[re.Pattern[str], ...]:
    """The phrases in as few expressions as there are openings, and one for those that open otherwise."""
    behind = {
        opening: [phrase.removeprefix(opening) for phrase in phrases if phrase.startswith(opening)]
        for opening in openings
    }
    alike = [f"{opening}(?:{'|'.join(rest)})" for opening, rest in behind.items() if rest]
    others = [phrase for phrase in phrases if not phrase.startswith(openings)]
    return tuple(re.compile(source, flags) for source in (*alike, "|".join(others)) if source)

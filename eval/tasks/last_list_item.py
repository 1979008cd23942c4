"""The members of a list that an "and" joins at its end."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from data_base.text.word_lists import word_list
from scoring.answers.short_answer_form import key

_LEAST_CHINESE = 2
"""Characters of a member beside 和, which also is in the middle of words: 溫和, 呼和浩特."""


class _Halves(NamedTuple):
    """What is before and after an "and"."""

    before: str
    after: str
    is_word: bool
    """Whether spaces set the "and" apart."""

    @property
    def are_members(self) -> bool:
        """Whether they are two members as far as anybody can tell who knows neither."""
        return self.is_word or min(len(self.before), len(self.after)) >= _LEAST_CHINESE

    def known(self, names: Collection[str]) -> int:
        """How many of them are among these names."""
        return (key(self.before) in names) + (key(self.after) in names)


def joined_members(text: str, names: Collection[str], *, listed: bool) -> list[str]:
    """The members in "B and C".

    Args:
        text: the last part of a list.
        names: keys of the right list's members, which stay whole.
        listed: whether an "and" sets members apart that are not among the names, as behind a comma.
    """
    halves = [] if key(text) in names else list(_halves(text))
    best = max(halves, key=lambda each: each.known(names), default=None)
    if best is not None and best.known(names):
        sides = (best.before, best.after)
        return [member for side in sides for member in joined_members(side, names, listed=False)]
    apart = next((each for each in halves if listed and each.are_members), None)
    return [text] if apart is None else [apart.before, apart.after]


def without_and(text: str) -> str:
    """A part of a list without an "and" at its beginning or end."""
    return _trailing().sub("", _leading().sub("", text))


def _halves(text: str) -> Iterator[_Halves]:
    """Those of each "and", the last one first."""
    for found in reversed(list(_between().finditer(text))):
        before, after = text[: found.start()].strip(), text[found.end() :].strip()
        if before and after:
            yield _Halves(before, after, is_word=found["word"] is not None)


@cache
def _between() -> re.Pattern[str]:
    return re.compile(rf"(?<=\s)(?P<word>{_words()})(?=\s)|{_characters()}", re.IGNORECASE)


@cache
def _leading() -> re.Pattern[str]:
    return re.compile(
        rf"^\s*(?:(?:{_words()})\s+|(?:{_characters()})(?=\w{{{_LEAST_CHINESE}}}))", re.IGNORECASE
    )


@cache
def _trailing() -> re.Pattern[str]:
    return re.compile(rf"[\s,;]+(?:{_words()})\s*$", re.IGNORECASE)


def _words() -> str:
    return "|".join((*word_list("conjunctions.en"), *word_list("conjunctions.ru")))


def _characters() -> str:
    return "|".join(word_list("conjunctions.zh"))

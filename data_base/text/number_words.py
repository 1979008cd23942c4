"""Numbers written as words in English and Russian."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import NamedTuple

from data_base.text.word_lists import values

_TEN, _TWENTY, _HUNDRED, _THOUSAND = map(Decimal, (10, 20, 100, 1000))
_LETTERS = re.compile(r"[a-zа-я]+")
# "a hundred and five", "half a million", "an hour and a half": what else a number begins with.
_OPENING = {"a": Decimal(1), "an": Decimal(1), "half": Decimal("0.5"), "пол": Decimal("0.5")}
_OPENERS = (
    r"(?:half )?a(?= (?:hundred|thousand|million|billion|trillion|dozen)\b)|half an?(?= [a-z])"
    r"|an?(?= [a-z]{3,10} and a half\b| hour and [a-z0-9-]{1,20} minute)|тысяч[ау]\b|миллион\b|миллиард\b"
)
# The rest of the word is a unit or a scale: полчаса, полмиллиона.
_HALVED = (
    r"\bпол(?=(?:часа|года|дня|суток|недели|месяца|минуты|миллиона|миллиарда|тысячи|километра|метра|литра"
    r"|тонны)\b)"
)
# Longer runs are lists of numbers.
_LONGEST = 12


@cache
def number_words_pattern() -> str:
    """A regular expression for a run of number words in lower case, grouped by first letters for speed."""
    small = values("numbers.small")
    more = rf"(?:(?:[ -]|\u00a0| and | point )(?:{_grouped((*small, *values('numbers.powers')))})\b)"
    return rf"\b(?:(?:{_grouped(small)})\b|{_OPENERS}){more}{{0,{_LONGEST}}}|{_HALVED}"


def _grouped(words: Iterable[str]) -> str:
    groups = groupby(sorted(words), key=lambda word: word[:2])
    return "|".join(
        f"{prefix}(?:{'|'.join(sorted((word[2:] for word in group), key=len, reverse=True))})"
        for prefix, group in groups
    )


@cache
def number_word_initials() -> str:
    """The letters that a run of number words may begin with."""
    return "".join(
        sorted({word[0] for word in (*values("numbers.small"), *values("numbers.powers"), *_OPENING)})
    )


def number_words_value(phrase: str) -> tuple[Decimal, int]:
    """The number at the beginning of what ``number_words_pattern`` matched, and how many characters it takes.

    Words that do not continue that number ("two and three") are left for the next one.
    """
    reading, length, before = _Reading(Decimal(0), Decimal(0), _THOUSAND, Decimal("Infinity"), ""), 0, ""
    for match in _LETTERS.finditer(phrase):
        word = match[0]
        # "a hundred and five", but "fifty and two" are two numbers.
        if word == "and" and before not in values("numbers.powers"):
            break
        if word in {"a", "an"} and length:
            length = match.end()
        elif word != "and":
            more = reading.with_word(word)
            if more is None:
                break
            reading, length, before = more, length if word == "point" else match.end(), word
    return reading.value, length


class _Reading(NamedTuple):
    """A number while its words are read one by one: what is summed up, and what may come next."""

    total: Decimal
    section: Decimal
    room: Decimal
    last_power: Decimal
    decimals: str

    @property
    def value(self) -> Decimal:
        return self.total + self.section + Decimal(f"0{self.decimals}")

    def with_word(self, word: str) -> "_Reading | None":
        """The number with one more word; None where it does not continue it."""
        if word == "point":
            return self._replace(decimals=".")
        if word in values("numbers.powers"):
            return None if self.decimals else self._times(values("numbers.powers")[word])
        value = values("numbers.small").get(word) or _OPENING.get(word, Decimal(0))
        if self.decimals:
            return self._replace(decimals=f"{self.decimals}{value}") if value < _TEN else None
        if value >= self.room:
            return None
        room = _HUNDRED if value >= _HUNDRED else _TEN if value >= _TWENTY else Decimal(0)
        return self._replace(section=self.section + value, room=room)

    def _times(self, power: Decimal) -> "_Reading | None":
        # тысяча сто: a power that stands first is one of it.
        section = self.section or Decimal(1)
        if power >= self.last_power or (power == _HUNDRED and section >= _HUNDRED):
            return None
        if power == _HUNDRED:
            return self._replace(section=section * power, room=_HUNDRED)
        return _Reading(self.total + section * power, Decimal(0), _THOUSAND, power, "")

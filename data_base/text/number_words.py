"""Numbers written as words in English and Russian."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import Literal

from data_base.text.word_lists import by_word

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
def _small() -> Mapping[str, Decimal]:
    return {word: Decimal(value) for key in ("en", "ru") for word, value in by_word("numbers", key).items()}


@cache
def _powers() -> Mapping[str, Decimal]:
    return {word: Decimal(value) for word, value in by_word("numbers", "powers").items()}


@cache
def number_words_pattern() -> str:
    """A regular expression for a run of number words in lower case, grouped by first letters for speed."""
    more = rf"(?:(?:[ -]|\u00a0| and | point )(?:{_grouped((*_small(), *_powers()))})\b){{0,{_LONGEST}}}"
    return rf"\b(?:(?:{_grouped(_small())})\b|{_OPENERS}){more}|{_HALVED}"


def _grouped(words: Iterable[str]) -> str:
    groups = groupby(sorted(words), key=lambda word: word[:2])
    return "|".join(
        f"{prefix}(?:{'|'.join(sorted((word[2:] for word in group), key=len, reverse=True))})"
        for prefix, group in groups
    )


@cache
def number_word_initials() -> str:
    """The letters that a run of number words may begin with."""
    return "".join(sorted({word[0] for word in (*_small(), *_powers(), *_OPENING)}))


def word_forms(first: int, last: int, language: Literal["en", "ru"]) -> str:
    """A regular expression for one number word with a value from ``first`` to ``last``."""
    ascii_only = language == "en"
    words = (w for w, value in _small().items() if first <= value <= last and w.isascii() == ascii_only)
    return f"(?:{_grouped(words)})\\b"


def number_words_value(phrase: str) -> tuple[Decimal, int]:
    """The number at the beginning of a run of number words, and how many characters it takes.

    Args:
        phrase: what ``number_words_pattern`` matched. Its first word is always a number; words that do
            not continue that number ("two and three") are left for the next one.
    """
    reading, length, before = _Reading(), 0, ""
    for match in _LETTERS.finditer(phrase):
        word = match[0]
        if word == "and":
            # "a hundred and five", but "fifty and two" are two numbers.
            if before not in _powers():
                break
            continue
        before = word
        if not (word in {"a", "an"} and length) and not reading.take(word):
            break
        length = match.end() if word != "point" else length
    return reading.value, length


class _Reading:
    """A number while its words are read one by one."""

    def __init__(self) -> None:
        self._total = self._section = Decimal(0)
        self._started = False
        self._room, self._last_power = _THOUSAND, Decimal("Infinity")
        self._decimals: str | None = None

    @property
    def value(self) -> Decimal:
        value = self._total + self._section
        return value + Decimal(f"0.{self._decimals}") if self._decimals else value

    def take(self, word: str) -> bool:
        """Whether the word continues the number; if so it is counted in."""
        if word == "point":
            self._decimals = self._decimals or ""
            return True
        power = _powers().get(word)
        if power is not None:
            return self._decimals is None and self._take_power(power)
        value = _small().get(word) or _OPENING.get(word, Decimal(0))
        if self._decimals is None:
            return self._take_small(value)
        if value >= _TEN:
            return False
        self._decimals = f"{self._decimals}{int(value)}"
        return True

    def _take_small(self, value: Decimal) -> bool:
        if value >= self._room:
            return False
        self._section, self._started = self._section + value, True
        if value >= _HUNDRED:
            self._room = _HUNDRED
        else:
            self._room = _TEN if value >= _TWENTY else Decimal(0)
        return True

    def _take_power(self, power: Decimal) -> bool:
        if power >= self._last_power or (self._started and not self._section):
            return False
        # тысяча сто: a power that stands first is one of it.
        self._section, self._started = self._section or Decimal(1), True
        if power == _HUNDRED:
            if self._section >= _HUNDRED:
                return False
            self._section, self._room = self._section * power, _HUNDRED
            return True
        self._total += self._section * power
        self._section, self._room, self._last_power = Decimal(0), _THOUSAND, power
        return True

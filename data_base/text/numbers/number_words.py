"""Numbers written as words in English and Russian."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from itertools import groupby

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
_POINT = re.compile(" point | запятая ")
_RANK_ENDING = re.compile("(?:ь?(?:его|ему|ем|им|е)|[ыио]й|о(?:го|му|м|е)|ым)$")
# Longer runs are lists of numbers.
_LONGEST = 12


@cache
def number_words_pattern() -> str:
    """A regular expression for a run of number words in lower case, grouped by first letters for speed."""
    small = values("numbers.small")
    joint = rf"(?:[ -]|\u00a0| and |{_POINT.pattern})"
    more = rf"(?:{joint}(?:{_grouped((*small, *values('numbers.powers')))})\b)"
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
    point = _POINT.search(phrase)
    whole = phrase[: point.start()] if point else phrase
    value, length = _whole_value(whole)
    decimals, tens = "", False
    for match in _LETTERS.finditer(phrase, point.end()) if point and length == len(whole) else ():
        digit = values("numbers.small").get(match[0], _HUNDRED)
        if digit >= _HUNDRED or digit % 1:
            break
        # "запятая двадцать пять" is 25 behind the point, "ноль пять" 05.
        decimals = f"{decimals[:-1] if tens and digit < _TEN else decimals}{digit}"
        tens, length = digit >= _TWENTY, match.end()
    return value + Decimal(f".{decimals}") if decimals else value, length


def rank_in_words(phrase: str) -> int | None:
    """The number of a rank in Russian words, as years have it: "две тысячи двадцать третьем" is 2023."""
    words, _, last = phrase.rpartition(" ")
    rank = _ranks().get(_RANK_ENDING.sub("", last))
    before, length = number_words_value(words)
    if rank is None or length != len(words):
        return None
    # What is before has nothing in the places that the rank fills.
    place = next(place for place in (_TEN, _HUNDRED, _THOUSAND, 10 * _THOUSAND) if rank < place)
    return int(before + rank) if before % place == 0 else None


@cache
def _ranks() -> dict[str, Decimal]:
    """What the ranks are by their stems: "трет", "двадцат", "девятисот"."""
    small = values("numbers.small.ru").items()
    large = {word.rstrip("иа"): value for word, value in small if value >= _TWENTY}
    days = {_RANK_ENDING.sub("", word): value for word, value in values("dates.days.ru").items()}
    return large | days | {"сороков": 2 * _TWENTY, "двухтысячн": 2 * _THOUSAND}


def _whole_value(phrase: str) -> tuple[Decimal, int]:
    powers, small = values("numbers.powers"), values("numbers.small") | _OPENING
    total, section, room, last_power = Decimal(0), Decimal(0), _THOUSAND, Decimal("Infinity")
    length, before = 0, ""
    for match in _LETTERS.finditer(phrase):
        word = match[0]
        power = powers.get(word, last_power)
        if power < last_power and (power != _HUNDRED or section < _HUNDRED):
            # тысяча сто: a power that is first is one of it.
            section, room = (section or Decimal(1)) * power, _HUNDRED
            if power != _HUNDRED:
                total, section, room, last_power = total + section, Decimal(0), _THOUSAND, power
        elif small.get(word, room) < room:
            section += small[word]
            room = _room_behind(small[word])
        # "a hundred and five", but "fifty and two" are two numbers.
        elif not (word == "and" and before in powers) and not (word in {"a", "an"} and length):
            break
        length, before = match.end() if word != "and" else length, word
    return total + section, length


def _room_behind(value: Decimal) -> Decimal:
    """What may follow in the same section is below this: ten behind twenty, nothing behind twelve."""
    return _HUNDRED if value >= _HUNDRED else _TEN if value >= _TWENTY else Decimal(0)

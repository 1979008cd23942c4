"""Numbers and months of a text, looked up in others: quick, by digits, in any unit and script.

Two figures are the same where their digits are ("41.2 thousand", "41 200", "4.12万") and no scale that both
say forbids it; a factor of ten does. Words are read only where digits do not settle a question.
"""

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice, permutations, takewhile
from typing import NamedTuple

from data_base.text.word_lists import by_word
from scoring.values.mentions import stated_or_worded

_NUMBER = re.compile(
    # The engine skips to the first character; what may not come before it is looked at behind it.
    r"(\d(?<![A-Za-zА-яЁё\d].)(?:\d{0,2}(?:[,.\u00a0\u2009\u202f\u0020’']\d{3})+(?!\d)(?:[.,]\d+)?|\d*(?:[.,]\d+)?))"
    r"(?:\s?(thousand|million|billion|trillion|тыс|млн|млрд|миллион|миллиард|тысяч|[十百千萬万億亿]+))?",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "тыс": 3, "тысяч": 3, "млн": 6, "миллион": 6,
    "млрд": 9, "миллиард": 9, "十": 1, "百": 2, "千": 3, "萬": 4, "万": 4, "億": 8, "亿": 8,
}  # fmt: skip
# English writes months with a capital, Russian without, but at the head of a sentence.
_MONTH = re.compile(
    r"[JFMASONDЯФМАИСОНДяфмаисонд](?<!\w.)(?:anuary|une|uly|ebruary|arch|ay|pril|ugust|eptember|ctober|ovember|"
    r"ecember|нвар|еврал|арт|ая|ай|прел|вгуст|ю[нл]|ентябр|ктябр|оябр|екабр)[а-яё]{0,3}\b"
)
_DATE = re.compile(r"(\d(?<![\d.,/-].)\d{0,3})([-/.])(1[0-2]|0?[1-9])\2(\d{1,4})(?![\d/-]|[.,]\d)")
_LONGEST = 30
_MONTH_IN_DIGITS = re.compile(r"(?:^|[-/.年])\s?0?(1[0-2]|[1-9])(?=[-/.月])")
# What may contain a number in words; a text without any of these is not read for them.
_IN_WORDS = re.compile(
    r"[〇零一二三四五六七八九十百千萬万億亿兩两半]{2,}|[二三四五六七八九十兩两]|"
    # "4 thousand" is a figure in digits.
    r"(?<!\d[ \u00a0])\b(?:t(?:wo|hree|en|welve|hirteen|wenty|hirty|housand|wice|hrice|hird)|"
    r"f(?:our|ive|ifteen|orty|ifty|ortnight)|"
    r"s(?:ix|even)|e(?:ight|leven)|nine|hundred|million|half|dozen|quarter|"
    r"дв[ае]|тр[иё]|четыр|пят|шест|сем[ьи]|вос[еь]м|девят|десят|сорок|сто\b|тысяч|пол|вдвое)"
)
_SNIPPET = 40
_MOST_SNIPPETS = 20
_MOST_COMPUTED = 12
"""Figures that a further one may be computed from; of more, everything follows from something."""


class FoundFigure(NamedTuple):
    """A number or the name of a month, as it is in a text.

    Attributes:
        start: where it begins.
        end: where it ends, a scale's word included.
        raw: as it is written.
        digits: its significant digits, without zeros on either side; of a month ``month 5``.
        value: the number, the scale included; the month's number.
        scaled: whether a word says the scale.
        step: the unit of its last digit.
    """

    start: int
    end: int
    raw: str
    digits: str
    value: float
    scaled: bool = False
    step: float = 1.0


def is_found(figure: FoundFigure, texts: Sequence[str]) -> bool:
    """Whether a figure is in one of the texts, in digits or in words, rounded or not."""
    read = [_read(text) for text in texts]
    if figure.digits.startswith("month"):
        return any(figure.digits in each.by_digits or int(figure.value) in each.months for each in read)
    return any(each.contains(figure) for each in read) or any(figure.value in each.in_words for each in read)


class _Figures:
    """The figures of a text; words and months in digits are read when they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = figures_of(text)
        self.by_digits: dict[str, list[FoundFigure]] = {}
        for each in self._found:
            self.by_digits.setdefault(each.digits, []).append(each)

    def contains(self, figure: FoundFigure) -> bool:
        """Whether the text contains the number in digits."""
        alike = self.by_digits.get(figure.digits, ())
        return any(_is_rescaled(each, figure) for each in alike) or self._rounded_to(figure)

    @cached_property
    def months(self) -> frozenset[int]:
        """The months of dates in digits."""
        return frozenset(map(int, _MONTH_IN_DIGITS.findall(self._text)))

    @cached_property
    def in_words(self) -> frozenset[float]:
        """Numbers in words: a look at a few places, since reading everything is dear."""
        places = islice(_IN_WORDS.finditer(self._text.lower()), _MOST_SNIPPETS)
        starts = [match.start() for match in places]
        snippets = (self._text[max(0, start - _SNIPPET) : start + _SNIPPET] for start in starts)
        return frozenset().union(*map(_worded, snippets))

    def _rounded_to(self, figure: FoundFigure) -> bool:
        """Whether a longer figure here rounds to it; a single digit is no rounding of anything."""
        if len(figure.digits) <= 1:
            return False
        half = figure.step / 2
        values = self._by_value
        near = islice(values, bisect_left(values, (figure.value - half,)), None)
        return any(
            digits > len(figure.digits)
            for _, digits in takewhile(lambda each: each[0] <= figure.value + half, near)
        )

    @cached_property
    def _by_value(self) -> list[tuple[float, int]]:
        """The value of every figure with the number of its digits, ascending."""
        return sorted((each.value, len(each.digits)) for each in self._found)


@lru_cache(maxsize=256)
def _read(text: str) -> _Figures:
    return _Figures(text)


@lru_cache(maxsize=256)
def figures_of(text: str) -> tuple[FoundFigure, ...]:
    """The numbers in digits and the names of months of a text, in its order."""
    dates = list(_DATE.finditer(text))
    # A hash or a key is no figure, and has no value that a float could represent.
    numbers = (match for match in _NUMBER.finditer(text) if match.end() - match.start() <= _LONGEST)
    within = {place for date in dates for place in range(*date.span())}
    found = [_number(match) for match in numbers if match.start() not in within]
    found += [figure for date in dates for figure in _of_date(date)]
    months = by_word("dates.months")
    named = ((match, months.get(match[0].casefold().replace("ё", "е"))) for match in _MONTH.finditer(text))
    found += [
        FoundFigure(m.start(), m.end(), m[0], f"month {month}", int(month)) for m, month in named if month
    ]
    return tuple(sorted(found))


def is_computed(figure: FoundFigure, others: Sequence[FoundFigure]) -> bool:
    """Whether a figure is the sum, difference, ratio or percentage of two others, as far as it is written."""
    values = [each.value for each in others[:_MOST_COMPUTED] if not each.digits.startswith("month")]
    slack = figure.step / 2 + 1e-9
    for one, two in permutations(values, 2):
        results = [one + two, one - two]
        if two:
            results += [one / two, 100 * one / two, 100 * (one - two) / two]
        if any(abs(result - figure.value) <= slack for result in results):
            return True
    return False


def _is_rescaled(one: FoundFigure, other: FoundFigure) -> bool:
    """Whether figures of the same digits may be one amount: by thousands, by ten thousands, as a share."""
    if (one.scaled and other.scaled) or not one.value or not other.value:
        return one.value == other.value
    return abs(round(math.log10(one.value / other.value), 6)) in _RESCALED


_RESCALED = frozenset({0, 2, 3, 4, 6, 8, 9, 12})


def _of_date(match: re.Match[str]) -> list[FoundFigure]:
    """The day, the month and the year of a date in digits, in whichever order the outer two are."""
    first, month, last = ((match.start(n), match.end(n), match[n]) for n in (1, 3, 4))
    whole = (FoundFigure(a, b, raw, raw.strip("0") or "0", int(raw)) for a, b, raw in (first, last))
    return [*whole, FoundFigure(*month, f"month {int(month[2])}", int(month[2]))]


def _number(match: re.Match[str]) -> FoundFigure:
    plain = match[1].isdigit() and match[1].isascii()
    digits = match[1] if plain else "".join(str(int(each)) for each in match[1] if each.isdigit())
    scale_word = (match[2] or "").casefold()
    words = [scale_word] if scale_word in _SCALES else scale_word  # 萬億 is a scale of two
    power = 10.0 ** sum(map(_SCALES.__getitem__, words))
    decimals = 0 if plain else _decimals(match[1])
    return FoundFigure(
        match.start(),
        match.end(),
        match[0],
        digits.strip("0") or "0",
        int(digits) / 10.0**decimals * power,
        bool(scale_word),
        power / 10.0**decimals,
    )


def _decimals(written: str) -> int:
    """Digits behind the decimal mark; three behind the only mark are a group of thousands, but for 0.123."""
    marks = [n for n, character in enumerate(written) if not character.isdigit()]
    if not marks:
        return 0
    behind = len(written) - marks[-1] - 1
    grouped = behind == 3 and written[0] != "0" and len({written[n] for n in marks}) == 1  # noqa: PLR2004
    return 0 if grouped else behind


@lru_cache(maxsize=4096)
def _worded(snippet: str) -> frozenset[float]:
    figures = (mention.figure for mention in stated_or_worded(snippet))
    # "Seven km" is 7 as it is written, 7,000 in metres.
    return frozenset(float(value) for figure in figures if figure for value in (figure.value, figure.amount))

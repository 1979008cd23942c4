"""Numbers written as words in English and Russian."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import Literal, NamedTuple

_ENGLISH_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
)
_ENGLISH_TEENS = "sixteen seventeen eighteen nineteen"
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ENGLISH_POWERS = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
# One line a value: all case forms, ё as е.
_RUSSIAN = """
0 ноль нуль ноля нуля
1 один одна одно одного одной одному одним одном одну
2 два две двух двум двумя двое двоих двоим двоими
3 три трех трем тремя трое троих троим троими
4 четыре четырех четырем четырьмя четверо четверых четверым четверыми
5 пять пяти пятью пятеро пятерых пятерым пятерыми
6 шесть шести шестью шестеро шестерых шестерым шестерыми
7 семь семи семью семеро семерых семерым семерыми
8 восемь восьми восемью восьмью
9 девять девяти девятью
10 десять десяти десятью
11 одиннадцать одиннадцати одиннадцатью
12 двенадцать двенадцати двенадцатью дюжина дюжину
13 тринадцать тринадцати тринадцатью
14 четырнадцать четырнадцати четырнадцатью
15 пятнадцать пятнадцати пятнадцатью
16 шестнадцать шестнадцати шестнадцатью
17 семнадцать семнадцати семнадцатью
18 восемнадцать восемнадцати восемнадцатью
19 девятнадцать девятнадцати девятнадцатью
20 двадцать двадцати двадцатью
30 тридцать тридцати тридцатью
40 сорок сорока
50 пятьдесят пятидесяти пятьюдесятью
60 шестьдесят шестидесяти шестьюдесятью
70 семьдесят семидесяти семьюдесятью
80 восемьдесят восьмидесяти восемьюдесятью
90 девяносто девяноста
100 сто ста
200 двести двухсот двумстам двумястами двухстах
300 триста трехсот тремстам тремястами трехстах
400 четыреста четырехсот четыремстам четырьмястами четырехстах
500 пятьсот пятисот пятистам пятьюстами пятистах
600 шестьсот шестисот шестистам шестьюстами шестистах
700 семьсот семисот семистам семьюстами семистах
800 восемьсот восьмисот восьмистам восемьюстами восьмистах
900 девятьсот девятисот девятистам девятьюстами девятистах
1.5 полтора полторы полутора
"""
_RUSSIAN_POWERS = """
1000 тысяча тысячи тысяч тысяче тысячу тысячей тысячам тысячами тысячах
1000000 миллион миллиона миллионов миллиону миллионом миллионе миллионы миллионам миллионами миллионах
1000000000 миллиард миллиарда миллиардов миллиарду миллиардом миллиарде миллиарды миллиардам миллиардами
1000000000000 триллион триллиона триллионов триллиону триллионом триллионе триллионы триллионам триллионами
"""
_TEN, _TWENTY, _HUNDRED, _THOUSAND = map(Decimal, (10, 20, 100, 1000))
_LETTERS = re.compile(r"[a-zа-я]+")


class _Word(NamedTuple):
    value: Decimal
    power: bool


def _table() -> dict[str, _Word]:
    small = (_ENGLISH_UNITS + " " + _ENGLISH_TEENS).split()
    words = {word: _Word(Decimal(value), power=False) for value, word in enumerate(small)}
    words |= {
        word: _Word(Decimal(10 * value), power=False)
        for value, word in enumerate(_ENGLISH_TENS.split(), start=2)
    }
    words |= {word: _Word(Decimal(value), power=True) for word, value in _ENGLISH_POWERS.items()}
    for lines, power in ((_RUSSIAN, False), (_RUSSIAN_POWERS, True)):
        for line in lines.strip().splitlines():
            value, *forms = line.split()
            words |= {form: _Word(Decimal(value), power=power) for form in forms}
    return words


_WORDS = _table()
# Read as an article or a pronoun as often as a number: "one of them", "с одной стороны".
ARTICLE_LIKE = frozenset(
    {"one", "a", "an", "half a", "half an", "пол", "тысяча", "тысячу", "миллион", "миллиард"}
    | {*_RUSSIAN.strip().splitlines()[1].split()[1:]}
)
# "a hundred and five", "half a million", "an hour and a half", "тысяча сто": what else a number begins with.
_OPENING = {"a": Decimal(1), "an": Decimal(1), "half": Decimal("0.5"), "пол": Decimal("0.5")}
_OPENERS = (
    r"(?:half )?a(?= (?:hundred|thousand|million|billion|trillion|dozen)\b)|half an?(?= [a-z])"
    r"|an?(?= [a-z]{3,10} and a half\b|"
    r" (?:hour,? and [a-z0-9-]{1,20} minute|year,? and [a-z0-9-]{1,20} month)s?\b)"
    r"|тысяч[ау]\b|миллион\b|миллиард\b"
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
    start = _grouped(word for word, entry in _WORDS.items() if not entry.power)
    more = rf"(?:(?:[ -]|\u00a0| and | point )(?:{_grouped(_WORDS)})\b){{0,{_LONGEST}}}"
    return rf"\b(?:(?:{start})\b|{_OPENERS}){more}|{_HALVED}"


def _grouped(words: Iterable[str]) -> str:
    groups = groupby(sorted(words), key=lambda word: word[:2])
    return "|".join(
        f"{prefix}(?:{'|'.join(sorted((word[2:] for word in group), key=len, reverse=True))})"
        for prefix, group in groups
    )


@cache
def number_word_initials() -> str:
    """The letters that a run of number words may begin with."""
    return "".join(sorted({word[0] for word in (*_WORDS, *_OPENING)}))


def word_forms(first: int, last: int, language: Literal["en", "ru"]) -> str:
    """A regular expression for one number word with a value from ``first`` to ``last``."""
    words = (
        word
        for word, entry in _WORDS.items()
        if first <= entry.value <= last and not entry.power and word.isascii() == (language == "en")
    )
    return f"(?:{_grouped(words)})\\b"


def number_words_value(phrase: str) -> tuple[Decimal, int]:
    """The number at the beginning of a run of number words, and how many characters it takes.

    Args:
        phrase: what ``number_words_pattern`` matched. Its first word is always a number; words that do
            not continue that number ("two and three") are left for the next one.
    """
    reading = _Reading()
    length = 0
    before = ""
    for match in _LETTERS.finditer(phrase):
        if match[0] == "and":
            # "a hundred and five", but "fifty and two" are two numbers.
            if before not in _ENGLISH_POWERS:
                break
            continue
        before = match[0]
        if not (match[0] in {"a", "an"} and length) and not reading.take(match[0]):
            break
        length = match.end() if match[0] != "point" else length
    return reading.value, length


class _Reading:
    """A number while its words are read one by one."""

    def __init__(self) -> None:
        self._total = Decimal(0)
        self._section = Decimal(0)
        self._started = False
        self._room = _THOUSAND
        self._last_power = Decimal("Infinity")
        self._decimals: str | None = None

    @property
    def value(self) -> Decimal:
        value = self._total + self._section
        return value + Decimal(f"0.{self._decimals}") if self._decimals else value

    def take(self, word: str) -> bool:
        """Whether the word continues the number; if so it is counted in."""
        if word == "point":
            self._decimals = self._decimals if self._decimals is not None else ""
            return True
        entry = _WORDS.get(word) or _Word(_OPENING[word], power=False)
        if self._decimals is not None:
            return self._take_decimal(entry)
        return self._take_power(entry.value) if entry.power else self._take_small(entry.value)

    def _take_decimal(self, entry: _Word) -> bool:
        if entry.value >= _TEN or entry.power:
            return False
        self._decimals = f"{self._decimals}{int(entry.value)}"
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

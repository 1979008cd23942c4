"""Words that say an amount without being a numeral, as data: ranks, parts, multiples, periods."""

from decimal import Decimal

ENGLISH_RANKS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
    *("eighteenth", "nineteenth", "twentieth"),
)
RUSSIAN_RANKS = (
    *("перв", "втор", "трет", "четверт", "пят", "шест", "седьм", "восьм", "девят", "десят", "одиннадцат"),
    *("двенадцат", "тринадцат", "четырнадцат", "пятнадцат", "шестнадцат", "семнадцат", "восемнадцат"),
    *("девятнадцат", "двадцат"),
)
"""Stems without the ending of case."""
RANKS = {rank: place for ranks in (ENGLISH_RANKS, RUSSIAN_RANKS) for place, rank in enumerate(ranks, 1)}
PARTS = RANKS | {"half": 2, "quarter": 4, "hundredth": 100, "сот": 100, "треть": 3, "четверть": 4}
"""How many of them make a whole."""
_MULTIPLES = """
1 once
2 twice two doubl дважды вдвое двух дву удво 翻一番 翻了一番 翻倍 翻了一倍 加倍
3 thrice three trebl tripl трижды втрое трех тро утро
4 four quadrupl четырежды вчетверо четырех 翻两番 翻了两番
5 five впятеро пяти
6 six шести
7 seven
8 eight
9 nine
10 ten десяти
"""
MULTIPLES = {
    word: int(line.split()[0]) for line in _MULTIPLES.strip().splitlines() for word in line.split()[1:]
}
"""Words and stems for so many times."""
SECONDS = {"minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600}
MONTHS = {"month": 1, "quarter": 3, "half-year": 6, "year": 12}
PERIODS = {
    "сут": "day",
    "недел": "week",
    "месяц": "month",
    "год": "year",
    "час": "hour",
    "минут": "minute",
    "квартал": "quarter",
    "полугоди": "half-year",
    "季": "quarter",
    "周": "week",
    "星期": "week",
}
"""What the words of other languages say, in the names of ``SECONDS`` and ``MONTHS``."""
COMBINED_RUSSIAN = {
    stem: Decimal(line.split()[0])
    for line in """
0.5 полу
1 одно
1.5 полутора
2 двух
3 трех
4 четырех
5 пяти
6 шести
7 семи
8 восьми
9 девяти
10 десяти
12 двенадцати
14 четырнадцати
15 пятнадцати
18 восемнадцати
20 двадцати
24 двадцатичетырех
30 тридцати
40 сорока
60 шестидесяти
90 девяносто
""".strip().splitlines()
    for stem in line.split()[1:]
}
"""How many of something adjectives name: двухнедельный, полуторачасовая."""
COMBINED_PERIODS = {
    "недель": "week",
    "месяч": "month",
    "днев": "day",
    "суточ": "day",
    "часов": "hour",
    "минут": "minute",
    "лет": "year",
    "годич": "year",
    "годов": "year",
}
"""What the second part of such adjectives says."""

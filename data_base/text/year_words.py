"""Years in words: "тысяча девятьсот одиннадцатый год", "nineteen eighty-seven"."""

import re
from collections.abc import Iterator

from data_base.text.clock_reading import integer
from data_base.text.folding import Folded
from data_base.text.number_words import word_forms
from data_base.text.sign_search import matches_near

WordedYear = tuple[int, int, dict[str, int]]

_REACH = 80
_CENTURY = 100
_LATER_MILLENNIUM = 2000
_SPACE = "[ \u00a0]"
_ENDING = "(?:ый|ий|ой|ого|его|ому|ему|ым|им|ом|ем)"
_SMALL_RU = (
    *("перв", "втор", "треть", "четверт", "пят", "шест", "седьм", "восьм", "девят", "десят", "одиннадцат"),
    *("двенадцат", "тринадцат", "четырнадцат", "пятнадцат", "шестнадцат", "семнадцат", "восемнадцат"),
    "девятнадцат",
)
_TENS_RU = {
    **dict(zip(("двадцат", "тридцат", "сороков", "пятидесят", "шестидесят"), range(20, 70, 10), strict=True)),
    **dict(zip(("семидесят", "восьмидесят", "девяност"), range(70, 100, 10), strict=True)),
}
_RANKS_RU = {stem: rank for rank, stem in enumerate(_SMALL_RU, 1)} | {"трет": 3} | _TENS_RU
_HUNDREDS_RU = "сто|двести|триста|четыреста|пятьсот|шестьсот|семьсот|восемьсот|девятьсот"
_TENS_BEFORE_RU = "двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто"
_LONGEST_FIRST = sorted(_RANKS_RU, key=len, reverse=True)
_RUSSIAN = re.compile(
    rf"\b(?P<thousand>(?:одна )?тысяча|две тысячи)(?:{_SPACE}(?P<hundred>{_HUNDREDS_RU}))?"
    rf"(?:{_SPACE}(?P<ten>{_TENS_BEFORE_RU}))?{_SPACE}(?P<rank>{'|'.join(_LONGEST_FIRST)}){_ENDING}"
    rf"(?:{_SPACE}(?:г\.|год[ауео]?м?\b))"
)
_TWO_THOUSANDTH = re.compile(rf"\bдвухтысячн{_ENDING}{_SPACE}год[ауео]?м?\b")
_PAIR_EN = rf"(?:{word_forms(20, 90, 'en')}(?:[ -]{word_forms(1, 9, 'en')})?|{word_forms(10, 19, 'en')})"
_ENGLISH = re.compile(
    rf"\b(?P<century>sixteen|seventeen|eighteen|nineteen|twenty)[ -]"
    rf"(?:(?:oh|o)[ -](?P<unit>{word_forms(1, 9, 'en')})"
    rf"|(?P<pair>{_PAIR_EN}))(?![ -](?:per|percent|hundred|thousand|million|point)\b)"
)
_THOUSANDS_EN = re.compile(
    r"\b(?:in|since|until|by|before|after|during|from|year) "
    rf"(?P<core>two thousand(?: and)? (?P<pair>{_PAIR_EN}|{word_forms(1, 9, 'en')}))(?=[ ]?(?:[.,;:)]|$))"
)


def worded_years(page: Folded) -> Iterator[WordedYear]:
    """Years in words as (start, end, parts), in no order."""
    for match in matches_near(_RUSSIAN, page.low, ("тысяч",), _REACH):
        year = _LATER_MILLENNIUM if match["thousand"].startswith("две") else _LATER_MILLENNIUM // 2
        year += sum(max(integer(match[name]), 0) for name in ("hundred", "ten") if match[name])
        yield match.start(), match.end(), {"year": year + _RANKS_RU[match["rank"]]}
    for match in matches_near(_TWO_THOUSANDTH, page.low, ("двухтысячн",), _REACH):
        yield match.start(), match.end(), {"year": _LATER_MILLENNIUM}
    for match in matches_near(_ENGLISH, page.low, ("teen", "twenty"), _REACH):
        if (said := _english(match)) is not None:
            yield match.start(), match.end(), {"year": said}
    for match in matches_near(_THOUSANDS_EN, page.low, ("two thousand",), _REACH):
        yield *match.span("core"), {"year": _LATER_MILLENNIUM + integer(match["pair"])}


def _english(match: re.Match[str]) -> int | None:
    """The year that is said in two halves; "twenty twenty-four" is one, "twenty sixty" is none yet."""
    rest = integer(match["unit"] or match["pair"])
    year = integer(match["century"]) * _CENTURY + rest
    return year if rest > 0 and year < _LATER_MILLENNIUM + _CENTURY // 2 else None

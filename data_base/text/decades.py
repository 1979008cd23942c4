"""Decades that are told by two digits or in words: 90年代, "the '90s", девяностые годы."""

import re
from collections.abc import Iterator

from data_base.text.chinese_numerals import DIGITS
from data_base.text.folding import Folded
from data_base.text.sign_search import matches_near, scripts_in

Decade = tuple[int, int, dict[str, int]]

_CENTURY, _TEN = 100, 10
_ROC_BEGINS = 1911
# Without a century 90年代 is the last one's; of the 10s and 20s nobody knows.
_LAST_CENTURY, _THIS_CENTURY = 1900, 2000
_OLD = range(30, 100)
_REACH = 40
_SPACE = "[ \u00a0]"
_TENS_EN = {
    "twent": 20,
    "thirt": 30,
    "fort": 40,
    "fift": 50,
    "sixt": 60,
    "sevent": 70,
    "eight": 80,
    "ninet": 90,
}
_TENS_RU = {
    "двадцаты": 20,
    "тридцаты": 30,
    "сороковы": 40,
    "пятидесяты": 50,
    "шестидесяты": 60,
    "семидесяты": 70,
    "восьмидесяты": 80,
    "девяносты": 90,
}
_ZH_DIGIT = "[零〇一二三四五六七八九]"
_CENTURY_RU = (
    rf"(?:{_SPACE}(?P<century_ru>xix|xx|xxi|прошлого|минувшего|[12][0-9](?:-го)?|двадцатого){_SPACE}века\b)?"
)
_CENTURIES_RU = {"xix": 19, "19": 19, "xxi": 21, "21": 21}
_LAST = 20
_ZH_CENTURY = (
    r"(?:(?P<roc>民国)|(?P<last>上个?世纪)|(?P<this>本世纪)"
    r"|(?P<century>[12][0-9]|[一二]?十[一二三四五六七八九]?)世纪)"
)
_PATTERNS = (
    (
        ("年代",),
        re.compile(
            rf"(?:{_ZH_CENTURY}{_SPACE}?)?(?<![0-9零〇一二三四五六七八九])"
            rf"(?:(?P<tens>[1-9])0|(?P<zh>[一二三四五六七八九])?十"
            rf"|(?P<hundreds>[一二][零〇一二三四五六七八九])?(?P<spelled>{_ZH_DIGIT})[零〇])年代"
        ),
    ),
    (("0s",), re.compile(r"(?<![0-9a-z'])'(?P<tens>[1-9])0s\b")),
    (
        ("ties",),
        re.compile(
            r"\b(?:in|since|of|during|from|until|through|into) "
            rf"(?P<core>the (?:(?:early|late|mid)[ -])?(?P<en>{'|'.join(_TENS_EN)})ies)\b"
        ),
    ),
    (
        ("0-е", "0-х", "0-м"),
        re.compile(
            rf"(?<![0-9.,-])(?P<tens>[1-9])0-(?:[ех]|ми?){_SPACE}(?:гг\b\.?|год(?:ы|ов|ах|ам|ами)\b){_CENTURY_RU}"
        ),
    ),
    (
        ("десяты", "двадцаты", "тридцаты", "сороковы", "девяносты"),
        re.compile(
            rf"\b(?P<ru>{'|'.join(_TENS_RU)})(?:е|х|м|ми)"
            rf"(?:{_SPACE}(?:гг\b\.?|год(?:ы|ов|ах|ам|ами)\b){_CENTURY_RU}|(?<=х)(?={_SPACE}?[.,;]))"
        ),
    ),
)


def decades(page: Folded) -> Iterator[Decade]:
    """Decades as (start, end, parts), in no order; the parts hold the first year of the decade."""
    scripts = scripts_in(page.low)
    if not scripts:
        return
    for signs, pattern in _PATTERNS:
        for match in matches_near(pattern, page.low, signs, _REACH):
            if (first := _first_year(match)) is not None:
                yield *match.span("core" if match.groupdict().get("core") else 0), {"decade": first}


def _first_year(match: re.Match[str]) -> int | None:
    said = {name: value for name, value in match.groupdict().items() if value}
    tens = _tens(said)
    if "roc" in said:
        # The eighties of the Republic are 1991 to 2000: nine years of them lie in one decade of ours.
        return (_ROC_BEGINS + tens) // _TEN * _TEN
    century = _century(said)
    if century is None:
        return _LAST_CENTURY + tens if tens in _OLD else None
    return century + tens


def _century(said: dict[str, str]) -> int | None:
    """The first year of the century that is named; None where none is."""
    if "hundreds" in said:
        return (DIGITS[said["hundreds"][0]] * _TEN + DIGITS[said["hundreds"][1]]) * _CENTURY
    if "this" in said:
        return _THIS_CENTURY
    if "last" in said:
        return _LAST_CENTURY
    if "century" in said:
        return (_integer(said["century"]) - 1) * _CENTURY
    if "century_ru" in said:
        return (_CENTURIES_RU.get(said["century_ru"].removesuffix("-го"), _LAST) - 1) * _CENTURY
    return None


def _tens(said: dict[str, str]) -> int:
    if "tens" in said:
        return int(said["tens"]) * _TEN
    if "en" in said:
        return _TENS_EN[said["en"]]
    if "ru" in said:
        return _TENS_RU[said["ru"]]
    return DIGITS[said["spelled"]] * _TEN if "spelled" in said else DIGITS.get(said.get("zh", "一"), 1) * _TEN


def _integer(written: str) -> int:
    if written.isdigit():
        return int(written)
    tens, _, ones = written.partition("十")
    return DIGITS.get(tens, 1) * _TEN + DIGITS.get(ones, 0)

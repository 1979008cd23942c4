"""How dates are written, as regular expressions over folded lower-case text.

What a pattern says is told by the names of its groups: year, until (the next year), year_zh (digits one by
one), roc_year, month, name (of a month), day, ordinal (day in words), last (second day of a range),
last_month, part with kind (quarter or half), months with side (the first or last months of a year), decade,
hour, minute, noon. Patterns start with a character class where they can, which lets the engine skip ahead.
"""

import re
from functools import cache
from typing import NamedTuple

from data_base.text.date_words import (
    DAYS_ENGLISH,
    DAYS_RUSSIAN,
    MONTHLY_RUSSIAN,
    MONTHS_ENGLISH,
    MONTHS_RUSSIAN,
)
from data_base.text.number_words import word_forms
from data_base.text.sign_search import script_of


class DatePattern(NamedTuple):
    """One way of writing a date.

    Attributes:
        signs: strings of which every match contains one; empty if there are none.
        regex: the expression.
        check: which test a match has to pass beyond its own: "", "name" (a month's name that may be another
            word), "year" (a bare year), "order" (day and month may be in either order), "span" (a year and
            the next one), "roc" (a year of the Republic of China or so many years), "chinese" (a number that
            is a date among Chinese words), "slash" (there, a month and a day where words make them one).
        at_year: whether it begins with a year of four digits.
    """

    signs: tuple[str, ...]
    regex: re.Pattern[str]
    check: str = ""
    at_year: bool = False


# A year of four digits.
YEAR = r"[12][0-9]{3}(?![0-9])"
_TWO = r"[0-9][0-9]?(?![0-9])"
_ZH = "[零〇一二三四五六七八九十]"
_GAP = "[ \u00a0]"
_NUMBER_ZH = rf"(?:{_TWO}|{_ZH}{{1,3}})"
_MONTH_ZH = rf"(?P<month>[0-9一二三四五六七八九十][0-9一二十]?){_GAP}?月份?"
# 3月18日至28日, 3月18至28日, 3月18日和28日; "3月18日、20日內" is a day and a time.
_LAST_ZH = rf"(?:{_GAP}?[至到~、及和或-]{_GAP}?(?P<last>{_NUMBER_ZH}){_GAP}?[日号](?![内後后]))?"
_DAY_MARK_ZH = rf"(?:{_GAP}?[日号]|(?={_GAP}?[至到~-]{_GAP}?{_NUMBER_ZH}{_GAP}?[日号]))"
_MONTH_DAY_ZH = rf"{_MONTH_ZH}(?:{_GAP}?(?P<day>{_NUMBER_ZH}){_DAY_MARK_ZH}{_LAST_ZH})?"
_SEASON_ZH = rf"第?{_GAP}?(?P<part>[1-4一二三四]){_GAP}?(?P<kind>季)度?|(?P<part2>[上下])(?P<kind2>半)年度?"
_REST_ZH = rf"(?:{_GAP}*(?:{_MONTH_DAY_ZH}|{_SEASON_ZH}))?"
_AFTER_YEAR_ZH = rf"{_GAP}?年(?!代)(?:度|底|初|末)?{_REST_ZH}"
_YEAR_RU = rf"(?P<year>{YEAR})(?:{_GAP}?(?:год[ауе]?\b|гг?\b\.?))?"
_YEAR_EN = rf",?(?: of)?{_GAP}?(?P<year>{YEAR})"
# "18-28 March", "from the 18th to the 28th of March", "between 18 and 28 March", "18 и 28 марта"
_DAYS_JOINT = rf"(?:{_GAP}?-{_GAP}?|{_GAP}(?:to|till|until|through|and|or|по|до|и|или){_GAP}(?:the{_GAP})?)"
_DAYS = (
    rf"(?<![0-9])(?<![0-9][.:,/])(?P<day>[0-9][0-9]?(?![0-9]))(?:st|nd|rd|th|-?(?:о?го|о?е))?"
    rf"(?:{_DAYS_JOINT}(?P<last>{_TWO})(?:st|nd|rd|th|-?(?:о?го|о?е))?)?"
)
_COUNT_EN, _COUNT_RU = (rf"(?:{_TWO}|{word_forms(2, 11, language)})" for language in ("en", "ru"))
# Behind a month's whole name a stop ends the sentence.
_EN = (
    rf"(?P<name>{'|'.join(MONTHS_ENGLISH)})\b"
    r"(?:(?:(?<=jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|(?<=sept))\.)?"
)
_RU = (
    rf"(?P<name>{'|'.join(MONTHS_RUSSIAN)})\b"
    r"(?:(?:(?<=янв|фев|апр|авг|сен|окт|ноя|дек)|(?<=февр|сент|нояб))\.)?"
)
_THREE = "[1-9][0-9]{2}"
_THREE_YEARS = rf"(?<![0-9.,/])(?P<year>{_THREE})"
_YEARS_RU = r"(?:гг\b\.?|год(?:ы|ах|ов)\b)"
_WHEN_RU = rf"(?:(?<=\bв{_GAP})|(?<=\bк{_GAP})|(?<=\bс{_GAP})|(?<=\bдо{_GAP})|(?<=\bпосле{_GAP}))"
_ENDING_RU = r"-(?:м|го|му)(?![а-я])"
_ENDS_RU = rf"{_ENDING_RU}(?:{_GAP}?год|[,.;:!?)]|$)"
_NAMED_RU = rf"(?:{_GAP}?(?:год[а-я]{{0,2}}\b|гг?\b\.?))"
_ORDINAL_RU = r"\b(?P<part>iv|i{1,3}|[1-4]|перв|втор|трет|четверт)(?:-?[а-я]{1,3})?"
_ORDINAL_EN = r"\b(?P<part>first|second|third|fourth)"

# "the eighteenth to the twenty-eighth of March", "с восемнадцатого по двадцать восьмое марта"
_WORDED_EN, _WORDED_RU = (
    rf"\b(?P<ordinal>{'|'.join(days)})(?:{_DAYS_JOINT}(?P<ordinal_last>{'|'.join(days)}))?"
    for days in (DAYS_ENGLISH, DAYS_RUSSIAN)
)

_NAMES_EN = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAMES_RU = "янв|фев|март|апр|мая|май|маю|мае|июн|июл|авг|сен|окт|ноя|дек"
_SOURCES = (
    ("年", rf"(?P<year>{YEAR}){_AFTER_YEAR_ZH}", ""),
    (
        "民国",
        rf"民国{_GAP}?(?P<roc_year>[0-9]{{1,3}}|[一二三四五六七八九十百零〇]{{1,6}}|元){_AFTER_YEAR_ZH}",
        "",
    ),
    (
        "年",
        rf"(?P<year>{YEAR}){_GAP}?年的?(?P<side>[前头首]|最[后後]|末)(?P<months>{_NUMBER_ZH}){_GAP}?个月",
        "",
    ),
    ("年", rf"(?P<year_zh>[一二][零〇一二三四五六七八九]{{3}}){_AFTER_YEAR_ZH}", ""),
    (
        "年",
        rf"(?P<roc_year>1[0-2][0-9]){_GAP}?年(?=[度底初]|{_GAP}?(?:{_NUMBER_ZH}{_GAP}?月|第|[上下]半)){_REST_ZH}",
        "",
    ),
    # 一一四年度, 114學年度
    ("年", r"(?P<roc_year>一[一二][零〇○一二三四五六七八九])[学學]?年(?=度)", ""),
    ("年", rf"(?P<roc_year>1[0-2][0-9]){_GAP}?[学學]年(?=度)", ""),
    ("年", rf"(?P<roc_year>1[0-2][0-9]){_GAP}?年(?![代级級])", "roc"),
    ("月", _MONTH_DAY_ZH, ""),
    # 5—7月, 5到7月份
    (
        "月",
        rf"(?<![0-9.])(?P<month>{_NUMBER_ZH}){_GAP}?[至到~-]{_GAP}?(?P<last_month>{_NUMBER_ZH}){_GAP}?月份?(?!{_GAP}?{_NUMBER_ZH}{_GAP}?[日号])",
        "",
    ),
    ("季", rf"第{_GAP}?(?P<part>[1-4一二三四]){_GAP}?(?P<kind>季)度?", ""),
    ("半年", r"(?P<part>[上下])(?P<kind>半)年度?", ""),
    ("", rf"(?P<year>{YEAR})(?P<sep>[-/.])(?P<month>{_TWO})(?P=sep)(?P<day>{_TWO})", ""),
    # 113/3/27, 113.03.27: of the Republic of China.
    (
        "",
        rf"(?P<roc_year>1[0-3][0-9])(?P<sep>[-/.])(?P<month>{_TWO})(?P=sep)(?P<day>{_TWO})",
        "chinese",
    ),
    (
        "民国",
        rf"民国{_GAP}?(?P<roc_year>[0-9]{{1,3}})(?P<sep>[-/.])(?P<month>{_TWO})(?P=sep)(?P<day>{_TWO})",
        "",
    ),
    # 3/18至3/28, 自3/18起, 3/18(一)
    ("/", rf"(?P<month>{_TWO})/(?P<day>{_TWO})(?![0-9/])", "slash"),
    ("-", rf"(?P<day>{_TWO})-(?P<last>{_TWO})\.(?P<month>0[1-9]|1[0-2])\.(?P<year>{YEAR})", ""),
    (
        ".",
        rf"(?P<day>{_TWO})\.(?P<month>0[1-9]|1[0-2])(?={_GAP}?-{_GAP}?{_TWO}\.(?:0[1-9]|1[0-2])\.{YEAR})",
        "",
    ),
    (
        ".",
        rf"(?<=с{_GAP})(?P<day>{_TWO})\.(?P<month>0[1-9]|1[0-2])(?={_GAP}по{_GAP}{_TWO}\.(?:0[1-9]|1[0-2])(?![0-9]))",
        "",
    ),
    (
        ".",
        rf"(?<=[0-9]\.[01][0-9]{_GAP}по{_GAP})(?P<day>{_TWO})\.(?P<month>0[1-9]|1[0-2])(?![0-9]|\.[0-9])",
        "",
    ),
    ("/", rf"(?P<year>{YEAR})/(?P<until>(?:[12][0-9])?[0-9]{{2}})(?![0-9]|[-/.][0-9])", "span"),
    ("", rf"(?P<year>{YEAR})[-/](?P<month>0[1-9]|1[0-2])(?![0-9]|[-/.][0-9])", ""),
    ("-", rf"(?P<year>{YEAR})-(?P<until>[0-9]{{2}})(?![0-9]|[-/.][0-9])", "span"),
    ("", rf"(?P<month>[0-9][0-9]?)(?P<sep>[./-])(?P<day>{_TWO})(?P=sep)(?P<year>{YEAR})", "order"),
    (_NAMES_EN, rf"{_DAYS}{_GAP}(?:of )?{_EN}(?:{_YEAR_EN})?", ""),
    (_NAMES_EN, rf"{_WORDED_EN}{_GAP}of {_EN}(?:{_YEAR_EN})?", ""),
    (_NAMES_EN, rf"{_WORDED_EN}{_GAP}{_EN}{_YEAR_EN}", ""),
    (_NAMES_EN, rf"\b{_EN}(?:{_GAP}(?:the )?{_DAYS})?(?:{_YEAR_EN})?", "name"),
    (_NAMES_RU, rf"{_DAYS}{_GAP}{_RU}(?:,?{_GAP}{_YEAR_RU})?", ""),
    (_NAMES_RU, rf"{_WORDED_RU}{_GAP}{_RU}(?:,?{_GAP}{_YEAR_RU})?", ""),
    (_NAMES_RU, rf"\b{_RU}(?:,?{_GAP}{_YEAR_RU})?", ""),
    (_NAMES_RU, rf"\b(?P<name>{MONTHLY_RUSSIAN})\b", ""),
    ("q1|q2|q3|q4", rf"\b(?P<kind>q)(?P<part>[1-4])(?:{_YEAR_EN}|{_GAP}?'?(?P<year2>[0-9]{{2}})\b)?", ""),
    ("h1|h2", rf"\b(?P<kind>h)(?P<part>[12])(?:{_YEAR_EN}|{_GAP}'?(?P<year2>[0-9]{{2}})\b)", ""),
    ("1q|2q|3q|4q|1h|2h|3h|4h", rf"(?P<part>[1-4])(?P<kind>[qh]){_GAP}?'?(?P<year>{YEAR}|[0-9]{{2}}\b)", ""),
    ("", rf"(?P<year>{YEAR})[ \u00a0/-]?(?P<kind>[qh])(?P<part>[1-4])\b", ""),
    (
        " quarter",
        rf"{_ORDINAL_EN} (?P<kind>quarter)(?! of an hour|-hour| mile)(?:(?: of)?(?: the year)?{_YEAR_EN})?",
        "",
    ),
    # "the first three months of 2024", "первые три месяца 2024 года"
    (
        " months",
        rf"\b(?P<side>first|last|final|opening) (?P<months>{_COUNT_EN}) months (?:of|in) (?P<year>{YEAR})",
        "",
    ),
    (
        " месяц",
        rf"\b(?P<side>перв|последн)[а-я]+{_GAP}(?P<months>{_COUNT_RU}){_GAP}месяц[а-я]*{_GAP}{_YEAR_RU}",
        "",
    ),
    (" half", rf"{_ORDINAL_EN} (?P<kind>half)(?: of)?(?: the year)?{_YEAR_EN}", ""),
    ("квартал", rf"{_ORDINAL_RU}{_GAP}(?P<kind>к)вартал[а-я]*(?:{_GAP}{_YEAR_RU})?", ""),
    ("полугоди", rf"{_ORDINAL_RU}{_GAP}(?P<kind>п)олугоди[а-я]*(?:{_GAP}{_YEAR_RU})?", ""),
    ("fy", rf"\bfy[ \u00a0-]?(?P<year>{YEAR}|[0-9]{{2}}\b)(?:[/-](?:20)?[0-9]{{2}}\b)?", ""),
    ("0s|0's|0-е|0-х|0-м|0年代", r"(?P<decade>[12][0-9]{2}0)(?:'?s\b|-[ехм]{1,2}\b|年代)", ""),
    ("г", rf"(?P<year>{YEAR}){_GAP}?(?:год[а-я]{{0,2}}\b|гг?\b\.?)", ""),
    # "в 2024-м"; "1500-м" is rather a distance.
    (
        "-й|-го|-м|-ом|-ый",
        rf"(?P<year>(?:1[6-9]|20)[0-9]{{2}})-(?:й|го|му?|ом|ый)\b(?:{_GAP}(?:год[а-я]{{0,2}}\b|г\b\.?))?",
        "",
    ),
    # "в 1012-м", "в 968-м году"; a round number with such an ending is a distance where no year is named.
    (
        "-м|-го",
        rf"{_WHEN_RU}(?P<year>1[0-5][0-9][1-9]|(?:1[0-5][0-9]0|{_THREE})(?={_ENDS_RU})){_ENDING_RU}{_NAMED_RU}?",
        "",
    ),
    # зимой 968/969 г., 968-969 гг., в 968 году; "968 г" alone are grams.
    (
        "/",
        rf"{_THREE_YEARS}/(?P<until>{_THREE})(?![0-9/]|\.[0-9]){_NAMED_RU}?",
        "span",
    ),
    ("гг|год", rf"{_THREE_YEARS}{_GAP}?-{_GAP}?(?P<until>{_THREE}){_GAP}?{_YEARS_RU}", "span"),
    ("гг|год", rf"{_THREE_YEARS}(?={_GAP}?-{_GAP}?{_THREE}{_GAP}?{_YEARS_RU})", ""),
    ("гг|год", rf"{_THREE_YEARS}{_GAP}?(?:{_YEARS_RU}|годом\b|году\b(?!{_GAP}(?:жизн|правлен|существ)))", ""),
    ("год", rf"(?<![0-9.,])(?P<year>[1-9](?:[02-9][05-9]|1[0-9])){_GAP}?года?\b", ""),
    (
        "г",
        rf"(?:(?<=зимой{_GAP})|(?<=летом{_GAP})|(?<=весной{_GAP})|(?<=осенью{_GAP}))(?P<year>{_THREE}){_GAP}?г\b\.?",
        "",
    ),
    ("", rf"(?P<year>{YEAR})", "year"),
    (
        ":",
        rf"(?P<hour>[0-9][0-9]?):(?P<minute>[0-5][0-9])(?::[0-5][0-9])?(?!:?[0-9])(?:{_GAP}?(?P<noon>[ap])\.?m\b)?",
        "",
    ),
    ("a.m|p.m|am|pm", rf"(?P<hour>[0-9][0-9]?){_GAP}?(?P<noon>[ap])\.?m\b", ""),
)


@cache
def date_patterns_in(scripts: frozenset[str]) -> tuple[DatePattern, ...]:
    """Those patterns that can match in a text with letters of these scripts only."""
    return tuple(p for p in date_patterns() if (script_of(p.signs) or "") in {"", *scripts})


@cache
def date_patterns() -> tuple[DatePattern, ...]:
    """All patterns, compiled at first use."""
    return tuple(
        DatePattern(
            tuple(signs.split("|")) if signs else (),
            re.compile(source),
            check,
            at_year=source.startswith(f"(?P<year>{YEAR})"),
        )
        for signs, source, check in _SOURCES
    )

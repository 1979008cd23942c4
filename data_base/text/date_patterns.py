"""How dates and times of day are written, as regular expressions over folded lower-case text.

What a pattern says is told by the names of its groups: year, until (the next year), year_zh (digits one by
one), roc_year (of the Republic of China), month, name (of a month), day, last (second day of a range), part
with kind (quarter or half), decade, tens (of years, with their century), hour, minute, quarter and half of
an hour, clock (the part of the day), core (the date itself, where words around it are looked at). A digit at
the end of a group's name tells two groups of one meaning apart.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from data_base.text.number_words import word_forms
from data_base.text.word_lists import word_list


class DatePattern(NamedTuple):
    """One way of writing a date.

    Attributes:
        signs: strings of which every match contains one; empty if there are none.
        regex: the expression.
        check: which test a match has to pass beyond its own: "", "name" (a month's name that may be another
            word), "year" (a bare year), "order" (day and month may be in either order), "span" (a year and
            the next one).
        at_year: whether it begins with a year of four digits.
    """

    signs: tuple[str, ...]
    regex: re.Pattern[str]
    check: str = ""
    at_year: bool = False


YEAR = r"[12][0-9]{3}(?![0-9])"
"""A year of four digits."""
_TWO = r"[0-9][0-9]?(?![0-9])"
_GAP = "[ \u00a0]"
_NUMBER_ZH = rf"(?:{_TWO}|[零〇一二三四五六七八九十两]{{1,3}})"
# 3月18日至28日, 3月18至28日, 3月18日和28日; "3月18日、20日內" is a day and a time.
_LAST_ZH = rf"(?:{_GAP}?[至到~、及和或-]{_GAP}?(?P<last>{_NUMBER_ZH}){_GAP}?[日号](?![内後后]))?"
_DAY_MARK_ZH = rf"(?:{_GAP}?[日号]|(?={_GAP}?[至到~-]{_GAP}?{_NUMBER_ZH}{_GAP}?[日号]))"
_MONTH_DAY_ZH = (
    rf"(?P<month>[0-9一二三四五六七八九十][0-9一二十]?){_GAP}?月份?"
    rf"(?:{_GAP}?(?P<day>{_NUMBER_ZH}){_DAY_MARK_ZH}{_LAST_ZH})?"
)
_SEASON_ZH = rf"第?{_GAP}?(?P<part>[1-4一二三四]){_GAP}?(?P<kind>季)度?|(?P<part2>[上下])(?P<kind2>半)年度?"
_REST_ZH = rf"(?:{_GAP}*(?:{_MONTH_DAY_ZH}|{_SEASON_ZH}))?"
_AFTER_YEAR_ZH = rf"{_GAP}?年(?!代)(?:度|底|初|末)?{_REST_ZH}"
_YEAR_RU = rf"(?P<year>{YEAR})(?:{_GAP}?(?:год[ауе]?\b|гг?\b\.?))?"
_YEAR_EN = rf",?(?: of)?{_GAP}?(?P<year>{YEAR})"
# "18-28 March", "from the 18th to the 28th of March", "between 18 and 28 March", "18 и 28 марта"
_DAYS_JOINT = rf"(?:{_GAP}?-{_GAP}?|{_GAP}(?:to|till|until|through|and|or|по|до|и|или){_GAP}(?:the{_GAP})?)"
_ENDING = r"(?:st|nd|rd|th|-?(?:о?го|о?е))?"
_DAYS = rf"(?<![0-9])(?<![0-9][.:,/])(?P<day>[0-9][0-9]?(?![0-9])){_ENDING}(?:{_DAYS_JOINT}(?P<last>{_TWO}){_ENDING})?"
_MINUTES_ZH = rf"{_GAP}?(?P<minute>{_NUMBER_ZH}){_GAP}?分(?![之钟])|(?P<half>半)(?!年|径|球|导)|{_GAP}?(?P<quarter>[一三13])刻"
# 時間, 時期, 時段: the character begins another word.
_HOUR_ENDS_ZH = "(?![间候期代段数速长钟限差效刻常机光区事尚节针装点])"
_HOUR_ZH = rf"(?P<hour>{_NUMBER_ZH}){_GAP}?"
_CLOCK_EN, _CLOCK_RU = "(?:morning|afternoon|evening|night)", "(?:утра|дня|вечера|ночи)"
_NAMED_RU = rf"(?:{_GAP}?(?:год[а-я]{{0,2}}\b|гг?\b\.?))"


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
        for signs, source, check in _sources()
    )


def _month(language: str) -> tuple[str, str]:
    """What names of months begin with, and an expression for one with the stop of a short form."""
    whole, short = word_list(f"dates.months.{language}"), word_list(f"dates.short_months.{language}")
    begins = "|".join(sorted({word[:3] for word in (*whole, *short)}))
    return begins, rf"(?P<name>(?:{_any(whole)})\b|(?:{_any(short)})\b\.?)"


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _sources() -> tuple[tuple[str, str, str], ...]:
    """Patterns as signs, expression and check."""
    begin_en, month_en = _month("en")
    begin_ru, month_ru = _month("ru")
    days_en, days_ru = (_any(word_list(f"dates.days.{language}")) for language in ("en", "ru"))
    hours = f"{word_forms(1, 12, 'en')}|{word_forms(1, 12, 'ru')}"
    clock_zh = f"(?P<clock>(?:{_any(w for w in word_list('dates.clock') if w > '一')})(?!期|年|于|於))"
    return (
        ("年", rf"(?P<year>{YEAR}){_AFTER_YEAR_ZH}", ""),
        (
            "民国",
            rf"民国{_GAP}?(?P<roc_year>[0-9]{{1,3}}|[一二三四五六七八九十百零〇元]{{1,6}}){_AFTER_YEAR_ZH}",
            "",
        ),
        ("年", rf"(?P<year_zh>[一二][零〇一二三四五六七八九]{{3}}){_AFTER_YEAR_ZH}", ""),
        (
            "年",
            rf"(?P<roc_year>1[0-2][0-9]){_GAP}?年(?=[度底初]|{_GAP}?(?:{_NUMBER_ZH}{_GAP}?月|第|[上下]半)){_REST_ZH}",
            "",
        ),
        ("月", _MONTH_DAY_ZH, ""),
        # 5—7月: the first month
        (
            "月",
            rf"(?<![0-9.])(?P<month>{_NUMBER_ZH})(?={_GAP}?[至到~-]{_GAP}?{_NUMBER_ZH}{_GAP}?月(?!{_GAP}?{_NUMBER_ZH}{_GAP}?[日号]))",
            "",
        ),
        ("季", rf"第{_GAP}?(?P<part>[1-4一二三四]){_GAP}?(?P<kind>季)度?", ""),
        ("半年", r"(?P<part>[上下])(?P<kind>半)年度?", ""),
        ("", rf"(?P<year>{YEAR})(?P<sep>[-/.])(?P<month>{_TWO})(?P=sep)(?P<day>{_TWO})", ""),
        ("/", rf"(?P<year>{YEAR})/(?P<until>(?:[12][0-9])?[0-9]{{2}})(?![0-9]|[-/.][0-9])", "span"),
        ("", rf"(?P<year>{YEAR})[-/](?P<month>0[1-9]|1[0-2])(?![0-9]|[-/.][0-9])", ""),
        ("-", rf"(?P<year>{YEAR})-(?P<until>[0-9]{{2}})(?![0-9]|[-/.][0-9])", "span"),
        ("", rf"(?P<month>[0-9][0-9]?)(?P<sep>[./-])(?P<day>{_TWO})(?P=sep)(?P<year>{YEAR})", "order"),
        (begin_en, rf"(?:{_DAYS}{_GAP}(?:of )?|\b(?P<day2>{days_en}) of ){month_en}(?:{_YEAR_EN})?", ""),
        (begin_en, rf"\b{month_en}(?:{_GAP}(?:the )?{_DAYS})?(?:{_YEAR_EN})?", "name"),
        (begin_ru, rf"(?:{_DAYS}{_GAP}|\b(?P<day2>{days_ru}){_GAP}|\b){month_ru}(?:,?{_GAP}{_YEAR_RU})?", ""),
        (
            "q1|q2|q3|q4",
            rf"\b(?P<kind>q)(?P<part>[1-4])(?:{_YEAR_EN}|{_GAP}?'?(?P<year2>[0-9]{{2}})\b)?",
            "",
        ),
        ("1q|2q|3q|4q|1h|2h", rf"(?P<part>[1-4])(?P<kind>[qh]){_GAP}?'?(?P<year>{YEAR}|[0-9]{{2}}\b)", ""),
        ("", rf"(?P<year>{YEAR})[ \u00a0/-]?(?P<kind>[qh])(?P<part>[1-4])\b", ""),
        (
            " quarter",
            r"\b(?P<part>first|second|third|fourth) (?P<kind>quarter)(?! of an hour|-hour| mile)"
            rf"(?:(?: of)?(?: the year)?{_YEAR_EN})?",
            "",
        ),
        (" half", rf"\b(?P<part>first|second) (?P<kind>half)(?: of)?(?: the year)?{_YEAR_EN}", ""),
        (
            "квартал|полугоди",
            r"\b(?P<part>iv|i{1,3}|[1-4]|перв|втор|трет|четверт)(?:-?[а-я]{1,3})?"
            rf"{_GAP}(?P<kind>квартал|полугоди)[а-я]*(?:{_GAP}{_YEAR_RU})?",
            "",
        ),
        ("fy", rf"\bfy[ \u00a0-]?(?P<year>{YEAR}|[0-9]{{2}}\b)(?:[/-](?:20)?[0-9]{{2}}\b)?", ""),
        ("0s|0's|0-е|0-х|0-м|0年代", r"(?P<decade>[12][0-9]{2}0)(?:'?s\b|-[ехм]{1,2}\b|年代)", ""),
        ("0s", r"(?<![0-9a-z'])'(?P<tens>[3-9]0)s\b", ""),
        (
            "年代",
            rf"(?<![0-9])(?:(?P<century>[12][0-9]|[一二]?十[一二三四五六七八九]?)世纪{_GAP}?(?P<tens>[1-9]0|[二三四五六七八九]?十)"
            r"|(?:上个?世纪)?(?P<tens2>[3-9]0|[三四五六七八九]十))年代",
            "",
        ),
        ("г", rf"(?P<year>{YEAR}){_NAMED_RU}", ""),
        # "в 2024-м"; "1500-м" is rather a distance.
        ("-й|-го|-м|-ом|-ый", rf"(?P<year>(?:1[6-9]|20)[0-9]{{2}})-(?:й|го|му?|ом|ый)\b{_NAMED_RU}?", ""),
        ("", rf"(?P<year>{YEAR})", "year"),
        (
            ":",
            rf"(?:{clock_zh}{_GAP}?)?(?P<hour>[0-9][0-9]?):(?P<minute>[0-5][0-9])(?::[0-5][0-9])?(?!:?[0-9])"
            rf"(?:{_GAP}?(?:(?P<clock2>[ap])\.?{_GAP}?m\b|in the (?P<clock3>{_CLOCK_EN})\b|(?P<clock4>{_CLOCK_RU})\b))?",
            "",
        ),
        ("m", rf"(?P<hour>[0-9][0-9]?)(?:\.(?P<minute>[0-5][0-9]))?{_GAP}?(?P<clock>[ap])\.?{_GAP}?m\b", ""),
        ("in the |at night", rf"\b(?P<hour>[0-9]{{1,2}}|{hours}) (?:in the|at) (?P<clock>{_CLOCK_EN})\b", ""),
        (
            " noon| midday| midnight",
            r"\b(?:at|by|until|till|before|after|from|since|about|around|of|and|12) (?P<core>(?P<name2>noon|midday|midnight)\b)",
            "",
        ),
        ("点", rf"{clock_zh}[约近]?{_GAP}?{_HOUR_ZH}点(?:{_MINUTES_ZH}|钟|整|许)?", ""),
        ("点", rf"{_HOUR_ZH}点(?:{_MINUTES_ZH}|钟|整)", ""),
        ("时", rf"{clock_zh}[约近]?{_GAP}?{_HOUR_ZH}时(?:{_MINUTES_ZH}|整|许|{_HOUR_ENDS_ZH})", ""),
        ("时", rf"(?<![历共耗为用费需满]){_HOUR_ZH}时(?:{_MINUTES_ZH})", ""),
        ("时", rf"(?<![历共耗为用费需满约])(?P<hour>[0-9]{{1,2}}){_GAP}?时(?:整|许|{_HOUR_ENDS_ZH})", ""),
        (
            " час| ч | ч.",
            rf"\b(?:в|во|к){_GAP}(?P<core>(?P<hour>{_TWO}){_GAP}?(?:час(?:а|ов)?|ч)\b\.?,?{_GAP}(?P<minute>{_TWO}){_GAP}?"
            rf"мин(?:ут[аыу]?)?\b(?:{_GAP}(?P<clock>{_CLOCK_RU})\b)?)",
            "",
        ),
        (
            " утра| вечера| ночи| дня",
            rf"\b(?:в|к|до|с|со|после|около|от){_GAP}(?P<core>(?P<hour>{_TWO}|{hours})"
            rf"(?:{_GAP}час(?:|а|ов|ам)\b)?{_GAP}(?P<clock>{_CLOCK_RU})\b)",
            "",
        ),
    )

"""How dates and times of day are written, as regular expressions over folded lower-case text.

What a pattern says is given by the names of its groups: year, until (the next year), year_zh (digits one by
one), year_en and year_ru (in words), era_year (of the Republic of China, or of a Japanese era), month, name
(of a month), day, last (second day of a range), first and second (day and month in either order), part with
kind (quarter or half), decade, tens (of years, with their century), hour, minute, half and quarter of an
hour, clock (the part of the day), noon, core (the date, where words around it are looked at). A digit at the
end of a group's name parts two groups of one meaning.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from data_base.text.word_lists import word_list

YEAR = r"[12][0-9]{3}(?![0-9])"
"""A year of four digits."""


class DatePattern(NamedTuple):
    """One way of writing a date; every match contains one of the signs, if there are any."""

    signs: tuple[str, ...]
    regex: re.Pattern[str]
    at_year: bool
    groups: tuple[tuple[int, str], ...]


# Words in capitals stand for these, which may contain others in turn.
_PIECES = {
    "YEAR": YEAR,
    "TWO": "[0-9][0-9]?(?![0-9])",
    "SPACE": "[ \u00a0]",
    "GAP": "[ \u00a0]?",
    "NUMBER": "(?:TWO|[零〇一二三四五六七八九十两]{1,3})",
    # 3月18日至28日, 3月18至28日, 3月18日和28日; "3月18日、20日內" is a day and a time.
    "LAST": "(?:GAP[至到~、及和或-]GAP(?P<last>NUMBER)GAP[日号](?![内後后]))?",
    "DAY": "(?:GAP[日号]|(?=GAP[至到~-]GAPNUMBERGAP[日号]))LAST",
    "MONTH_AND_DAY": "(?P<month>[0-9一二三四五六七八九十][0-9一二十]?)GAP月份?(?:GAP(?P<day>NUMBER)DAY)?",
    "SEASON": "第?GAP(?P<part>[1-4一二三四])GAP(?P<kind>季)度?|(?P<part2>[上下])(?P<kind2>半)年度?",
    "REST": "(?:SPACE*(?:MONTH_AND_DAY|SEASON))?",
    "AFTER_YEAR": "GAP年(?!代)[度底初末]?REST",
    "OF_YEAR": r",?(?: of)?GAP(?P<year>YEAR)",
    "GODA": r"(?:GAP(?:год[а-я]{0,2}\b|гг?\b\.?))",
    "OF_YEAR_RU": r"(?:,?SPACE(?:(?P<year>YEAR)GODA?|YEAR_RU))?",
    "YEAR_RU": r"(?P<year_ru>THOUSAND_RU(?:SPACE[а-я]{5,14}){1,3}|двухтысячн[а-я]{2,3})SPACEгод[а-я]{0,2}\b",
    "THOUSAND_RU": "(?:(?:однаSPACE)?тысяча|двеSPACEтысячи)",
    # "18-28 March", "from the 18th to the 28th of March", "between 18 and 28 March", "18 и 28 марта"
    "TO": "(?:GAP-GAP|SPACE(?:to|till|until|through|and|or|по|до|и|или)SPACE(?:theSPACE)?)",
    "ENDING": "(?:st|nd|rd|th|-?(?:о?го|о?е))?",
    # The engine skips to the first digit; what may not come before it is looked at behind it.
    "DAYS": "(?P<day>[0-9](?<![0-9].)(?<![0-9][.:,/].)[0-9]?(?![0-9]))ENDING(?:TO(?P<last>TWO)ENDING)?",
    "MINUTES": "GAP(?P<minute>NUMBER)GAP分(?![之钟])|(?P<half>半)(?!年|径|球|导)|GAP(?P<quarter>[一三13])刻",
    # 時間, 時期, 時段: the character begins another word.
    "SIGN_ENDS": "(?![间候期代段数速长钟限差效刻常机光区事尚节针装点])",
    "HOUR": "(?P<hour>NUMBER)GAP",
    "TIME": "(?P<hour>[0-9][0-9]?):(?P<minute>[0-5][0-9])(?::[0-5][0-9])?(?!:?[0-9])",
    "ERA": "民国|明治|大正|昭和|平成|令和",
    "CENTURY_EN": "(?:(?:seven|eigh|nine)teen|twenty)",
    "TENS_EN": "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)",
    "TEENS_EN": "(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)",
    "ONES_EN": "(?:one|two|three|four|five|six|seven|eight|nine)",
    "EN_CLOCK": "(?:morning|afternoon|evening|night)",
    "RU_CLOCK": "(?:утра|дня|вечера|ночи)",
}
_SOURCES = (
    ("年", "(?P<year>YEAR)AFTER_YEAR"),
    ("ERA", "(?P<era>ERA)GAP(?P<era_year>[0-9]{1,3}|[一二三四五六七八九十百零〇元]{1,6})AFTER_YEAR"),
    ("年", "(?P<year_zh>[一二][零〇一二三四五六七八九]{3})AFTER_YEAR"),
    ("年", "(?P<era_year>1[0-2][0-9])GAP年(?=[度底初]|GAP(?:NUMBERGAP月|第|[上下]半))REST"),
    ("月", "MONTH_AND_DAY"),
    # 5—7月: the first month
    ("月", "(?<![0-9.])(?P<month>NUMBER)(?=GAP[至到~-]GAPNUMBERGAP月(?!GAPNUMBERGAP[日号]))"),
    ("季", "第GAP(?P<part>[1-4一二三四])GAP(?P<kind>季)度?"),
    ("半年", "(?P<part>[上下])(?P<kind>半)年度?"),
    ("", "(?P<year>YEAR)(?P<sep>[-/.])(?P<month>TWO)(?P=sep)(?P<day>TWO)"),
    ("/", "(?P<year>YEAR)/(?P<until>(?:[12][0-9])?[0-9]{2})(?![0-9]|[-/.][0-9])"),
    ("", "(?P<year>YEAR)[-/](?P<month>0[1-9]|1[0-2])(?![0-9]|[-/.][0-9])"),
    ("-", "(?P<year>YEAR)-(?P<until>[0-9]{2})(?![0-9]|[-/.][0-9])"),
    ("", "(?P<first>[0-9][0-9]?)(?P<sep>[./-])(?P<second>TWO)(?P=sep)(?P<year>YEAR)"),
    ("BEGIN_EN", r"DAYSSPACE(?:of )?MONTH_EN(?:OF_YEAR)?"),
    ("st of |nd of |rd of |th of ", r"\b(?P<day>WORDED_EN) of MONTH_EN(?:OF_YEAR)?"),
    ("BEGIN_EN", r"\bMONTH_EN(?:SPACE(?:the )?DAYS)?(?:OF_YEAR)?"),
    ("BEGIN_RU", "DAYSSPACEMONTH_RUOF_YEAR_RU"),
    ("BEGIN_RU", r"(?:\b(?P<day>WORDED_RU)SPACE|\b)MONTH_RUOF_YEAR_RU"),
    ("q1|q2|q3|q4", r"\b(?P<kind>q)(?P<part>[1-4])(?:OF_YEAR|GAP'?(?P<year2>[0-9]{2})\b)?"),
    (
        " quarter",
        r"\bWHICH_EN (?P<kind>quarter)(?! of an hour|-hour| mile)(?:(?: of)?(?: the year)?OF_YEAR)?",
    ),
    (" half", r"\bWHICH_EN (?P<kind>half)(?: of)?(?: the year)?OF_YEAR"),
    ("квартал|полугоди", r"\bWHICH_RUSPACE(?P<kind>квартал|полугоди)[а-я]*OF_YEAR_RU"),
    ("fy", r"\bfy[ \u00a0-]?(?P<year>YEAR|[0-9]{2}\b)(?:[/-](?:20)?[0-9]{2}\b)?"),
    ("0s|0's|0-е|0-х|0-м|0年代", r"(?P<decade>[12][0-9]{2}0)(?:'?s\b|-[ехм]{1,2}\b|年代)"),
    ("0s", r"(?<![0-9a-z'])'(?P<tens>[3-9]0)s\b"),
    (
        "年代",
        "(?P<century>[12][0-9]|[一二]?十[一二三四五六七八九]?)世纪GAP(?P<tens>[1-9]0|[二三四五六七八九]?十)年代",
    ),
    ("年代", "(?<![0-9])(?:上个?世纪)?(?P<tens>[3-9]0|[三四五六七八九]十)年代"),
    ("г", "(?P<year>YEAR)GODA"),
    # "в 2024-м"; "1500-м" is rather a distance.
    ("-й|-го|-м|-ом|-ый", r"(?P<year>(?:1[6-9]|20)[0-9]{2})-(?:й|го|му?|ом|ый)\bGODA?"),
    ("", "(?P<year>YEAR)"),
    ("тысяч", r"\bYEAR_RU"),
    # "nineteen seventy-eight", not "eighteen twenty-foot containers"
    (
        "een |een-|enty ",
        r"\b(?P<year_en>CENTURY_EN[ -](?:TENS_EN(?:[ -]ONES_EN)?|TEENS_EN|oh[ -]ONES_EN))\b(?!-)",
    ),
    ("BEGIN_ZH", "CLOCK_ZHGAPTIME"),
    (":", "TIME(?:CLOCK_BEHIND)?"),
    ("m", r"(?P<hour>[0-9][0-9]?)(?:\.(?P<minute>[0-5][0-9]))?GAP(?P<clock>[ap])\.?GAPm\b"),
    ("in the |at night", r"\b(?P<hour>[0-9]{1,2}) (?:in the|at) (?P<clock>EN_CLOCK)\b"),
    (
        "noon|midday|midnight",
        r"\b(?:at|by|until|till|before|after|from|about|12) (?P<core>(?P<noon>noon|mid(?:day|night))\b)",
    ),
    ("点", "CLOCK_ZH[约近]?GAPHOUR点(?:MINUTES|钟|整|许)?"),
    ("点", "HOUR点(?:MINUTES|钟|整)"),
    ("时", "CLOCK_ZH[约近]?GAPHOUR时(?:MINUTES|整|许|SIGN_ENDS)"),
    ("时", "(?<![历共耗为用费需满])HOUR时(?:MINUTES)"),
    ("时", "(?<![历共耗为用费需满约])(?P<hour>[0-9]{1,2})GAP时(?:整|许|SIGN_ENDS)"),
    (
        " час| ч | ч.",
        r"\b(?:в|во|к)SPACE(?P<core>(?P<hour>TWO)GAP(?:час(?:а|ов)?|ч)\b\.?,?SPACE(?P<minute>TWO)GAPмин(?:ут[аыу]?)?\b)",
    ),
    (
        " утра| вечера| ночи| дня",
        r"\b(?:в|к|до|с|со|после|около|от)SPACE(?P<core>(?P<hour>TWO)(?:SPACEчас(?:|а|ов|ам)\b)?SPACE(?P<clock>RU_CLOCK)\b)",
    ),
)


@cache
def date_patterns(*, ascii_only: bool = False) -> tuple[DatePattern, ...]:
    """All patterns, compiled at first use; or those that can match in a text of ASCII characters."""
    if ascii_only:
        return tuple(each for each in date_patterns() if not each.signs or any(map(str.isascii, each.signs)))
    clock = [word for word in word_list("dates.clock") if word > "一"]
    pieces = _PIECES | {
        "BEGIN_ZH": "|".join(sorted({word[0] for word in clock})),
        "CLOCK_ZH": f"(?P<clock>(?:{_any(clock)})(?!期|年|于|於))",
        "CLOCK_BEHIND": r"GAP(?:(?P<clock2>[ap])\.?GAPm|in the (?P<clock3>EN_CLOCK)|(?P<clock4>RU_CLOCK))\b",
        "WHICH_EN": "(?P<part>first|second|third|fourth)",
        "WHICH_RU": "(?P<part>iv|i{1,3}|[1-4]|перв|втор|трет|четверт)(?:-?[а-я]{1,3})?",
    }
    for language in ("en", "ru"):
        whole, short = (word_list(f"dates.{name}.{language}") for name in ("months", "short_months"))
        pieces[f"BEGIN_{language.upper()}"] = "|".join(sorted({word[:3] for word in (*whole, *short)}))
        pieces[f"MONTH_{language.upper()}"] = rf"(?P<name>(?:{_any(whole)})\b|(?:{_any(short)})\b\.?)"
        pieces[f"WORDED_{language.upper()}"] = _any(word_list(f"dates.days.{language}"))
    names = re.compile("|".join(sorted(pieces, key=len, reverse=True)))

    def written(source: str) -> str:
        return names.sub(lambda match: written(pieces[match[0]]), source)

    def compiled(signs: str, source: str) -> DatePattern:
        regex = re.compile(written(source))
        groups = tuple((number, name.rstrip("234")) for name, number in regex.groupindex.items())
        marks = tuple(filter(None, written(signs).split("|")))
        return DatePattern(marks, regex, source.startswith("(?P<year>YEAR)"), groups)

    return tuple(compiled(signs, source) for signs, source in _SOURCES)


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))

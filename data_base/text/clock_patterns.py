"""How times of day are written, as regular expressions over folded lower-case text.

What a pattern says is told by the names of its groups: ``core`` (what the time is read from, all of the match
if missing), hour, called (the hour that has begun, as Russian says it), minute, half and quarter of an hour,
side (past or to) and before (the minutes are missing to the hour), day (the part of the day), name (noon or
midnight), one (the hour one, unsaid), first and last (the other hour of a range).
"""

import re
from functools import cache
from typing import NamedTuple

from data_base.text.number_words import word_forms
from data_base.text.sign_search import script_of


class ClockPattern(NamedTuple):
    """One way of writing a time of day.

    Attributes:
        signs: strings of which every match contains one.
        regex: the expression.
        russian: whether it needs Russian letters.
        open_half: whether an hour up to 12 without a part of the day may be in the morning or the afternoon.
    """

    signs: tuple[str, ...]
    regex: re.Pattern[str]
    russian: bool
    open_half: bool


# As in "половина третьего": half of the third hour is half past two.
HOUR_STEMS_RU = (
    *("перв", "втор", "трет", "четверт", "пят", "шест"),
    *("седьм", "восьм", "девят", "десят", "одиннадцат", "двенадцат"),
)
_GAP = "[ \u00a0]"
_TWO = "[0-9]{1,2}(?![0-9])"
_ZH = f"(?:{_TWO}|[零〇一二三四五六七八九十两]{{1,3}})"
_DAY_ZH = (
    "(?P<day>凌晨|清晨|早上|早晨|今早|上午|中午|正午|下午|午后|午後|傍晚|今晚|当晚|當晚|昨晚|明晚|晚上|晚间|夜间|夜里|深夜|半夜"
    "|早(?!期|年)|晚(?!期|年|于|於))"
)
_MINUTES_ZH = (
    rf"{_GAP}?(?P<minute>{_ZH}){_GAP}?分(?![之钟])|(?P<half>半)(?!年|径|球|导)|{_GAP}?(?P<quarter>[一三13])刻"
)
_ONES_ZH = "[一二三四五六七八九]"
_BARE_MINUTES_ZH = rf"(?P<minute2>[0-5][0-9]|[二三四五]?十{_ONES_ZH}?|零{_ONES_ZH})(?=[\s，。、；,;）)]|$)"
# 時間, 時期, 時段: the character begins another word.
_HOUR_SIGN_ENDS = "(?![间候期代段数速长钟限差效刻常机光区事尚节针装点])"

_EN = rf"(?:{_TWO}|{word_forms(1, 12, 'en')})"
_IN_THE_DAY = "in the (?P<day>morning|afternoon|evening)\\b"
_DAY_EN = rf"(?:,?{_GAP}{_IN_THE_DAY}|,?{_GAP}at (?P<day2>night)\b|,?{_GAP}?(?P<day3>[ap])\.?{_GAP}?m\b)"
_MINUTES_EN = rf"(?:{_TWO}|{word_forms(1, 59, 'en')}(?:[ -]{word_forms(1, 9, 'en')})?)"
_NO_AMOUNT = r"(?![ -]?(?:thirds?|quarters?|hundred|thousand|million|billion|per|%|[.,][0-9]))"
_WORD_HOUR_EN = word_forms(1, 12, "en")
_HOUR_AND_MINUTES_EN = (
    rf"(?P<hour>{_WORD_HOUR_EN}) (?P<minute>{word_forms(10, 59, 'en')}(?:-{word_forms(1, 9, 'en')})?)\b"
)
_TO_HOUR = rf"(?P<side>to) (?P<hour>{_EN})\b{_NO_AMOUNT}"
_BEFORE_EN = r"\b(?:at|by|until|till|before|after|from|since|around|about|of|to|and) "

_WORD_RU = word_forms(1, 59, "ru")
_RU = rf"(?:{_TWO}|{_WORD_RU}(?:{_GAP}{_WORD_RU})?)"
_TEN_OR_MORE_RU = rf"{word_forms(10, 59, 'ru')}(?:{_GAP}{word_forms(1, 9, 'ru')})?"
_DAY_RU = rf"{_GAP}(?P<day>утра|дня|вечера|ночи)\b"
_HOURS_RU = rf"(?P<hour>{_RU}){_GAP}?(?:час(?:а|ов|ам)?|ч)\b\.?"
_MINUTES_RU = rf",?{_GAP}(?P<minute>{_RU}){_GAP}?(?:минут[аыу]?|минутам|мин)\b"
_HOUR_CALLED_RU = rf"(?P<called>{'|'.join(HOUR_STEMS_RU)})(?:ого|ьего)\b"
_END_OR_DAY_RU = rf"(?:{_DAY_RU}|(?=[ \u00a0]*(?:[.,;:!?)]|$)))"
# "задержка в 10 часов" is a delay, "раз в 2 часа" a frequency.
_DURATIONS_RU = (
    "(?<!раз )(?<!задержка )(?<!задержку )(?<!задержки )(?<!задержкой )(?<!разница )(?<!разницу )"
    "(?<!разницей )"
    "(?<!перерыв )(?<!перерывом )(?<!интервал )(?<!интервалом )(?<!опозданием )(?<!продолжительностью )"
    "(?<!длительностью )(?<!пауза )(?<!паузу )(?<!паузой )(?<!срок )(?<!смену )"
)
_AT_RU = rf"{_DURATIONS_RU}\b(?:в|во|к|ко){_GAP}"
_NO_TIME_RU = rf"{_GAP}(?:[0-9]|езды|пути|ходьбы|полета|работы)"
_MONTHS_RU = (
    "(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|года?|г\\.)"
)

_DASHED = "|".join(f"-{digit}" for digit in range(10))
_HOURS_ABBREVIATED = rf"{_GAP}?(?:h|hrs?|ч)\b(?!/|\.[a-zа-я0-9])"
_DAYS_EN = "in the morning|in the afternoon|in the evening"
_HOUR_SIGNS_RU = " час| ч | ч."
_SOURCES = (
    # Chinese: with a part of the day, then without.
    (
        "点",
        rf"{_DAY_ZH}[约近]?{_GAP}?(?P<hour>{_ZH}){_GAP}?点(?:{_MINUTES_ZH}|{_BARE_MINUTES_ZH}|钟|整|许)?",
        0,
    ),
    (
        "时",
        rf"{_DAY_ZH}[约近]?{_GAP}?(?P<hour>{_ZH}){_GAP}?时(?:{_MINUTES_ZH}|{_BARE_MINUTES_ZH}|整|许|{_HOUR_SIGN_ENDS})",
        0,
    ),
    (":", rf"{_DAY_ZH}{_GAP}?(?P<hour>[0-9]{{1,2}}):(?P<minute>[0-5][0-9])(?![0-9:])", 0),
    ("点", rf"(?P<hour>{_ZH}){_GAP}?点(?:{_MINUTES_ZH}|钟|整)", 1),
    ("时", rf"(?<![历共耗为用费需满])(?P<hour>{_ZH}){_GAP}?时(?:{_MINUTES_ZH})", 0),
    ("时", rf"(?<![历共耗为用费需满约])(?P<hour>[0-9]{{1,2}}){_GAP}?时(?:整|许|{_HOUR_SIGN_ENDS})", 0),
    # The hours of a range: "22–06時", "22-06 h".
    (
        "时|点",
        (
            rf"(?<![0-9零一二三四五六七八九十.:-])(?P<core>(?P<hour>{_ZH}))"
            rf"{_GAP}?[至到~-]{_GAP}?{_ZH}{_GAP}?[时点]{_HOUR_SIGN_ENDS}"
        ),
        0,
    ),
    (_DASHED, rf"(?<![0-9.:,-])(?P<core>(?P<hour>{_TWO}))-(?P<last>{_TWO}){_HOURS_ABBREVIATED}", 0),
    (_DASHED, rf"(?<![0-9.:,-])(?P<first>{_TWO})-(?P<core>(?P<hour>{_TWO}){_HOURS_ABBREVIATED})", 0),
    # English
    (
        "a.m|p.m|a. m|p. m|am|pm",
        rf"(?P<hour>[0-9]{{1,2}})[.:](?P<minute>[0-5][0-9]){_GAP}?(?P<day>[ap])\.?{_GAP}?m\b",
        0,
    ),
    (
        _DAYS_EN,
        rf"(?P<hour>[0-9]{{1,2}})(?:[.:](?P<minute>[0-5][0-9]))?{_GAP}{_IN_THE_DAY}",
        0,
    ),
    (" at night", rf"(?P<hour>[0-9]{{1,2}})(?:[.:](?P<minute>[0-5][0-9]))?{_GAP}at (?P<day>night)\b", 0),
    (
        _DAYS_EN,
        rf"{_BEFORE_EN}(?P<core>(?P<hour>{word_forms(1, 12, 'en')}) {_IN_THE_DAY})",
        0,
    ),
    (
        " at night",
        rf"{_BEFORE_EN}(?P<core>(?P<hour>{word_forms(1, 12, 'en')}) at (?P<day>night)\b)",
        0,
    ),
    ("o'clock", rf"\b(?P<hour>{_EN})[ ]?o'clock{_DAY_EN}?", 1),
    (
        " past ",
        (
            rf"\b(?:(?P<half>half)|(?:a )?(?P<quarter>quarter)|(?P<minute>{_MINUTES_EN})(?: minutes)?)"
            r" (?P<side>past)"
            rf" (?P<hour>{_EN}){_NO_AMOUNT}{_DAY_EN}?"
        ),
        1,
    ),
    (
        "quarter to |minutes to ",
        rf"\b(?:a (?P<quarter>quarter)|(?P<minute>{_MINUTES_EN}) minutes) {_TO_HOUR}{_DAY_EN}?",
        1,
    ),
    (
        f"{_DAYS_EN}|at night|a.m|p.m|am|pm",
        # "from 9 to 5 p.m." is a range.
        rf"(?<!from )(?<!open )\b(?:(?P<quarter>quarter)|(?P<minute>{_MINUTES_EN})) {_TO_HOUR}{_DAY_EN}",
        1,
    ),
    # British: "at half three", "half three in the afternoon"
    ("half ", rf"\bat (?P<core>(?P<half>half) (?P<hour>{_WORD_HOUR_EN})\b{_DAY_EN}?)", 1),
    ("half ", rf"\b(?P<half>half) (?P<hour>{_WORD_HOUR_EN})\b{_DAY_EN}", 0),
    # "three thirty in the afternoon", "at three thirty."
    (f"{_DAYS_EN}|at night|a.m|p.m|am|pm", rf"\b{_HOUR_AND_MINUTES_EN}{_DAY_EN}", 0),
    ("at ", rf"\bat (?P<core>{_HOUR_AND_MINUTES_EN})(?=[.,;:!?)]|$)", 1),
    ("hours|hrs", rf"(?P<hour>0[0-9])[.:]?(?P<minute>[0-5][0-9]){_GAP}?(?:hours|hrs)\b", 0),
    (
        "hours|hrs",
        (
            r"\b(?:at|by|until|till|from|before|after) "
            rf"(?P<core>(?P<hour>[012][0-9])[.:]?(?P<minute>[0-5][0-9]){_GAP}?(?:hours|hrs)\b)"
        ),
        0,
    ),
    (" noon", rf"(?:{_BEFORE_EN}|\b12 )(?P<core>(?P<name>noon)\b)", 0),
    (" midday| midnight", rf"(?:{_BEFORE_EN}|\b12 )(?P<core>(?P<name>mid(?:day|night))\b)", 0),
    # Russian
    (_HOUR_SIGNS_RU, rf"{_AT_RU}(?P<core>{_HOURS_RU}{_MINUTES_RU}(?:{_DAY_RU})?)", 0),
    (
        " час",
        rf"{_AT_RU}(?P<core>(?P<hour>(?!24){_RU}){_GAP}час(?:а|ов|ам)?\b(?:{_DAY_RU})?(?!{_NO_TIME_RU}))",
        0,
    ),
    (_HOUR_SIGNS_RU, rf"{_MONTHS_RU},?{_GAP}(?P<core>{_HOURS_RU}{_MINUTES_RU}(?:{_DAY_RU})?)", 0),
    (_HOUR_SIGNS_RU, rf"\b{_HOURS_RU}(?:{_MINUTES_RU})?{_DAY_RU}", 0),
    (
        " утра| вечера| ночи",
        (
            rf"\b(?:в|к|ко|до|с|со|после|около|от){_GAP}"
            # "в две ночи" is in two nights.
            rf"(?P<core>(?!дв(?:е|ум) |одна |одну |одни )(?P<hour>{word_forms(1, 12, 'ru')}){_GAP}"
            r"(?P<day>утра|вечера|ночи)\b)"
        ),
        0,
    ),
    (" утра", rf"(?P<hour>[0-9]{{1,2}})(?:[.:](?P<minute>[0-5][0-9]))?{_GAP}(?P<day>утра)\b", 0),
    (" вечера", rf"(?P<hour>[0-9]{{1,2}})(?:[.:](?P<minute>[0-5][0-9]))?{_GAP}(?P<day>вечера)\b", 0),
    (" дня| ночи", rf"(?P<hour>[0-9]{{1,2}})[.:](?P<minute>[0-5][0-9]){_GAP}(?P<day>дня|ночи)\b", 0),
    (
        "|".join(f"в {digit}|в\u00a0{digit}" for digit in range(10)),
        (
            r"\bв[ \u00a0](?P<core>(?P<hour>[0-9]{1,2})\.(?P<minute>[0-5][0-9]))"
            rf"(?![0-9]|\.[0-9]|{_GAP}?[a-zа-я%°$€₽])"
        ),
        0,
    ),
    ("в час", rf"\bв{_GAP}(?P<core>(?P<one>час){_GAP}(?P<day>дня|ночи)\b)", 0),
    (
        "без ",
        (
            rf"\b(?P<before>без){_GAP}(?:(?P<quarter>четверти)|(?P<minute>{_RU})(?:{_GAP}минут[ыа]?)?)"
            rf"{_GAP}(?P<hour>{_RU})\b"
            rf"(?:{_GAP}час(?:а|ов)?\b)?{_END_OR_DAY_RU}"
        ),
        1,
    ),
    ("половин", rf"\b(?P<half>половин[аеуы]){_GAP}{_HOUR_CALLED_RU}{_END_OR_DAY_RU}", 1),
    ("пол", rf"\b(?P<half>пол)-?{_HOUR_CALLED_RU}{_END_OR_DAY_RU}", 1),
    # "в три тридцать дня", "в пятнадцать тридцать."
    (" дня| утра| вечера| ночи", rf"\b(?P<hour>{_WORD_RU}){_GAP}(?P<minute>{_TEN_OR_MORE_RU}){_DAY_RU}", 0),
    (
        "в ",
        (
            rf"\bв{_GAP}(?P<core>(?P<hour>{word_forms(1, 23, 'ru')}){_GAP}(?P<minute>{_TEN_OR_MORE_RU}))"
            r"(?=[.,;:!?)]|$)"
        ),
        1,
    ),
    ("четверть ", rf"\b(?P<quarter>четверть){_GAP}{_HOUR_CALLED_RU}{_END_OR_DAY_RU}", 1),
    (
        "пол",
        rf"\b(?:в|до|к|ко|после|около|с){_GAP}(?P<core>(?P<name>полдень|полдню|полудн[яю]|полноч[ьи]|полуноч[ьи]))\b",
        0,
    ),
)


@cache
def clock_patterns_in(scripts: frozenset[str]) -> tuple[ClockPattern, ...]:
    """Those patterns that can match in a text with letters of these scripts only."""
    return tuple(
        pattern
        for pattern in clock_patterns()
        if (script_of(pattern.signs) or "") in {"", *scripts}
        and ("cyrillic" in scripts or not pattern.russian)
    )


@cache
def clock_patterns() -> tuple[ClockPattern, ...]:
    """All patterns, compiled at first use."""
    return tuple(_pattern(signs.split("|"), source, open_half=bool(free)) for signs, source, free in _SOURCES)


def _pattern(signs: list[str], source: str, *, open_half: bool) -> ClockPattern:
    russian = "а" <= signs[0].strip()[0] <= "я"
    return ClockPattern(tuple(signs), re.compile(source), russian, open_half)

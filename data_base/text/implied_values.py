"""Amounts that a text says without a numeral of its own: "twice", треть, 一半, "a fortnight"."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from data_base.text.clock_reading import integer
from data_base.text.figure_ranges import EXACT
from data_base.text.figures import Figure
from data_base.text.folding import fold
from data_base.text.implied_words import (
    COMBINED_PERIODS,
    COMBINED_RUSSIAN,
    ENGLISH_RANKS,
    MONTHS,
    MULTIPLES,
    PARTS,
    PERIODS,
    RANKS,
    RUSSIAN_RANKS,
    SECONDS,
)
from data_base.text.number_words import word_forms
from data_base.text.ratios import EXACT_SHARE
from data_base.text.sign_search import matches_near
from data_base.text.units import Kind

Amount = tuple[Decimal, str | None, Kind]
Amounts = Callable[[re.Match[str]], list[Amount]]

_ONE, _HUNDRED = Decimal(1), Decimal(100)
_MOST_OF = 1000
# The longest amount in words.
_REACH = 60

_EN = rf"(?:[0-9]{{1,4}}|{word_forms(1, 99, 'en')})"
_RU = rf"(?:[0-9]{{1,4}}|{word_forms(1, 99, 'ru')})"
_ZH = "(?:[0-9]{1,4}|[一二三四五六七八九十百千两]{1,5})"
_FEW_EN = "one|two|three|four|five|six|seven|eight|nine|[1-9]"
_FEW_RU = "одн[аойу]{1,2}|две|двух|двум|три|трех|трем|четыре|четырех|пять|шесть|семь|восемь|девять|[1-9]"
_RANK_EN, _RANK_RU = "|".join(ENGLISH_RANKS), "|".join(RUSSIAN_RANKS)
_PART_EN = "|".join((*ENGLISH_RANKS[2:], "half", "quarter", "hundredth"))
_ENDING_RU = (
    "(?:ый|ий|ой|ая|ья|ое|ье|ые|ьи|ого|ьего|ому|ьему|ую|ью|ым|ьим|ом|ьем|ей|ьей|ых|ьих|ыми|ьими)(?![а-я])"
)
# "a third of", "by a quarter.", "a fifth more": no third party, no quarter of a year.
_SHARE_FOLLOWS = (
    r"(?=[ \u00a0](?:of|the|more|less|higher|lower|larger|smaller|fewer|longer|shorter|as|off|from|in|were"
    r"|was|are|is|had|have)\b|[.,;:)]|$)"
)
_NO_PART_OF_EN = (
    r"(?![ \u00a0-]?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|percent|per cent|hundred|thousand"
    r"|million|billion|[kc]?m\b|kg\b|%)|[.,]?[0-9])"
)
_NO_PART_OF_RU = r"(?![ \u00a0]?(?:лет|год|месяц|недел|дн|час|минут|процент|тысяч|миллион|%)|[.,]?[0-9])"
_COUNTER_ZH = "[个名位人户家件例台辆次张间所只]"
# 每百人, 每千人: alone they are no numerals.
_ROUND_ZH = {"百": 100, "千": 1000}
_DIGIT_ZH = "[一二三四五六七八九]"


class _Pattern(NamedTuple):
    """One way of saying an amount without a numeral.

    Attributes:
        signs: strings of which every match contains one.
        regex: the expression, over folded lower-case text.
        amounts: what a match says, in each of its senses.
    """

    signs: tuple[str, ...]
    regex: re.Pattern[str]
    amounts: Amounts


def implied_values(text: str) -> list[Figure]:
    """The amounts that are said without a numeral, or by two of them together, possibly overlapping.

    They are for finding a claim's figure in a text that words it: the share in "one in five", the two in
    "twice", the rank in "the seventh", the twelve hours in полсуток.
    """
    return list(_kept(text))


@lru_cache(maxsize=4096)
def _kept(text: str) -> tuple[Figure, ...]:
    low = fold(text).low
    return tuple(
        figure
        for pattern in _PATTERNS
        for match in matches_near(pattern.regex, low, pattern.signs, _REACH)
        for amount in pattern.amounts(match)
        for figure in _figures(text, match, amount)
    )


def _figures(text: str, match: re.Match[str], amount: Amount) -> Iterator[Figure]:
    value, unit, kind = amount
    start, end = match.span()
    raw = text[start:end]
    if kind == "number" and value < _ONE:
        share = EXACT.multiply(value, _HUNDRED)
        percent = Figure(share, "%", "percent", start, end, raw, quantum=EXACT_SHARE)
        yield Figure(value, unit, kind, start, end, raw, quantum=EXACT_SHARE, alternatives=(percent,))
    else:
        yield Figure(value, unit, kind, start, end, raw)


def _share(part: int, whole: int) -> list[Amount]:
    if not 0 < part < whole <= _MOST_OF:
        return []
    return [(EXACT.divide(Decimal(part), Decimal(whole)), None, "number")]


def _half(_: re.Match[str]) -> list[Amount]:
    return _share(1, 2)


def _parts_of(match: re.Match[str]) -> list[Amount]:
    """Two thirds, две пятых, четверть; of an hour they are minutes."""
    said = match.groupdict()
    count = integer(said["count"]) if said.get("count") else 1
    part = PARTS[said.get("part2") or said["part"]]
    return _period(Decimal(count) / part, "hour") if said.get("hour") else _share(count, part)


def _ratio(match: re.Match[str]) -> list[Amount]:
    whole = _ROUND_ZH.get(match["whole"]) or integer(match["whole"])
    return _share(integer(match["part"]), whole)


def _every(match: re.Match[str]) -> list[Amount]:
    """Every fifth is a fifth of all; every other, half."""
    return _share(1, RANKS.get(match["rank"], 2))


def _price(match: re.Match[str]) -> list[Amount]:
    """八折, 八五折, 8.5折: the share of the price that is left, and what is taken off it."""
    digits = "".join(str(integer(char)) for char in match["part"] if char not in ".点")
    left = Decimal(digits) * (10 if len(digits) == 1 else 1)
    return [(left, "%", "percent"), (_HUNDRED - left, "%", "percent")]


def _times(match: re.Match[str]) -> list[Amount]:
    return [(Decimal(MULTIPLES[match["times"]]), "x", "quantity")]


def _growth(match: re.Match[str]) -> list[Amount]:
    """What has doubled is twice as much, and 100 % more."""
    times = MULTIPLES[match["times"]]
    return [(Decimal(times), "x", "quantity"), ((times - 1) * _HUNDRED, "%", "percent")]


def _period(count: Decimal, name: str) -> list[Amount]:
    if name in MONTHS:
        return [(count * MONTHS[name], "month", "quantity")]
    return [(count * SECONDS[name], "s", "quantity")]


def _one_period(match: re.Match[str]) -> list[Amount]:
    return _period(_ONE, PERIODS.get(match["period"], match["period"]))


def _periods(match: re.Match[str]) -> list[Amount]:
    """Two quarters, через два квартала."""
    return _period(Decimal(integer(match["count"])), PERIODS.get(match["period"], match["period"]))


def _period_and_part(match: re.Match[str]) -> list[Amount]:
    """Час с половиной, год с четвертью."""
    part = Decimal("0.5") if match["more"] == "половиной" else Decimal("0.25")
    return _period(1 + part, PERIODS[match["period"]])


def _combined(match: re.Match[str]) -> list[Amount]:
    """Двухнедельный, полуторачасовая, 14-дневный."""
    written = match["count"].rstrip("-")
    count = COMBINED_RUSSIAN.get(written) or Decimal(integer(written))
    return _period(count, COMBINED_PERIODS[match["period"]])


def _fortnights(match: re.Match[str]) -> list[Amount]:
    return _period(Decimal(max(integer(match["count"]), 1)), "fortnight")


def _rank(match: re.Match[str]) -> list[Amount]:
    return [(Decimal(RANKS.get(match["rank"], 1)), None, "ordinal")]


def _one(_: re.Match[str]) -> list[Amount]:
    return [(_ONE, None, "number")]


_Source = tuple[str, str, Amounts]
_MULTIPLE_SOURCES: tuple[_Source, ...] = (
    ("twice|thrice", r"\b(?P<times>twice|thrice)\b", _times),
    (
        "once ",
        r"\b(?P<times>once)(?= (?:an? |per |every |each |daily|weekly|monthly|yearly|annually))",
        _times,
    ),
    ("fold", r"\b(?P<times>two|three|four|five|six|seven|eight|nine|ten)[ -]?fold\b", _times),
    ("doubl|trebl|tripl|quadrupl", r"\b(?P<times>doubl|trebl|tripl|quadrupl)(?:e[ds]?|ing)\b", _growth),
    ("halv", r"\bhalv(?:e[ds]?|ing)\b", _half),
    ("жды", r"\b(?P<times>дважды|трижды|четырежды)\b", _times),
    ("вдвое|втрое|вчетверо|впятеро", r"\b(?P<times>вдвое|втрое|вчетверо|впятеро)\b", _times),
    ("кратн", r"\b(?P<times>двух|дву|трех|тро|четырех|пяти|шести|десяти)кратн", _times),
    ("удво|утро", r"\b(?P<times>удво|утро)(?:ил|ен|я|и[тл])", _growth),
    ("翻|加倍", "(?P<times>翻了?[一两]番|翻倍|翻了一倍|加倍)", _growth),
)
_SHARE_SOURCES: tuple[_Source, ...] = (
    (
        "half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|twentieth|hundredth",
        rf"\b(?P<count>{_FEW_EN})[ -](?P<part>{_PART_EN})s?\b(?P<hour> of an hour)?",
        _parts_of,
    ),
    (
        "a third|a quarter|a fourth|a fifth|a sixth|a seventh|an eighth|a ninth|a tenth|a twelfth",
        rf"\ban? (?P<part>{_PART_EN})(?P<hour> of an hour)?\b{_SHARE_FOLLOWS}",
        _parts_of,
    ),
    (
        "half",
        (
            r"(?<!first )(?<!second )(?<!latter )(?<!other )(?<!and a )(?<!last )\bhalf\b"
            r"(?! an?\b| past\b|[ -](?:year|hour|time|day|dozen|century|way|million|billion)\b)"
        ),
        _half,
    ),
    (
        " in | of ",
        # "One of two reasons" counts them.
        (
            rf"\b(?!one of (?!every |each ))(?P<part>{_EN}) (?:in|of|out of)(?: every| each)? "
            rf"(?P<whole>{_EN})\b{_NO_PART_OF_EN}"
        ),
        _ratio,
    ),
    (
        "every ",
        rf"\bevery (?P<rank>{_RANK_EN}|other)(?= (?!day|week|month|year|hour|minute)[a-z])",
        _every,
    ),
    (
        "трет|четверт",
        (
            rf"(?:\b(?P<count>{_FEW_RU})[ \u00a0])?\b(?:(?P<part>треть|четверть)|(?P<part2>трет|четверт)"
            r"(?:и|ью|ей|ям|ях))(?![а-я])(?P<hour>[ \u00a0]часа\b)?"
        ),
        _parts_of,
    ),
    (
        "трет|четверт|пят|шест|седьм|восьм|девят|десят|двадцат|сот",
        rf"\b(?P<count>{_FEW_RU})[ \u00a0](?P<part>{_RANK_RU}|сот){_ENDING_RU}",
        _parts_of,
    ),
    ("част|дол", rf"\b(?P<part>{_RANK_RU}|сот){_ENDING_RU}[ \u00a0](?:част|дол)[ьиюе]", _parts_of),
    (
        "половин",
        r"(?<!с )(?<!ая )(?<!ую )(?<!ой )(?<!ая\u00a0)(?<!ую\u00a0)(?<!ой\u00a0)\bполовин",
        _half,
    ),
    ("кажд", rf"\bкажд[а-я]{{2,3}}[ \u00a0](?P<rank>{_RANK_RU}){_ENDING_RU}", _every),
    (
        " из ",
        (
            rf"\b(?!од[а-я]{{2,4}}[ \u00a0]из[ \u00a0]двух)(?P<part>{_RU})[ \u00a0]из(?:[ \u00a0]каждых)?"
            rf"[ \u00a0](?P<whole>{_RU})(?![а-я]){_NO_PART_OF_RU}"
        ),
        _ratio,
    ),
    ("一半|半数|减半|減半|折半", "(?<![过過超大多])(?:一半|半数|减半|減半|折半)", _half),
    (
        "中有|里有|裡有|就有|中约有|中就有",
        (
            rf"(?P<whole>{_ZH}){_COUNTER_ZH}[^0-9，。；,;\s]{{0,5}}?(?:[中里裡]就?|就)约?有(?P<part>{_ZH})"
            f"{_COUNTER_ZH}"
        ),
        _ratio,
    ),
    (
        "折",
        (
            rf"(?<![0-9.])(?P<part>[1-9](?:\.?[1-9])?|{_DIGIT_ZH}点?{_DIGIT_ZH}?)折"
            "(?![叠疊合返射腰断斷损損旧舊])"
        ),
        _price,
    ),
)
_PERIOD_SOURCES: tuple[_Source, ...] = (
    ("fortnight", rf"\b(?P<count>an?|the|every|each|per|{_EN})[ -]fortnight", _fortnights),
    (
        "quarter",
        (
            r"\b(?:once|per|each|every|within|in|for|after)(?: an?| one)? (?P<period>quarter)\b"
            r"(?! (?:of|past|to)\b)"
        ),
        _one_period,
    ),
    ("quarterly|weekly", r"\b(?P<period>quarter|week)ly\b", _one_period),
    (
        " an hour| a minute| a day| a week| a month| a year",
        (
            r"\b(?:within|in|for|after|lasts?|lasted|takes?|took|than|about|nearly|almost|roughly|exactly)"
            r" an? (?P<period>hour|minute|day|week|month|year)\b"
        ),
        _one_period,
    ),
    (
        "сут|недел|месяц|год|час|минут|квартал|полугоди",
        (
            r"\b(?:за|через|на|раза? в|течение|около|почти|ровно|целые|одни|чем|более|менее|свыше|до|спустя"
            r"|кажд[а-я]{2,3}|дл[яи][а-я]*)[ \u00a0]"
            r"(?P<period>сут|недел|месяц|год|час|минут|квартал|полугоди)(?:ки|ок|[юяиейьа]|)(?![а-я])"
        ),
        _one_period,
    ),
    (
        "с половиной|с четвертью",
        (
            r"(?<![0-9][ \u00a0])\b(?P<period>сут|недел|месяц|год|час|минут)(?:ки|[юяау]|)[ \u00a0]"
            r"с[ \u00a0](?P<more>половиной|четвертью)"
        ),
        _period_and_part,
    ),
    (
        "квартал",
        (
            rf"\b(?:дл[а-я]+|продл[а-я]+|за|на|через|спустя|течение|течении)[ \u00a0]"
            rf"(?P<count>{_FEW_RU}|один|одного|двух|трех)[ \u00a0](?P<period>квартал)[а-я]{{0,2}}(?![а-я])"
        ),
        _periods,
    ),
    (
        "quarter",
        (
            rf"\b(?:for|in|within|after|lasts?|lasted|lasting|takes?|took|every) (?P<count>{_FEW_EN}) "
            r"(?P<period>quarter)s?\b(?! (?:of|past|to)\b|-)"
        ),
        _periods,
    ),
    ("quarter of a year", r"\b(?:an? |one )?(?P<period>quarter) of a year\b", _one_period),
    (
        "недельн|месячн|дневн|часов|минутн|летн|годич|годов",
        (
            rf"\b(?P<count>{'|'.join(COMBINED_RUSSIAN)}|[0-9]{{1,3}}-?)"
            rf"(?P<period>недель|месяч|днев|суточ|часов|минут|лет|годич|годов)н?{_ENDING_RU}"
        ),
        _combined,
    ),
    ("еженедел|ежекварт", r"\bеже(?P<period>недел|квартал)", _one_period),
    (
        "每季|每一季|每周|每星期|每个季|每个星期|按周|按季|按星期|逐周|逐季",
        "(?:每[一个]?|[按逐])(?P<period>季|周|星期)",
        _one_period,
    ),
)
_RANK_SOURCES: tuple[_Source, ...] = (
    (
        "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|teenth|twentieth",
        rf"(?<!per )(?<!a )(?<!one )(?<![0-9] )\b(?P<rank>{_RANK_EN})(?= [a-z])",
        _rank,
    ),
    ("|".join((*RUSSIAN_RANKS[:10], "надцат")), rf"\b(?P<rank>{_RANK_RU}){_ENDING_RU}", _rank),
    ("首", "首(?P<rank>)(?=[例次个名位座家届批])", _rank),
    (
        "one ",
        r"\bone(?= [a-z]{3,})(?! (?:can|must|should|might|may|could|would|another)\b)",
        _one,
    ),
    ("один|одн", r"\b(?:один|одн(?:а|о|ого|ой|ому|у|им))(?= [а-я]{3,})(?! из\b)", _one),
    ("一", f"(?<![第十百千万每前上下某另同统唯])一(?={_COUNTER_ZH})", _one),
)
_PATTERNS = tuple(
    _Pattern(tuple(signs.split("|")), re.compile(source), amounts)
    for signs, source, amounts in (*_MULTIPLE_SOURCES, *_SHARE_SOURCES, *_PERIOD_SOURCES, *_RANK_SOURCES)
)

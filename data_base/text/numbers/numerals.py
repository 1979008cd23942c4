"""Numerals of any kind in a folded text: digits, Chinese characters, English and Russian words.

Scale words behind one belong to it: thousand, 億, млн, "bn"; also several parts, as in 1億2,000萬.
"""

import re
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from data_base.text.folding import Folded
from data_base.text.markup import PAD
from data_base.text.numbers.chinese_numerals import (
    ADVERBS,
    DIGIT_CLASS,
    FORMAL_CLASS,
    NUMERAL_CLASS,
    chinese_value,
)
from data_base.text.numbers.number_words import number_word_initials, number_words_pattern, number_words_value
from data_base.text.numbers.units import read_unit
from data_base.text.word_lists import values, words

ONE = Decimal(1)
EXACT_SHARE = Decimal("1e-9")
"""What the last digit of a fraction is worth: it is exact, so that any rounding of it stands for it."""


class Numeral(NamedTuple):
    """A number as written, without sign and unit."""

    start: int
    end: int
    value: Decimal
    """Exact, its scale multiplied in."""
    precision: int
    """Decimal places as written."""
    quantum: Decimal
    """Worth of the last written digit; for words the last power of ten that was said."""
    script: Literal["digits", "chinese", "words"]
    bare: bool = False
    """One word or character that is a number only where a unit or a counter follows."""
    scale: Decimal = ONE
    """What scale words multiply it with."""


_SPACE = "[ \u00a0]"
# Repeats are bounded, so that no text of digits and commas takes more than linear time.
# No possessive repeat around the groups of a capture: Python 3.11.2 (Debian 12) then loses the match.
DIGITS = re.compile(
    r"\.[0-9]++|[0-9](?:[0-9]{0,2}(?:"
    r"(?:,[0-9]{3}){1,12}+(?![0-9])(?:\.[0-9]{1,40}+)?"
    r"|(?:'[0-9]{3}){1,12}+(?![0-9])(?:[.,][0-9]{1,40}+)?"
    rf"|(?P<spaced>(?:{_SPACE}[0-9]{{3}}(?![0-9])){{1,12}})(?P<tail>[.,][0-9]{{1,40}}+)?"
    r"|(?:\.[0-9]{3}){1,12}+,[0-9]{1,40}+|(?:\.[0-9]{3}){2,12}+(?![.,0-9])"
    r"|(?:,[0-9]{2}){1,6},[0-9]{3}(?![0-9]))"
    r"|[0-9]*+(?:[.,][0-9]++)?)"
)
# "3/7" may be a score, "17/40" a count of cases.
_SHARE = re.compile(
    r"(?<![0-9/.,-])(?<![0-9][ \u00a0])(?:1/(?:[234568]|10)|2/[35]|3/(?:[458]|10)|4/5|5/[68]|7/(?:8|10)|9/10)"
    r"(?![0-9/-]|[.,][0-9])"
)
# "41 200 people" is one number.
_COUNTED = re.compile(r"[ \u00a0][a-zа-я]{3}")
YEARS = re.compile("(?:(?:19|20)[0-9]{2},?){2}")
"""Two years with a comma between are no number."""
_INTEGER, _LIST_GOES_ON = re.compile(r"[0-9]++"), re.compile(",[0-9]")
_POWER = re.compile(
    r"[ \u00a0]?[×x·*][ \u00a0]?10(?:\^(-?[0-9]{1,2})|([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))|e([+-]?[0-9]{1,2})(?![0-9a-z])"
)
_POWER_OF_TEN = re.compile(r"\^(-?[0-9]{1,2})(?![0-9])|(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})")
_FRACTION = re.compile(r" and a (half)\b|[ \u00a0]с (половиной|четвертью)\b|[ \u00a0]?([½¼¾])")
# Of several parts ("пять десятых", "two fifths"), and the first word for one ("one fifth") of as many.
_PARTS = dict(
    **dict(zip(["fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], range(5, 11), strict=True)),
    **dict(zip(["четверт", "пят", "шест", "седьм", "восьм", "девят", "десят"], range(4, 11), strict=True)),
    hundredth=100,
    thousandth=1000,
    сот=100,
    тысячн=1000,
    миллионн=10**6,
)
_PART = re.compile(rf"[ \u00a0-]({'|'.join(_PARTS)})(?:(s|ых)|ая|ой|ую|)(?![a-zа-я])")
_WHOLE = re.compile(r"[ \u00a0]цел(?:ая|ых|ой|ую|ые)[ \u00a0](?:и[ \u00a0])?")
_HALF, _QUARTER = Decimal("0.5"), Decimal("0.25")
_FRACTIONS = {"половиной": _HALF, "½": _HALF, "четвертью": _QUARTER, "¼": _QUARTER, "¾": Decimal("0.75")}
_MOST_BEFORE_FRACTION = 1000
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_CYRILLIC, _LETTER = re.compile("[а-я]"), re.compile(r"[^\W\d_]")
_MOST_DIGITS = 40
# 半小時, 半個月 but not 上半年 or 半年報.
_HALVED = (
    "(?<![上下前后後大多零一二三四五六七八九十个])"
    "半(?=个?(?:小时|钟头|月(?!刊)|世纪)|天(?!然)|年(?![报度级刊])|公里|公斤|公升|公分|公尺)"
)
# 兆 is a trillion, but before a unit it is the prefix mega.
_BELOW_TRILLION = NUMERAL_CLASS.replace("兆", "")
_CONTEXT = 60
_CELL_EDGES = frozenset({"", "|", "(", ")"})
_GROUP = 3
_WORD = re.compile(r"[ \u00a0-]?([a-zа-я]{2,12})(?![a-zа-я0-9])")
_OF_ANOTHER = re.compile("[ \u00a0]?(?:年|月|%|[/:-][0-9])")
# Characters that begin a scale and a unit alike: 千 in 千瓦, 百 in 百分點, 兆 in 兆瓦.
_MAY_BEGIN_UNIT = frozenset("千百兆")
_GOES_ON = re.compile("[a-z0-9]")
_ARTICLES = frozenset({"half a", "half an"})


@cache
def numeral_pattern() -> re.Pattern[str]:
    """Finds where a numeral may begin; what it is, ``read_numeral`` decides."""
    # What comes first in every match lets the engine pass over all other characters quickly.
    first = f"0-9.半{NUMERAL_CLASS}{FORMAL_CLASS}{number_word_initials()}"
    return re.compile(
        rf"(?=[{first}])(?:(?P<digits>(?<![\w.)\]])\.(?=[0-9])|[0-9]++)|(?P<halved>{_HALVED})"
        rf"|(?P<formal>[{FORMAL_CLASS}][{FORMAL_CLASS}零万亿]++)"
        rf"|(?P<chinese>(?:[{_BELOW_TRILLION}]|兆(?![瓦赫帕字]))++(?:点[{DIGIT_CLASS}]++(?![十百千]))?)"
        rf"|(?P<words>{number_words_pattern()}))"
    )


def read_numeral(page: Folded, match: re.Match[str]) -> Numeral | None:
    """The numeral at a match of ``numeral_pattern``; None where the characters are no number."""
    start, kind, written = match.start(), match.lastgroup, match[0]
    if kind == "digits":
        numeral = read_digits(page.low, start)
        return _with_fraction(page.low, numeral) if numeral else None
    if kind == "halved":
        return Numeral(start, match.end(), Decimal("0.5"), 1, Decimal("0.1"), "chinese", bare=True)
    if kind == "words":
        value, length = number_words_value(written)
        said = written[:length]
        bare = said in _ARTICLES or said in words("numbers.article_like")
        return _with_fraction(page.low, _exact(start, start + length, value, "words", bare=bare))
    read = chinese_value(written)
    return (
        None
        if read is None
        else _exact(*match.span(), read, "chinese", bare=len(written) == 1 or written in ADVERBS)
    )


def _exact(
    start: int, end: int, value: Decimal, script: Literal["chinese", "words"], *, bare: bool
) -> Numeral:
    """A numeral without digits; its last place is the largest power of ten that divides it."""
    precision = max(-int(value.as_tuple().exponent), 0)
    last = ONE.scaleb(int(value.normalize().as_tuple().exponent)) if value else ONE
    return Numeral(start, end, value, precision, last, script, bare)


def _with_fraction(low: str, numeral: Numeral) -> Numeral:
    """The numeral with what is added to it behind: "31 and a half", "две с половиной", 2½, "две десятых"."""
    if numeral.script == "words":
        numeral = _with_parts(low, numeral)
    match = None if numeral.precision else _FRACTION.match(low, numeral.end)
    if match is None or numeral.value >= _MOST_BEFORE_FRACTION:
        return numeral
    part = _FRACTIONS.get(match[match.lastindex or 0], _HALF)
    places = -int(part.as_tuple().exponent)
    value, quantum = numeral.value + part, ONE.scaleb(-places)
    return numeral._replace(end=match.end(), value=value, precision=places, quantum=quantum, bare=False)


def _with_parts(low: str, numeral: Numeral) -> Numeral:
    """The numeral in words as so many parts, or with them: "two fifths", "одна целая семь десятых"."""
    whole = _WHOLE.match(low, numeral.end)
    behind = re.compile(number_words_pattern()).match(low, whole.end()) if whole else None
    value, length = number_words_value(behind[0]) if behind else (numeral.value, 0)
    part = _PART.match(low, behind.start() + length if behind else numeral.end)
    below = _PARTS[part[1]] if part else 0
    if part is None or not (value < below and (part[2] is not None) == (value != 1)):
        return numeral
    quantum = ONE / below if below % 10 == 0 else EXACT_SHARE
    whole_value = numeral.value if whole else Decimal(0)
    value, precision = whole_value + value / below, len(str(below)) - 1 if below % 10 == 0 else 0
    return numeral._replace(end=part.end(), value=value, precision=precision, quantum=quantum, bare=False)


def read_digits(low: str, start: int) -> Numeral | None:
    """The numeral in digits that begins at ``start``; None where it is longer than 40 characters."""
    if share := _SHARE.match(low, start):
        above, _, below = share[0].partition("/")
        end = _behind_markup(low, share.end())
        return Numeral(start, end, Decimal(above) / Decimal(below), 0, EXACT_SHARE, "digits")
    match = DIGITS.match(low, start)
    if match is None or match.end() - start > _MOST_DIGITS:
        return None
    written, end = match[0], match.end()
    # Spaces group digits in a Russian text and where a number fills a cell; else they part columns.
    if columns := match["spaced"] and not match["tail"] and " " in written:
        edges = {low[max(start - 4, 0) : start].strip()[-1:], low[end : end + 4].strip()[:1]}
        columns = not (edges <= _CELL_EDGES or _COUNTED.match(low, end) or _in_russian(low, start, end))
    if (columns or _in_list(low, start, written, end)) and (first := _INTEGER.match(low, start)):
        written, end = first[0], first.end()
    plain = plain_digits(written, russian="," in written and _in_russian(low, start, end))
    precision = len(plain.partition(".")[2])
    value, quantum = Decimal(plain), ONE.scaleb(-precision)
    if plain == "10" and (power := _POWER_OF_TEN.match(low, end)):
        value = quantum = ONE.scaleb(int(power[1] or power[2].translate(_SUPERSCRIPTS)))
        end = power.end()
    elif power := _POWER.match(low, end):
        exponent = int(power[1] or power[3] or power[2].translate(_SUPERSCRIPTS))
        value, quantum, end = value.scaleb(exponent), quantum.scaleb(exponent), power.end()
    return Numeral(start, _behind_markup(low, end), value, precision, quantum, "digits")


def _behind_markup(low: str, end: int) -> int:
    while low[end : end + 1] == PAD:
        end += 1
    return end


def _in_list(low: str, start: int, written: str, end: int) -> bool:
    """Whether a comma parts two numbers: "1,2,3" is three of them, not 1.2 and 3."""
    came = low[max(start - 1, 0) : start] == "," and low[max(start - 2, 0) : start - 1].isdigit()
    listed = came or _LIST_GOES_ON.match(low, end) or YEARS.fullmatch(written)
    return written.count(",") == 1 and "." not in written and bool(listed)


def _in_russian(low: str, start: int, end: int) -> bool:
    """Whether most letters around a number are Russian."""
    around = low[max(start - _CONTEXT, 0) : start] + low[end : end + _CONTEXT]
    if not _CYRILLIC.search(around):
        return False
    return 2 * len(_CYRILLIC.findall(around)) > len(_LETTER.findall(around))


def plain_digits(written: str, *, russian: bool) -> str:
    """The digits of a number that ``DIGITS`` matches, with a point before the decimals and nothing else.

    A comma before three digits groups them in English and Chinese, in Russian it begins the decimals.
    """
    compact = written.replace(" ", "").replace("\u00a0", "").replace("'", "")
    if "," not in compact:
        return compact.replace(".", "") if compact.count(".") > 1 else compact
    if "." in compact:
        grouping = min(",", ".", key=compact.rindex)
        return compact.replace(grouping, "").replace(",", ".")
    whole, _, rest = compact.partition(",")
    groups = len(rest) == _GROUP and whole != "0" and len(whole) <= _GROUP and not russian
    return compact.replace(",", "" if groups or "," in rest else ".")


def with_scale(page: Folded, numeral: Numeral, *, money: bool) -> Numeral:
    """The numeral with the scale words that follow it; behind a currency "m" is a million and no metre."""
    total = _scaled(page, numeral, money=money)
    last = total
    while last.scale != ONE and not last.precision and last.script == "digits":
        part = _next_part(page, total.end, last.scale)
        if part is None:
            break
        total = total._replace(value=total.value + part.value, quantum=part.quantum, end=part.end)
        last = part
    return total


def _next_part(page: Folded, end: int, larger: Decimal) -> Numeral | None:
    """A further numeral with a smaller scale, or right behind a Chinese scale with none."""
    start = end + (page.low[end : end + 1] in {" ", "\u00a0"})
    numeral = read_digits(page.low, start) if page.low[start : start + 1].isdigit() else None
    if numeral is None:
        return None
    part = _scaled(page, numeral, money=False)
    # 1萬8940, "1 萬 8,940"; "投入1億2023年完工", "3萬 5%" go on with a year and a share.
    spaced = start == end or page.low[end - 2 : end - 1] in {" ", "\u00a0"} or part.value * 10 >= larger
    adjoins = spaced and page.low[end - 1] in NUMERAL_CLASS and not _OF_ANOTHER.match(page.low, part.end)
    return part if max(part.value, part.scale) < larger and (part.scale != ONE or adjoins) else None


def _scaled(page: Folded, numeral: Numeral, *, money: bool) -> Numeral:
    found = None
    if numeral.script == "digits" or numeral.precision:
        found = _scale_of_digits(page, numeral.end, money=money)
    scale, end = found or _word_scale(page.low, numeral.end)
    if scale == ONE:
        return numeral
    value, quantum = numeral.value * scale, numeral.quantum * scale
    return numeral._replace(value=value, quantum=quantum, scale=scale, end=end)


def _scale_of_digits(page: Folded, pos: int, *, money: bool) -> tuple[Decimal, int] | None:
    """A scale in Chinese, or a letter."""
    low = page.low
    start = pos + (low[pos : pos + 1] in {" ", "\u00a0", "\n"})
    if low[start : start + 1] not in _MAY_BEGIN_UNIT or not read_unit(page, start):
        for form in (low[start : start + 2], low[start : start + 1]):
            if form in values("numbers.scales_zh"):
                return values("numbers.scales_zh")[form], start + len(form)
    spaced = low[pos : pos + 1] in {" ", "\u00a0"}
    # "48.6 m euros"
    if spaced and not money and (behind := read_unit(page, pos + 2)) and low[pos + 2 : pos + 3] == " ":
        money = behind[0].kind == "money"
    start = pos + (money and spaced)
    scale = values("numbers.money_letters" if money else "numbers.letters").get(page.cased[start : start + 1])
    return (scale, start + 1) if scale and not _GOES_ON.match(low, start + 1) else None


def _word_scale(low: str, pos: int) -> tuple[Decimal, int]:
    match = _WORD.match(low, pos)
    if match is None or match[1] not in values("numbers.scales"):
        return ONE, pos
    # "5 млн. руб.": the stop belongs to the abbreviation where something follows it.
    stop = match[1] in words("numbers.abbreviated") and low[match.end() : match.end() + 2] in {
        ". ",
        ".\u00a0",
    }
    return values("numbers.scales")[match[1]], match.end() + stop

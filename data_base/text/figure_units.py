"""The unit of a figure from all that stands around it, and what else it may mean."""

import re
from decimal import Decimal

from data_base.text.chinese_numerals import DIGITS
from data_base.text.date_words import COUNTED
from data_base.text.figure_context import Preceding
from data_base.text.figure_ranges import EXACT, Reading, rescaled
from data_base.text.folding import Folded
from data_base.text.sign_search import scripts_in
from data_base.text.unit_table import FAMILIES
from data_base.text.units import (
    Unit,
    compatible_units,
    other_sense,
    per_unit,
    read_unit,
    undivided_unit,
    with_denominator,
)

ONE = Decimal(1)
PLAIN = Unit("", ONE, "number")
_SECOND, _MONTH = Unit("s", ONE, "quantity"), Unit("month", ONE, "quantity")
_RATES = {"时": Decimal(3600), "秒": ONE, "分": Decimal(60)}
_RATE = re.compile(
    r"(?:(时)速|[每一]小(时)|每(分)钟?|每(秒)钟?)(?:的?速度)?"
    r"(?:约|为|达|高达|可达|近|至|超过|逾|不到|最高|最多|平均)*[ \u00a0]?$"
)
_RATE_LENGTH = 12
_TIMELESS = frozenset({"s", "month", "%", "pp"})
_DEGREES = frozenset({"°", "°C", "°F"})
_ZERO = re.compile(
    r"[ \u00a0](?:(?P<below>ниже (?:нуля|ноля)|below (?:zero|freezing(?: point)?)|мороза|of frost)"
    r"|выше (?:нуля|ноля)|above (?:zero|freezing(?: point)?)|тепла)\b"
)
_BELOW_ZERO = re.compile(r"[ \u00a0](?:ниже (?:нуля|ноля)|below (?:zero|freezing))\b")
# "мороз не сильнее двенадцати градусов", "a frost of up to 12 degrees"
_FROST_BEFORE = re.compile(
    r"\b(?:мороз[а-я]{0,3}|frosts?)"
    r"(?:[ \u00a0](?:of|up|to|about|around|below|above|over|under|более|менее|чем|не|сильнее|слабее|крепче"
    r"|выше|ниже|до|в|около|свыше|примерно)){0,4}[ \u00a0]$"
)
_FROST_LENGTH = 40
_ADJECTIVE = re.compile(
    r"[ \u00a0]((?:[a-z]{2,20}-)?[a-z]{2,20}(?:ed|ing|al|ful|less|ive|ous|ary|able|ible|ent|ant|en|ete)"
    r"|full|extra|paid|unpaid|whole|spare|free|clear|dry|wet|hot|cold|lost|more|further"
    r"|(?:не)?[а-я]{2,20}(?:ый|ий|ой|ая|ое|ые|ых|их|ым|ими|ыми))(?=[ \u00a0][a-zа-я])"
)
# "12 women days after": what ends like an adjective and is none.
_NO_ADJECTIVES = frozenset({"children", "women", "men", "percent", "student", "patient"})
_TIMES = frozenset({"s", "month"})
_COUNTED_AFTER = re.compile("[ \u00a0-]([a-zа-я]+)")
_HALF_ADDED = re.compile(r" and a half\b| с половиной\b")
_MILLION = Decimal(10**6)
_MINUTES_FOLLOW = re.compile("[ \u00a0]?[0-9零一二三四五六七八九十]{1,3}[ \u00a0]?分(?!之)")
_SECONDS_FOLLOW = re.compile("[ \u00a0]?[0-9零一二三四五六七八九十]{1,3}[ \u00a0]?秒|半钟")
_TENTH_OF_YUAN = re.compile("角(?![度形色落逐质大])|毛(?![利巾病衣发])")
# 三塊二 and 三塊半 are money; 三塊 alone may be pieces.
_YUAN_SPOKEN = "块"
_TENTHS_SPOKEN = re.compile("[一二三四五六七八九半](?![0-9\u4e00-\u9fff])|[0-9]{1,2}[毛角]")
# 一米八五, 1米85, 3公尺4: the decimals of metres behind them.
_METRE_SPOKEN = frozenset("米尺")
_DECIMALS_SPOKEN = re.compile(
    r"(?P<decimals>[0-9]{1,2}|[一二三四五六七八九]{1,2})(?![0-9.,%/~-]|(?![的高长長宽寬深厚左以])[\u4e00-\u9fff])"
)
_YUAN = Unit("元", Decimal(1), "money")
_TENTH = Unit("元", Decimal("0.1"), "money")
_PENNY = Unit("GBP", Decimal("0.01"), "money")
_GOES_ON = re.compile(r"[a-z0-9_]|\.[ \u00a0]?(?:m\b|[0-9])")
# 1080p
_PICTURE = re.compile(r"(?<![0-9.,])(?:144|240|360|480|540|576|720|1080|1440|2160|4320)$")
_PICTURE_LENGTH = 5
# "250 ML" on a label; a reservoir's ML are megalitres.
_MILLILITRE = Unit("L", Decimal("0.001"), "quantity")
_KNOTS = Unit("m/s", Decimal(1852) / Decimal(3600), "quantity")
_WORDED_PER = re.compile(r"[ \u00a0](?:per|на)[ \u00a0]")
_SPACES = frozenset(" \u00a0")
_AND_A_HALF, _TENTHS = "半", "成"
# 14分半鐘, 兩小時半鐘: the sign of time stands behind the half.
_CLOCK_SIGN = "钟"


def unit_at(page: Folded, end: int, start: int) -> tuple[Unit, int] | None:
    """The unit behind a number, divided by the time that stands before it (時速 60 公里, 每秒 5 公尺)."""
    found = read_unit(page, end) or _pence(page, end) or _chinese_only(page.low, end)
    if found is None or found[0].canonical in _TIMELESS or "/" in found[0].canonical:
        return found
    before = page.low[max(start - _RATE_LENGTH, 0) : start]
    if not any(sign in before for sign in _RATES) or not (rate := _RATE.search(before)):
        return found
    sign = next(group for group in rate.groups() if group)
    return per_unit(found[0], _SECOND._replace(factor=_RATES[sign])), found[1]


def _pence(page: Folded, end: int) -> tuple[Unit, int] | None:
    """A small p right behind digits, where it is no page, time of day or height of a picture: 42p a mile."""
    if (
        page.cased[end : end + 1] != "p"
        or not page.low[end - 1].isdigit()
        or _GOES_ON.match(page.low, end + 1)
    ):
        return None
    if _PICTURE.search(page.low[max(end - _PICTURE_LENGTH, 0) : end]) or scripts_in(page.low) != {"latin"}:
        return None
    return with_denominator(page, _PENNY, end + 1)


def _chinese_only(low: str, end: int) -> tuple[Unit, int] | None:
    """时 where minutes follow (共9時40分), 分 where seconds or 半 do, 角 and 毛 as tenths of 元, 三塊二."""
    end += low[end : end + 1] in _SPACES and low[end + 1 : end + 2] == "分"
    sign = low[end : end + 1]
    if sign == "时" and _MINUTES_FOLLOW.match(low, end + 1):
        return _SECOND._replace(factor=_RATES["时"]), end + 1
    if sign == "分" and _SECONDS_FOLLOW.match(low, end + 1):
        return _SECOND._replace(factor=_RATES["分"]), end + 1
    if low[end : end + 2] == "分" + _AND_A_HALF:
        return _SECOND._replace(factor=_RATES["分"]), end + 1
    if low[end - 1].isdigit() and _TENTH_OF_YUAN.match(low, end):
        return _TENTH, end + 1
    if sign == _YUAN_SPOKEN and _TENTHS_SPOKEN.match(low, end + 1):
        return _YUAN, end + 1
    return None


def month_at(page: Folded, end: int) -> tuple[Unit, int] | None:
    """月 behind 個多 or 個半, where the counter of 個月 has been read already."""
    return (_MONTH, end + 1) if page.low[end : end + 1] == "月" else None


def joined_unit(
    page: Folded, before: Preceding, found: tuple[Unit, int] | None, end: int
) -> tuple[Unit, int]:
    """The unit of a figure from the currency before it and the unit behind, and where the figure ends."""
    if before.currency is None:
        return found or (PLAIN, end)
    if found is None or found[0].kind != "money":
        return with_denominator(page, before.currency, end)
    if not compatible_units(before.currency.canonical, found[0].canonical):
        return before.currency, end
    generic = before.currency.canonical in FAMILIES
    return (found[0] if generic else before.currency._replace(factor=found[0].factor)), found[1]


def completed(page: Folded, reading: Reading) -> Reading:
    """The figure with what stands behind its unit: 两年半, 三成五, "an hour and a half", "below zero"."""
    if reading.unit in _DEGREES:
        return _with_zero(page, reading)
    if reading.unit is None and reading.scale == ONE and _BELOW_ZERO.match(page.low, reading.end):
        return _with_zero(page, reading._replace(unit="°", kind="quantity", noun=None))
    following = page.low[reading.end : reading.end + 1]
    if reading.kind == "quantity" and following == _AND_A_HALF:
        sign_ends = reading.end + 1 + page.low.startswith(_CLOCK_SIGN, reading.end + 1)
        return _more(reading, Decimal("0.5"), sign_ends)
    if decimals := _tenths_spoken(page, reading) or _metres_spoken(page, reading):
        return _more(reading, *decimals)
    if following == " " and not reading.precision and (match := _HALF_ADDED.match(page.low, reading.end)):
        return _more(reading, Decimal("0.5"), match.end()) if reading.unit else reading
    return reading


def _tenths_spoken(page: Folded, reading: Reading) -> tuple[Decimal, int] | None:
    """What a digit right behind 成 or 塊 adds, and where it ends."""
    following = page.low[reading.end : reading.end + 1]
    if page.low[reading.end - 1] not in {_TENTHS, _YUAN_SPOKEN} or following not in {*DIGITS, _AND_A_HALF}:
        return None
    return Decimal(DIGITS.get(following, 5)) / 10, reading.end + 1


def _metres_spoken(page: Folded, reading: Reading) -> tuple[Decimal, int] | None:
    """What digits right behind 米 or 公尺 add to whole metres, and where they end."""
    if page.low[reading.end - 1] not in _METRE_SPOKEN or reading.factor != ONE or reading.precision:
        return None
    match = _DECIMALS_SPOKEN.match(page.low, reading.end)
    if match is None:
        return None
    digits = "".join(str(DIGITS.get(char, char)) for char in match["decimals"])
    return Decimal(f"0.{digits}"), match.end()


def _more(reading: Reading, step: Decimal, end: int) -> Reading:
    one = EXACT.multiply(reading.scale, reading.factor)
    value = EXACT.add(reading.value, EXACT.multiply(step, one).copy_sign(reading.value))
    places = -int(step.as_tuple().exponent)
    return reading._replace(
        value=value,
        written=EXACT.divide(value, one),
        quantum=one.scaleb(-places),
        precision=places,
        end=end,
    )


def _with_zero(page: Folded, reading: Reading) -> Reading:
    match = _ZERO.match(page.low, reading.end)
    if match is None:
        frost = _FROST_BEFORE.search(page.low[max(reading.start - _FROST_LENGTH, 0) : reading.start])
        return reading._replace(value=-abs(reading.value), bound=None) if frost else reading
    value = -abs(reading.value) if match["below"] else reading.value
    return reading._replace(value=value, end=match.end(), bound=None)


def with_other_senses(page: Folded, reading: Reading, number_end: int) -> Reading:
    """The figure with the other readings of an ambiguous unit: pounds, "1.84m", 20節.

    Args:
        page: the folded text.
        reading: the figure.
        number_end: where its number ends and the unit begins.
    """
    written = page.low[number_end : reading.end].strip(" \u00a0-")
    if written == "m" and reading.scale == ONE and page.cased[reading.end - 1] == "m":
        return _metres_or_millions(page, reading, glued=number_end == reading.end - 1)
    if page.cased[number_end : reading.end].strip(" \u00a0-") == "ML":
        return _also(reading, _MILLILITRE)
    if reading.unit is None and page.low[reading.end : reading.end + 2].lstrip(" ")[:1] == "节":
        return _also(reading, _KNOTS)
    if reading.unit and "/" in reading.unit and _WORDED_PER.search(written):
        # "200 mg of syrup per kg" is 200 mg too, where "200 mg/kg" is not.
        plain = undivided_unit(page, number_end)
        return _also(reading, plain[0]) if plain else reading
    if reading.unit is None and (told := _behind_adjective(page, reading, number_end)):
        return _also(reading, told)
    other = other_sense(written) if written else None
    return _also(reading, other) if other else reading


def _behind_adjective(page: Folded, reading: Reading, end: int) -> Unit | None:
    """The time that a number counts with an adjective between: "six unused days" are six days."""
    match = _ADJECTIVE.match(page.low, end) if reading.kind == "number" else None
    if match is None or match[1] in _NO_ADJECTIVES:
        return None
    found = read_unit(page, match.end())
    return found[0] if found and found[0].canonical in _TIMES else None


def _also(reading: Reading, unit: Unit) -> Reading:
    other = rescaled(reading, reading.scale, unit.factor)._replace(
        unit=unit.canonical or None, kind=unit.kind, below=unit.below
    )
    return reading._replace(alternatives=(other,))


def _metres_or_millions(page: Folded, reading: Reading, *, glued: bool) -> Reading:
    """Millions in "1.84m passengers", metres in "1.84 m"; "1.84m" alone may be either."""
    match = _COUNTED_AFTER.match(page.low, reading.end)
    counted = match is not None and match[1] in COUNTED
    if not glued and not counted:
        return reading
    noun = match[1] if match and counted else None
    millions = rescaled(reading, _MILLION, ONE)._replace(unit=None, kind="number", noun=noun)
    if counted and glued:
        return millions._replace(alternatives=(reading,))
    return reading._replace(alternatives=(millions,))

"""Values of Chinese numerals, written with Simplified or folded characters (see ``folding``)."""

from decimal import Decimal

DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_POWERS = (("兆", 10**12), ("亿", 10**8), ("万", 10**4), ("千", 10**3), ("百", 10**2), ("十", 10))
_TEN, _SMALL = 10, 10**3
_LEADING = frozenset({"百", "千"})
ADVERBS = frozenset({"百万", "千万", "百亿", "千亿"})
"""Numerals that are words of another kind where nothing is counted: 千万 is "by all means"."""
_CAPITAL = zip("壹贰貳叁參肆伍陆陸柒捌玖拾佰仟", "一二二三三四五六六七八九十百千", strict=True)
_FORMAL = str.maketrans({**dict(_CAPITAL), "廿": "二十", "卅": "三十", "卌": "四十"})

NUMERAL_CLASS = "零〇一二三四五六七八九两十廿卅卌百千万亿兆"
DIGIT_CLASS = "零〇一二三四五六七八九"
FORMAL_CLASS = "壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
# 二〇二三, 一九九八: digits read one by one.
_SPELLED_OUT = 3
LONGEST = 40
"""The longest numeral that is read; whatever is longer is no numeral."""


def chinese_value(numeral: str) -> Decimal | None:
    """The value of a numeral such as 四万二千, 二〇二三, 百万, 十五点六; None for 万一, 百, 十四五, 三四."""
    if len(numeral) > LONGEST:
        return None
    whole, _, fraction = numeral.translate(_FORMAL).partition("点")
    if len(whole) >= _SPELLED_OUT and all(char in DIGITS for char in whole):
        spelled_out = len(whole) > _SPELLED_OUT or not {"零", "〇"}.isdisjoint(whole)
        value = int("".join(str(DIGITS[char]) for char in whole)) if spelled_out else None
    else:
        value = _value(whole, 1)
    digits = "".join(str(DIGITS[char]) for char in fraction if char in DIGITS)
    return None if value is None else Decimal(f"{value}.{digits}" if digits else value)


def _value(numeral: str, place: int) -> int | None:
    """The value of a numeral; a digit alone counts in ``place`` (三万五 is 35,000), behind 零 in ones."""
    for sign, power in _POWERS:
        before, found, behind = numeral.partition(sign)
        if not found:
            continue
        ten = sign == "十" and before in {"", "零", "〇"}
        # 百万 is a hundred times ten thousand, but 百 alone is no numeral.
        high = 1 if ten else _value(f"一{before}" if before[:1] in _LEADING else before, 1)
        low = _value(behind, power // 10) if behind else 0
        if not high or low is None or low >= power or (power <= _SMALL and high >= _TEN):
            return None
        return high * power + low
    rest = numeral.lstrip("零〇")
    if len(rest) > 1 or (rest and rest not in DIGITS):
        return None
    if not rest:
        return 0 if numeral else None
    return DIGITS[rest] * (place if rest == numeral else 1)

"""Values of Chinese numerals, written with Simplified or folded characters (see ``folding``)."""

from decimal import Decimal

DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "亿": 10**8, "兆": 10**12}
_FORMAL = str.maketrans("壹贰貳叁參肆伍陆陸柒捌玖拾佰仟", "一二二三三四五六六七八九十百千")

NUMERAL_CLASS = "零〇一二三四五六七八九两十百千万亿兆"
DIGIT_CLASS = "零〇一二三四五六七八九"
FORMAL_CLASS = "壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
# 二〇二三, 一九九八: digits read one by one.
_SPELLED_OUT = 3
LONGEST = 40
"""The longest numeral that is read; whatever is longer is no numeral."""


def chinese_value(numeral: str) -> Decimal | None:
    """The value of a numeral such as 四万二千, 一百零三, 二〇二三 or 十五点六.

    Returns:
        None where the characters make no numeral that can stand alone: 万一, 百, 十四五, 三四.
    """
    if len(numeral) > LONGEST:
        return None
    whole, _, fraction = numeral.translate(_FORMAL).partition("点")
    spelled = len(whole) >= _SPELLED_OUT and all(char in DIGITS for char in whole)
    value = _spelled_out(whole) if spelled else _with_powers(whole)
    if value is None:
        return None
    digits = "".join(str(DIGITS[char]) for char in fraction if char in DIGITS)
    return Decimal(f"{value}.{digits}") if digits else Decimal(value)


def _spelled_out(numeral: str) -> int | None:
    if len(numeral) == _SPELLED_OUT and "零" not in numeral and "〇" not in numeral:
        return None
    return int("".join(str(DIGITS[char]) for char in numeral))


def _with_powers(numeral: str) -> int | None:
    """Value of a numeral with 十, 百, 千 inside sections closed by 万, 亿, 兆."""
    total, section, smallest = 0, "", None
    for char in numeral:
        power = _LARGE.get(char)
        if power is None:
            section += char
            continue
        value = _section(section)
        if value is None and not (total and not section):
            return None
        if value is None or (smallest is not None and power > smallest):
            # 万亿: the larger power multiplies all that stands before it.
            total = (total + (value or 0)) * power
        else:
            total += value * power
        smallest, section = power, ""
    if not section:
        return total
    rest = _section(section, trailing=smallest)
    return None if rest is None else total + rest


def _section(section: str, trailing: int | None = None) -> int | None:
    """Value below 10,000; a bare digit behind ``trailing`` counts in tenths of it (三万五 is 35,000)."""
    total, digit, last_power = 0, None, 10_000
    zero = False
    for char in section:
        if char in DIGITS:
            if digit is not None:
                return None
            digit = DIGITS[char] or None
            zero = zero or digit is None
        else:
            power = _SMALL.get(char, last_power)
            if power >= last_power or (digit is None and power != _SMALL["十"]):
                return None
            total += (digit or 1) * power
            digit, last_power, zero = None, power, False
    if digit is not None and not zero:
        digit *= (trailing or 10) // 10 if last_power > _SMALL["千"] else last_power // 10
    total += digit or 0
    return total if total or section in {"零", "〇"} else None

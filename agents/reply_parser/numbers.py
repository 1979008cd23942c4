"""Reads a figure on a bounded scale, and nothing that only looks like one."""

import math
import re
import unicodedata
from collections.abc import Mapping

from data_base.text.folding import fold
from data_base.text.markup import PAD
from data_base.text.numbers.chinese_numerals import DIGIT_CLASS, NUMERAL_CLASS, chinese_value
from data_base.text.numbers.numerals import DIGITS, plain_digits

_MARKS = " \t\r\n*_`\"'“”‘’「」『』[]()（）"
_HAN = re.compile(rf"[{NUMERAL_CLASS}]{{1,9}}(?:点[{DIGIT_CLASS}]{{1,9}})?(?=分|$)")
_UNIT = re.compile(r"\s*(?:分|点|points?\b|pts?\b|балл(?:а|ов|ы)?\b)", re.IGNORECASE)
_SCALE = re.compile(
    rf"\s*[(\[]?\s*(?:(?:/|／|out\s+of|of|из|von|满分|总分|共)\s*[:为是]?\s*)(?P<scale>{DIGITS.pattern})(?!\d)"
    r"\s*(?:分|points?\b|pts?\b|балл(?:а|ов)?\b)?\s*[)\]]?",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s*(?:$|[(\[,;:.!。，；：、|—–\-#*_`\"'”’\])}]|//|\n)")
_FIGURE = re.compile(r"[\d%]")
_RANGE = re.compile(r"\s*[-–—~]\s*\d")
_SCORE_KEYS = frozenset(
    {"score", "value", "rating", "分数", "分數", "得分", "评分", "評分", "оценка", "балл"}
)
_SCALE_KEYS = frozenset({"max", "max_score", "maximum", "out_of", "scale", "total", "满分", "滿分", "из"})


def read_number(value: object, *, high: float | None = None) -> float:
    """Read the one figure that a field's value states.

    Numbers are taken as they are. Text is taken if it is one figure, with or without a unit ("9 分"), the
    field's own denominator ("8/10", "8.5 out of 10", "8 из 10" where ``high`` is 10) and a remark without
    figures. An object is taken if it contains one figure under a name such as ``score``.

    Args:
        value: what is in the field.
        high: upper end of the field's scale; no other denominator is accepted.

    Raises:
        ValueError: there is no figure, more than one, a bool, or one on another scale.
    """
    if isinstance(value, bool) or value is None:
        raise ValueError("a number is needed")
    if isinstance(value, (int, float)):
        return _finite(value)
    if isinstance(value, str):
        return _number_in_text(value, high)
    if isinstance(value, Mapping):
        return _number_in_object(value, high)
    raise ValueError("a number is needed")


def _finite(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("the number is too large") from None
    if not math.isfinite(number):
        raise ValueError("a finite number is needed")
    return number


def _number_in_text(raw: str, high: float | None) -> float:
    text = fold(unicodedata.normalize("NFKC", raw[:400])).cased.replace(PAD, "").strip(_MARKS)
    number, end = _leading_number(text)
    rest = text[end:]
    if unit := _UNIT.match(rest):
        rest = rest[unit.end() :]
    rest = rest.lstrip(_MARKS) if rest.lstrip("*_`\"'”’] ").startswith(("/", "out", "of", "из")) else rest
    scale = _SCALE.match(rest)
    if scale:
        if high is None or _decimal(scale["scale"]) != high:
            raise ValueError(f"the scale of {raw[:60]!r} is not the field's own")
        rest = rest[scale.end() :]
    if not _REMARK.match(rest) or (scale is None and _FIGURE.search(rest)) or _RANGE.match(rest):
        raise ValueError(f"{raw[:60]!r} is not one figure")
    return number


def _leading_number(text: str) -> tuple[float, int]:
    if match := DIGITS.match(text, text.startswith("+")):
        return _decimal(match[0]), match.end()
    if (match := _HAN.match(text)) and (value := chinese_value(match[0])) is not None:
        return float(value), match.end()
    raise ValueError(f"{text[:60]!r} does not begin with a figure")


def _decimal(text: str) -> float:
    """A figure with a decimal point or comma; three digits after a comma may be thousands."""
    english, russian = (plain_digits(text, russian=russian) for russian in (False, True))
    if english != russian:
        raise ValueError(f"{text!r} can be read in two ways")
    return _finite(float(english))


def _number_in_object(value: Mapping[object, object], high: float | None) -> float:
    items = {str(key).casefold(): item for key, item in value.items()}
    scores = [key for key in items if key in _SCORE_KEYS]
    if len(scores) != 1:
        raise ValueError("an object is not a figure")
    for key, item in items.items():
        foreign = isinstance(item, (int, float)) and key not in {scores[0], "weight"}
        if key in _SCALE_KEYS:
            if high is None or read_number(item) != high:
                raise ValueError("the scale is not the field's own")
        elif foreign:
            raise ValueError("an object of several figures is not one figure")
    inner = items[scores[0]]
    if isinstance(inner, Mapping):
        raise ValueError("an object is not a figure")  # noqa: TRY004  (the reply's fault)
    return read_number(inner, high=high)

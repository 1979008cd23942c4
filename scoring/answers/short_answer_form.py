"""One spelling for short answers: case, width, white space, punctuation, script, figures, units and dates."""

import re
from collections.abc import Iterator
from decimal import Context, Decimal
from functools import cache

from data_base.text.dates import DateMention, dates
from data_base.text.folding import fold
from data_base.text.han_variants import fold_variants
from data_base.text.language import CJK_CLASS
from data_base.text.normalise import normalise
from data_base.text.numbers.chinese_numerals import DIGIT_CLASS
from data_base.text.numbers.figures import Figure, figures, number_alone
from data_base.text.word_lists import word_list
from data_base.text_cache import text_cache

# Exact enough to distinguish figures, short enough to forget what a division such as km/h to m/s leaves.
_SIGNIFICANT = Context(prec=15)
_LARGEST_EXPONENT = 40
_JOINED = re.compile(r"(?<=\w)'(?=\w)|(?<=[^\W\d])\.(?=[^\W\d]|\s|$)")
# A full stop between digits belongs to a version, a hyphen before a digit to a negative number.
_PUNCTUATION = re.compile(
    r"(?<![0-9])\.|\.(?![0-9])|(?<=\w)-|-(?![0-9])"
    r"|[!\"'(),:;?\[\]_{}、。〈〉《》「」『』【】〔〕〖〗·•¿¡‹›]"
)
_NEXT_TO_CJK = re.compile(f"(?<=[{CJK_CLASS}]) | (?=[{CJK_CLASS}])")
_YEAR_ONLY = ("half", "quarter", "month", "day", "hour", "minute", "decade", "until")


@text_cache(500_000)
def key(text: str) -> str:
    """A short answer in one spelling; two answers that read the same have the same key.

    Figures are written in their canonical unit ("three kilograms", "3 kg" and "3000 g"), dates in one
    order, Traditional characters as Simplified ones, everything else as by ``normalise`` and without
    punctuation, unless nothing but punctuation is there.
    """
    number = number_alone(text)
    if number is not None:
        return plain_decimal(number)
    return _date_alone(text) or respelled(text) or normalise(text)


def _date_alone(text: str) -> str | None:
    """The key of a text that is a date and nothing else but the day of the week or "on" before it."""
    found = dates(text)
    if len(found) != 1:
        return None
    around = _words(f"{text[: found[0].start]} {text[found[0].end :]}")
    return None if _weekday().sub("", around).strip() else _date(found[0])


@cache
def _weekday() -> re.Pattern[str]:
    days = word_list("short_answers.weekdays")
    short = [day[:3] for day in days if day.isascii()]
    alphabetic = "|".join((*days, *short, *word_list("short_answers.before_dates")))
    return re.compile(rf"\b(?:{alphabetic})\b|(?:星期|周|礼拜)[{DIGIT_CLASS}日天0-9]|[于在]")


@text_cache(200_000)
def respelled(text: str) -> str:
    """As :func:`key` for a text of any length, in which a lone number word is a word."""
    return _NEXT_TO_CJK.sub("", " ".join(" ".join(_parts(text)).split()))


def plain_decimal(value: Decimal) -> str:
    """A number in digits, without zeros that say nothing: 5 for 5.00."""
    rounded = _SIGNIFICANT.plus(value)
    if not rounded:
        return "0"
    if abs(rounded.adjusted()) > _LARGEST_EXPONENT:
        return str(rounded.normalize())
    return format(rounded.normalize(), "f")


def _parts(text: str) -> Iterator[str]:
    place = 0
    found: list[Figure | DateMention] = [*dates(text), *figures(text)]
    for mention in sorted(found, key=lambda mention: mention.start):
        if mention.start < place:
            continue
        yield _words(text[place : mention.start])
        yield _mention(mention)
        place = mention.end
    yield _words(text[place:])


def _mention(mention: Figure | DateMention) -> str:
    if isinstance(mention, DateMention):
        return _date(mention)
    value = plain_decimal(mention.value)
    if mention.kind == "ordinal":
        return f"{value} th"
    return f"{value} {mention.unit}" if mention.unit else value


def _date(mention: DateMention) -> str:
    if mention.year is not None and all(getattr(mention, part) is None for part in _YEAR_ONLY):
        return str(mention.year)
    parts = ("year", *_YEAR_ONLY)
    return "@" + ",".join(f"{part}={getattr(mention, part)}" for part in parts if getattr(mention, part))


def _words(text: str) -> str:
    # Folding first: it knows dashes and marks that stand for the sign of a number.
    spelled = fold_variants(normalise(fold(text).cased))
    return _PUNCTUATION.sub(" ", _JOINED.sub("", spelled))

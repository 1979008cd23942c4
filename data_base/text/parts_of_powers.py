"""Parts of a thousand, a million …: "three quarters of a million", четверть миллиона."""

import re
from decimal import Decimal

from data_base.text.figure_words import SCALES

_SPACE = "[ \u00a0]"
_PARTS = {
    "quarter": Decimal("0.25"),
    "quarters": Decimal("0.25"),
    "half": Decimal("0.5"),
    "tenth": Decimal("0.1"),
    "четверт": Decimal("0.25"),
    "половин": Decimal("0.5"),
}
_COUNTS = {"": 1, "a": 1, "one": 1, "three": 3, "три": 3, "трех": 3, "одна": 1, "одной": 1}
_POWERS_EN = "thousand|million|billion|trillion"
_POWERS_RU = "тысячи|миллиона|миллиарда|триллиона"
PART_OF_POWER = (
    rf"\b(?:(?:a|one|three)[ -](?:quarters?|tenth)|half) of an? (?:{_POWERS_EN})\b"
    rf"|\ba quarter (?:{_POWERS_EN})\b"
    rf"|\b(?:(?:три|трех|одн(?:а|ой)){_SPACE})?(?:четверт[ьией]{{1,2}}|половин[аыуе]){_SPACE}(?:{_POWERS_RU})\b"
)
"""A regular expression for such a part in folded lower-case text, without groups."""
_PARSED = re.compile(
    rf"(?:(?P<count>a|one|three|три|трех|одн(?:а|ой))[ \u00a0-])?"
    rf"(?P<part>quarters?|half|tenth|четверт|половин)[а-я]*(?: of an?)?{_SPACE}(?P<power>[a-zа-я]+)"
)
INITIALS = "ahotтодчп"
"""The letters that a part may begin with."""


def part_of_power(phrase: str) -> Decimal:
    """The value of what ``PART_OF_POWER`` matched."""
    match = _PARSED.fullmatch(phrase)
    if match is None:
        raise ValueError(f"no part of a power: {phrase}")
    return _COUNTS[match["count"] or ""] * _PARTS[match["part"]] * SCALES[match["power"]]

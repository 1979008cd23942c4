"""Days and hours in digits that only the passages tell from other numbers: 9/4, 04.09, 18.45."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from data_base.text.dates import DateMention, contains
from scoring.evidence import script_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_PAIR = re.compile(
    r"(?<![\d/.,:-])(?P<first>\d{1,2})(?P<sign>[./])(?P<second>\d{1,2})(?!\d|[/:,-]\d|\.\d|\s?%)"
)
_LETTER = re.compile(r"[^\W\d_]")
_A_MARGIN = 3
_MONTHS, _DAYS, _HOURS, _MINUTES = range(1, 13), range(1, 32), range(24), range(60)
_TWO_DIGITS = 2


class _Said(NamedTuple):
    """What a pair of numbers may say besides a decimal or a share."""

    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None


def as_date(mention: Mention, text: str, evidence: Evidence) -> Mention:
    """The day or the hour that a number of a claim is, where the passages tell that one; else as it is.

    Chinese puts the month first and Russian the day; in English either may be.

    Args:
        mention: a figure of the claim that the passages do not hold as such.
        text: the claim.
        evidence: the passages.
    """
    figure = mention.figure
    if figure is None or figure.unit is not None or figure.kind != "number":
        return mention
    pair = next(_pairs_at(mention, text), None)
    if pair and any(_is_written_alike(pair, o.mention.raw) for o in evidence.stated if o.mention.figure):
        return mention  # they write decimals or shares so: "release 4.09"
    # Digits alone are written as the passages are.
    script = script_of_text(text) if _LETTER.search(text) else next(iter(sorted(evidence.scripts)), "")
    for said in _readings(pair, script) if pair else ():
        date = DateMention(
            None,
            said.month,
            said.day,
            mention.start,
            mention.end,
            mention.raw,
            hour=said.hour,
            minute=said.minute,
        )
        if any(o.mention.date and contains(date, o.mention.date) for o in evidence.occurrences):
            return replace(mention, figure=None, date=date)
    return mention


def _is_written_alike(pair: re.Match[str], raw: str) -> bool:
    """Whether a figure of the passages has the same sign and as many digits behind it."""
    other = _PAIR.fullmatch(raw)
    return other is not None and (other["sign"], len(other["second"])) == (pair["sign"], len(pair["second"]))


def _pairs_at(mention: Mention, text: str) -> Iterator[re.Match[str]]:
    """The pair of numbers that a figure is, or one of the two of."""
    for match in _PAIR.finditer(text, max(0, mention.start - _A_MARGIN)):
        if match.start() > mention.start:
            return
        if match.end() >= mention.end:
            yield match


def _readings(pair: re.Match[str], script: str) -> Iterator[_Said]:
    first, second = int(pair["first"]), int(pair["second"])
    month_first, day_first = _Said(month=first, day=second), _Said(month=second, day=first)
    if script == "han":
        orders = [month_first]
    else:
        orders = [day_first] if script == "cyrillic" or pair["sign"] == "." else [day_first, month_first]
    yield from (said for said in orders if said.month in _MONTHS and said.day in _DAYS)
    told = pair["sign"] == "." and len(pair["second"]) == _TWO_DIGITS
    if told and first in _HOURS and second in _MINUTES:
        yield _Said(hour=first, minute=second)

"""Figures of an answer that give no value of their own: one of a unit, noon as a name, a percentile.

"一吨能补 260 元", "a charge at midday" and "the 99th percentile" tell of what something is said; the passages
say 每吨, "the midday charge" and "p99".
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.quantities import is_bare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention

_DIGIT = re.compile(r"\d")
_NAMES_OF_HOURS = tuple(
    re.compile(names, re.IGNORECASE)
    for names in (
        r"\b(?:noon|mid-?day)",
        r"\bmid-?night",
        r"\b(?:полдень|полдн|полудн|полуден)",
        r"\b(?:полноч|полуноч)",
    )
)
_PERCENTILE = re.compile(
    r"(?:st|nd|rd|th|-?[йг]о?)?[\s-]?(?:百?分位|percentile|per cent rank|перцентил|процентил|квантил)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# A length of time is meant where these stand before it or behind it.
_LASTS_BEFORE = re.compile(
    r"(?:\b(?:after|within|for|last\w*|takes?|took|than|about|nearly|another|через|спустя|после|всего|почти|около"
    r"|длил\w*|занял\w*|ещ[её])"
    r"|[用花需耗共仅僅只晚早近约約满滿延差多少了]|提前|推[迟遲]|延[后後长長]|[缩縮]短|[历歷][时時]|超[过過])\s?$",
    re.IGNORECASE,
)
_LASTS_BEHIND = re.compile(
    r"\s?(?:[后後内內前左半多]|以[内內上下后後前]|之[内內后後前]|\b(?:later|earlier|after|before|ago|long|спустя|назад"
    r"|позже|раньше)\b|[，。；、,.;:：)）!?]|$)",
    re.IGNORECASE,
)
_STOP = re.compile(r"[，。；;!?！？]|[,.](?=\s|$)")
_SECOND_WORDS = {
    60: r"每分|/\s?min|\b(?:a|per|each|every) minute|(?:в|за) минуту|минутн",
    3600: (
        r"每[一个個]?小?[时時]|[时時][速均]|/\s?h\b|\b(?:an|per|each|every) hour|\bhourly"
        r"|\b(?:в|за) час\b|ежечасн|часов[оа]"
    ),
    86_400: (
        r"每[一个個]?[天日]|日[均变變增减減产產用]|[/／]\s?[天日]|\b(?:a|per|each|every|/) ?day|\bdaily"
        r"|\b(?:в|за) (?:день|сутки)|ежедневн|ежесуточн|суточн|дневн|кажд\w+ (?:день|сутки)"
    ),
    604_800: (
        r"每[一个個]?(?:[周週]|星期)|[周週]均|\b(?:a|per|each|every) week|\bweekly|\b(?:в|за) неделю|недельн"
    ),
}
_MONTH_WORDS = {
    12: r"每[一]?年|年[均度]|\b(?:a|per|each|every) year|\b(?:annual|yearly)|\b(?:в|за) год\b|ежегодн|годов",
}
_STEM = 4
# "For every £1 of public money": what others are counted by.
_EVERY = re.compile(r"(?:\b(?:every|each|per|кажд\w+)|每)\s?$", re.IGNORECASE)
# "Pit 17", "ямы 17"; what comes behind a function word is counted.
_NOUN_BEFORE = re.compile(
    r"(?<![^\W\d_])(?!(?:and|of|the|in|at|by|to|from|with|than|about|some|only|over|nearly|almost|was|were|had|has|are|for|"
    r"под|над|или|для|при|без|как|это|были|было|около|почти|всего|лишь|более|менее|ещё|еще)\s)"
    r"([A-Za-zА-Яа-яЁё]{3,})\s$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\s?[^\W\d_]|\s?[%‰°]")
_LEAST_STEM, _ENDING = 2, 2


def as_names(
    findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> list[FigureFinding]:
    """The findings; what only tells of what something is said counts as supported where the passages do, too.

    Args:
        findings: of every figure of the answer.
        claims: the claims that they stand in.
        evidence: the passages.
    """
    return [
        replace(finding, verdict="supported", source=None, rival=None)
        if not finding.holds and _tells_of_what(finding, findings, claims, evidence)
        else finding
        for finding in findings
    ]


def _tells_of_what(
    finding: FigureFinding, findings: Sequence[FigureFinding], claims: Sequence[Claim], evidence: Evidence
) -> bool:
    mention = finding.figure.mention
    if mention.date is not None:
        return mention.date.hour is not None and _is_known_name(mention.raw, evidence)
    figure, text = mention.figure, claims[finding.figure.claim].text
    if figure is None:
        return False
    if _PERCENTILE.match(text, _end_of_number(text, mention)):
        return _is_known_percentile(mention.raw, evidence)
    if is_bare(mention) and figure.precision == 0:
        return _is_numbered_name(finding, findings, text, evidence)
    return _is_one_of_a_unit(finding, findings, text, evidence)


def _is_one_of_a_unit(
    finding: FigureFinding, findings: Sequence[FigureFinding], text: str, evidence: Evidence
) -> bool:
    """Whether a figure is one of a unit by which others are told: 一吨能补 260 元, "for every £1"."""
    mention, figure = finding.figure.mention, finding.figure.mention.figure
    if figure is None or figure.unit is None:
        return False
    if figure.count == 1 and _EVERY.search(text[: mention.start]):
        return True
    if figure.count != 1 or _DIGIT.search(figure.raw) or not _is_per(text, mention):
        return False
    beside = [
        f for f in findings if f.figure.claim == finding.figure.claim and f.holds and f.source is not None
    ]
    return any(
        _in_one_clause(text, mention, other.figure.mention)
        and _is_told_by(figure, other.source.unit, evidence)
        for other in beside
        if other.source is not None
    )


def _is_numbered_name(
    finding: FigureFinding, findings: Sequence[FigureFinding], text: str, evidence: Evidence
) -> bool:
    """Whether a number stands behind the noun that it stands behind there: pit 17.

    Where the passages number several of them, another figure of the answer has to stand beside this one.
    """
    source, named = finding.source, _noun_before(text, finding.figure.mention)
    if source is None or not _is_one_noun(named, _noun_before_there(source, evidence)):
        return False
    if any(f is not finding and f.holds and f.source and f.source.unit == source.unit for f in findings):
        return True
    numbers = {
        place.mention.raw
        for place in evidence.stated
        if is_bare(place.mention) and _is_one_noun(named, _noun_before_there(place, evidence))
    }
    return len(numbers) == 1


def _noun_before_there(place: Occurrence, evidence: Evidence) -> str:
    return "" if place.tabular else _noun_before(evidence.units[place.unit].text, place.mention)


def _noun_before(text: str, mention: Mention) -> str:
    """The noun right before a number that no counted word follows; empty where there is none."""
    match = _NOUN_BEFORE.search(text[: mention.start])
    return match[1].lower() if match and not _COUNTED.match(text, mention.end) else ""


def _is_one_noun(one: str, other: str) -> bool:
    """Whether two words are forms of one: яма, ямы."""
    stem = max(_LEAST_STEM, min(len(one), len(other)) - _ENDING)
    return len(one) >= stem and one[:stem] == other[:stem]


def _is_known_name(raw: str, evidence: Evidence) -> bool:
    """Whether the passages use the name of an hour of the day that an answer uses."""
    if _DIGIT.search(raw):
        return False
    name = next((each for each in _NAMES_OF_HOURS if each.search(raw)), None)
    return name is not None and any(name.search(passage) for passage in evidence.passages)


def _end_of_number(text: str, mention: Mention) -> int:
    number = _NUMBER.search(text, mention.start, mention.end)
    return number.end() if number else mention.end


def _is_known_percentile(raw: str, evidence: Evidence) -> bool:
    number = _NUMBER.search(raw)
    if number is None:
        return False
    named = re.compile(rf"\b[pPр]{re.escape(number[0])}(?![\d.]*\d)")
    return any(named.search(passage) for passage in evidence.passages)


def _is_per(text: str, mention: Mention) -> bool:
    """Whether one of a unit may be what others are told by: no length of time, by the words about it."""
    before, behind = text[: mention.start], _LASTS_BEHIND.match(text, mention.end)
    # "260 yuan for one tonne." ends a clause as well.
    timed = mention.figure is not None and mention.figure.unit in {"s", "month"}
    return not timed or not (behind or _LASTS_BEFORE.search(before[-12:]))


def _in_one_clause(text: str, one: Mention, other: Mention) -> bool:
    first, last = sorted((one, other), key=lambda mention: mention.start)
    return first is not last and not _STOP.search(text, first.end, last.start)


def _is_told_by(figure: Figure, unit: int, evidence: Evidence) -> bool:
    """Whether a sentence or row of the passages tells something by a unit: 每吨, per tonne, €/t."""
    place = evidence.units[unit]
    if any(
        o.mention.figure is not None and (o.mention.figure.unit or "").endswith(f"/{figure.unit}")
        for o in evidence.stated_in.get(unit, ())
    ):
        return True
    text = f"{place.text} {place.row.caption} {place.row.header}" if place.row else place.text
    return _said_by(figure.unit or "", int(figure.value), figure.raw).search(text) is not None


@lru_cache(maxsize=256)
def _said_by(unit: str, value: int, raw: str) -> re.Pattern[str]:
    """How a text says that something is told by a unit."""
    words = _SECOND_WORDS.get(value) if unit == "s" else _MONTH_WORDS.get(value) if unit == "month" else None
    if words:
        return re.compile(words, re.IGNORECASE)
    if raw[0] > "\u2e80":
        word = re.escape(raw[1:].strip())
        return re.compile(rf"(?:[每单單按][一1]?\s?|[/／]\s?){word}")
    stem = re.escape(raw.rsplit(maxsplit=1)[-1][:_STEM])
    return re.compile(
        rf"\b(?:per|an?|each|every|за|на|в|с|со|кажд\w+)\s(?:1\s|one\s|одн\w+\s)?{stem}|/\s?{stem}",
        re.IGNORECASE,
    )

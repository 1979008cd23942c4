"""Multiples and parts in words that two figures beside them contradict: "three times as many, 90, not 36"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.arithmetic import as_all_are_written, of_one_measure, of_one_rate
from scoring.column_wholes import wholes_of
from scoring.contexts import Context
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.mentions import worded
from scoring.proportions import MULTIPLE
from scoring.quantities import agrees, could_replace
from scoring.reckoning import is_multiple, reckoning
from scoring.worded_shares import as_percentage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_MORE = re.compile(
    r"(?:more than|over|(?:more|better) than|above|at least|upwards of|a little over|超过|超過|逾|"
    r"более(?: чем)?|больше(?: чем)?|свыше(?: чем)?)(?:\s(?:an?|на|в))?\s*$",
    re.IGNORECASE,
)
_MORE_BEHIND = re.compile(r"[多餘余強强]|以上|\s?с лишним")
# A round multiple stands for what is so much smaller or larger, "more than" it for what is hardly smaller.
_LEAST, _MOST, _LEAST_MORE = Decimal("0.8"), Decimal("1.25"), Decimal("0.98")
# A part stands for what is so much smaller or larger, "nearly" it for what is smaller, "over" it for what is
# larger.
_LEAST_PART, _MOST_PART = Decimal("0.92"), Decimal("1.085")
_LEAST_NEARLY, _MOST_NEARLY = Decimal("0.85"), Decimal("1.06")
_LEAST_OVER, _MOST_OVER = Decimal("0.95"), Decimal("1.25")
_NEARLY = re.compile(
    r"(?:\b(?:nearly|almost|just under|not quite|close to|почти|без малого|чуть (?:менее|меньше))|"
    r"[近將将]近?|接近|不到)"
    r"(?:\s(?:а|an?|на|в|by))?\s*$",
    re.IGNORECASE,
)
# "two thirds of the 150 households", 150戶中約三分之二
_OF_WHOLE = re.compile(r"\s*(?:of|from|из|от)\s(?:the |all |those |these |всех |этих )*$", re.IGNORECASE)
_WHOLE_OF = re.compile(r"[\u4e00-\u9fff]{0,6}[中裡里的][约約近有就占佔]{0,3}$")
_OF_ALL = re.compile(
    r"[а-яё]{0,2}\s*(?:of|from|out of|из|от)?\s?"
    r"(?:all|the total|the whole|всех|всего|общего|общей)\b(?!\s\d)|的?(?:全部|所有|總|总)",
    re.IGNORECASE,
)
_OF_ALL_HAN = re.compile(
    r"(?:全部|所有|[總总][數数量体體]?)[^，,。；;]{0,8}$|[佔占][全總总]?[體体數数]?[的]?$"
)
_DIGIT = re.compile(r"\d")
_LOOK_BEFORE = 24
_ONE, _TWO = Decimal(1), 2


def wrong_multiples(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> Iterator[FigureFinding]:
    """Findings of multiples and parts in words that two figures of their claim which hold do not bear out.

    A claim with more figures, or with fewer, tells nothing of what was compared, and what the passages say
    themselves beside the figures is no error of the answer.
    """
    for index, claim in enumerate(claims):
        said = only_ratio(claim.text)
        if said is None:
            continue
        compared = [
            f for f in findings if f.holds and f.figure.claim == index and f.figure.mention.figure is not None
        ]
        places = frozenset(f.source.unit for f in compared if f.source is not None)
        if len(compared) != _TWO or is_told(said, places, evidence):
            continue
        if _is_of_all(claim.text, said) and any(
            _is_part_of_column(said, claim.text, f, evidence) for f in compared
        ):
            continue
        if not bears_out(claim.text, said, [f.figure.mention for f in compared]):
            figure = ClaimFigure(index, said, Context({}, frozenset()), "", given=False, in_time=False)
            yield FigureFinding(figure, "misplaced", compared[0].source, compared[1].source, 0.0)


def _is_of_all(text: str, said: Mention) -> bool:
    """Whether a part is said to be one of all, whose number is not told: "over half of all complaints"."""
    return _OF_ALL.match(text, said.end) is not None or _OF_ALL_HAN.search(text[: said.start]) is not None


def _is_part_of_column(said: Mention, text: str, finding: FigureFinding, evidence: Evidence) -> bool:
    """Whether the cell that bears a figure is such a part of what its column adds up to."""
    cell = finding.source.mention.figure if finding.source else None
    return (
        cell is not None
        and said.figure is not None
        and any(
            _is_such_a_part(text, said, said.figure.value, cell.value / whole)
            for whole in wholes_of(finding, evidence)
            if whole
        )
    )


def only_ratio(text: str) -> Mention | None:
    """The only multiple, or else the only part, that a sentence tells in words."""
    told = worded(text)
    multiples = [mention for mention in told if is_multiple(text, mention)]
    if multiples:
        return multiples[0] if len(multiples) == 1 else None
    parts = [
        mention
        for mention in told
        if mention.figure is not None and _is_part(mention.figure) and not _DIGIT.search(mention.raw)
    ]
    return parts[0] if parts and len({mention.start for mention in parts}) == 1 else None


def _is_part(figure: Figure) -> bool:
    return figure.kind == "number" and figure.unit is None and 0 < figure.value < 1


def is_told(said: Mention, places: frozenset[int], evidence: Evidence) -> bool:
    """Whether a sentence of the passages, of some by their index, says the same multiple, part or share."""
    ways = [said, share] if (share := as_percentage(said)) else [said]
    counts = said.figure is not None and said.figure.unit == MULTIPLE
    return any(
        agrees(way, o.mention)
        for o in evidence.occurrences
        if o.unit in places
        and o.mention.figure is not None
        # Two crews are no "twice".
        and (o.mention.figure.unit == MULTIPLE or not counts)
        for way in ways
    )


def bears_out(text: str, said: Mention, compared: Sequence[Mention]) -> bool:
    """Whether two values are to each other as is said in a text; so it is where they are not alike."""
    one, two = compared
    if one.figure is None or two.figure is None or said.figure is None:
        return True
    figures = of_one_rate([one.figure, two.figure])
    alike = could_replace(one, two) or of_one_measure(*figures) or _is_of(text, said, (one, two))
    small, large = sorted(abs(each.value) for each in as_all_are_written(figures))
    if not small or not alike:
        return True
    if _is_part(said.figure):
        if "percent" in {one.figure.kind, two.figure.kind}:
            return True  # "by a third (31 %)": it may be told beside it
        return _is_such_a_part(text, said, said.figure.value, small / large)
    times, ratio = said.figure.value, large / small
    if _is_more(text, said):
        return times * _LEAST_MORE <= ratio < times + 1
    return times * _LEAST <= ratio <= times * _MOST


def _is_of(text: str, said: Mention, values: Sequence[Mention]) -> bool:
    """Whether a multiple or part is told of one of the values, so that the other counts the same."""
    return any(
        _OF_WHOLE.fullmatch(text, said.end, value.start) or _WHOLE_OF.fullmatch(text, value.end, said.start)
        for value in values
    )


def _is_such_a_part(text: str, said: Mention, part: Decimal, share: Decimal) -> bool:
    """Whether one value is that part of the other, or less or more than it by that part."""
    shares = [share]
    words = reckoning(text, said)
    if words.compared or words.direction:
        # "by a third", of the larger or of the smaller one.
        shares += [_ONE - share] * (words.direction != "rise") + [_ONE / share - _ONE] * (
            words.direction != "fall"
        )
    least, most = _bounds(text, said)
    return any(part * least <= each <= part * most for each in shares)


def _bounds(text: str, said: Mention) -> tuple[Decimal, Decimal]:
    """The least and the most that a part may stand for, as multiples of it."""
    if _is_more(text, said):
        return _LEAST_OVER, _MOST_OVER
    nearly = _NEARLY.search(text[max(0, said.start - _LOOK_BEFORE) : said.start]) is not None
    return (_LEAST_NEARLY, _MOST_NEARLY) if nearly else (_LEAST_PART, _MOST_PART)


def _is_more(text: str, said: Mention) -> bool:
    before = text[max(0, said.start - _LOOK_BEFORE) : said.start]
    return bool(_MORE.search(before) or _MORE_BEHIND.match(text, said.end))

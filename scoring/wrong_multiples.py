"""Multiples and parts in words that two figures beside them contradict: "three times as many, 90, not 36"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.arithmetic import as_all_are_written, of_one_measure
from scoring.contexts import Context
from scoring.figure_findings import ClaimFigure, FigureFinding
from scoring.mentions import worded
from scoring.quantities import agrees, could_replace
from scoring.reckoning import is_multiple, reckoning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.mentions import Mention

_MORE = re.compile(
    r"(?:more than|over|(?:more|better) than|above|at least|upwards of|a little over|超过|超過|逾|"
    r"более(?: чем)?|больше чем|свыше(?: чем)?)\s*$",
    re.IGNORECASE,
)
_MORE_BEHIND = re.compile(r"[多餘余]")
# A round multiple stands for what is so much smaller or larger, "more than" it for what is hardly smaller.
_LEAST, _MOST, _LEAST_MORE = Decimal("0.8"), Decimal("1.25"), Decimal("0.98")
# A part stands for what is so much smaller or larger.
_LEAST_PART, _MOST_PART = Decimal("0.92"), Decimal("1.085")
# "two thirds of the 150 households", 150戶中約三分之二
_OF_WHOLE = re.compile(r"\s*(?:of|from|из|от)\s(?:the |all |those |these |всех |этих )*$", re.IGNORECASE)
_WHOLE_OF = re.compile(r"[\u4e00-\u9fff]{0,6}[中裡里的][约約近有就占佔]{0,3}$")
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
        said = _said(claim.text)
        if said is None:
            continue
        compared = [
            f for f in findings if f.holds and f.figure.claim == index and f.figure.mention.figure is not None
        ]
        if len(compared) != _TWO or _is_told(said, compared, evidence):
            continue
        if not _bear_out(claim.text, said, compared):
            figure = ClaimFigure(index, said, Context({}, frozenset()), "", given=False, in_time=False)
            yield FigureFinding(figure, "misplaced", compared[0].source, compared[1].source, 0.0)


def _said(text: str) -> Mention | None:
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


def _is_told(said: Mention, compared: Sequence[FigureFinding], evidence: Evidence) -> bool:
    """Whether a passage says the same multiple where one of the figures stands."""
    units = {f.source.unit for f in compared if f.source is not None}
    unit = said.figure.unit if said.figure else None
    return any(
        agrees(said, o.mention)
        for o in evidence.occurrences
        if o.unit in units and o.mention.figure is not None and o.mention.figure.unit == unit
    )


def _bear_out(text: str, said: Mention, compared: Sequence[FigureFinding]) -> bool:
    """Whether the two values are to each other as is said; so it is where they are not alike."""
    one, two = (f.figure.mention for f in compared)
    if one.figure is None or two.figure is None or said.figure is None:
        return True
    alike = (
        could_replace(one, two) or of_one_measure(one.figure, two.figure) or _is_of(text, said, (one, two))
    )
    small, large = sorted(abs(each.value) for each in as_all_are_written([one.figure, two.figure]))
    if not small or not alike:
        return True
    if _is_part(said.figure):
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
    return any(part * _LEAST_PART <= each <= part * _MOST_PART for each in shares)


def _is_more(text: str, said: Mention) -> bool:
    before = text[max(0, said.start - _LOOK_BEFORE) : said.start]
    return bool(_MORE.search(before) or _MORE_BEHIND.match(text, said.end))

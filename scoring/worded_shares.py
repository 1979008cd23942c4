"""Shares that a claim tells in words ("three quarters", 四分之三, "трое из четырёх") as percentages."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.mentions import mentions, worded
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.mentions import Mention

_HUNDRED = Decimal(100)
# Who says "two thirds" means what is so near to it.
_ROUGHLY = Decimal("0.06")
_ASKS_SHARE = re.compile(
    r"\b(?:what|which) (?:\w+ )?(?:share|proportion|percentage|fraction|part)\b|\bwhat per ?cent|"
    r"\bhow (?:many|much) (?:per ?cent|of the|of all)\b|"
    r"\bhow (?:large|big|high) (?:a|is the|was the) (?:share|proportion|percentage|part)|"
    r"比例|百分之[几幾多]|[占佔](?:比|多少|了多少)|[几幾]成|份[额額]|"
    r"\b(?:как\w+|сколько) (?:\w+ )?(?:дол\w+|част\w+|процент\w*)",
    re.IGNORECASE,
)


def worded_shares(text: str, question: str, known: Sequence[Mention]) -> list[Mention]:
    """The share that a text without figures tells in words, as a percentage.

    Args:
        text: a claim.
        question: what was asked; where it is a share, the claim is held to what it tells.
        known: the values of the passages; where none agrees, nothing else is a figure for being a part.
    """
    if mentions(text):
        return []
    told = [share for mention in worded(text) if (share := as_percentage(mention)) is not None]
    if not told:
        return []
    # "трое из четырёх" is longer than "четверть" would be.
    share = max(told, key=lambda mention: mention.end - mention.start)
    if asks_share(question):
        return [replace(share, standing="stated")]
    return [share] if any(agrees(share, other) for other in known) else []


def asks_share(question: str) -> bool:
    """Whether a question asks for a share of a whole."""
    return _ASKS_SHARE.search(question) is not None


def as_percentage(mention: Mention) -> Mention | None:
    """A part of a whole as a percentage, with how roughly it is meant; None for any other value."""
    figure = mention.figure
    if figure is None or figure.unit is not None or figure.kind != "number" or not 0 < figure.value < 1:
        return None
    value = figure.value * _HUNDRED
    percent = replace(
        figure, value=value, unit="%", kind="percent", quantum=value * _ROUGHLY, noun=None, alternatives=()
    )
    return replace(mention, figure=percent)

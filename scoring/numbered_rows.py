"""Tables whose first column only ranks or counts the rows, so that the second one names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# What stands over a column of ranks or running numbers.
_HEAD = re.compile(
    r"(?:名次|排名|排序|排行|位次|[序编編][号號]|[项項]次|次序|№(?: ?п[/.]? ?п\.?)?|п[/.] ?п\.?|номер"
    r"|n[or]\.?|n°|#|rank(?:ing)?|place|pos(?:ition|\.)?|(?:serial |running )?number|место|ранг"
    r"|поз(?:иция|\.))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:第\s?)?\d{1,3}(?:st|nd|rd|th|-?[еяй])?\s?[.)名位]?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_EMPHASIS = "*_ "
# The number, the name and one value.
_FEWEST = 3


def ranks(head: str) -> bool:
    """Whether a column's head says that it ranks or counts the rows."""
    return _HEAD.fullmatch(head.strip(_EMPHASIS)) is not None


def named_first(head: Sequence[str], cells: Sequence[str]) -> int:
    """Which cell of a row names it: 0, or 1 where the first one only ranks or counts it.

    Args:
        head: the heads of the columns.
        cells: the row, from left to right.
    """
    if len(cells) < _FEWEST or not head or not ranks(head[0]):
        return 0
    number = _NUMBER.fullmatch(cells[0].strip(_EMPHASIS))
    return 1 if number and _LETTER.search(cells[1]) else 0

"""Whether a text names who succeeded somebody (zh); the one who left is not asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.text.names import FAMILY_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

_ASKS = re.compile(r"接[替任班]|[繼继]任|[後后]任|[頂顶]替|新任")
_SUCCEEDS = r"(?:接[替任班]|[繼继]任|[頂顶]替|代理|兼任|升任|[補补]上|到[崗岗任]|就任|上任)"
# Between a name and what its bearer does stands no leaving: "Lai retired in June, and was succeeded in July".
_BETWEEN = r"(?:(?!退|[離离]|[調调]|[辭辞]|卸)[^，,。；;\n]){0,10}?"
_NAMED = re.compile(
    rf"((?<![\u4e00-\u9fff])[{FAMILY_NAMES}][\u4e00-\u9fff]|(?<=[由師师長长員员任])[{FAMILY_NAMES}][\u4e00-\u9fff])"
    rf"[\u4e00-\u9fff]?{_BETWEEN}{_SUCCEEDS}|"
    rf"{_SUCCEEDS}(?:者|人|人[員员選选])?[^，,。；;\n]{{0,4}}?(?:是|為|为|[:：由])\s?([{FAMILY_NAMES}][\u4e00-\u9fff])"
)


def asks_successor(question: str) -> bool:
    """Whether a Chinese question is about somebody who took over from another."""
    return _ASKS.search(question) is not None


def names_successor(texts: Sequence[str], question: str) -> bool:
    """Whether one of these texts names somebody who took over and whom the question does not name."""
    found = (match for text in texts for match in _NAMED.finditer(text))
    return any((match[1] or match[2]) not in question for match in found)

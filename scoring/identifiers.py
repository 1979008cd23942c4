"""Numbers that are part of a name: "berth No. 7", "Wangchao 1", "3 号电池舱"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoring.aliases import folded
from scoring.contexts import masked
from scoring.mentions import mentions

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERED = re.compile(r"(?P<before>[^\W\d_]*[ ]?(?:№|no\.?|#)?[ -]?)(?P<digits>\d+(?:[.,]\d+)*)(?P<after>[ ]?[\u4e00-\u9fff]|[a-z]\b)?")
# Where a document says something; its numbering is seldom part of a passage.
_SECTION = re.compile(r"第\s?\d+\s?[章節节頁页條条款部]|(?:section|chapter|page|table|figure|appendix|note|раздел\w*|глав\w*|стр\w*|таблиц\w*)\s?\d+(?:\.\d+)*", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)、]\s")
_TAIL = 6


def numbered_names(text: str) -> list[tuple[str, str]]:
    """Numbers of a text that are neither figure nor date, each with the characters it clings to.

    Returns:
        (as written, key without white space) pairs.
    """
    plain = folded(_SECTION.sub(" ", _LIST_NUMBER.sub("", masked(text, mentions(text)))))
    found = []
    for match in _NUMBERED.finditer(plain):
        before = match["before"].replace(" ", "")[-_TAIL:]
        after = (match["after"] or "").strip()
        if before or after:
            found.append((match[0].strip(), f"{before}{match['digits']}{after}"))
    return found


def unknown_names(text: str, sources: Sequence[str]) -> list[str]:
    """Numbered names of a text that none of the sources holds."""
    known = [folded(source).replace(" ", "") for source in sources]
    return [shown for shown, key in numbered_names(text) if not any(_occurs(key, source) for source in known)]


def _occurs(key: str, source: str) -> bool:
    """Whether a key stands in a source as a whole number, with what is before it or with what is after."""
    digits = re.search(r"\d+(?:[.,]\d+)*", key)
    if digits is None:
        return True
    before, number, after = key[: digits.start()], digits[0], key[digits.end() :]
    forms = [form for form in ((before, ""), ("", after)) if any(form)]
    return any(
        re.search(rf"{re.escape(left)}(?<!\d){re.escape(number)}(?!\d){re.escape(right)}", source) for left, right in forms
    )

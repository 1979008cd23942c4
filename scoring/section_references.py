"""Sections that an answer cites by a number of several parts: 第6.2節, "section 4.3", "п. 4.3"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = r"\d{1,3}(?:\.\d{1,3}){1,3}"
_CITED = re.compile(
    rf"第\s?({_NUMBER})\s?[章節节條条款項项]|"
    # 4.2節說; a bare 4.2節 may be a speed in knots.
    rf"(?<![\d.])({_NUMBER})\s?(?:小[節节]|[節节](?=\s?[说說讲講写寫称稱记記载載指提给給列规規则則认認里裡中]))|"
    rf"(?:\b(?:(?:sub)?sections?|clauses?|paragraphs?|articles?|(?:под)?раздел\w*|(?:под)?пункт\w*|стать[яеию])\s?|"
    rf"\bп\.\s?|§\s?)({_NUMBER})(?![\d%])",
    re.IGNORECASE,
)
# "**6.2 保固。** …", "4.3. Срок ответа", "## 4.3 Response time", 第6.2條
_HEAD = re.compile(
    rf"^(?:[\s#*_>|-]*(?:第\s?|§\s?)?({_NUMBER})\.?(?![\d%])|(?:#{{1,6}}\s|\*\*)(\d{{1,3}})[.\s])",
    re.MULTILINE,
)
# A line that begins with a decimal number by chance makes no numbering.
_FEWEST_HEADS = 2


def unknown_sections(text: str, sources: Sequence[str]) -> list[str]:
    """Sections that a text cites and the sources, which number theirs in that way, do not have.

    Sources that number nothing so, or of which no such number is left, tell nothing of a section.

    Args:
        text: a claim.
        sources: the texts in which to look.
    """
    cited = list(_CITED.finditer(text))
    if not cited:
        return []
    heads, named = _numbers(tuple(sources))
    return [
        match[0]
        for match in cited
        if (number := _number(match)) not in named
        and len(heads) >= _FEWEST_HEADS
        and any(head.count(".") == number.count(".") for head in heads)
    ]


@lru_cache(maxsize=16)
def _numbers(sources: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The numbers of the sections that begin in some texts, and those with all that they hold or cite."""
    heads = {match[1] or match[2] for source in sources for match in _HEAD.finditer(source)}
    cited = {_number(match) for source in sources for match in _CITED.finditer(source)}
    above = {head[:end] for head in heads for end, char in enumerate(head) if char == "."}
    return frozenset(heads), frozenset(heads | cited | above)


def _number(match: re.Match[str]) -> str:
    """The number of a section that is cited."""
    return next(number for number in match.groups() if number)

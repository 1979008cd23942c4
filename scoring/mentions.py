"""Figures and dates of a text as one kind of thing: a value that stands somewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from data_base.text.dates import dates
from data_base.text.figures import figures

if TYPE_CHECKING:
    from data_base.text.dates import DateMention
    from data_base.text.figures import Figure


@dataclass(frozen=True, slots=True)
class Mention:
    """A figure or a date in a text.

    Attributes:
        start: where it begins.
        end: where it ends (exclusive).
        raw: as it is written.
        figure: the figure, None for a date.
        date: the date, None for a figure.
    """

    start: int
    end: int
    raw: str
    figure: Figure | None = None
    date: DateMention | None = None

    @property
    def year(self) -> int | None:
        """The year a date names."""
        return self.date.year if self.date else None

    @property
    def is_year(self) -> bool:
        """Whether it is a year and no more, which places figures in time rather than being one."""
        date = self.date
        return date is not None and not any((date.month, date.quarter, date.half, date.hour))


# What a number that is a name stands behind or before: "berth No. 7", "Wangchao 1", "Table 3", "第 4 節".
_NAME_BEFORE = re.compile(
    r"(?:№|#|\bno\.|\bnr\.|(?:^|[\s(«\"])(?-i:[A-ZА-ЯЁ])[\w’'-]*[a-zа-яё]|第)\s?$|"
    r"\b(?:table|fig(?:ure)?|page|section|chapter|part|note|appendix|phase|таблиц\w*|рис\w*|стр\w*|раздел\w*|глав\w*|причал\w*|склад\w*)\s?$",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"[A-ZА-ЯЁ]")
_NAME_AFTER = frozenset("号號")
_SECTION_AFTER = frozenset("章節节頁页期版條条款部")
# Small numbers in words ("both", "three sites", "兩節") are part of the wording rather than figures.
_SMALL_WORD = 10
_DIGIT = re.compile(r"\d")


def _is_figure(text: str, figure: Figure) -> bool:
    """Whether a number states an amount; numbers in names and small ones in words are left to the words."""
    if not _DIGIT.search(figure.raw):
        return figure.kind in {"percent", "points", "money"} or abs(figure.value) > _SMALL_WORD and figure.unit != "month"
    if figure.unit is not None or figure.kind not in {"number", "ordinal"}:
        return True
    before, after = text[max(0, figure.start - 24) : figure.start], text[figure.end : figure.end + 2].strip()
    if after[:1] in _NAME_AFTER or (figure.kind == "ordinal" and after[:1] in _SECTION_AFTER) or before.endswith("第"):
        return False
    named = _NAME_BEFORE.search(before)
    return named is None or (named[0].strip()[:1].isalpha() and not _stands_for_a_name(text, figure, named[0]))


def _stands_for_a_name(text: str, figure: Figure, before: str) -> bool:
    """Whether a capitalised word before a small bare number makes it a name ("Wangchao 1")."""
    if not _CAPITAL.match(before.strip()):
        return True
    return figure.noun is None and figure.quantum == 1 and figure.value < 1000 and "," not in figure.raw  # noqa: PLR2004


@lru_cache(maxsize=8192)
def mentions(text: str) -> tuple[Mention, ...]:
    """Dates and figures of a text in order; where both read the same characters it is a date."""
    found = [Mention(date.start, date.end, date.raw, date=date) for date in dates(text)]
    taken = [(mention.start, mention.end) for mention in found]
    found += [
        Mention(figure.start, figure.end, figure.raw, figure=figure)
        for figure in figures(text)
        if not any(start < figure.end and figure.start < end for start, end in taken) and _is_figure(text, figure)
    ]
    return tuple(sorted(found, key=lambda mention: (mention.start, mention.end)))

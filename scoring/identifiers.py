"""Numbers that are part of a name: "berth No. 7", "Wangchao 1", "3 号电池舱"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.aliases import folded
from scoring.contexts import masked
from scoring.mentions import mentions
from scoring.section_references import unknown_sections
from scoring.versions import is_known_percentile, is_known_version, is_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NUMBERED = re.compile(
    r"(?P<word>[\u4e00-\u9fff]{1,30}|[^\W\d_\u4e00-\u9fff]{1,30})?(?P<mark>[ ]?(?:no\b\.?|#)[ ]?|"
    r"[ -]?)(?P<digits>\d+(?:[.,]\d+)*(?:\.x\b)?)(?P<after>[ ]?[\u4e00-\u9fff]|[a-zа-яё]\b)?"
)
# Where a document says something; its numbering is seldom part of a passage.
_SECTION = re.compile(
    r"(?:附?表|[圖图]|附[錄录])\s?\d+(?:[-–.]\d+)*|\d+(?:\.\d+)+\s?小?[節节]|"
    r"第\s?\d+(?:\.\d+)*(?:\s?[、,，和及與与]\s?(?:第\s?)?\d+(?:\.\d+)*)*\s?[小章節节頁页條条款項项部期版]|"
    r"(?:sections?|chapters?|clauses?|paragraphs?|articles?|pages?|tables?|figures?|appendi(?:x|ces)|notes?|items?|§|"
    r"раздел\w*|глав\w*|пункт\w*|стать\w*|\bп\.|стр\w*|таблиц\w*)"
    r"\s?\d+(?:\.\d+)*(?:(?:,|\s?[–-]|,?\s(?:and|to|or|и|или|до|по))\s?\d+(?:\.\d+)*)*",
    re.IGNORECASE,
)
_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)、]\s|[①-⑳⑴-⒇]")
# Where a word of letters starts; a Chinese character may stand right before it ("其LD-7型").
_STARTS = r"(?<![a-zа-яё])"
# So much of a word stays the same in all its forms.
_STEM = 4
# A number of fewer digits stands in any text.
_TELLING_DIGITS = 2
# p99 is the 99th percentile.
_PERCENTILE_SIGN = "p"


@dataclass(frozen=True, slots=True)
class NumberedName:
    """A number with what makes it a name.

    Attributes:
        shown: as it is written.
        word: the word before it, empty where there is none.
        marked: whether a number sign stands before it.
        digits: the number.
        after: the character behind it that belongs to the name.
        opening: whether it opens a sentence, where any word has a capital.
    """

    shown: str
    word: str
    marked: bool
    digits: str
    after: str
    opening: bool = False


def numbered_names(text: str) -> Iterator[NumberedName]:
    """Numbers of a text that are neither figure nor date and stand with a word, a sign or a counter."""
    plain = folded(_SECTION.sub(" ", _LIST_NUMBER.sub("", masked(text, mentions(text)))))
    for match in _NUMBERED.finditer(plain):
        word, after = match["word"] or "", (match["after"] or "").strip()
        if word or after or match["mark"].strip():
            marked, opening = bool(match["mark"].strip()), not plain[: match.start()].strip()
            yield NumberedName(match[0].strip(), word, marked, match["digits"], after, opening)


def unknown_names(text: str, sources: Sequence[str]) -> list[str]:
    """Numbered names of a text that none of the sources holds, in whatever form of the word; sections too."""
    names = list(numbered_names(text))
    known = [folded(source) for source in sources] if names else []
    return [
        *(name.shown for name in names if not _is_known(name, text, known)),
        *unknown_sections(text, sources),
    ]


def _is_known(name: NumberedName, text: str, sources: Sequence[str]) -> bool:
    """Whether sources hold a numbered name of a text, or it is none after all."""
    if any(_occurs(name, source) for source in sources):
        return True
    if is_version(name.digits):
        return is_known_version(name.word, name.digits, sources, named=_is_named(name, text))
    if name.word == _PERCENTILE_SIGN and is_known_percentile(name.digits, sources):
        return True
    return _is_count(name, sources)


def _is_named(name: NumberedName, text: str) -> bool:
    """Whether the word of a name has a capital that no beginning sentence gives it."""
    found = re.search(re.escape(name.word), text, re.IGNORECASE) if name.word and not name.opening else None
    return found is not None and found[0][0].isupper()


def _is_count(name: NumberedName, sources: Sequence[str]) -> bool:
    """Whether it only looks like a name ("Just 118 of 431"), and its number stands in the sources.

    Its word must open the sentence, where any word has a capital, and name no number in the sources.
    """
    if not name.opening or name.marked or name.after or len(name.digits) < _TELLING_DIGITS:
        return False
    number, named = _alone(name.digits), re.compile(rf"\b{re.escape(name.word[:_STEM])}\w*[\s.#-]*\d")
    return any(re.search(number, source) for source in sources) and not any(map(named.search, sources))


def _alone(digits: str) -> str:
    return rf"(?<!\d){re.escape(digits)}(?!\d)"


def _occurs(name: NumberedName, source: str) -> bool:
    number = _alone(name.digits)
    forms = []
    if name.word:
        han = name.word[-1] >= "\u4e00"
        stem = re.escape(name.word[-2:]) if han else rf"{_STARTS}{re.escape(name.word[:_STEM])}\w*"
        forms.append(rf"{stem}[\s.#-]*(?:no\b\.?)?\s*{number}")
        # "Mill Lane 19, Quay 31" of a table's rows, between which folding leaves an empty cell.
        forms.append(rf"{stem}[^|]{{0,40}}\|(?:\s*[^|\s][^|]*\|){{0,8}}?\s*{number}\s*\|")
    if name.marked:
        forms.append(rf"(?:no\b\.?|#)\s*{number}")
    if name.after:
        forms.append(rf"{number}\s?{re.escape(name.after)}")
    return any(re.search(form, source) for form in forms)

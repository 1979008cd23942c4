"""Whether a piece of a text states something: no heading, running head, page number, or head of a table."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from data_base.text.language import CJK_CLASS
from data_base.text.sentences import is_page_number, is_table_row

_STOP = re.compile(r"[.!?。！？｡…][)\]»”’\"'」』）*_]*(?:\s*\[[^\[\]]{1,160}\])*$")
_ASKS = re.compile(r"[\s\S]*[?？][)\]»”’\"'」』）*_]*$")
_MARKED = re.compile(r"\s*(?:#{1,6}\s|\||>?\s*$)")
_CAPTION = re.compile(
    r"\s*(?:fig(?:ure|\.)?|table|chart|рис(?:унок|\.)?|табл(?:ица|\.)?|[图圖表])\s?\d", re.IGNORECASE
)
_BULLET = re.compile(r"\s*(?:[-*+•·●○◦▪■–—]\s|[•●○◦▪■])")
_NUMBERED = re.compile(r"\s*(?:\d{1,3}[.)、](?!\d)|[(（][^()（）]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)")
_SECTION = re.compile(
    r"\s*(?:\d{1,2}(?:\.\d{1,2})*\.?\s|第[一二三四五六七八九十百\d]+[章節节部條条]|[一二三四五六七八九十]{1,3}、)"
)
_ENTRY = re.compile(r"[^:：]{1,60}[:：]\s*\S")
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(f"[{CJK_CLASS}]")
_LONG = 80
"""A line so wide, Chinese counted twice, is no heading though it ends without a stop."""
_WRAPPED = 2
"""So often wrapped, neither."""
_NAME_WORDS = 5
_EDGE = 2
"""Lines at a passage's beginning and end in which a page's running head or foot may be."""


def stating(lines: Sequence[tuple[int, str, bool]]) -> list[bool]:
    """Which sentences and table rows of some passages state something, in order.

    Args:
        lines: of each the number of its passage, its text, and whether it is a row of a table that was read.
    """
    found = []
    for n, (passage, text, is_row) in enumerate(lines):
        near = ((-1, "", False) if not 0 <= i < len(lines) else lines[i] for i in (n - 1, n + 1))
        before, after = (line if line[0] == passage else (passage, "", False) for line in near)
        found.append(is_row or states(text, before[1], after[1], over_row=after[2]))
    return found


def states(text: str, before: str, after: str, *, over_row: bool = False) -> bool:
    """Whether one of the sentences that :mod:`data_base.text.sentences` finds states something.

    Args:
        text: the sentence; a question states nothing.
        before: the piece before it in its passage, empty for the first.
        after: the piece behind it, empty for the last.
        over_row: whether that is a row of a table.
    """
    if any(pattern.match(text) for pattern in (_MARKED, _CAPTION, _ASKS)) or is_page_number(text):
        return False
    if _STOP.search(text):
        return not _is_title(text)
    if over_row or text.rstrip().endswith((":", "：")):
        return False
    wide = any(len(line) + len(_HAN.findall(line)) > _LONG for line in text.split("\n"))
    return (
        wide
        or text.count("\n") >= _WRAPPED
        or is_table_row(text)
        or _BULLET.match(text) is not None
        or _is_entry(text, before, after)
    )


def _is_entry(text: str, before: str, after: str) -> bool:
    """Whether a line is one of several of its form: a numbered one alone heads a section."""
    if _NUMBERED.match(text) or _SECTION.match(text):
        return _is_listed(before, _NUMBERED) or _is_listed(after, _NUMBERED)
    beside = _is_listed(before, _ENTRY) or _is_listed(after, _ENTRY) or not after
    return bool(before and _ENTRY.match(text)) and beside


def _is_listed(text: str, form: re.Pattern[str]) -> bool:
    return form.match(text) is not None and not _STOP.search(text)


def _is_title(text: str) -> bool:
    """A few words with capitals and a stop ("Brightwell Ferry Co.", "2. Results."), no verb among them."""
    words = _WORD.findall(text)
    if not words or _HAN.search(text) or len(words) > _NAME_WORDS:
        return False
    if _BULLET.match(text):
        return False
    numbered = _SECTION.match(text) is not None or _NUMBERED.match(text) is not None
    return all(word[0].isupper() for word in words) or (numbered and len(words) <= _NAME_WORDS - 2)


def set_apart(passages: Sequence[str]) -> list[str]:
    """The passages with an empty line around the running heads and feet of their pages.

    A line at the edge of several passages that differs in its figures alone belongs to the page: it is
    never the beginning of the sentence under it.
    """
    edges = [list(dict.fromkeys(_edges(passage.split("\n")))) for passage in passages]
    seen = Counter(key for found in edges for key in dict.fromkeys(key for _, key in found))
    result = []
    for passage, found in zip(passages, edges, strict=True):
        lines = passage.split("\n")
        for n, key in found:
            if seen[key] > 1 and not _STOP.search(lines[n]):
                lines[n] = f"\n{lines[n]}\n"
        result.append("\n".join(lines))
    return result


def _edges(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for n in (*range(min(_EDGE, len(lines))), *range(max(0, len(lines) - _EDGE), len(lines))):
        key = re.sub(r"\d+", "0", lines[n]).strip()
        if _WORD.search(key):
            yield n, key

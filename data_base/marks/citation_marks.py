"""Citation marks, which belong to no claim: how they name a passage, and a text without them."""

import re
from collections.abc import Collection

# Words that name a passage, as the prompts of the four languages do.
_PASSAGE = (
    r"(?i:passages?|documents?|docs?|sources?|excerpts?|snippets?|references?|refs?|"
    r"отрыв(?:ок|к[аеиу]|ков)|(?:фрагмент|документ|источник)(?:[аеиуы]|ов)?|"
    r"段落|片段|摘[錄录]|文件|文[檔档]|資料|资料|文[獻献]|[來来]源|出[處处])\s*№?\s*"
)
NUMBER = rf"(?:{_PASSAGE}|[№#^]\s*)?(?P<first>\d{{1,3}})(?:\s*[-–—~～]\s*(?P<last>\d{{1,3}}))?(?:†.*)?"
"""A passage's number or a range: ``3``, ``passage 3``, ``文件3``, ``№ 3``, ``1-3``, ``3†source``."""
ROUND = rf"[(（]\s*(?P<round>{_PASSAGE}\d[^()（）\n]{{0,80}})[)）]"
"""A mark in round brackets, which names its passage: ``(passage 1)``, ``（段落 1、2）``."""
SEPARATOR = re.compile(r"\s*[,，、;；]\s*|\s+(?:and|и|和|及|與|与)\s+|(?<=\d)(?:\s*[和及與与]\s*|\s+(?=\d))")
"""What is between the passages of one mark."""
_SQUARE = r"\[(?P<square>[^\[\]\n]{1,300})\]|【(?P<wide>[^【】\n]{1,300})】|［(?P<full>[^［］\n]{1,300})］"
_MARK = re.compile(rf"[ \t]?(?:{_SQUARE}|{ROUND})(?!\()")
_NUMBER = re.compile(NUMBER)
_ID = re.compile(r".*#(?:p\d+\.)?\d+|\S*#\S*\d\S*")


def cited_numbers(text: str) -> frozenset[int]:
    """The numbers of passages that a text cites, those within a range included."""
    parts = (SEPARATOR.split(mark[mark.lastgroup or 0].strip()) for mark in _MARK.finditer(text))
    marks = ([_NUMBER.fullmatch(part) for part in mark] for mark in parts)
    ranges = ((each["first"], each["last"]) for mark in marks if all(mark) for each in mark if each)
    return frozenset(n for first, last in ranges for n in range(int(first), int(last or first) + 1))


def strip_citations(text: str, known_ids: Collection[str] = ()) -> str:
    """The text without its citation marks.

    Args:
        text: an answer.
        known_ids: passage ids; in square brackets they are marks however they look.

    Returns:
        The text without ``[1]``, ``[2, 3]``, ``[report.pdf#p3.2]``, ``【4】``, ``[片段 1]``, ``（段落 1）``,
        ``(документ 2)``; other bracketed words stay, and so does a bare number in round brackets.
    """
    known = frozenset(known_ids)

    def drop(match: re.Match[str]) -> str:
        inner = (match["square"] or match["wide"] or match["full"] or match["round"]).strip()
        return "" if inner in known or is_mark(inner) else match[0]

    return _MARK.sub(drop, text)


def is_mark(inside: str) -> bool:
    """Whether what is in brackets names passages: ``1``, ``2, 3``, ``passage 4``, ``report.pdf#p3.2``."""
    return bool(_ID.fullmatch(inside)) or all(map(_NUMBER.fullmatch, SEPARATOR.split(inside)))

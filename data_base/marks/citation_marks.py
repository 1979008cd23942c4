"""Citation marks, which belong to no claim: how they name a passage, and a text without them."""

import re
from collections.abc import Collection, Mapping

# Words that name a passage, as the prompts of the four languages do.
PASSAGE = (
    r"(?i:passages?|documents?|docs?|sources?|excerpts?|snippets?|references?|refs?|"
    r"отрыв(?:ок|к[аеиу]|ков)|(?:фрагмент|документ|источник)(?:[аеиуы]|ов)?|"
    r"段落|片段|摘[錄录]|文件|文[檔档]|(?:[參参]考)?(?:資料|资料|文[獻献])|[來来]源|出[處处])\s*№?\s*"
)
NUMBER = rf"(?:{PASSAGE}|[№#^]\s*)?(?P<first>\d{{1,3}})(?:\s*[-–—~～]\s*(?P<last>\d{{1,3}}))?(?:†.*)?"
"""A passage's number or a range: ``3``, ``passage 3``, ``文件3``, ``№ 3``, ``1-3``, ``3†source``."""
ROUND = rf"[(（]\s*(?P<round>{PASSAGE}\d[^()（）\n]{{0,80}})[)）]"
"""A mark in round brackets, which names its passage: ``(passage 1)``, ``（段落 1、2）``."""
SEPARATOR = re.compile(r"\s*[,，、;；]\s*|\s+(?:and|и|和|及|與|与)\s+|(?<=\d)(?:\s*[和及與与]\s*|\s+(?=\d))")
"""What is between the passages of one mark."""
_SQUARE = r"\[(?P<square>[^\[\]\n]{1,300})\]|【(?P<wide>[^【】\n]{1,300})】|［(?P<full>[^［］\n]{1,300})］"
_MARK = re.compile(rf"[ \t]?(?:{_SQUARE}|{ROUND})(?!\()")
_NUMBER = re.compile(NUMBER)
# Every repeat is bounded, so that no text takes more than linear time.
TARGET = r"\(\s*<?(?:[^\s()<>]|\([^\s()<>]{0,80}\)){0,600}>?(?:\s+[\"'][^\"'\n]{0,200}[\"'])?\s*\)"
"""Where a link leads, in its round brackets."""
LINKS_IN_BRACKETS = re.compile(rf"[ \t]?\((?:\s*\[[^\[\]\n]{{0,300}}\]{TARGET}[\s,;]*){{1,9}}\)")
"""Links that are all there is in round brackets: ``([Annual report](https://…))``."""
_NUMBERS = r"\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}"
# A raised number behind a word, a year or a stop is a mark; elsewhere it may be a power.
_OTHERWISE = re.compile(
    rf"\\\[(?P<escaped>{_NUMBERS})\\\](?:{TARGET})?"
    rf"|\[(?P<double>\[)?(?P<link>[^\[\]\n]{{1,300}})\](?(double)\])(?=\(\s*<?(?:https?:|www\.|[#/])){TARGET}"
    rf"|(?:(?<=[^\W\d_]{{3}})|(?<=\b(?:19|20)\d\d)|(?<=[.,;:!?。，；！？)）\]”»]))"
    rf"<sup>\s{{0,3}}\[?(?P<raised>{_NUMBERS})\]?(?:{TARGET})?\s{{0,3}}</sup>"
)
_ID = re.compile(r".*#(?:p\d+\.)?\d+|\S*#\S*\d\S*")


def cited_numbers(text: str) -> frozenset[int]:
    """The numbers of passages that a text cites, those within a range included."""
    text = plain_marks(text)
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
        ``(документ 2)``, what :func:`plain_marks` reads, and links in round brackets; other bracketed words
        stay, and so does a bare number in round brackets.
    """
    known = frozenset(known_ids)

    def drop(match: re.Match[str]) -> str:
        inner = (match["square"] or match["wide"] or match["full"] or match["round"]).strip()
        return "" if inner in known or is_mark(inner) else match[0]

    if "](" in text:
        text = LINKS_IN_BRACKETS.sub("", text)
    return _MARK.sub(drop, plain_marks(text))


def renumbered(text: str, numbers: Mapping[str, str | None]) -> str:
    """The text with other names in its marks in square brackets; a mark whose passage has none goes.

    Args:
        text: an answer, or what is said of one.
        numbers: the new names by the old ones.
    """
    if not numbers:
        return text
    marks = re.compile("|".join(re.escape(f"[{name}]") for name in sorted(numbers, key=len, reverse=True)))

    def number(mark: re.Match[str]) -> str:
        shown = numbers[mark[0][1:-1]]
        return f"[{shown}]" if shown else ""

    return marks.sub(number, text)


def plain_marks(text: str) -> str:
    r"""The text with ``[3]`` for marks that are links, escaped or raised.

    These are ``[3](https://…)``, ``[[3]](https://…)``, ``\[3\]`` and ``<sup>3</sup>``.
    """
    if "](" not in text and "\\[" not in text and "<sup>" not in text:
        return text
    return _OTHERWISE.sub(_plain, text)


def _plain(match: re.Match[str]) -> str:
    inside = match["escaped"] or match["raised"] or match["link"]
    return f"[{inside}]" if not match["link"] or is_mark(inside.strip()) else match[0]


def is_mark(inside: str) -> bool:
    """Whether what is in brackets names passages: ``1``, ``2, 3``, ``passage 4``, ``report.pdf#p3.2``."""
    return bool(_ID.fullmatch(inside)) or all(map(_NUMBER.fullmatch, SEPARATOR.split(inside)))

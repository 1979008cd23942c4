"""Citation marks, which belong to no claim."""

import re
from collections.abc import Collection

_MARK = re.compile(r"[ \t]?(?:\[(?P<square>[^\[\]\n]{1,300})\]|【(?P<wide>[^【】\n]{1,300})】)(?!\()")
_REFERENCE = re.compile(
    r"\s*(?:\d{1,3}(?:\s*[-–,，、;]\s*\d{1,3})*|.*#(?:p\d+\.)?\d+|\S*#\S*\d\S*|"
    r"(?:doc(?:ument)?|passage|source|文件|段落|來源|来源|источник)\s?\d{1,3})\s*",
    re.IGNORECASE,
)


def strip_citations(text: str, known_ids: Collection[str] = ()) -> str:
    """The text without its citation marks.

    Args:
        text: an answer.
        known_ids: passage ids; in square brackets they are marks however they look.

    Returns:
        The text without ``[1]``, ``[2, 3]``, ``[report.pdf#p3.2]``, ``【4】``; other bracketed words stay.
    """
    known = frozenset(known_ids)

    def drop(match: re.Match[str]) -> str:
        inner = match["square"] or match["wide"] or ""
        return "" if inner.strip() in known or _REFERENCE.fullmatch(inner) else match[0]

    return _MARK.sub(drop, text)

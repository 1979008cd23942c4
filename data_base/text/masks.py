"""Stretches of a text whose digits say nothing about the subject: addresses, citations, numbering, codes."""

import re
from bisect import bisect_right

from data_base.text.folding import Folded

Span = tuple[int, int]

_EXTENSIONS = "pdf|md|markdown|txt|html?|docx?|xlsx?|pptx?|csv|json|png|jpe?g|zip|py"
_ADDRESS = re.compile(r"https?://[^\s\u2e80-\U000323af]+|\bwww\.[^\s\u2e80-\U000323af]+")
_FILE = re.compile(
    rf"(?<![a-z0-9_.\-])[a-z0-9_.\-]{{1,120}}\.(?:{_EXTENSIONS})(?![a-z0-9])(?:#[a-z]?[0-9.]*[0-9])?"
)
_BRACKET = re.compile(r"\[([^\[\]\n]{1,160})\](?!\()|【([^【】\n]{1,160})】")
_REFERENCE = re.compile(rf"\^?\s*[0-9]{{1,3}}(?:\s*[,;、-]\s*[0-9]{{1,3}})*\s*|.*#.*|.*\.(?:{_EXTENSIONS}).*")
_NUMBERING = re.compile(
    r"^[ \t]*(?:[-*•>+#]{1,6}[ \t]+)?(?:\*\*)?"
    r"(?:\(?[0-9]{1,3}[.)](?![0-9])(?=[ \t]*[^\s])|[0-9]{1,3}、"
    r"|\([一二三四五六七八九十]{1,3}\)|[一二三四五六七八九十]{1,3}、)",
    re.MULTILINE,
)
_HEADING_NUMBER = re.compile(r"^[ \t]*#{1,6}[ \t]+[0-9]{1,2}(?:\.[0-9]{1,2})*\.?(?=[ \t])", re.MULTILINE)
_CODE = re.compile(r"[0-9](?<![0-9].)[0-9]*+(?:(?:\.[0-9]++){2,}|(?:\.[0-9]++)?\.x\b|(?:-[0-9]++){2,})")
_DIGIT_GROUPS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")


def reference_spans(page: Folded) -> list[Span]:
    """Web addresses, file names, citation marks and the numbering of lists and headings, ascending."""
    low = page.low
    spans = [match.span() for match in _NUMBERING.finditer(low)]
    for sign, pattern in ((".", _FILE), ("://", _ADDRESS), ("www.", _ADDRESS), ("#", _HEADING_NUMBER)):
        if sign in low:
            spans += [match.span() for match in pattern.finditer(low)]
    if "[" in low or "【" in low:
        spans += [m.span() for m in _BRACKET.finditer(low) if _REFERENCE.fullmatch(m[1] or m[2])]
    return merged(spans)


def code_spans(page: Folded) -> list[Span]:
    """Version numbers, IP addresses, telephone numbers and the like, ascending."""
    return [match.span() for match in _CODE.finditer(page.low) if not _DIGIT_GROUPS.fullmatch(match[0])]


def merged(spans: list[Span]) -> list[Span]:
    """The same positions as ascending spans that do not touch each other."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def end_of_mask(spans: list[Span], pos: int) -> int | None:
    """Where the span that contains ``pos`` ends; None where none does. The spans come from ``merged``."""
    index = bisect_right(spans, pos, key=lambda span: span[0]) - 1
    return spans[index][1] if index >= 0 and pos < spans[index][1] else None

"""Stretches of a text whose digits say nothing about the subject: addresses, citations, numbering, places."""

import re
from bisect import bisect_right

from data_base.text.folding import Folded
from data_base.text.word_lists import words

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

# Numbers that name a place in a document rather than say how much: Section 3, 表2-1, п. 4.3.
_GAP = "[ \u00a0]"
_LOOK_BACK = 24
_DIGITS = r"[0-9]{1,4}(?:[.-][0-9]{1,3}){0,3}(?:[a-hа-и]\b)?"
_DOTTED = r"[0-9]{1,4}(?:\.[0-9]{1,3}){1,3}(?:[a-hа-и]\b)?(?!-?[0-9])"
# What makes the number an amount after all: "the section 3 km long", "in part 5 million".
_AMOUNT = (
    rf"{_GAP}?(?:%|°|per{_GAP}?cent|percent|point|hundred|thousand|million|billion|[kc]?m\b|mm\b|k?g\b|k?wh?\b"
    r"|tonnes|hours|days|weeks|months|(?:working|business|calendar)\b|рабочих|календарных|месяц|недел|минут"
    r"|years|pages|words|people|процент|тыс|млн|млрд|миллион|миллиард|руб|к?м\b|кг|т\b"
    r"|(?:час(?:а|ов)?|дн(?:я|ей)|лет|года?|страниц|слов|человек|метр(?:а|ов))\b)|[,.]?[0-9]|[a-zа-я]"
)
_MORE = rf"(?:,|-|,? and|,? или|,? or| и| to){_GAP}?"
# What goes on otherwise is an amount: "Under section 4.3, ten days", "п. 4.3, 10 рабочих дней".
_ONE_OR_MORE = (rf"{number}(?:{_MORE}{number}(?!{_AMOUNT})){{0,6}}" for number in (_DOTTED, _DIGITS))
_SECTION = re.compile(rf"(?:{'|'.join(_ONE_OR_MORE)})(?!{_AMOUNT})")
_ZH = "(?:[0-9]{1,4}|[零〇一二三四五六七八九十百]{1,5})"
_PART_ZH = re.compile(
    rf"{_ZH}(?:\.[0-9]{{1,3}}){{0,3}}{_GAP}?(?:至{_GAP}?第?{_GAP}?{_ZH}{_GAP}?)?"
    "(?:章|节|条|部分|编|篇|页|款|段|卷|册|步|阶段)"
)
_TABLE_ZH = re.compile(
    rf"{_ZH}(?:[-.][0-9]{{1,3}}){{0,2}}(?!{_GAP}?(?:[.,]?[0-9]|[%万亿千百十个份篇页项件套人家元度公]))"
)
_TABLE_SIGNS = ("表", "图", "附件", "附录", "附錄", "文档", "段落", "片段", "文件", "资料", "資料", "来源")
# 代表, 電表, 企圖, 地圖: the character ends another word.
_OTHER_WORDS = tuple("代发电水仪手钟外企意试地")


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


def named_number_end(page: Folded, start: int) -> int | None:
    """Where a reference ends whose number is at ``start``; None for others, ranks (第3名) too."""
    head = page.low[max(start - _LOOK_BACK, 0) : start].rstrip(" \u00a0№")
    last, match = head[-1:], None
    if last == "第":
        match = _PART_ZH.match(page.low, start)
    elif last in "表图件录錄档落段料源":
        is_table = head.endswith(_TABLE_SIGNS) and not head[:-1].endswith(_OTHER_WORDS)
        match = _TABLE_ZH.match(page.low, start) if is_table else None
    elif last in "§." or last.isalpha():
        rest, _, word = head.replace("\u00a0", " ").rpartition(" ")
        # "2 процентных пункта 5" is no paragraph.
        named = word.lstrip("([\"'«“*_") in words("figure_marks.parts") and "процентн" not in rest[-12:]
        match = _SECTION.match(page.low, start) if named or last == "§" else None
    return match.end() if match else None

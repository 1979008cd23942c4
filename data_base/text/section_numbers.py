"""Numbers that name a place in a document rather than say how much: Section 3, 表2-1, п. 4.3."""

import re

from data_base.text.folding import Folded
from data_base.text.word_lists import words

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
_REFERENCE = re.compile(rf"(?:{'|'.join(_ONE_OR_MORE)})(?!{_AMOUNT})")
_ZH = "(?:[0-9]{1,4}|[零〇一二三四五六七八九十百]{1,5})"
_PART_ZH = re.compile(
    rf"{_ZH}(?:\.[0-9]{{1,3}}){{0,3}}{_GAP}?(?:至{_GAP}?第?{_GAP}?{_ZH}{_GAP}?)?"
    "(?:章|节|条|部分|编|篇|页|款|段|卷|册|步|阶段)"
)
_TABLE_ZH = re.compile(rf"{_ZH}(?:[-.][0-9]{{1,3}}){{0,2}}(?!{_GAP}?[0-9%.,万亿千百十个人家元度公])")
_TABLE_SIGNS = ("表", "图", "附件", "附录", "附錄")
# 代表, 電表, 企圖, 地圖: the character ends another word.
_OTHER_WORDS = tuple("代发电水仪手钟外企意试地")


def named_number_end(page: Folded, start: int) -> int | None:
    """Where a reference ends whose number is at ``start``; None for others, ranks (第3名) too."""
    head = page.low[max(start - _LOOK_BACK, 0) : start].rstrip(" \u00a0№")
    last, match = head[-1:], None
    if last == "第":
        match = _PART_ZH.match(page.low, start)
    elif last in "表图件录錄":
        is_table = head.endswith(_TABLE_SIGNS) and not head[:-1].endswith(_OTHER_WORDS)
        match = _TABLE_ZH.match(page.low, start) if is_table else None
    elif last in "§." or last.isalpha():
        rest, _, word = head.replace("\u00a0", " ").rpartition(" ")
        # "2 процентных пункта 5" is no paragraph.
        named = word.lstrip("([\"'«“*_") in words("figure_marks.parts") and "процентн" not in rest[-12:]
        match = _REFERENCE.match(page.low, start) if named or last == "§" else None
    return match.end() if match else None

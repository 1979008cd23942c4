"""A copy of a text that is easier to match and keeps every position.

``normalise`` changes the length of a text, so nothing found in its result can be pointed at. Here each
character is replaced by at most one other, and position ``i`` of the copy is position ``i`` of the text.
"""

from typing import NamedTuple

# A space that does not break: it groups digits ("1 234") and never parts two numbers.
HARD_SPACE = "\u00a0"
_HARD_SPACES = dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f\u2060", HARD_SPACE)
_SOFT_SPACES = dict.fromkeys("\t\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u205f\u3000", " ")
_DASHES = dict.fromkeys("‐‑‒–—―−﹣－", "-")
_MARKS = dict.fromkeys("’‘ʼ＇", "'") | dict.fromkeys("～〜∼", "~") | {"○": "〇", "﹪": "%", "٪": "%"}
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_MATH_DIGITS = {chr(0x1D7CE + i): str(i % 10) for i in range(50)}
_GREEK_MU = {"\u00b5": "\u03bc"}
# Characters of numerals, units and dates only; it is no conversion between the scripts.
_TRADITIONAL = dict(
    zip(
        "萬億兩點負幣臺噸頃時鐘個週種輛間張條戶筆場隻項歐鎊韓盧圓數幾餘約將過達於內畝釐層樓級號組隊顆塊輪單電",
        "万亿两点负币台吨顷时钟个周种辆间张条户笔场只项欧镑韩卢圆数几余约将过达于内亩厘层楼级号组队颗块轮单电",
        strict=True,
    )
) | dict(
    zip(
        "國縣區攝紀歲處棟類屆頭冊頁節門線軌車機員題擔納瓩奈無會圖貝茲羅銖馬來紐澳蘭瑞禮",
        "国县区摄纪岁处栋类届头册页节门线轨车机员题担纳瓩奈无会图贝兹罗铢马来纽澳兰瑞礼",
        strict=True,
    )
)
_TABLE = str.maketrans(
    _FULL_WIDTH
    | _HARD_SPACES
    | _SOFT_SPACES
    | _DASHES
    | _MARKS
    | _MATH_DIGITS
    | _GREEK_MU
    | _TRADITIONAL
    | {"ё": "е", "Ё": "Е"}
)


class Folded(NamedTuple):
    """A text with its two position-keeping copies.

    Attributes:
        text: as given.
        cased: widths, spaces, dashes and the characters of Chinese numerals and units unified.
        low: ``cased`` in lower case.
    """

    text: str
    cased: str
    low: str


def fold(text: str) -> Folded:
    """Copies of the text in which every character has kept its position."""
    cased = text if text.isascii() and "\t" not in text else text.translate(_TABLE)
    low = cased.lower()
    if len(low) != len(cased):
        low = "".join(map(_lower_of_same_length, cased))
    return Folded(text, cased, low)


def _lower_of_same_length(char: str) -> str:
    lower = char.lower()
    return lower if len(lower) == 1 else char

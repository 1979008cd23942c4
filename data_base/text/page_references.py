"""References to a page: ``стр. 5``, ``с. 5``, ``p. 5``, ``page 5``, ``第5页`` and ``第5頁``."""

import re

from data_base.text.normalise import normalise
from data_base.text.numbers.chinese_numerals import chinese_value

_NUMBERS = r"[0-9]{1,6}(?:\s?-\s?[0-9]{1,6})?"
# A list of pages ends with the bracket it is in; without one, the next number may be any figure.
_MORE = rf"(?:(?:\s?[,;]\s?{_NUMBERS}){{1,30}}(?=\s?[)\]】]))?"
_HAN = "[〇零一二三四五六七八九十百千]{1,8}"
_CHINESE = rf"(?:{_NUMBERS}|{_HAN})"
# 第5、6頁, 第5至7頁: the word for page comes last and closes the list.
_MORE_CHINESE = rf"(?:\s?[、,;~〜和及與与至到]\s?第?\s?{_CHINESE}){{0,30}}"
# Chinese is written without spaces: 見p.5.
_NOT_IN_WORD = r"(?<![^\W\u4e00-\u9fff])"
PAGE_REFERENCE = re.compile(
    rf"{_NOT_IN_WORD}(?:стр(?:\.|аниц[аеуыи]?(?:ах|ам|ами)?)?\s?|с\.\s?|pp?\.\s?|pages?\s?){_NUMBERS}(?![0-9]){_MORE}"
    rf"|第\s?{_CHINESE}{_MORE_CHINESE}\s?[页頁]"
)
"""Matches a reference in a text that is normalised; it has no groups."""
_NUMBER = re.compile(rf"[0-9]+|{_HAN}")


def has_page_reference(text: str) -> bool:
    """Whether the text refers to a page by its number."""
    return PAGE_REFERENCE.search(normalise(text)) is not None


def cited_pages(text: str) -> tuple[int, ...]:
    """The page numbers that the text names, ascending, each once; of a range its two ends."""
    numbers = _NUMBER.findall(" ".join(PAGE_REFERENCE.findall(normalise(text))))
    values = (int(number) if number.isascii() else chinese_value(number) for number in numbers)
    return tuple(sorted({int(value) for value in values if value is not None}))

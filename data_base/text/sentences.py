"""Texts cut into sentences, list items and table rows, in the four languages."""

import re
from collections.abc import Iterator

from data_base.text.language import CJK_CLASS
from data_base.text.word_lists import words

_LINE = re.compile(r"[^\n\r\u0085\u2028\u2029]+")
_BREAK = re.compile(r"\r\n|[\n\r\u0085\u2028\u2029]")
_HAS_CONTENT, _TRIMMED = re.compile(r"[^\W_]"), re.compile(r"\S(?:.*\S)?", re.DOTALL)
_ITEM = re.compile(
    r"[ \t\u3000]*(?:[-*+•·●○◦▪■–—][ \t\u3000]|[•●○◦▪■]|\d{1,3}(?:[.)](?!\d)|、(?!\d{1,3}(?!\d)))"
    r"|[(（](?:\d{1,3}|[一二三四五六七八九十]{1,3}|[a-zа-яA-Z])[)）]|[一二三四五六七八九十]{1,3}、|[a-zа-я]\)\s)"
)
# Table row, heading, quotation, code fence.
_OWN_LINE, _TABLE_ROW = re.compile(r"[ \t]*(?:\||#{1,6}\s|>|```)"), re.compile(r"[ \t]*\|")
# A line narrower than this that ends without a stop is a title, not a line that was wrapped.
_WRAPPED_WIDTH = 50
_CLOSED_LINE = re.compile(r"[.!?。！？：:；;|][\"'”’」』）)\]*_]*$")
# A line that would have had room for the next line's first word by more than this was not wrapped there.
_ROOM = 1.4
_FIRST_WORD = re.compile(rf"[{CJK_CLASS}]|[^\s{CJK_CLASS}]+")
_PAGE_NUMBER = re.compile(
    r"\s*[-–—]?\s*(?:(?:page|p\.|стр\.|страница|第)\s*)?\d{1,4}(?:\s*[頁页])?"
    r"(?:\s*(?:of|из|/|[，,]?\s*共)\s*\d{1,4}(?:\s*[頁页])?)?\s*[-–—]?\s*$",
    re.IGNORECASE,
)
# Figures side by side are columns; "1 204,5" is one figure, and "Review 2023 4" a running head with its page.
_FIGURE = r"[-–−+(]?[$€£¥]?(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+(?:[.,]\d+)*)(?:[.,]\d+)?[)）]?[%％]?"
_DECIMAL = r"[-–−+(]?[$€£¥]?(?:\d{1,3}[ \u00a0])?\d+[.,]\d+[)）]?[%％]?"
_CELL, _GAP_OF_CELLS = rf"(?:{_FIGURE}|[－–—-])", r"[ \t\u00a0]+"
_COLUMNS = re.compile(
    rf"(?<!\S){_DECIMAL}{_GAP_OF_CELLS}{_DECIMAL}(?!\S)"
    rf"|(?<!\S)(?:{_CELL}{_GAP_OF_CELLS}){{2,}}{_CELL}(?!\S)"
    rf"|\s(?!\d{{4}}\s+\d{{1,3}}\s*$){_FIGURE}{_GAP_OF_CELLS}{_FIGURE}\s*$"
)
# A short line of a number and a capital letter heads a section, where no stop ends it.
_SECTION = re.compile(r"\s*\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_a-zа-яё][^.!?。！？,，]{0,60}$")

# A stop and the closing marks that belong to it. What may contain stops that end nothing is matched first
# and passed over: web addresses and square brackets, which contain citation marks.
_CLOSERS = r"[”’」』）》〉】〕\"')*_]*"
_ADDRESS = rf"ttps?://[^\s{CJK_CLASS}，。；！？、）」]*[^\s{CJK_CLASS}，。；！？、）」.,;:!?)\"']"
_BRACKET = r"\[[^\[\]\n]{1,160}\]"
# The engine skips to the first character; which of them it is, is looked at behind it.
_CANDIDATE = re.compile(
    rf"[h\[。！？｡!?.…](?:(?<=h){_ADDRESS}|(?<=\[){_BRACKET[2:]}"
    rf"|(?P<wide>(?<=[。！？｡])[。！？｡]*[。！？!?…｡]*){_CLOSERS}"
    rf"|(?P<mark>(?<=[!?])[!?]*|(?<=\.)\.{{1,5}}|(?<=…)…*){_CLOSERS}|(?P<dot>(?<=\.)){_CLOSERS})"
)
_CITATIONS = re.compile(rf"(?:[ \t]*{_BRACKET}(?!\())+")
_GOES_ON = re.compile(r"[，、；：」』）》,;:)）]|\s*[-–—]\s")
_CJK = re.compile(f"[{CJK_CLASS}]")
_AFTER_CJK_STOP = re.compile(f"[{CJK_CLASS}%％）)」]")
_WORD_BEFORE = re.compile(rf"[^\s{CJK_CLASS}(（\[\"'«“„「,，、/]*$")
_NEXT_WORD = re.compile(r"[\s\"'«“„(（*_]*([^\W_]*)")
# "21 млрд руб. (2024 г.)" goes on; a whole sentence in brackets has its own stop.
_IN_BRACKETS = re.compile(r"\s*[(（](?:[^()（）\n]{0,80}[^()（）\n.!?]|[^()（）\n]{0,80}\bгг?\.)[)）]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
# "в 2023 г.", "и т. д.": these may end a sentence although they look like initials.
_MAY_END = re.compile(r"(?:\d\s?гг?|т\.\s?[дп]|[ap]\.m)$")
# "64,5 тыс. т. В 2025 году": the unit of a figure is no initial.
_UNIT_ENDS = re.compile(r"(?:\d|\bтыс\.|\bмл[нд]р?д?|illion|thousand)\s?[a-zа-я]$")
# No sentence is longer: it is cut at a gap within its last part.
_LONGEST, _LAST_PART = 2000, 200
_LOOK_BACK = 16
_GAP = re.compile(r"[\s，、；：](?!.*[\s，、；：])", re.DOTALL)


def sentences(text: str) -> list[str]:
    """The sentences of a text in order, without the white space around them."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text are.

    A list item, a heading and a Markdown table row are sentences; lines that were only wrapped are joined;
    decimals, abbreviations, initials, URLs and file names are not cut; closing quotation marks and
    citation marks in square brackets stay with their sentence. Semicolons do not end a sentence. Only what is
    longer than 2,000 characters is cut without a stop, and each contains a letter or digit at least.
    """
    return [
        span
        for start, end in _blocks(text)
        for whole in _sentences_of_block(text, start, end)
        for span in _of_a_length(text, *whole)
        if _HAS_CONTENT.search(text, *span)
    ]


def _of_a_length(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence as it is, or in pieces where it is too long for one."""
    while end - start > _LONGEST:
        gap = _GAP.search(text, start + _LONGEST - _LAST_PART, start + _LONGEST)
        stop = gap.end() if gap else start + _LONGEST
        yield from _trimmed(text, start, stop)
        start = stop
    yield from _trimmed(text, start, end)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of lines that read on into each other."""
    begin, previous = 0, None
    for match in _LINE.finditer(text):
        if previous is None:
            begin = match.start()
        elif len(_BREAK.findall(text, previous.end(), match.start())) > 1 or not _reads_on(
            previous[0], match[0]
        ):
            yield begin, previous.end()
            begin = match.start()
        previous = match
    if previous is not None:
        yield begin, previous.end()


def _reads_on(line: str, following: str) -> bool:
    """Whether two neighbouring lines are one line of prose that was wrapped."""
    after = following.lstrip()
    if not after or not line.strip() or _OWN_LINE.match(line) or _OWN_LINE.match(following):
        return False
    if _ITEM.match(following) or _CLOSED_LINE.search(line[-_LOOK_BACK:].rstrip()):
        return False
    if any(is_page_number(each) or is_table_row(each) for each in (line, following)) or _SECTION.match(
        following
    ):
        return False
    width = _width(line.rstrip())
    return after[0].islower() or (width >= _WRAPPED_WIDTH and not _had_room(width, after))


def _width(line: str) -> int:
    return len(line) + len(_CJK.findall(line))


def _had_room(width: int, following: str) -> bool:
    """Whether the next line's first word would have gone into this one: a title over its paragraph."""
    first = _FIRST_WORD.match(following)
    return _width(following) > _ROOM * (width + 1 + _width(first[0] if first else ""))


def is_page_number(line: str) -> bool:
    """Whether a line is the number of a page and nothing else: ``12``, ``Page 3 of 12``, ``第 3 頁``."""
    return _PAGE_NUMBER.match(line) is not None


def is_table_row(line: str) -> bool:
    """Whether a line has figures side by side, as the rows of printed tables have."""
    return _COLUMNS.search(line[:_LONGEST]) is not None


def _sentences_of_block(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if _TABLE_ROW.match(text, start, end):
        yield from _trimmed(text, start, end)
        return
    item = _ITEM.match(text, start, end)
    for match in _CANDIDATE.finditer(text, item.end() if item else start, end):
        stop = match.end()
        if match.lastgroup and _ends_sentence(text, match, end):
            if cited := _CITATIONS.match(text, stop, end):
                stop = cited.end()
            yield from _trimmed(text, start, stop)
            start = stop
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if kept := _TRIMMED.search(text, start, end):
        yield kept.span()


def _ends_sentence(text: str, match: re.Match[str], end: int) -> bool:
    stop = match.end()
    if stop >= end or _GOES_ON.match(text, stop, end):
        return False
    if match.lastgroup == "wide":
        return True
    if not text[stop].isspace() and text[stop] != "[":
        # A narrow stop with no space behind it ends a Chinese sentence.
        chinese = _CJK.match(text[stop]) and _AFTER_CJK_STOP.match(text[max(match.start() - 1, 0)])
        return bool(chinese) and not match[0].startswith("…")
    following = _NEXT_WORD.match(text, stop, min(end, stop + _LOOK_BACK))
    word = following[1] if following else ""
    if word[:1].islower() or (match.lastgroup == "dot" and _IN_BRACKETS.match(text, stop, end)):
        return False
    return match.lastgroup == "mark" or _dot_ends(text, match.start(), word)


def _dot_ends(text: str, dot: int, following: str) -> bool:
    """Whether a full stop followed by white space and no small letter ends a sentence."""
    before = text[max(dot - _LOOK_BACK, 0) : dot].lower()
    if _MAY_END.search(before) or (_UNIT_ENDS.search(before) and not following[:1].isdigit()):
        return True
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else ""
    numbered = following[:1].isdigit() and word in words("abbreviations.before_number")
    if numbered or word in words("abbreviations.always"):
        return False
    if word in words("abbreviations.before_name") or _INITIALS.fullmatch(word):
        return len(following) > 1 and following.lower() in words("stop_words")
    return True

"""An answer as scorers and rules read it: without all that is around it and not part of it."""

import html
import re
from collections.abc import Callable, Collection
from functools import partial

from data_base.marks.citation_marks import LINKS_IN_BRACKETS, TARGET, is_mark, strip_citations
from data_base.marks.source_list import without_source_list
from data_base.marks.thinking import spoken
from data_base.text.normalise import normalise
from data_base.text.page_references import PAGE_REFERENCE
from data_base.text.word_lists import any_of
from data_base.text_cache import text_cache

# Every repeat is bounded, so that no text takes more than linear time.
_LINK = re.compile(rf"(?P<gap>[ \t]?)!?\[(?P<text>(?:[^\[\]\n]|\[[^\[\]\n]{{0,80}}\]){{0,300}})\]{TARGET}")
_SITE = re.compile(r"(?:https?://)?(?:[\w-]{1,60}\.){1,6}[a-z]{2,10}(?:/\S*)?", re.IGNORECASE)
_DEFINED = re.compile(r"(?m)^ {0,3}\[[^\[\]\n]{1,80}\]:\s*<?(?:https?://|www\.)\S+.*$")
_BY_NAME = re.compile(r"(?P<gap>[ \t]?)\[(?P<text>[^\[\]\n]{1,300})\]\[[^\[\]\n]{0,80}\]")
# ChatGPT's, Gemini's and Cohere's own marks; a tag <|…|> is a token of a chat template.
_FOREIGN = re.compile(
    r"\ue200[^\ue201]{0,200}\ue201|:contentReference\[[^\]]{0,40}\](?:\{[^}]{0,40}\})?|\[cite_start\]"
    r"|[ \t]?\[cite:[^\[\]]{0,200}\]|</?co(?::\s?[\d,\s]{1,40})?>|<\|[A-Za-z_]{1,40}\|>|<!--.{0,2000}?-->",
    re.DOTALL,
)
_RAISED = re.compile(r"(?P<before>[^\W\d_]{0,3})<sup\b[^<>]{0,80}>(?P<inside>.{0,200}?)</sup>", re.IGNORECASE)
_RAISED_DIGITS = re.compile(
    r"(?:(?<=[^\W\d_]{3})|(?<=\b(?:19|20)[0-9]{2})|(?<=[一-龥]{2}))[⁰¹²³⁴-⁹]{1,3}(?!\w)"
)
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_UNIT = 2
"""Letters that a unit has at most: m², км³."""
_GONE = re.compile(
    r"<(?P<tag>del|s|strike|ref)\b[^<>]{0,200}>.{0,500}?</(?P=tag)>|(?<!~)~~(?=\S)[^~\n]{1,300}~~(?!~)",
    re.IGNORECASE | re.DOTALL,
)
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?li|/?[ou]l|/?tr)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|b|strong|em|i|u|mark|code|span|small|big|kbd|font|cite|citation|q|ins|abbr|td|th|table|tbody"
    r"|h[1-6])(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{2,6});")
_BRACKETED = re.compile(
    r"[ \t]?(?:\[([^\[\]\n]{1,300})\]|【([^【】\n]{1,300})】|\(([^()\n]{1,300})\)|（([^（）\n]{1,300})）)"
)
_FILE = re.compile(
    r"(?:[^:：]{1,20}[:：]\s*)?[^\n]{1,120}\.(?:md|pdf|txt|html?|docx?|xlsx?|pptx?|csv|json)\b(?:#\S+)?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:[^:：]{1,20}[:：]\s*)?<?(?:https?://|www\.)[^\s<>]+>?", re.IGNORECASE)
_AUTOLINK = re.compile(r"[ \t]?<(?:https?|mailto):[^\s<>]{1,600}>")
_STRONG = re.compile(
    r"(?<![\\*])(?P<mark>\*\*\*|\*\*)(?![\s*])(?P<said>[^*]{1,500}(?:\*[^*]{1,200}\*[^*]{0,200}){0,3}?)(?<!\s)(?P=mark)(?!\*)"
    r"|(?<![\w\\])(?P<line>___|__)(?![\s_])(?P<told>.{1,200}?)(?<![\s_])(?P=line)(?!\w)"
)
_SLANTED = re.compile(
    r"(?<![\w\\*])\*(?![\s*])(?P<said>[^*\n]{1,500})(?<!\s)\*(?![\w*])"
    r"|(?<![\w\\_])_(?![\s_])(?P<told>[^_\n]{1,500})(?<!\s)_(?!\w)"
)
_FENCE = re.compile(r"(?m)^[ \t]{0,3}(?:```|~~~)[\w+-]{0,20}[ \t]*\n?|^[ \t]{0,3}(?:```|~~~)[ \t]*$|```")
_CODE = re.compile(r"(`{1,2})[ ]?([^`\n]{1,500})[ ]?\1")
_LINE_START = re.compile(r"(?m)^ {0,3}(?:(?:>[ \t]?){1,9}(?=[^\s\d>]))?(?:#{1,6}[ \t]+)?")
_ESCAPE = re.compile(r"\\([*_#.\-+~`>|])")
_SPACE_BEFORE_STOP = re.compile(r"[ \t]{1,9}(?=[.,;:!?，。；：！？、](?:\s|$))")
_WORD = re.compile(r"\w")
_ANNOUNCES = re.compile(r"[:：=]\W{0,9}$")


@text_cache(500_000)
def bare_answer(text: str, known_ids: Collection[str] = ()) -> str:
    """The answer without thinking, citation marks, lists of sources, link targets, Markdown and HTML.

    Bullets, tables and lines stay, and so does a text that is nothing but a mark: ``[3]`` may be the answer.
    Of thinking alone nothing is left.

    Args:
        text: the answer as it came.
        known_ids: ids of passages; in brackets they are marks however they look.
    """
    said = spoken(text).strip()
    steps: tuple[Callable[[str], str], ...] = (
        without_source_list, _without_links, _without_html, partial(_without_marks, known_ids=known_ids),
        _without_emphasis,
    )  # fmt: skip
    for step in steps:
        left = step(said).strip()
        said = left if _WORD.search(left) and not (_ANNOUNCES.search(left) and left != said) else said
    return said


def _without_links(text: str) -> str:
    text = _FOREIGN.sub("", _DEFINED.sub("", text))
    return _BY_NAME.sub(_link_text, _LINK.sub(_link_text, LINKS_IN_BRACKETS.sub("", text)))


def _link_text(link: re.Match[str]) -> str:
    """What a link says; nothing where that is a citation mark."""
    said = link["text"].replace("\\", "").strip("[]【】 ")
    named = _SITE.fullmatch(said) or re.fullmatch(any_of("source_headings"), said, re.IGNORECASE)
    return "" if is_mark(said) or named else link["gap"] + link["text"]


def _without_html(text: str) -> str:
    if "<" in text or "~~" in text:
        text = _BREAK.sub("\n", _GONE.sub("", _RAISED.sub(_raised, text)))
        text = _TAG.sub("", _AUTOLINK.sub("", text))
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _raised(found: re.Match[str]) -> str:
    """A raised number is a power behind a digit or a unit, else a citation mark."""
    inside = _TAG.sub("", found["inside"]).strip()
    before = found["before"]
    head = found.string[max(found.start() - 4, 0) : found.start()]
    behind_digit = not before and head[-1:].isdigit() and not _YEAR.fullmatch(head)
    if behind_digit or 0 < len(before) <= _UNIT:
        return before + inside.translate(_SUPERSCRIPTS)
    return before if is_mark(inside.strip("[]【】 ")) else before + inside


def _without_marks(text: str, known_ids: Collection[str]) -> str:
    text = strip_citations(text, known_ids)
    text = _BRACKETED.sub(_without_reference, text)
    return _SPACE_BEFORE_STOP.sub("", _RAISED_DIGITS.sub("", text))


def _without_reference(found: re.Match[str]) -> str:
    inside = next(inside for inside in found.groups() if inside is not None).strip()
    page = not PAGE_REFERENCE.sub("", normalise(inside)).strip(" ,;.")
    return "" if page or _FILE.match(inside) or _ADDRESS.fullmatch(inside) else found[0]


def _without_emphasis(text: str) -> str:
    text = _CODE.sub(r"\2", _FENCE.sub("", text))
    for mark in (_STRONG, _STRONG, _SLANTED):
        text = mark.sub(lambda found: found["said"] or found["told"], text)
    return _ESCAPE.sub(r"\1", _LINE_START.sub("", text))

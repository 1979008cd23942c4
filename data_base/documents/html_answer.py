"""An answer as a judge reads it: one that is HTML as text, and pictures within a text without their bytes."""

import re
from itertools import islice

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

from data_base.documents.html import html_blocks, inside, words_inside
from data_base.marks.citation_marks import plain_marks
from data_base.text.tokens import estimate_tokens

# Every repeat is bounded or of one kind of character, so that no text takes more than linear time.
_PICTURE = re.compile(r"data:(?P<type>[a-z]{1,20}/[\w.+-]{1,40})(?:;[\w=.+-]{1,40}){0,4},[^\s\"'()<>]{64,}")
_FENCED = re.compile(r"\s*```(?:html)?[ \t]*\n(?P<inside>(?:(?!```).)*)```\s*", re.DOTALL | re.IGNORECASE)
_PAGE = re.compile(
    r"\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--(?:(?!-->).){0,2000}-->\s*)?<(?:!doctype\s+html|html|head|body)\b",
    re.DOTALL | re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"\s*<(?:h[1-6]|p|div|section|article|main|header|table|[uod]l|style|figure|blockquote)\b", re.IGNORECASE
)
_BLANK_LINE = re.compile(r"\S[ \t]*\n[ \t]*\n\s*\S")
_FEW_TOKENS = 60
_OWN_LINES = frozenset({"p", "div", "ul", "ol", "table", *(f"h{level}" for level in range(1, 7))})
_MOST_INSIDE = 100
"""Elements and texts of a link that are looked at: of links that were never closed each contains the rest."""
_VERBATIM = frozenset({"pre", "script", "style", "textarea", "code"})


def read_answer(answer: str) -> str:
    """The text of an answer that a judge reads.

    Of an answer that is an HTML page, or nothing but HTML elements, it is what a reader would see: headings,
    lists and tables as in Markdown, a row to a line, and links with their addresses. One of a few words stays
    as it is: code that was asked for. A picture in a ``data:`` address keeps its kind and loses its bytes.
    """
    if (whole := _FENCED.fullmatch(answer)) is not None and _PAGE.match(whole["inside"]):
        markup = whole["inside"]
    else:
        markup = answer
    if _PAGE.match(markup) or _FRAGMENT.match(markup):
        root = BeautifulSoup(plain_marks(_without_bytes(markup)), "html.parser")
        if _PAGE.match(markup) or _is_all_html(root):
            text = _text(root)
            if estimate_tokens(text) >= _FEW_TOKENS:
                return text
    return _without_bytes(answer)


def needs_reading(answer: str) -> bool:
    """Whether :func:`read_answer` may give another text, at a glance."""
    return "data:" in answer or answer.lstrip()[:1] in {"<", "`"}


def _without_bytes(text: str) -> str:
    return _PICTURE.sub(r"data:\g<type>", text) if "data:" in text else text


def _is_all_html(root: BeautifulSoup) -> bool:
    """Whether all words are within elements, and none are paragraphs of Markdown."""
    if any(isinstance(child, NavigableString) and child.strip() for child in root.contents):
        return False
    texts = (text for text in root.find_all(string=True) if text.parent and text.parent.name not in _VERBATIM)
    return not any(_BLANK_LINE.search(text) for text in texts if not isinstance(text, PreformattedString))


def _text(root: BeautifulSoup) -> str:
    for picture in root.find_all("img"):
        words = " ".join(str(picture.get("alt") or "").split())
        picture.replace_with(f"![{words}]({str(picture.get('src') or '').strip()})")
    for link in root.find_all("a", href=True):
        _write_link(link, str(link["href"]).strip())
    for level in range(1, 7):
        for heading in root.find_all(f"h{level}"):
            _mark_first_words(heading, f"{'#' * level} ")
    for items in root.find_all(["ul", "ol"]):
        for number, item in enumerate(items.find_all("li", recursive=False), start=1):
            _mark_first_words(item, f"{number}. " if items.name == "ol" else "- ")
    return "\n\n".join(block.text for block in html_blocks(root))


def _write_link(link: Tag, address: str) -> None:
    """Write the address of a link behind its words; one within the page is its words alone."""
    parts = list(islice(inside(link), _MOST_INSIDE))
    words = " ".join(" ".join(each for each in parts if isinstance(each, NavigableString)).split())
    if not address.lower().startswith(("http://", "https://", "mailto:", "doi:")):
        raised, before = link.parent, str(link.previous_sibling or "").rstrip()
        if raised is not None and raised.name == "sup" and words.isdecimal():
            link.replace_with(words if before.endswith(("[", ",")) else f"[{words}]")
            raised.unwrap()
        return
    target = f"<{address}>" if re.search(r"[\s()]", address) else address
    if len(parts) == _MOST_INSIDE or any(isinstance(each, Tag) and each.name in _OWN_LINES for each in parts):
        first = next(words_inside(link), None)
        if first is not None:
            first.replace_with(f"[{first.strip()}]({target})")
    elif words == address or not words:
        link.replace_with(address)
    else:
        link.replace_with(f"[{words.removeprefix('[').removesuffix(']')}]({target})")


def _mark_first_words(element: Tag, mark: str) -> None:
    """Put a mark in front of what an element says; nothing where it says nothing."""
    first = next(words_inside(element), None)
    if first is not None:
        first.replace_with(f"{mark}{first.lstrip()}")

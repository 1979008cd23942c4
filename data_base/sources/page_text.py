"""The text of a page that came over the network, with its title and when it was published."""

import re
from datetime import date
from typing import Literal, NamedTuple

from data_base.documents.confined.errors import DocumentError, DocumentLimitError
from data_base.documents.confined.limits import ParseLimits
from data_base.documents.confined.parser import parse_whole
from data_base.documents.html_encoding import decoded
from data_base.errors import InputError
from data_base.net.page_content import NotFetchedError, PageContent
from data_base.text.dates import dates

_LIMITS = ParseLimits(pages=1_000, characters=5_000_000, seconds=60.0)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/x-markdown"})
_ANY_TYPES = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--(?:(?!-->).){0,900}-->\s*){0,9}"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.DOTALL | re.IGNORECASE,
)
_DAY = re.compile(r"(\d{4})(?:([-/.]?)(\d{2})(?:\2(\d{2})(?:\d{6})?)?)?(?=[TZ\s+]|$)")
_FEW_UNKNOWN = 0.01


class PageText(NamedTuple):
    """What a page says."""

    text: str
    """Its text; never empty."""
    title: str | None
    """Its title."""
    published: str | None
    """When it was published, as far as it says: ``2001``, ``2001-05`` or ``2001-05-01``."""


def page_kind(media_type: str, head: bytes) -> Literal["pdf", "html", "text"] | None:
    """What a page is, by its first bytes and, where these leave it open, by what its server says.

    Args:
        media_type: that the server says.
        head: the first kilobyte of the page.

    Returns:
        None where it is of no kind that is read.
    """
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(_UTF_16):
        head = head.replace(b"\0", b"")
    elif b"\0" in head:
        return None
    if _HTML.match(head) or media_type in _HTML_TYPES:
        return "html"
    is_text = media_type in _TEXT_TYPES or (media_type in _ANY_TYPES and _is_utf8(head))
    return "text" if is_text else None


async def page_text(page: PageContent) -> PageText:
    """The text of a page; HTML and PDF are read in a process that may do nothing else.

    Raises:
        NotFetchedError: it has none that can be read.
        InputError: the system starts no further process.
    """
    kind = page_kind(page.media_type, page.content[:1024])
    if not page.content.strip():
        raise _unreadable(page, "no text")
    if kind is None:
        raise _unreadable(page, f"wrong type ({page.media_type or 'none'})")
    if kind == "pdf":
        return await _parsed(page, "page.pdf", page.content)
    text = decoded(page.content, page.charset, is_html=kind == "html").replace("\0", "")
    if text.count("\ufffd") > len(text) * _FEW_UNKNOWN:
        raise _unreadable(page, "its encoding is not known")
    if kind == "html":
        # With a mark, so that what it declares of itself counts no more.
        return await _parsed(page, "page.html", text.encode("utf-8-sig", "replace"))
    if not text.strip():
        raise _unreadable(page, "no text")
    return PageText(text.replace("\r\n", "\n").replace("\r", "\n").strip(), None, None)


async def _parsed(page: PageContent, name: str, content: bytes) -> PageText:
    try:
        found = await parse_whole(name, content, limits=_LIMITS)
    except DocumentLimitError as error:
        raise _unreadable(page, "too long to be read") from error
    except DocumentError as error:
        said = str(error).removeprefix(f"{name}: ").partition(";")[0].rstrip(".")
        raise _unreadable(page, "no text" if said == "contains no text" else said) from error
    except OSError as error:
        raise InputError(
            f"No process can be started to read pages ({error.strerror or error}); free some memory."
        ) from error
    return PageText(found.text, found.about.title or None, publication_day(found.about.published))


def publication_day(written: str) -> str | None:
    """A date as a page writes it, as far as it says: year, month and day; None where it is none."""
    if (found := _DAY.match(written.strip())) is not None:
        year, month, day = (int(part or 0) for part in found.group(1, 3, 4))
    elif (said := next((each for each in dates(written) if each.year), None)) is not None:
        year, month, day = said.year or 0, said.month or 0, said.day or 0
    else:
        return None
    try:
        whole = date(year, month or 1, day or 1).isoformat()
    except ValueError:
        return None
    return whole[: 10 if month and day else 7 if month else 4]


def _unreadable(page: PageContent, reason: str) -> NotFetchedError:
    return NotFetchedError("unreadable", reason, status=page.status)


def _is_utf8(head: bytes) -> bool:
    """Whether bytes are UTF-8; the last character may be cut."""
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return error.start >= len(head) - 3 and error.reason == "unexpected end of data"
    return True

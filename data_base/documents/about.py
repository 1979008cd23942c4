"""What a document says of itself: its title, and when it was published."""

import json
import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.filter import SoupStrainer

from data_base.documents.html_encoding import declared_encoding
from data_base.documents.named_bytes import Source
from data_base.documents.plain import read_text
from data_base.documents.whole_pages import DocumentAbout

_TITLES = ("citation_title", "og:title", "dc.title", "dcterms.title")
_PUBLISHED = (
    *("article:published_time", "og:published_time", "article.published", "citation_publication_date"),
    *("citation_online_date", "citation_date", "dc.date.issued", "dcterms.issued", "dcterms.date"),
    *("dc.date", "dcterms.created", "datepublished", "pubdate", "publishdate", "publish-date"),
    *("parsely-pub-date", "date"),
)
_IN_JSON_LD = "datePublished"
_LONGEST = 300
"""Characters of a title or a date as it is written."""
_MOST_VALUES = 10_000
"""Values of a page's JSON-LD that are looked at."""
_PDF_DATE = re.compile(r"(?:D:)?(\d{4})(\d{2})?(\d{2})?")


def about(document: Source) -> DocumentAbout:
    """What an HTML or PDF document says of itself; nothing of others.

    Raises:
        InputError: it cannot be read.
    """
    suffix = document.suffix.lower()
    if suffix in {".html", ".htm"}:
        return _of_html(read_text(document, declared_encoding))
    return _of_pdf(document) if suffix == ".pdf" else DocumentAbout()


def _of_pdf(document: Source) -> DocumentAbout:
    from data_base.documents.pdf import pdf_metadata  # noqa: PLC0415  (a native library, for PDF files alone)

    metadata = pdf_metadata(document)
    date = _PDF_DATE.match(metadata.get("CreationDate", ""))
    return DocumentAbout(
        _line(metadata.get("Title", "")), "-".join(filter(None, date.groups())) if date else ""
    )


def _of_html(markup: str) -> DocumentAbout:
    head = BeautifulSoup(markup, "html.parser", parse_only=SoupStrainer(["title", "meta", "script", "time"]))
    said: dict[str, str] = {}
    for tag in head.find_all("meta"):
        name = tag.get("property") or tag.get("name") or tag.get("itemprop")
        said.setdefault(str(name).lower(), _line(str(tag.get("content") or "")))
    titles = (_line(tag.get_text()) for tag in head.find_all("title"))
    return DocumentAbout(
        next(filter(None, (*titles, *(said.get(name, "") for name in _TITLES))), ""),
        next(filter(None, _dates(head, said)), ""),
    )


def _dates(head: BeautifulSoup, said: dict[str, str]) -> Iterator[str]:
    """Where a page says when it was published, the surest first."""
    yield said.get(_PUBLISHED[0], "")
    for script in head.find_all("script", type="application/ld+json"):
        yield from _in_json_ld(script)
    yield from (said.get(name, "") for name in _PUBLISHED[1:])
    for time in head.find_all("time"):
        if time.get("itemprop") == _IN_JSON_LD or time.has_attr("pubdate"):
            yield _line(str(time.get("datetime") or time.get_text()))


def _in_json_ld(script: Tag) -> Iterator[str]:
    try:
        ahead: list[object] = [json.loads(script.string or "")]
    except (ValueError, RecursionError):
        return
    for _ in range(_MOST_VALUES):
        if not ahead:
            return
        value = ahead.pop(0)
        if isinstance(value, dict):
            if isinstance(date := value.get(_IN_JSON_LD), str):
                yield _line(date)
            ahead += value.values()
        elif isinstance(value, list):
            ahead += value


def _line(text: str) -> str:
    return " ".join(text[: 10 * _LONGEST].split())[:_LONGEST]

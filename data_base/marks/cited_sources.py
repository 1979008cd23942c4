"""The sources that a report cites: every mark with its place, and the list that the marks lead to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from data_base.marks.citation_marks import NUMBER, PASSAGE, SEPARATOR
from data_base.marks.source_list import source_list_spans

# Every repeat is bounded, so that no text takes more than linear time.
_URL = r"(?:https?://|(?<![A-Za-z\d/.@-])www\.(?=\w))(?:[^\s()<>\[\]\"'，。；、）】」》]|\([^\s()<>]{0,200}\)){1,2000}"
# A browser's mark of the words on the page, which some systems write as they are, spaces included.
_FRAGMENT = r"#:~:text=(?:[^()\n]|\([^()\n]{0,300}\)){0,800}"
_PAGE = r"https?://(?:[^\s()<>\[\]\"'，。；、）】」》#]|\([^\s()<>#]{0,200}\)){1,2000}"
_LINK = re.compile(
    r"\[(?P<said>(?:[^\[\]\n]|\[[^\[\]\n]{0,300}\]){0,600})\]"
    rf"\((?:(?P<page>{_PAGE}){_FRAGMENT}"
    rf"|\s{{0,3}}<?(?P<target>{_URL})>?(?:\s{{1,3}}[\"'][^\"'\n]{{0,200}}[\"'])?\s{{0,3}})\)"
)
_NUMBERS = r"\^?\d{1,3}(?:\s{0,2}[,，、;–—-]\s{0,2}\^?\d{1,3}){0,20}"
# "passages 1, 2", "段落 1、2", "passage 1 and passage 3"
_WORDED = (
    rf"{PASSAGE}\s{{0,3}}\d{{1,3}}(?:(?:\s{{0,2}}[,，、;；–—~-]\s{{0,2}}|\s{{1,2}}(?:and|и)\s{{1,2}}|\s?[和及與与]\s?)"
    rf"(?:{PASSAGE}\s{{0,3}})?\d{{1,3}}){{0,20}}"
)
_MARK = re.compile(
    rf"{_LINK.pattern}"
    rf"|\[(?P<anchor>{_NUMBERS})\]\(#[^()\s]{{0,200}}\)"
    rf"|\\?\^?[\[［【](?P<numbers>{_NUMBERS})(?:†[^\]】\n]{{0,200}})?\\?[\]］】]"
    r"|\[\^(?P<note>[\w-]{1,40})\]"
    rf"|<sup>\s{{0,3}}\[?(?P<raised>{_NUMBERS})\]?\s{{0,3}}</sup>"
    rf"|<?(?P<bare>{_URL})>?"
    rf"|[\[［【]\s{{0,3}}(?P<worded>{_WORDED})\s{{0,3}}[\]］】](?!\()"
    rf"|[(（]\s{{0,3}}(?P<round>{_WORDED})\s{{0,3}}[)）]"
    r"|\b(?:doi:\s{0,3})?(?P<doi>10\.\d{4,9}/[^\s\[\]()<>\"'，。；、]{1,300})",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"\s{0,12}(?:[-*+•●·]\s{1,6})?\[?(?:\\?[\[［【(（]?\s?\^?(?P<number>\d{1,3})\\?(?:[\]］】)）]|[.、:：](?!\d))[:：.]?"
    r"|\[\^(?P<note>[\w-]{1,40})\]:)"
)
_PASSAGE_NUMBER = re.compile(NUMBER)
_PUNCTUATION = ".,;:!?*_"
_LONGEST_RANGE = 30
_ARXIV = re.compile(r"/(?:abs|pdf|html)/(?P<paper>[\w.-]+?/?[\d.]+)(?:v\d+)?(?:\.pdf)?")
_DROPPED = ("utm_", "ref=", "source=")


@dataclass(frozen=True, slots=True)
class SourceMark:
    """One source that is cited at one place."""

    start: int
    """Where the mark begins in the text."""
    end: int
    """Where it ends."""
    name: str | None
    """The number or footnote that it names; None for a link without one."""
    url: str | None
    """Where it leads; None where only the list of sources says."""
    said: str = ""
    """What a link says, where that is no number."""


@dataclass(frozen=True, slots=True)
class ListedSource:
    """One entry of a list of sources."""

    name: str | None
    """Its number or footnote; None where it has none."""
    url: str | None
    """Its address; None where it has none."""
    text: str
    """The entry as it is written."""
    start: int
    """Where it begins in the text."""


def source_marks(text: str) -> Iterator[SourceMark]:
    r"""The marks of a text in order, a mark of several numbers once for each.

    Read are ``[1]``, ``[1, 2]``, ``[1-3]``, ``\[1\]``, ``【1】``, ``[^1]``, ``<sup>1</sup>``,
    ``[passage 1]``, ``(passages 1, 2)``, ``[1](https://…)``, ``[title](https://…)``, bare addresses and DOIs.
    """
    for found in _MARK.finditer(text):
        start, end = found.span()
        url = found["page"] or found["target"] or found["bare"]
        if written := found["doi"] or found["bare"]:
            url = written.rstrip(_PUNCTUATION)
            end -= 0 if text[end - 1] == ">" else len(written) - len(url)
        if found["doi"]:
            url = f"https://doi.org/{url}"
        elif url and url[:4].casefold() == "www.":
            url = f"https://{url}"
        said = found["said"] or ""
        if worded := found["worded"] or found["round"]:
            yield from (SourceMark(start, end, name, None) for name in _worded(worded))
            continue
        listed = found["numbers"] or found["anchor"] or found["raised"] or _bare_number(said)
        names: list[str | None] = [*_expanded(listed)] if listed else [found["note"]]
        if len(set(names)) < len(names):
            continue  # figures of a series: [4, 5, 5, 3]
        for name in names:
            yield SourceMark(start, end, name, url, "" if listed else said)


def listed_sources(text: str) -> tuple[ListedSource, ...]:
    """The entries of the lists of sources that end a text, and its footnotes."""
    return tuple(each for span in source_list_spans(text) for each in _entries(text, *span))


def _entries(text: str, start: int, end: int) -> Iterator[ListedSource]:
    place = start
    entry: ListedSource | None = None
    for line in text[start:end].splitlines(keepends=True):
        item = _ITEM.match(line)
        url = next((mark.url for mark in source_marks(line) if mark.url), None)
        if entry and entry.url is None and url and item is None:
            # The address of an entry may be in a line of its own.
            entry = replace(entry, url=url, text=f"{entry.text} {line.strip()}")
        elif line.strip() and (item or url):
            if entry:
                yield entry
            name = (item["number"] or item["note"]) if item else None
            entry = ListedSource(name, url, line.strip(), place)
        place += len(line)
    if entry:
        yield entry


def same_page(url: str) -> str:
    """An address by host, path and query, without what differs between links to one page."""
    try:
        parts = urlsplit(unquote(url))
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return url
    kept = sorted(each for each in parts.query.split("&") if each and not each.startswith(_DROPPED))
    path = parts.path.rstrip("/")
    if host == "arxiv.org" and (paper := _ARXIV.fullmatch(path)):
        return f"arxiv.org/{paper['paper']}"
    return f"{host}{path}{'?' * bool(kept)}{'&'.join(kept)}".casefold()


def _worded(inside: str) -> Iterator[str]:
    """The numbers of a mark that says what they number: ``passages 1, 2``, ``段落 1、2``."""
    for part in SEPARATOR.split(inside.strip()):
        if number := _PASSAGE_NUMBER.fullmatch(part):
            yield from _expanded(f"{number['first']}-{number['last'] or ''}")


def _bare_number(said: str) -> str:
    r"""The numbers that a link says and nothing else: ``1``, ``(2)``, ``[3]``, ``\[4``."""
    inside = said.strip(" []()\\^【】［］")
    return inside if re.fullmatch(_NUMBERS, inside) else ""


def _expanded(numbers: str) -> Iterator[str]:
    for part in re.split(r"[,，、;]", numbers.replace("^", "")):
        first, _, last = (each.strip() for each in re.sub("[–—]", "-", part).partition("-"))
        if last and 0 < int(last) - int(first) <= _LONGEST_RANGE:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield from filter(None, (first, last))

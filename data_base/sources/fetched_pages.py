"""Pages that reports cite, as they were fetched: a folder with ``index.jsonl`` and one text file each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from data_base.errors import InputError, unreadable
from data_base.marks.cited_sources import same_page
from data_base.net.page_content import is_dead
from data_base.read_fields import read_fields
from data_base.schemas.frozen import Frozen

INDEX = "index.jsonl"
_FOUND = range(200, 300)

FetchState = Literal["read", "dead", "unreadable", "never_opened"]
"""``read``: its text is in the folder. ``dead``: nothing answered, it is gone, or its server breaks.
``unreadable``: it is there and its text is not to be had. ``never_opened``: it may not be asked for, as a
private address."""


class FetchedPage(Frozen):
    """One line of the index: a page that was asked for."""

    url: str = Field(min_length=1)
    """The address as it was cited."""
    final_url: str | None = None
    """Where redirects led; None where nothing answered."""
    fetched_at: str | None = None
    """When it was fetched, ISO 8601."""
    status: int | None = None
    """The HTTP status; None where nothing answered."""
    sha256: str | None = None
    """Hash of the bytes that came."""
    title: str | None = None
    """The page's title."""
    published: str | None = None
    """When it was published, as the page says."""
    file: str | None = None
    """The file with its text, below the folder; None where there is no text."""
    state: FetchState | None = None
    """What came of it; None where status and text say so."""
    reason: str | None = None
    """Why there is no text, in a few words: ``404 Not Found``, ``robots.txt disallows it``."""

    def state_with(self, text: str) -> FetchState:
        """What came of it.

        Args:
            text: the page's text; empty where it has none.
        """
        if text:
            return "read"
        if self.state not in {None, "read"}:
            return self.state
        return "dead" if is_dead(self.status) else "unreadable"


@dataclass(frozen=True, slots=True)
class FetchedPages:
    """Pages by their addresses."""

    folder: Path
    """Where it is."""
    pages: Mapping[str, FetchedPage]
    """By the address without what differs between links to one page (:func:`.same_page`)."""

    def page(self, url: str) -> FetchedPage | None:
        """The page of an address; None where it was never asked for."""
        return self.pages.get(same_page(url))

    def text(self, page: FetchedPage) -> str:
        """The text of a page; empty where it has none.

        Raises:
            InputError: the file is outside the folder, or cannot be read.
        """
        # A page that was put into the folder by hand need not say how it was come by.
        if page.file is None or not (page.status is None or page.status in _FOUND):
            return ""
        path = (self.folder / page.file).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise InputError(f"{self.folder / INDEX}: the file {page.file!r} is outside the folder.")
        try:
            return path.read_text(encoding="utf-8-sig", errors="replace").strip()
        except OSError as error:
            raise unreadable(path, error) from error


NOTHING = FetchedPages(Path(), {})
"""No page was ever asked for."""


def read_fetched_pages(folder: Path) -> FetchedPages:
    """Read the index of a folder; of two lines for one page the later one counts.

    Raises:
        InputError: naming file, line and field.
    """
    path = folder / INDEX
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise unreadable(path, error) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not written in UTF-8; save it so.") from error
    pages: dict[str, FetchedPage] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            page = read_fields(FetchedPage, _object(line))
        except InputError as error:
            raise InputError(f"{path}, line {number}: {error}") from error
        pages[same_page(page.url)] = page
        if page.final_url:
            pages.setdefault(same_page(page.final_url), page)
    return FetchedPages(folder, pages)


def _object(line: str) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON ({error}).") from error
    if not isinstance(fields, dict):
        raise InputError("must be an object with url, status and file.")
    return fields

"""The sources of one report: what each mark leads to, and its text where it can be read."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from data_base.documents.cutting import cut_pages
from data_base.documents.markdown import markdown_blocks
from data_base.documents.page import PageBlocks
from data_base.marks.cited_sources import ListedSource, SourceMark, same_page
from data_base.schemas.claim_table import ClaimSource, SourceState, TableClaim
from data_base.schemas.passage import Passage, is_web_address
from data_base.sources.fetched_pages import FetchedPages
from data_base.text.dates import dates


@dataclass
class ReportSources:
    """The sources of one report, each once, with their texts."""

    fetched: FetchedPages
    """Pages that were fetched."""
    listed: Sequence[ListedSource]
    """The report's own list."""
    passages: Sequence[Passage] = ()
    """What was handed in with the report; ``[1]`` cites the first where the report's list leads elsewhere."""
    as_of: date | None = None
    """The date that the report is judged as of."""
    found: dict[str, ClaimSource] = field(default_factory=dict)
    """What is known of them by now, by their keys, in the order of the table."""
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Their texts in passages; none of one that could not be read."""

    @cached_property
    def by_name(self) -> Mapping[str, ListedSource]:
        """Entries of the report's list by number or footnote, of two the first that has an address."""
        named = [each for each in reversed(self.listed) if each.name]
        return {each.name: each for each in (*named, *(one for one in named if one.url)) if each.name}

    @cached_property
    def by_id(self) -> Mapping[str, Passage]:
        """Passages by id."""
        return {each.id: each for each in self.passages}

    @cached_property
    def by_page(self) -> Mapping[str, Sequence[Passage]]:
        """Passages by the web page that they are from."""
        pages: dict[str, list[Passage]] = {}
        for each in self.by_id.values():
            if url := _address(each):
                pages.setdefault(same_page(url), []).append(each)
        return pages

    def key(self, mark: SourceMark) -> str:
        """What names the source of a mark; its text is read where it is met for the first time.

        A mark is a passage's id; or it leads to a page, by itself or by the report's list; or it is the
        number of a passage.

        Raises:
            InputError: the text of a page cannot be read.
        """
        if mark.name is not None and mark.name in self.by_id:
            return self._add_passage(self.by_id[mark.name])
        entry = self.by_name.get(mark.name or "")
        url = mark.url or (entry.url if entry else None)
        numbered = self._numbered(mark.name)
        if numbered and (url is None or not (self._is_known(url) or _address(numbered))):
            return self._add_passage(numbered)
        return self._add(mark.name, url, missing=url is None and entry is None)

    def add_others(self) -> None:
        """Note the sources that are only listed, and the passages that nothing cites.

        Raises:
            InputError: the text of a page cannot be read.
        """
        for each in self.listed:
            numbered = self._numbered(each.name)
            if each.url is None and numbered:
                self._add_passage(numbered)
            else:
                self._add(each.name, each.url)
        for passage in self.by_id.values():
            self._add_passage(passage)

    @property
    def places(self) -> Mapping[str, int]:
        """Their places in the table."""
        return {key: at for at, key in enumerate(self.found)}

    @property
    def read(self) -> Sequence[str]:
        """The keys of those that could be read."""
        return [key for key, source in self.found.items() if source.state == "read"]

    def counted(self, claims: Iterable[TableClaim]) -> tuple[ClaimSource, ...]:
        """Every source, with how many claims cite it."""
        cited = Counter(each.source for claim in claims for each in claim.citations)
        listed = {self.key(SourceMark(0, 0, each.name, each.url)) for each in self.listed}
        return tuple(
            source.model_copy(update={"cited": cited[at], "listed": key in listed})
            for at, (key, source) in enumerate(self.found.items())
        )

    def _numbered(self, name: str | None) -> Passage | None:
        at = int(name) - 1 if name and name.isdecimal() else -1
        return self.passages[at] if 0 <= at < len(self.passages) else None

    def _is_known(self, url: str) -> bool:
        return same_page(url) in self.by_page or self.fetched.page(url) is not None

    def _add_passage(self, passage: Passage) -> str:
        """Note a passage, the only one of its page as this page."""
        url = _address(passage)
        if url and len(self.by_page[same_page(url)]) == 1:
            return self._add(passage.id, url)
        key = f"[{passage.id}]"
        if key not in self.found:
            self.texts[key] = cut_source(passage.text)
            state: SourceState = "read" if self.texts[key] else "unreadable"
            self.found[key] = ClaimSource(
                name=passage.id,
                url=url,
                title=passage.place,
                published=passage.published,
                state=state,
                given=True,
                newer=_is_after(passage.published, self.as_of),
            )
        return key

    def _add(self, name: str | None, url: str | None, *, missing: bool = False) -> str:
        key = same_page(url) if url else f"[{name}]"
        if key in self.found:
            return key
        given = self.by_page.get(key, ())
        page = self.fetched.page(url) if url else None
        text = "" if page is None else self.fetched.text(page)
        state: SourceState = "missing" if missing else "never_opened"
        texts = [each.text for each in given] or [text]
        self.texts[key] = tuple(cut for each in texts for cut in cut_source(each))
        if self.texts[key]:
            state = "read"
        elif given or page is not None:
            state = "unreadable" if page is None else page.state_with("")
        days = (page.published if page else None, *(each.published for each in given))
        published = next(filter(None, days), None)
        self.found[key] = ClaimSource(
            name=name or url or "",
            url=url,
            title=page.title if page else None,
            published=published,
            state=state,
            status=page.status if page else None,
            reason=page.reason if page and state != "read" else None,
            given=bool(given),
            newer=_is_after(published, self.as_of),
        )
        return key


def _address(passage: Passage) -> str | None:
    return next((each for each in (passage.id, passage.doc_id) if is_web_address(each)), None)


def cut_source(text: str) -> tuple[str, ...]:
    """The text of a source in passages."""
    return tuple(cut.text for cut in cut_pages([PageBlocks(None, markdown_blocks(text))]))


def _is_after(published: str | None, day: date | None) -> bool:
    """Whether something was published after a day for certain: "2026" is after no day of 2026."""
    said = next((each for each in dates(published or "") if each.year), None)
    if said is None or day is None:
        return False
    parts = [part for part in (said.year, said.month, said.day) if part]
    return parts > [day.year, day.month, day.day][: len(parts)]

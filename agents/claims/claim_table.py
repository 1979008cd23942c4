"""The claim table of a report: each claim with the sources that it cites, and what these say of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

from agents.claims.claim_cutting import ReportClaim, report_claims
from agents.models.registry import EMBEDDED
from data_base.cancellation import go_on
from data_base.documents.cutting import cut_pages
from data_base.documents.markdown import markdown_blocks
from data_base.documents.page import PageBlocks
from data_base.marks.cited_sources import ListedSource, SourceMark, listed_sources, same_page
from data_base.schemas.claim_table import (
    CitedSource,
    CitedVerdict,
    ClaimShares,
    ClaimSource,
    ClaimTable,
    SourceState,
    TableClaim,
)
from data_base.sources.fetched_pages import NOTHING, FetchedPages
from scoring.grounding import check_claim

_BEST_FIRST: tuple[CitedVerdict, ...] = (
    *("supported", "contradicted", "undecidable", "unsupported"),
    *("source_unreadable", "source_missing", "never_opened"),
)
_WITHOUT_TEXT: Mapping[SourceState, CitedVerdict] = {
    "unreadable": "source_unreadable",
    "dead": "source_missing",
    "missing": "source_missing",
    "never_opened": "never_opened",
}


def claim_table(report: str, sources: FetchedPages = NOTHING, *, question: str = "") -> ClaimTable:
    """Judge every claim of a report by the sources that it cites, with the embedded judge.

    A claim is judged on the text of its own sources, never on another's. Nothing is fetched: a page that
    was not is ``never_opened``.

    Args:
        report: in Markdown.
        sources: the pages that were fetched for it (:func:`.read_fetched_pages`).
        question: what the report answers; helps to read short claims.

    Raises:
        InputError: the text of a page cannot be read.
    """
    known = _Sources(sources, listed_sources(report))
    claims = []
    for claim in report_claims(report):
        go_on()
        claims.append(_judged(claim, known, question))
    found = known.all(claims)
    return ClaimTable(
        judge=EMBEDDED, claims=tuple(claims), sources=found, shares=_shares(claims, found, known.listed)
    )


@dataclass
class _Sources:
    """The sources of one report, each once, with their texts."""

    fetched: FetchedPages
    listed: Sequence[ListedSource]
    found: dict[str, ClaimSource] = field(default_factory=dict)
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    """Their places in the table."""

    @cached_property
    def by_name(self) -> dict[str, ListedSource]:
        """Entries of the report's list by number or footnote, of two the first."""
        return {each.name: each for each in reversed(self.listed) if each.name}

    def key(self, mark: SourceMark) -> str:
        """What names the source of a mark: its page, or its number where that leads to no page."""
        entry = self.by_name.get(mark.name or "")
        url = mark.url or (entry.url if entry else None)
        return self.add(mark.name, url, missing=url is None and entry is None)

    def add(self, name: str | None, url: str | None, *, missing: bool = False) -> str:
        """Note a source, and read its text where it is met for the first time."""
        key = same_page(url) if url else f"[{name}]"
        if key not in self.found:
            page = self.fetched.page(url) if url else None
            text = "" if page is None else self.fetched.text(page)
            if page is None:
                state: SourceState = "missing" if missing else "never_opened"
            else:
                state = "dead" if page.is_dead else "read" if text else "unreadable"
            self.texts[key], self.places[key] = _passages(text), len(self.found)
            self.found[key] = ClaimSource(
                name=name or url or "",
                url=url,
                title=page.title if page else None,
                published=page.published if page else None,
                state=state,
                status=page.status if page else None,
            )
        return key

    def all(self, claims: Iterable[TableClaim]) -> tuple[ClaimSource, ...]:
        """Every source, those that are only listed included, with how many claims cite it."""
        pages = {self.add(each.name, each.url) for each in self.listed}
        cited = Counter(each.source for claim in claims for each in claim.citations)
        return tuple(
            source.model_copy(update={"cited": cited[at], "listed": key in pages})
            for at, (key, source) in enumerate(self.found.items())
        )


def _passages(text: str) -> tuple[str, ...]:
    return tuple(cut.text for cut in cut_pages([PageBlocks(None, markdown_blocks(text))]))


def _judged(claim: ReportClaim, known: _Sources, question: str) -> TableClaim:
    keys = dict.fromkeys(known.key(mark) for mark in claim.marks)
    citations = tuple(_cited(claim.text, key, known, question) for key in keys)
    verdicts = {each.verdict for each in citations}
    return TableClaim(
        start=claim.start,
        end=claim.end,
        text=claim.text,
        verdict=next((each for each in _BEST_FIRST if each in verdicts), None),
        citations=citations,
    )


def _cited(claim: str, key: str, known: _Sources, question: str) -> CitedSource:
    state, at = known.found[key].state, known.places[key]
    if state != "read":
        return CitedSource(source=at, verdict=_WITHOUT_TEXT[state])
    checked = check_claim(claim, known.texts[key], question=question)
    words = "" if checked.verdict == "unsupported" else checked.evidence
    return CitedSource(source=at, verdict=checked.verdict, words=words, score=checked.score)


def _shares(
    claims: Sequence[TableClaim], sources: Sequence[ClaimSource], listed: Sequence[ListedSource]
) -> ClaimShares:
    cited = [claim for claim in claims if claim.citations]
    read = [claim for claim in cited if any(each.score is not None for each in claim.citations)]
    verdicts = Counter(claim.verdict for claim in cited)
    states = Counter(source.state for source in sources)
    supported = sum(claim.verdict == "supported" for claim in read)
    return ClaimShares(
        claims=len(claims),
        cited=len(cited),
        cited_share=len(cited) / len(claims) if claims else None,
        citation_precision=supported / len(read) if read else None,
        effective_citations=sum(each.verdict == "supported" for claim in claims for each in claim.citations),
        verdicts={name: verdicts[name] for name in get_args(CitedVerdict) if verdicts[name]},
        sources={name: states[name] for name in get_args(SourceState) if states[name]},
        listed_not_cited=sum(source.listed and not source.cited for source in sources),
        cited_not_listed=sum(not source.listed and source.cited > 0 for source in sources) if listed else 0,
    )

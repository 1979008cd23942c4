"""What pages and the report show of an answer's claims and of the sources that they cite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from data_base.documents.html_answer import read_answer
from data_base.marks.thinking import spoken
from data_base.text.language import detect_language
from data_base.text.quotes import quote_spans
from eval.reports.text_marks import Mark

if TYPE_CHECKING:
    from data_base.schemas.claim_table import (
        CitedSource,
        ClaimShares,
        ClaimSource,
        ClaimTable,
        GivenSources,
        TableClaim,
    )
    from data_base.text.quotes import Span

UNCITED, NOT_JUDGED = "uncited", "not_judged"
"""What a claim comes to without a mark, and without a verdict since the judge failed."""
_MOST_CLAIMS = 300
"""Claims that a page shows; a report has some hundred at most."""
_WORDS = 600
"""Characters of a source's words that are shown."""
_OUTER = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class SourceSaying:
    """What a source says of a claim."""

    claim: int
    """The claim's number."""
    source: int | None
    """The source's number; None where no single one says it."""
    verdict: str
    """The verdict, or that there is none since the judge failed."""
    words: str
    """The words that decide, cut where they are long; empty where none do."""
    error: str | None
    """Why there is no verdict."""
    target: str
    """The anchor of these words, or of the source where there are none; empty where there is neither."""
    back: str
    """The anchor of the claim in the list."""
    own: bool
    """Whether the claim cites it."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim of an answer."""

    number: int
    """Its place among them, from 1."""
    claim: TableClaim
    """The claim."""
    standing: str
    """What it comes to: the verdict of what it cites, that it cites nothing, or that the judge failed."""
    language: str
    """The language of its words."""
    anchor: str
    """Its anchor in the list."""
    said: Sequence[SourceSaying]
    """What its sources say of it, or, where none of them was read, all that were."""

    @property
    def target(self) -> str:
        """Where its mark in the text leads: the words of its source, or its place in the list."""
        best = (each.target for each in self.said if each.words and each.verdict == self.standing)
        others = (each.target for each in self.said if each.words)
        return next(best, "") or next(others, "") or self.anchor


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source of an answer."""

    number: int
    """Its place among them, from 1."""
    source: ClaimSource
    """The source."""
    href: str | None
    """Its address where a page may link to it."""
    anchor: str
    """Its anchor in the list."""
    passage: str | None
    """The anchor of its text on the page, where it is a passage that is shown there."""
    said: Sequence[SourceSaying]
    """Words of it that are shown here, since its text is not."""


@dataclass(frozen=True, slots=True)
class ClaimsView:
    """The claims of one answer and its sources."""

    judge: str
    """Who checked them."""
    shares: ClaimShares
    """What they come to."""
    claims: Sequence[ClaimRow]
    """In the order of the answer."""
    left_out: int
    """Claims that are not shown."""
    sources: Sequence[SourceRow]
    """In the order of the table."""
    quoted: Mapping[str, Sequence[tuple[Span, Mark]]]
    """Passage id to the words in its text that decide on claims."""


def claims_view(
    table: ClaimTable | None,
    passages: Mapping[str, str],
    anchors: Mapping[str, str],
    prefix: str = "",
    most: int = _MOST_CLAIMS,
) -> ClaimsView | None:
    """Work out what is shown of a claim table; None where there is none.

    Args:
        table: the table.
        passages: the id and text of each passage that is shown on the page.
        anchors: the id and anchor of each.
        prefix: what anchors begin with; a claim's own is ``t3``, a source's ``s2``, words' ``e3-2``.
        most: claims that are shown.
    """
    if table is None:
        return None
    quoted: dict[str, list[tuple[Span, Mark]]] = {}
    elsewhere: dict[int, list[SourceSaying]] = {}
    rows = []
    for number, claim in enumerate(table.claims[:most], start=1):
        said = []
        for each in _sayings(number, claim, prefix):
            if each.words and each.source is not None:
                name = table.sources[each.source - 1].name
                mark = Mark(number, each.verdict, each.back, anchor=each.target)
                spans = [span for _, span in quote_spans(each.words, [passages.get(name, "")])]
                quoted.setdefault(name, []).extend((span, mark) for span in spans)
                if not spans:
                    elsewhere.setdefault(each.source, []).append(each)
            said.append(each)
        anchor, language = f"{prefix}t{number}", detect_language(claim.text)
        rows.append(ClaimRow(number, claim, _standing(claim), language, anchor, said))
    sources = [
        SourceRow(
            number=number,
            source=each,
            href=_href(each.url),
            anchor=f"{prefix}s{number}",
            passage=anchors.get(each.name),
            said=elsewhere.get(number, ()),
        )
        for number, each in enumerate(table.sources, start=1)
    ]
    left_out = max(0, len(table.claims) - most)
    return ClaimsView(table.judge, table.shares, rows, left_out, sources, quoted)


def claim_marks(view: ClaimsView | None, came: str) -> Iterator[tuple[Span, Mark]]:
    """Where an answer's text has its claims.

    Args:
        view: the claims, None where there are none.
        came: the answer as it came; claims were found in what its judge read of it.
    """
    text, judged = read_answer(came), read_answer(spoken(came))
    begin = text.find(judged)
    for row in view.claims if view and begin >= 0 else ():
        mark = Mark(row.number, row.standing, row.target, anchor=f"m{row.anchor}")
        yield (begin + row.claim.start, begin + row.claim.end), mark


def _standing(claim: TableClaim) -> str:
    if not claim.citations:
        return UNCITED
    return claim.verdict or NOT_JUDGED


def _sayings(number: int, claim: TableClaim, prefix: str) -> Iterator[SourceSaying]:
    for each in claim.citations:
        yield _saying(number, each, prefix, own=True)
    if claim.given is not None:
        yield _saying(number, claim.given, prefix, own=False)


def _saying(number: int, said: CitedSource | GivenSources, prefix: str, *, own: bool) -> SourceSaying:
    source = None if said.source is None else said.source + 1
    words = said.words if len(said.words) <= _WORDS else f"{said.words[:_WORDS]}…"
    target = "" if source is None else f"{prefix}e{number}-{source}" if words else f"{prefix}s{source}"
    return SourceSaying(
        claim=number,
        source=source,
        verdict=said.verdict or NOT_JUDGED,
        words=words,
        error=said.error,
        target=target,
        back=f"{prefix}t{number}",
        own=own,
    )


def _href(url: str | None) -> str | None:
    """An address that a page may link to: of the web, and no script's or file's."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return url if parts.scheme in _OUTER and parts.hostname else None

"""The claim table of a report: each claim with the sources that it cites, and what these say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.claim_cutting import ReportClaim
from agents.claims.claim_checker import CitedClaim, ClaimChecker, ClaimFinding, ClaimFindings, JointChecker
from agents.claims.kept_findings import KeptParts, check_kept
from agents.claims.report_sources import ReportSources
from data_base.computing import computed
from data_base.schemas.claim_table import (
    CitedSource,
    CitedVerdict,
    ClaimShares,
    ClaimSource,
    ClaimTable,
    GivenSources,
    SourceState,
    SourceVerdict,
    TableClaim,
)
from data_base.schemas.usage import TokenUsage

_BEST_FIRST: tuple[CitedVerdict, ...] = (
    *("supported", "partly", "contradicted", "undecidable", "unsupported"),
    *("source_unreadable", "source_missing", "never_opened"),
)
_WITHOUT_TEXT: Mapping[SourceState, CitedVerdict] = {
    "unreadable": "source_unreadable",
    "dead": "source_missing",
    "missing": "source_missing",
    "never_opened": "never_opened",
}


@dataclass(frozen=True, slots=True)
class _Part:
    """Claims that are checked against the same passages."""

    claims: Sequence[int]
    """Their numbers."""
    passages: Sequence[tuple[str, str]]
    """The key of the source of each passage, and its text."""

    @property
    def texts(self) -> Sequence[str]:
        """The passages' texts."""
        return [text for _, text in self.passages]

    @property
    def is_checked(self) -> bool:
        """Whether there is anything to check, and to check it against."""
        return bool(self.claims and self.passages)


@dataclass(frozen=True, slots=True)
class ReportClaims:
    """The claims of a report, with all that they are checked against read."""

    claims: Sequence[ReportClaim]
    """In order."""
    sources: ReportSources
    """What their marks lead to."""
    checker: ClaimChecker
    """Says what passages say of claims."""
    question: str
    """What the report answers."""
    keys: Sequence[Sequence[str]]
    """The keys of the sources of each claim."""
    alone: _Part
    """The claims without a source that could be read, with the passages of all that could be."""
    groups: Sequence[_Part]
    """The claims of each source that could be read."""
    kept: KeptParts | None = None
    """Where what the checker says is kept, and found again; None for nowhere."""

    @classmethod
    async def read(
        cls, claims: Sequence[ReportClaim], sources: ReportSources, checker: ClaimChecker, question: str
    ) -> ReportClaims:
        """Read the sources.

        Raises:
            InputError: the text of a page cannot be read.
        """
        keys, alone, groups = await computed(partial(_parts, claims, sources))
        return cls(claims, sources, checker, question, keys, alone, groups)

    def kept_in(self, parts: KeptParts) -> ReportClaims:
        """The same, with a place where what the checker says is kept; one that costs nothing needs none."""
        return replace(self, kept=None if isinstance(self.checker, JointChecker) else parts)

    async def table(self) -> ClaimTable:
        """What the sources say of the claims.

        A claim is judged on the text of each of its own sources, never on another's. One without a source
        that could be read is judged on all that could be, side by side with its citations.

        Raises:
            InputError: the checker cannot be asked.
        """
        of_all, *of_own = await all_of(self._check(each) for each in (self.alone, *self.groups))
        own = {
            (n, group.passages[0][0]): finding
            for group, found in zip(self.groups, of_own, strict=True)
            for n, finding in zip(group.claims, found.findings, strict=True)
        }
        if isinstance(self.checker, JointChecker):
            own |= await self._together(own, self.checker)
        given = dict(zip(self.alone.claims, of_all.findings, strict=False))
        judged = [self._judged(n, own, given.get(n)) for n in range(len(self.claims))]
        every = self.sources.counted(judged)
        return ClaimTable(
            judge=self.checker.name,
            as_of=self.sources.as_of,
            claims=tuple(judged),
            sources=every,
            shares=_shares(judged, every, has_list=bool(self.sources.listed)),
            prompt=self.checker.prompt,
            usage=sum((each.usage for each in (of_all, *of_own)), TokenUsage()),
        )

    async def estimate(self) -> CallEstimate:
        """What the table will cost; no language model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        found = await all_of(
            self.checker.estimate(self._texts(each), each.texts, question=self.question)
            for each in (self.alone, *self.groups)
            if each.is_checked
        )
        return sum(found, CallEstimate())

    async def _check(self, part: _Part) -> ClaimFindings:
        if not part.is_checked:
            return ClaimFindings(())
        check = self.checker.check if self.kept is None else partial(check_kept, self.checker, self.kept)
        return await check(self._texts(part), part.texts, question=self.question)

    def _texts(self, part: _Part) -> list[str]:
        return [self.claims[n].text for n in part.claims]

    def _judged(
        self, n: int, own: Mapping[tuple[int, str], ClaimFinding], given: ClaimFinding | None
    ) -> TableClaim:
        """A claim with what its own sources say, and all those that were read where none of its own was."""
        claim, places, pieces = self.claims[n], self.sources.places, self.alone.passages
        citations = tuple(
            _cited(places[key], self.sources.found[key].state, own.get((n, key))) for key in self.keys[n]
        )
        where = None if given is None or given.passage is None else places[pieces[given.passage][0]]
        return TableClaim(
            start=claim.start,
            end=claim.end,
            text=claim.text,
            verdict=_best(citations),
            citations=citations,
            given=None if given is None else GivenSources(source=where, **_said(given)),
        )

    async def _together(
        self, own: Mapping[tuple[int, str], ClaimFinding], checker: JointChecker
    ) -> dict[tuple[int, str], ClaimFinding]:
        """What sources say of the claims that cite several which could be read."""
        cited: dict[int, list[str]] = {}
        for n, key in own:
            cited.setdefault(n, []).append(key)
        several = [(n, keys) for n, keys in cited.items() if len(keys) > 1]
        texts = self.sources.texts
        asked = [
            CitedClaim(self.claims[n].text, [texts[key] for key in keys], [own[n, key] for key in keys])
            for n, keys in several
        ]
        found = await checker.check_together(asked, question=self.question) if asked else ()
        return {
            (n, key): finding
            for (n, keys), findings in zip(several, found, strict=True)
            for key, finding in zip(keys, findings, strict=True)
        }


def _parts(
    claims: Sequence[ReportClaim], sources: ReportSources
) -> tuple[Sequence[Sequence[str]], _Part, Sequence[_Part]]:
    """The keys of the sources of each claim; the claims without one that was read; those of each source."""
    keys = _keys(claims, sources)
    alone = [n for n, own in enumerate(keys) if not any(sources.texts[key] for key in own)]
    passages = {key: [(key, text) for text in sources.texts[key]] for key in sources.read}
    groups = [_Part(_citing(key, keys), own) for key, own in passages.items()]
    every = _Part(alone, [each for own in passages.values() for each in own])
    return keys, every, [each for each in groups if each.claims]


def _keys(claims: Sequence[ReportClaim], sources: ReportSources) -> list[list[str]]:
    """The keys of the sources that each claim cites, each once."""
    keys = [list(dict.fromkeys(map(sources.key, claim.marks))) for claim in claims]
    sources.add_others()
    return keys


def _citing(key: str, keys: Sequence[Sequence[str]]) -> list[int]:
    return [n for n, own in enumerate(keys) if key in own]


def _cited(at: int, state: SourceState, found: ClaimFinding | None) -> CitedSource:
    if found is None:
        return CitedSource(source=at, verdict=_WITHOUT_TEXT[state])
    return CitedSource(source=at, **_said(found))


def _said(found: ClaimFinding) -> dict[str, object]:
    return {name: getattr(found, name) for name in ("verdict", "words", "words_found", "score", "error")}


def _best(citations: Sequence[CitedSource]) -> CitedVerdict | None:
    """The best of some verdicts; none where one is missing that might have been better."""
    verdicts = {each.verdict for each in citations}
    best = next((each for each in _BEST_FIRST if each in verdicts), None)
    return best if best == "supported" or None not in verdicts else None


def _shares(claims: Sequence[TableClaim], sources: Sequence[ClaimSource], *, has_list: bool) -> ClaimShares:
    cited = [claim for claim in claims if claim.citations]
    read = [claim for claim in cited if claim.verdict in get_args(SourceVerdict)]
    checked = [*read, *(claim for claim in claims if claim.given is not None and claim.given.verdict)]
    verdicts = Counter(claim.verdict for claim in cited)
    states = Counter(source.state for source in sources)
    return ClaimShares(
        claims=len(claims),
        cited=len(cited),
        cited_share=_share(len(cited), len(claims)),
        citation_precision=_share(sum(claim.verdict == "supported" for claim in read), len(read)),
        support=_share(sum(claim.is_supported for claim in checked), len(checked)),
        judge_failed=sum(claim.judge_failed for claim in claims),
        effective_citations=sum(each.verdict == "supported" for claim in claims for each in claim.citations),
        verdicts={name: verdicts[name] for name in _BEST_FIRST if verdicts[name]},
        sources={name: states[name] for name in get_args(SourceState) if states[name]},
        listed_not_cited=sum(source.listed and not source.cited for source in sources),
        cited_not_listed=sum(not source.listed and source.cited > 0 for source in sources) if has_list else 0,
        newer_sources=sum(source.newer for source in sources),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None

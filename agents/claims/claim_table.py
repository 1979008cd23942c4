"""The claim table of a report: each claim with the sources that it cites, and what these say of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.claim_cutting import ReportClaim
from agents.claims.claim_checker import CitedClaim, ClaimChecker, ClaimFinding, ClaimFindings, JointChecker
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


async def claim_table(
    claims: Sequence[ReportClaim], sources: ReportSources, checker: ClaimChecker, *, question: str = ""
) -> ClaimTable:
    """What the sources of a report say of its claims.

    A claim is judged on the text of each of its own sources, never on another's. One without a source that
    could be read is judged on all that could be, side by side with its citations.

    Args:
        claims: of the report, in order.
        sources: what their marks lead to.
        checker: says what passages say of claims.
        question: what the report answers.

    Raises:
        InputError: the text of a page cannot be read; or the checker cannot be asked.
    """
    keys, alone, groups = await computed(partial(_parts, claims, sources))
    pieces = alone.passages

    async def check(part: _Part) -> ClaimFindings:
        if not part.claims or not part.passages:
            return ClaimFindings(())
        return await checker.check([claims[n].text for n in part.claims], part.texts, question=question)

    of_all, *of_own = await all_of(check(each) for each in (alone, *groups))
    own = {
        (n, group.passages[0][0]): finding
        for group, found in zip(groups, of_own, strict=True)
        for n, finding in zip(group.claims, found.findings, strict=True)
    }
    if isinstance(checker, JointChecker):
        own |= await _together(claims, own, sources, checker, question)
    given = dict(zip(alone.claims, of_all.findings, strict=False))
    places = sources.places
    judged = []
    for n, claim in enumerate(claims):
        citations = tuple(_cited(places[key], sources.found[key].state, own.get((n, key))) for key in keys[n])
        found = given.get(n)
        where = None if found is None or found.passage is None else places[pieces[found.passage][0]]
        judged.append(
            TableClaim(
                start=claim.start,
                end=claim.end,
                text=claim.text,
                verdict=_best(citations),
                citations=citations,
                given=None if found is None else GivenSources(source=where, **_said(found)),
            )
        )
    every = sources.counted(judged)
    return ClaimTable(
        judge=checker.name,
        as_of=sources.as_of,
        claims=tuple(judged),
        sources=every,
        shares=_shares(judged, every, has_list=bool(sources.listed)),
        prompt=checker.prompt,
        usage=sum((each.usage for each in (of_all, *of_own)), TokenUsage()),
    )


async def claims_estimate(
    claims: Sequence[ReportClaim], sources: ReportSources, checker: ClaimChecker, *, question: str = ""
) -> CallEstimate:
    """What the table of :func:`claim_table` will cost; no language model is asked.

    Raises:
        InputError: the text of a page cannot be read; or the cache or the price file cannot be used.
    """
    _, alone, groups = await computed(partial(_parts, claims, sources))
    parts = [each for each in (alone, *groups) if each.claims and each.passages]
    found = await all_of(
        checker.estimate([claims[n].text for n in each.claims], each.texts, question=question)
        for each in parts
    )
    return sum(found, CallEstimate())


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


def _parts(
    claims: Sequence[ReportClaim], sources: ReportSources
) -> tuple[list[list[str]], _Part, Sequence[_Part]]:
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


async def _together(
    claims: Sequence[ReportClaim],
    own: Mapping[tuple[int, str], ClaimFinding],
    sources: ReportSources,
    checker: JointChecker,
    question: str,
) -> dict[tuple[int, str], ClaimFinding]:
    """What sources say of the claims that cite several which could be read."""
    cited: dict[int, list[str]] = {}
    for n, key in own:
        cited.setdefault(n, []).append(key)
    several = [(n, keys) for n, keys in cited.items() if len(keys) > 1]
    asked = [
        CitedClaim(claims[n].text, [sources.texts[key] for key in keys], [own[n, key] for key in keys])
        for n, keys in several
    ]
    found = await checker.check_together(asked, question=question) if asked else ()
    return {
        (n, key): finding
        for (n, keys), findings in zip(several, found, strict=True)
        for key, finding in zip(keys, findings, strict=True)
    }


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

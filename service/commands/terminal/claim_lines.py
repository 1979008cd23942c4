"""A claim table in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.counted import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data_base.schemas.claim_table import ClaimShares, ClaimSource, ClaimTable, TableClaim
    from data_base.schemas.usage import TokenUsage

_WORDS = 160
"""Characters of a claim that are shown in a line."""


def claim_lines(table: ClaimTable) -> Iterator[str]:
    """What a table comes to, and every claim with which something is wrong; control characters are kept."""
    shares = table.shares
    with_source = "" if shares.cited_share is None else f" ({shares.cited_share:.0%})"
    yield f"{counted(shares.claims, 'claim')}, {shares.cited} with a source{with_source}"
    if shares.citation_precision is not None:
        yield f"of those whose source was read, supported by it: {_precision(shares)}"
    if shares.support is not None:
        yield f"of all, supported by anything that was read: {shares.support:.0%}"
    if shares.verdicts:
        yield "claims: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.verdicts.items())
    if shares.sources:
        yield "sources: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.sources.items())
    yield from (f"  {_why_unread(source)}" for source in table.sources if _is_explained(source))
    if shares.judge_failed:
        yield f"not judged: {counted(shares.judge_failed, 'claim')}"
    if shares.newer_sources:
        newer = ", ".join(each.name for each in table.sources if each.newer)
        yield f"published after {table.as_of}: {newer}"
    if table.usage.calls or table.usage.cached:
        yield _spent(table.usage)
    yield from filter(None, (_fault(claim, table) for claim in table.claims))


def _precision(shares: ClaimShares) -> str:
    """The precision, and what it could be where a judge cannot tell, as the embedded one often cannot."""
    undecidable = shares.verdicts.get("undecidable", 0)
    could_be = f" (up to {shares.citation_precision_at_most:.0%} with {undecidable} undecidable)"
    return f"{shares.citation_precision:.0%}{could_be if undecidable else ''}"


def _spent(usage: TokenUsage) -> str:
    cost = "cost unknown" if usage.cost_usd is None else f"${usage.cost_usd:.2f}"
    cached = f", {usage.cached} from the cache" if usage.cached else ""
    return f"{counted(usage.calls, 'call')}{cached}: {usage.total_tokens:,} tokens, {cost}"


def _why_unread(source: ClaimSource) -> str:
    address = "" if source.name == source.url else f" {source.url}"
    return f"{_plain(source.state)} [{source.name}]{address}: {source.reason or source.status}"


def _is_explained(source: ClaimSource) -> bool:
    return bool(source.reason) or (source.state in {"dead", "unreadable"} and source.status is not None)


def _fault(claim: TableClaim, table: ClaimTable) -> str:
    """What is wrong with a claim; empty where nothing is, or its source was never opened."""
    named = ", ".join(table.sources[each.source].name for each in claim.citations)
    text = claim.text if len(claim.text) <= _WORDS else f"{claim.text[:_WORDS]}…"
    where = f" [{named}]" if named else ", without a source"
    if claim.judge_failed:
        said = [each.error for each in (claim.given, *claim.citations) if each and each.error]
        return f"not judged{where}: {text} ({said[0]})"
    if claim.citations and claim.verdict not in {"supported", "never_opened"}:
        return f"{_plain(str(claim.verdict))}{where}: {text}"
    if claim.given is not None and claim.given.verdict == "contradicted":
        by = "" if claim.given.source is None else f" by [{table.sources[claim.given.source].name}]"
        return f"contradicted{by}: {text}"
    return ""


def _plain(name: str) -> str:
    return name.replace("_", " ")

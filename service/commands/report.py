"""``judge report``: the claims of reports, the sources that they cite, and what these say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.commands.options.as_of import AsOfOption
from service.commands.options.models import JudgeOptionsOption

if TYPE_CHECKING:
    from data_base.schemas.claim_table import ClaimTable, TableClaim

_WORDS = 160
"""Characters of a claim that are shown in a line."""


def report(
    *,
    files: Annotated[list[Path], typer.Argument(help="Reports in Markdown or text.", metavar="FILE…")],
    sources: Annotated[
        Path | None,
        typer.Option(
            help="Folder with the pages that the reports cite: index.jsonl and their texts. Without it no "
            "source is opened.",
            metavar="FOLDER",
        ),
    ] = None,
    question: Annotated[str, typer.Option(help="What the reports answer.", metavar="TEXT")] = "",
    judge: Annotated[
        str,
        typer.Option(
            help="Who checks the claims: embedded, openai:…, google:…, or embedded+openai:….", metavar="NAME"
        ),
    ] = "embedded",
    judge_option: JudgeOptionsOption = None,
    as_of: AsOfOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per report.")] = False,
) -> None:
    """Check the claims of reports against the sources that they cite.

    Every sentence, list item and table row that states something is a claim. It is checked against the text
    of the sources that it cites, and nothing else; a claim without such a source is checked against all that
    the others say. Nothing is fetched.

    Exit codes: 0 success; 2 the input, an option or the environment needs fixing.
    """
    from agents.claims.judge_report import judge_report_sync
    from agents.models.options import read_options
    from data_base.documents.plain import read_text
    from data_base.sources.fetched_pages import NOTHING, read_fetched_pages
    from data_base.whole_text import without_control_characters
    from service.reply_cache_path import reply_cache_path

    fetched = NOTHING if sources is None else read_fetched_pages(sources)
    settings: dict[str, Any] = {
        "model": read_options(judge_option or ()),
        "cache": reply_cache_path(),
        **({} if as_of is None else {"as_of": as_of}),
    }
    texts = [(file, read_text(file)) for file in files]
    tables = [
        (file, judge_report_sync(text, question, judge=judge, sources=fetched, **settings))
        for file, text in texts
    ]
    for file, table in tables:
        if as_json:
            shown = {"report": str(file), **table.model_dump(mode="json", by_alias=True)}
            typer.echo(json.dumps(shown, ensure_ascii=False))
        else:
            typer.echo("\n".join(map(without_control_characters, _lines(file, table))))


def _lines(file: Path, table: "ClaimTable") -> Iterator[str]:
    from data_base.counted import counted

    shares = table.shares
    with_source = "" if shares.cited_share is None else f" ({shares.cited_share:.0%})"
    yield f"{file}: {counted(shares.claims, 'claim')}, {shares.cited} with a source{with_source}"
    if shares.citation_precision is not None:
        yield f"  of those whose source was read, supported by it: {shares.citation_precision:.0%}"
    if shares.support is not None:
        yield f"  of all, supported by anything that was read: {shares.support:.0%}"
    if shares.verdicts:
        yield "  claims: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.verdicts.items())
    if shares.sources:
        yield "  sources: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.sources.items())
    if shares.judge_failed:
        yield f"  not judged: {counted(shares.judge_failed, 'claim')}"
    if shares.newer_sources:
        newer = ", ".join(each.name for each in table.sources if each.newer)
        yield f"  published after {table.as_of}: {newer}"
    for claim in table.claims:
        if line := _line(claim, table):
            yield f"  {line}"


def _line(claim: "TableClaim", table: "ClaimTable") -> str:
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
        return f"contradicted{where}: {text}"
    return ""


def _plain(name: str) -> str:
    return name.replace("_", " ")

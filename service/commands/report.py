"""``judge report``: the claims of reports, the sources that they cite, and what these say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from data_base.schemas.claim_table import ClaimTable

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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per report.")] = False,
) -> None:
    """Check the claims of reports against the sources that they cite.

    Every sentence, list item and table row that states something is a claim. The embedded judge checks it
    against the text of the sources that it cites, and nothing else; nothing is fetched.

    Exit codes: 0 success; 2 the input, an option or the environment needs fixing.
    """
    from agents.claims.claim_table import claim_table
    from data_base.documents.plain import read_text
    from data_base.sources.fetched_pages import NOTHING, read_fetched_pages
    from data_base.whole_text import without_control_characters

    fetched = NOTHING if sources is None else read_fetched_pages(sources)
    tables = [(file, claim_table(read_text(file), fetched, question=question)) for file in files]
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
    if shares.verdicts:
        yield "  claims: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.verdicts.items())
    if shares.sources:
        yield "  sources: " + ", ".join(f"{count} {_plain(name)}" for name, count in shares.sources.items())
    for claim in table.claims:
        if claim.verdict not in {None, "supported", "never_opened"}:
            named = ", ".join(table.sources[each.source].name for each in claim.citations)
            text = claim.text if len(claim.text) <= _WORDS else f"{claim.text[:_WORDS]}…"
            yield f"  {_plain(str(claim.verdict))} [{named}]: {text}"


def _plain(name: str) -> str:
    return name.replace("_", " ")

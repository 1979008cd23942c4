"""``judge report``: the claims of reports, the sources that they cite, and what these say."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from data_base.errors import InputError
from service.commands.options.as_of import AsOfOption
from service.commands.options.judging import JudgeSettingsOption
from service.commands.options.models import JudgeOptionsOption
from service.commands.terminal.exit_status import NOTHING_SCORED
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import say

if TYPE_CHECKING:
    from data_base.schemas.claim_table import ClaimTable

_AT_ONCE = 4
"""Reports that are judged side by side."""


def report(
    *,
    files: Annotated[list[Path], typer.Argument(help="Reports in Markdown or text.", metavar="FILE…")],
    question: Annotated[str, typer.Option(help="What the reports answer.", metavar="TEXT")] = "",
    judge: Annotated[
        str,
        typer.Option(
            help="Who checks the claims: embedded, openai:…, google:…, checker:…, or embedded+openai:….",
            metavar="NAME",
        ),
    ] = "embedded",
    judge_option: JudgeOptionsOption = None,
    settings: JudgeSettingsOption = None,
    as_of: AsOfOption = None,
    sources: Annotated[
        Path | None,
        typer.Option(
            help="Folder with the pages that the reports cite: index.jsonl and their texts. Without it no "
            "source is opened.",
            metavar="FOLDER",
        ),
    ] = None,
    fetch: Annotated[
        bool,
        typer.Option(
            "--fetch", help="Fetch the pages that --sources does not have, as their robots.txt permits."
        ),
    ] = False,
    fetch_host: Annotated[
        list[str] | None,
        typer.Option(help="Fetch from this host, even if it is in a private network.", metavar="HOST"),
    ] = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Fetch pages again that could not be read.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per report.")] = False,
) -> None:
    """Check the claims of reports against the sources that they cite.

    Every sentence, list item and table row that states something is a claim. It is checked against the text
    of the sources that it cites, and nothing else; a claim without such a source is checked against all that
    the others say. Nothing is fetched without --fetch.

    Exit codes: 0 success; 1 the judge failed on every claim; 2 the input, an option or the
    environment needs fixing.
    """
    from agents.calls.concurrency import in_order
    from agents.claims.judge_report import judge_report
    from agents.judges.settings_file import read_judge_settings
    from agents.models.options import read_options
    from data_base.documents.plain import read_text
    from data_base.sources.fetched_pages import NOTHING, read_fetched_pages
    from data_base.whole_text import without_control_characters
    from service.commands.terminal.claim_lines import claim_lines
    from service.reply_cache_path import reply_cache_path

    if (fetch_host or retry_failed) and not fetch:
        raise InputError("--fetch-host and --retry-failed are for --fetch; add that or leave them out.")
    own = None if settings is None else read_judge_settings(settings)
    given: dict[str, Any] = {} if own is None else {**own.evaluator}
    sources = sources or given.pop("sources", None)
    if fetch and sources is None:
        raise InputError("--fetch needs --sources FOLDER, where the pages are kept.")
    texts = [(file, read_text(file)) for file in files]
    if fetch and sources is not None:
        _fetch([text for _, text in texts], sources, fetch_host or (), again=retry_failed)
    fetched = NOTHING if sources is None else read_fetched_pages(sources)
    given = {
        "cache": reply_cache_path(),
        **{name: value for name, value in given.items() if name not in {"claims", "sources"}},
        "model": {**(own.model if own else {}), **read_options(judge_option or ())},
        **({} if as_of is None else {"as_of": as_of}),
    }

    async def judged(report: tuple[Path, str]) -> "tuple[Path, ClaimTable]":
        file, text = report
        return file, await judge_report(text, question, judge=judge, sources=fetched, **given)

    async def show_all() -> bool:
        """Print the tables as they come; whether the judge failed on every claim of all."""
        claims = failed = 0
        async for file, table in in_order(texts, judged, concurrency=_AT_ONCE):
            claims += table.shares.claims
            failed += table.shares.judge_failed
            if as_json:
                shown = {"report": str(file), **table.model_dump(mode="json", by_alias=True)}
                typer.echo(json.dumps(shown, ensure_ascii=False))
            else:
                first, *others = map(without_control_characters, claim_lines(table))
                typer.echo("\n  ".join([f"{file}: {first}", *others]))
        return 0 < claims == failed

    with stops_with("What the judge replied is kept; the same command goes on from there."):
        if asyncio.run(show_all()):
            raise typer.Exit(NOTHING_SCORED)


def _fetch(reports: Sequence[str], folder: Path, hosts: Sequence[str], *, again: bool) -> None:
    from agents.claims.fetching import FetchProgress, cited_addresses, fetch_sources
    from data_base.whole_text import without_control_characters

    def show(progress: FetchProgress) -> None:
        page = progress.page
        why = f" ({page.reason})" if page.reason else ""
        state = str(page.state).replace("_", " ")
        line = f"{progress.done} of {progress.total}, {state}: {page.url}{why}"
        say(without_control_characters(line), err=True)

    with stops_with("Pages that were fetched are kept; the same command goes on from there."):
        asyncio.run(fetch_sources(cited_addresses(reports), folder, hosts=hosts, again=again, on_page=show))

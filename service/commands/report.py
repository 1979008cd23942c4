"""``judge report``: the claims of reports, the sources that they cite, and what these say."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from data_base.errors import InputError
from service.commands.options.as_of import AsOfOption
from service.commands.options.judging import JudgeSettingsOption
from service.commands.options.models import JudgeOptionsOption
from service.commands.options.shared import takes_options
from service.commands.terminal.exit_status import NOTHING_SCORED
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import say

if TYPE_CHECKING:
    from data_base.schemas.claim_table import ClaimTable

_AT_ONCE = 4
"""Reports that are judged side by side."""


@dataclass(frozen=True)
class ReportOptions:
    """What the options say."""

    question: Annotated[str, typer.Option(help="What the reports answer.", metavar="TEXT")] = ""
    judge: Annotated[
        str,
        typer.Option(
            help="Who checks the claims: embedded, openai:…, google:…, checker:…, or embedded+openai:….",
            metavar="NAME",
        ),
    ] = "embedded"
    judge_option: JudgeOptionsOption = None
    settings: JudgeSettingsOption = None
    as_of: AsOfOption = None
    sources: Annotated[
        Path | None,
        typer.Option(
            help="Folder with the pages that the reports cite: index.jsonl and their texts. Without it no "
            "source is opened.",
            metavar="FOLDER",
        ),
    ] = None
    fetch: Annotated[
        bool,
        typer.Option(
            "--fetch", help="Fetch the pages that --sources does not have, as their robots.txt permits."
        ),
    ] = False
    fetch_host: Annotated[
        list[str] | None,
        typer.Option(help="Fetch from this host, even if it is in a private network.", metavar="HOST"),
    ] = None
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Fetch pages again that could not be read.")
    ] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per report.")] = False

    def checking(self) -> tuple[Path | None, dict[str, Any]]:
        """The folder of sources, and how the claims are checked, as ``judge_report`` takes it.

        Raises:
            InputError: an option or the settings file cannot be used.
        """
        from agents.judges.settings_file import read_judge_settings
        from agents.models.options import read_options
        from service.reply_cache_path import reply_cache_path

        if (self.fetch_host or self.retry_failed) and not self.fetch:
            raise InputError("--fetch-host and --retry-failed are for --fetch; add that or leave them out.")
        own = None if self.settings is None else read_judge_settings(self.settings)
        given: dict[str, Any] = {"cache": reply_cache_path(), **(own.evaluator if own else {})}
        given["model"] = {**(own.model if own else {}), **read_options(self.judge_option or ())}
        given |= {"judge": self.judge} | ({} if self.as_of is None else {"as_of": self.as_of})
        given.pop("claims", None)
        return self.sources or given.pop("sources", None), given


@takes_options
def report(
    *,
    files: Annotated[list[Path], typer.Argument(help="Reports in Markdown or text.", metavar="FILE…")],
    options: ReportOptions,
) -> None:
    """Check the claims of reports against the sources that they cite.

    Every sentence, list item and table row that states something is a claim. It is checked against the text
    of the sources that it cites, and nothing else; a claim without such a source is checked against all that
    the others say. Nothing is fetched without --fetch.

    Exit codes: 0 success; 1 the judge failed on every claim; 2 the input, an option or the
    environment needs fixing.
    """
    from data_base.documents.plain import read_text
    from data_base.sources.fetched_pages import NOTHING, read_fetched_pages

    sources, checking = options.checking()
    if options.fetch and sources is None:
        raise InputError("--fetch needs --sources FOLDER, where the pages are kept.")
    texts = [(file, read_text(file)) for file in files]
    if options.fetch and sources is not None:
        _fetch([text for _, text in texts], sources, options.fetch_host or (), again=options.retry_failed)
    checking["sources"] = NOTHING if sources is None else read_fetched_pages(sources)
    with stops_with("What the judge replied is kept; the same command goes on from there."):
        if asyncio.run(_show_tables(texts, options, checking)):
            raise typer.Exit(NOTHING_SCORED)


async def _show_tables(
    texts: Sequence[tuple[Path, str]], options: ReportOptions, checking: Mapping[str, Any]
) -> bool:
    """Print the tables as they come; whether the judge failed on every claim of all."""
    from agents.calls.concurrency import in_order
    from agents.claims.judge_report import judge_report

    async def judged(report: tuple[Path, str]) -> "tuple[Path, ClaimTable]":
        file, text = report
        return file, await judge_report(text, options.question, **checking)

    claims = failed = 0
    async for file, table in in_order(texts, judged, concurrency=_AT_ONCE):
        claims += table.shares.claims
        failed += table.shares.judge_failed
        typer.echo(_shown(file, table, as_json=options.as_json))
    return 0 < claims == failed


def _shown(file: Path, table: "ClaimTable", *, as_json: bool) -> str:
    from data_base.whole_text import without_control_characters
    from service.commands.terminal.claim_lines import claim_lines

    if as_json:
        return json.dumps(
            {"report": str(file), **table.model_dump(mode="json", by_alias=True)}, ensure_ascii=False
        )
    first, *others = map(without_control_characters, claim_lines(table))
    return "\n  ".join([f"{file}: {first}", *others])


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

"""``judge arena``: Pure LLM against Deep Research, or any contestants that a file names."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.as_of import ResearchAsOfOption
from service.commands.options.claims import ClaimsOption, SourcesOption, claims_settings
from service.commands.options.engines import EngineOptions
from service.commands.options.judging import BlindOption, JudgeSettingsOption
from service.commands.options.models import (
    AnsweringModel,
    FinalJudgeOption,
    JudgeOption,
    JudgeOptionsOption,
    ModelOptionsOption,
    with_given,
)
from service.commands.options.naming import NameOption
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.running import ConcurrencyOption, DryRunOption, LimitOption, SeedOption
from service.commands.options.searching import McpSearchOption, RetrieverOption, SemanticOption
from service.commands.options.shared import MoreDocumentsArgument, takes_options
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.commands.terminal.progress import ProgressOption, ProgressStyle, at_work

if TYPE_CHECKING:
    from eval.arena.estimate import ArenaEstimate
    from eval.arena.request import ArenaRequest
    from eval.arena.result import ArenaResult
    from eval.arena.setup import Arena


@dataclass(frozen=True)
class ArenaOptions(EngineOptions):
    """What the options say."""

    config: Annotated[
        Path | None,
        typer.Option(
            help="Arena file that lists contestants and judges (see docs/arena.md).",
            readable=False,
            metavar="FILE",
        ),
    ] = None
    questions: Annotated[
        Path | None,
        typer.Option(
            help="File of questions (.jsonl, .csv, .xlsx …), one per row. [default: the bundled questions]",
            readable=False,
            metavar="FILE",
        ),
    ] = None
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder or files (pdf, md, txt, html). Repeatable. [default: the bundled documents]",
            readable=False,
            metavar="PATH",
        ),
    ] = None
    model: Annotated[str, AnsweringModel] = "embedded"
    model_option: ModelOptionsOption = None
    judge: JudgeOption = None
    judge_option: JudgeOptionsOption = None
    loop_judge: Annotated[
        str | None,
        typer.Option(help="Judge used inside the research loop. [default: same as --judge]", metavar="NAME"),
    ] = None
    final_judge: FinalJudgeOption = None
    settings: JudgeSettingsOption = None
    panel: PanelOption = Panel.OFF
    as_of: ResearchAsOfOption = None
    claims: ClaimsOption = False
    sources: SourcesOption = None
    blind: BlindOption = False
    retriever: RetrieverOption = None
    mcp_search: McpSearchOption = None
    semantic: SemanticOption = False
    extends: Annotated[
        str | None,
        typer.Option(
            help="Run ID or name of a finished arena. Its answers and judgements are reused.", metavar="RUN"
        ),
    ] = None
    rejudge: Annotated[
        bool,
        typer.Option(
            "--rejudge",
            help="With --extends: judge reused answers again if their shared passages have changed.",
        ),
    ] = False
    limit: LimitOption = None
    dry_run: DryRunOption = False
    concurrency: ConcurrencyOption = 4
    seed: SeedOption = 0
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Rebuild the report in --out with human ratings added since. Calls no model.",
        ),
    ] = False
    ratings: Annotated[
        Path | None,
        typer.Option(
            help="With --again: file of human ratings to use in addition to those in the run store.",
            readable=False,
            metavar="FILE",
        ),
    ] = None
    store: StoreOption = None
    fresh: FreshOption = False
    name: NameOption = None
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for the report and for files needed to resume.", readable=False, metavar="FOLDER"
        ),
    ] = Path("out/arena")
    progress: ProgressOption = ProgressStyle.AUTO

    def request(self, more_documents: list[Path] | None) -> "ArenaRequest":
        """The arena that is asked for.

        Args:
            more_documents: those that a shell put behind the named ones.

        Raises:
            InputError: an option cannot be used.
        """
        from agents.judges.settings_file import read_judge_settings
        from eval.arena.request import ArenaRequest

        if self.config is not None:
            self._require_in_file(more_documents)
        model = with_given(self.model, self.model_option)
        own = read_judge_settings(self.settings).model if self.settings else None
        kept = (
            "config",
            "questions",
            "out",
            "store",
            "fresh",
            "name",
            "limit",
            "concurrency",
            "seed",
            "settings",
            "as_of",
            "blind",
            "extends",
            "rejudge",
        )
        return ArenaRequest(
            documents=_all_documents(self.documents, more_documents),
            model=model,
            judge=with_given(self.judge or model, self.judge_option, own),
            loop_judge=with_given(self.loop_judge, self.judge_option, own) if self.loop_judge else None,
            final_judge=self.final_judge,
            retrievers=tuple(self.retriever or ()),
            searches=tuple(self.mcp_search or ()),
            panel=self.panel.kind,
            **claims_settings(self.sources, claims=self.claims),
            engine=self.chosen_engine(),
            # To search by meaning takes a vector of every passage, and prompts hardly differ in length.
            semantic=self.semantic and not self.dry_run,
            **{name: getattr(self, name) for name in kept},
        )

    def _require_in_file(self, more_documents: list[Path] | None) -> None:
        """Refuse options that say what an arena's file says.

        Raises:
            InputError: one is given.
        """
        from data_base.errors import InputError

        given = {
            "questions": self.questions,
            "documents": self.documents or more_documents,
            "model": None if self.model == "embedded" else self.model,
            "model-option": self.model_option,
            "judge": self.judge,
            "loop-judge": self.loop_judge,
            "final-judge": self.final_judge,
            "retriever": self.retriever,
            "mcp-search": self.mcp_search,
            "seed": self.seed or None,
        }
        for name, value in given.items():
            if value:
                raise InputError(f"Cannot combine --{name} with --config. Set it in {self.config} instead.")


@takes_options
def arena(
    *,
    more_documents: MoreDocumentsArgument = None,
    options: ArenaOptions,
) -> None:
    """Compare systems on the same questions.

    Every answer is judged by the same judge on the same passages. By default, a model alone is compared
    with Deep Research; use --config for other contestants.

    To resume after an interruption, run the same command again. Finished work is not paid for twice.

    Exit codes: 0 success; 1 no answer, or no answer of a contestant, could be scored; 2 the input, an option
    or the environment needs fixing.
    """
    with stops_with("What was answered and judged is kept; the same command goes on from there."):
        from data_base.errors import InputError
        from eval.arena.setup import prepare_arena

        if options.again:
            _again(options)
            return
        if options.ratings is not None:
            raise InputError("--ratings needs --again; for a new arena write ratings: FILE in its file.")

        with at_work("reading the documents", options.progress):
            prepared = prepare_arena(options.request(more_documents))
        if options.dry_run:
            _print_estimate(prepared)
        else:
            _run(prepared, options.progress)


def _run(arena: "Arena", style: ProgressStyle) -> None:
    """Ask and judge, write the report, and print what came of it."""
    from eval.arena.run import run_arena
    from eval.reports.arena_folder import save_arena
    from service.commands.terminal.arena_table import show

    total = len(arena.cases) * len(arena.contestants)
    with watched("arena", total=total, style=style, models=arena.models) as watch:
        result = asyncio.run(run_arena(arena, watch))
    with at_work("writing the report", style):
        report = save_arena(arena, result)
    show(result)
    typer.echo(f"Report: {report}")
    _end(result, arena.request.store)


def _again(options: ArenaOptions) -> None:
    """Write the report of a finished arena again."""
    from eval.arena.recomputed import arena_again
    from eval.compare.named_run import arena_in
    from eval.reports.arena_folder import write_all
    from eval.runs.folder_lock import sole_use
    from service.commands.terminal.arena_table import show

    with sole_use(options.out):
        result = arena_again(arena_in(options.out), store=options.store, ratings=options.ratings)
        report = write_all(result, options.out)
    show(result)
    typer.echo(f"Report: {report}")


def _all_documents(named: list[Path] | None, more: list[Path] | None) -> tuple[Path, ...]:
    """The documents that were named, with those that a shell put behind them.

    Raises:
        InputError: nothing says what the further ones are.
    """
    from data_base.errors import InputError

    if more and not named:
        raise InputError(f"Unexpected argument {more[0]}. Put --questions or --documents before it.")
    return (*(named or ()), *(more or ()))


def _end(result: "ArenaResult", store: str | None) -> None:
    """Name the run, and say on stderr how many answers are unscored; end with 1 where all are."""
    from data_base.counted import listed
    from eval.runs.runner import is_scored
    from eval.runs.unscored import Unscored
    from service.commands.terminal.exit_status import NOTHING_SCORED, end_with_scored, show_run

    show_run(result.manifest.run_id, store, noted=True)
    answers = [(question.case, item) for question in result.items for item in question.items]
    unscored = [Unscored.of(item, case.question) for case, item in answers if not is_scored(item)]
    end_with_scored(len(answers) - len(unscored), len(answers), "answer", next(iter(unscored), None))
    if without := [repr(side.system) for side in result.summary.sides if not side.scored]:
        typer.echo(f"No answer of {listed(without)} could be scored.", err=True)
        raise typer.Exit(NOTHING_SCORED)


def _minutes(expected: "ArenaEstimate") -> str:
    if not expected.estimate.calls:
        return ""
    return (
        f"About {max(1, round(expected.seconds / 60)):,} min at 50 tokens a second, "
        f"{expected.concurrency} at once. "
    )


def _print_estimate(arena: "Arena") -> None:
    from data_base.counted import counted
    from eval.arena.estimate import estimate_arena
    from service.commands.terminal.estimate_line import cascade_note, estimate_line

    note = cascade_note(", ".join(arena.manifest.models.values()), answers_given=False)
    expected = asyncio.run(estimate_arena(arena))
    pairs = f"{counted(expected.pairs, 'pair')} to compare in both orders. " if expected.pairs else ""
    typer.echo(
        f"{counted(expected.answers, 'answer')} to give and judge, {expected.kept} kept. {pairs}"
        f"{estimate_line(expected.estimate)}{note} {_minutes(expected)}Further research "
        "attempts, retries and repairs come on top. No model was asked."
    )

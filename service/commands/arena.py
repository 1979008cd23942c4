"""``judge arena``: Pure LLM against Deep Research."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.judging import BlindOption, JudgeSettingsOption
from service.commands.options.models import (
    AnsweringModel,
    JudgeOption,
    JudgeOptionsOption,
    ModelOptionsOption,
    with_given,
)
from service.commands.options.panel import Panel, PanelOption
from service.commands.options.running import ConcurrencyOption, DryRunOption, LimitOption, SeedOption
from service.commands.options.searching import SemanticOption
from service.commands.options.shared import takes_options
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle, at_work
from service.commands.terminal.watched import watched

if TYPE_CHECKING:
    from eval.arena.request import ArenaRequest
    from eval.arena.result import ArenaResult
    from eval.arena.setup import Arena


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """What the options say."""

    questions: Annotated[
        Path | None,
        typer.Option(
            help="Questions, one JSON object per line; the shipped ones by default.", readable=False
        ),
    ] = None
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder or files (pdf, md, txt, html); the shipped ones by default.", readable=False
        ),
    ] = None
    model: Annotated[str, AnsweringModel] = "embedded"
    model_option: ModelOptionsOption = None
    judge: JudgeOption = None
    judge_option: JudgeOptionsOption = None
    loop_judge: Annotated[
        str | None, typer.Option(help="Judges inside the research loop; --judge by default.")
    ] = None
    settings: JudgeSettingsOption = None
    panel: PanelOption = Panel.OFF
    blind: BlindOption = False
    semantic: SemanticOption = False
    limit: LimitOption = None
    dry_run: DryRunOption = False
    concurrency: ConcurrencyOption = 4
    seed: SeedOption = 0
    store: StoreOption = None
    fresh: FreshOption = False
    out: Annotated[Path, typer.Option(help="Folder for the report and for resuming.", readable=False)] = Path(
        "out/arena"
    )
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

        model = with_given(self.model, self.model_option)
        own = read_judge_settings(self.settings).model if self.settings else None
        kept = ("questions", "out", "store", "fresh", "limit", "concurrency", "seed", "settings", "blind")
        return ArenaRequest(
            documents=_all_documents(self.documents, more_documents),
            model=model,
            judge=with_given(self.judge or model, self.judge_option, own),
            loop_judge=with_given(self.loop_judge, self.judge_option, own) if self.loop_judge else None,
            panel=self.panel.kind,
            # To search by meaning takes a vector of every passage, and prompts hardly differ in length.
            semantic=self.semantic and not self.dry_run,
            **{name: getattr(self, name) for name in kept},
        )


@takes_options
def arena(
    *,
    more_documents: Annotated[
        list[Path] | None,
        typer.Argument(help="More documents: what a shell makes of --documents *.pdf.", readable=False),
    ] = None,
    options: ArenaOptions,
) -> None:
    """Let Pure LLM and Deep Research answer the same questions, judge both alike, write a report.

    The same command resumes an interrupted one and pays for nothing twice.

    Exit code 0: done. 1: no answer is scored. 2: something must be fixed first.
    """
    with stops_with("What was answered and judged is kept; the same command goes on from there."):
        from eval.arena.setup import prepare

        with at_work("reading the documents", options.progress):
            prepared = prepare(options.request(more_documents))
        if options.dry_run:
            _print_estimate(prepared)
        else:
            _run(prepared, options.progress)


def _run(arena: "Arena", style: ProgressStyle) -> None:
    """Ask and judge, write the report, and print what came of it."""
    from eval.arena.run import run_arena, save
    from service.commands.terminal.arena_table import show

    total = len(arena.cases) * len(arena.contestants)
    with watched("arena", total=total, style=style, models=arena.models) as watch:
        result = asyncio.run(run_arena(arena, watch))
    with at_work("writing the report", style):
        report = save(arena, result)
    show(result)
    typer.echo(f"Report: {report}")
    _end(result)


def _all_documents(named: list[Path] | None, more: list[Path] | None) -> tuple[Path, ...]:
    """The documents that were named, with those that a shell put behind them.

    Raises:
        InputError: nothing says what the further ones are.
    """
    from data_base.errors import InputError

    if more and not named:
        raise InputError(f"{more[0]}: say what this is, with --questions or --documents before it.")
    return (*(named or ()), *(more or ()))


def _end(result: "ArenaResult") -> None:
    """Name the run, and say on stderr how many answers are unscored; end with 1 where all are."""
    from eval.runs.runner import is_scored
    from eval.runs.unscored import Unscored
    from service.commands.terminal.ending import end_with_scored, show_run_id

    show_run_id(result.manifest.run_id)
    answers = [(question.case, item) for question in result.items for item in question.items]
    unscored = [Unscored.of(item, case.question) for case, item in answers if not is_scored(item)]
    end_with_scored(len(answers) - len(unscored), len(answers), "answer", next(iter(unscored), None))


def _print_estimate(arena: "Arena") -> None:
    from data_base.counted import counted
    from eval.arena.estimate import estimate_arena
    from service.commands.terminal.estimate_line import cascade_note, estimate_line

    judges = f"{arena.manifest.models['judge']}, {arena.manifest.models['loop_judge']}"
    note = cascade_note(judges, answers_given=False)
    expected = asyncio.run(estimate_arena(arena))
    typer.echo(
        f"{counted(expected.answers, 'answer')} to give and judge, {expected.kept} kept. "
        f"{estimate_line(expected.estimate)}{note} Further research attempts, retries and repairs come on "
        "top. No model was asked."
    )

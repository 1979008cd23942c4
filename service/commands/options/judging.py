"""The options of the commands that judge answers, the same in each."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from service.commands.options.as_of import AsOfOption
from service.commands.options.models import JudgeOptionsOption
from service.commands.options.naming import NameOption
from service.commands.options.panel import Panel
from service.commands.options.running import ConcurrencyOption, DryRunOption, LimitOption
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.progress import ProgressOption, ProgressStyle
from service.reply_cache_path import reply_cache_path

STOPPED = "What was judged is kept; the same command goes on from there."
"""What is said where a command is interrupted."""

AnswersArgument = typer.Argument(
    help="Answer file (.jsonl, .json, .csv, .tsv, .xlsx, .parquet). Each row has a "
    "question, an answer and, optionally, documents.",
    readable=False,
    metavar="FILE",
)
JudgeSettingsOption = Annotated[
    Path | None,
    typer.Option(
        "--settings", help="Judge settings file (YAML or JSON): weights, thresholds, rubric.", metavar="PATH"
    ),
]
ScoreMapOption = Annotated[
    Path | None,
    typer.Option(help="Adjust scores with a map file from `judge calibrate --save-map`.", metavar="PATH"),
]


BlindOption = Annotated[
    bool,
    typer.Option("--blind", help="Hide gold answers and key points from the judge."),
]


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """What the shared options say."""

    judge: Annotated[
        str,
        typer.Option(
            help="Judge: embedded, openai:…, google:…, checker:…, embedded+openai:…, or several separated by "
            "commas.",
            metavar="NAME",
        ),
    ] = "embedded"
    judge_option: JudgeOptionsOption = None
    settings: JudgeSettingsOption = None
    as_of: AsOfOption = None
    blind: BlindOption = False
    limit: LimitOption = None
    dry_run: DryRunOption = False
    concurrency: ConcurrencyOption = 4
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Do not read or write the reply cache.")] = (
        False
    )
    store: StoreOption = None
    fresh: FreshOption = False
    name: NameOption = None
    progress: ProgressOption = ProgressStyle.AUTO

    def request(self, panel: Panel = Panel.OFF) -> dict[str, Any]:
        """The fields of an :class:`eval.judging.judging_request.JudgingRequest`, but for the answers.

        Args:
            panel: whether a close verdict is judged again.

        Raises:
            InputError: an option of the judge's model is not written as NAME=VALUE.
        """
        from agents.models.options import read_options

        kept = ("judge", "settings", "blind", "limit", "concurrency", "store", "fresh", "name")
        return {
            **{name: getattr(self, name) for name in kept},
            "evaluator": panel.settings() | ({} if self.as_of is None else {"as_of": self.as_of}),
            "judge_options": read_options(self.judge_option or ()),
            "cache": None if self.no_cache else reply_cache_path(),
        }

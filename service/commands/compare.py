"""``judge compare``: a candidate run against its baseline, with a verdict for CI."""

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError, first_fault
from service.commands.options.running import MinScoredOption, SeedOption
from service.commands.options.shared import takes_options
from service.commands.options.stores import StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.stdout import drop_stdout

if TYPE_CHECKING:
    from eval.compare.result import Comparison
    from eval.compare.settings import Difference, GateSettings, GroupGate, SubScoreGate

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
NO_VERDICT = 2
_SUB_SCORE = re.compile(r"(.+)=([^=:]+)(?::(lower|higher))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class GateOptions:
    """What the options say of how much worse the candidate may be, and what it may differ in."""

    min_delta: Annotated[
        float,
        typer.Option(
            help="Smallest allowed change in the weighted score, on the 0-1 scale used in files. "
            "-0.02 allows a drop of 0.02: 0.18 on the 1-10 scale, 2 percentage points.",
            metavar="NUMBER",
        ),
    ] = 0.0
    max_regressions: Annotated[
        int, typer.Option(min=0, help="Number of items that may get worse.", metavar="N")
    ] = 0
    sub_score: Annotated[
        list[str] | None,
        typer.Option(
            help="Also gate a sub-score, as NAME=TOLERANCE; append :lower if lower is better. Repeatable.",
            metavar="TEXT",
        ),
    ] = None
    min_group: Annotated[
        list[str] | None,
        typer.Option(
            help="Smallest mean share (0-1) of a group of key points that the candidate must cover, as "
            "NAME=SHARE. Repeatable.",
            metavar="TEXT",
        ),
    ] = None
    max_must_failed: Annotated[
        int,
        typer.Option(
            min=0,
            help="Number of the candidate's answers in which a key point that must hold may fail.",
            metavar="N",
        ),
    ] = 0
    min_citation_precision: Annotated[
        float | None,
        typer.Option(
            help="Smallest mean citation precision (0-1) of the candidate, which needs claim tables "
            "(--claims).",
            metavar="SHARE",
        ),
    ] = None
    max_dead_sources: Annotated[
        int | None,
        typer.Option(
            min=0, help="Number of the candidate's cited or listed sources that may be dead.", metavar="N"
        ),
    ] = None
    allow: Annotated[
        list[str] | None,
        typer.Option(
            help="Compare the runs even if they differ in this: task, data_hashes, scorer_version, "
            "pdf_sha256 or questions_sha256. Repeatable.",
            metavar="TEXT",
        ),
    ] = None
    same_model: Annotated[
        bool,
        typer.Option("--same-model", help="Refuse to compare runs that were served by different models."),
    ] = False
    base_system: Annotated[
        str | None, typer.Option(help="Compare only this system of the baseline.", metavar="TEXT")
    ] = None
    cand_system: Annotated[
        str | None, typer.Option(help="Compare only this system of the candidate.", metavar="TEXT")
    ] = None
    top: Annotated[int, typer.Option(min=0, help="Number of failing items to show.", metavar="N")] = 10
    seed: SeedOption = 0
    min_scored: MinScoredOption = 0.9

    def settings(self) -> "GateSettings":
        """The gate that is asked for.

        Raises:
            InputError: an option cannot be used.
        """
        from pydantic import ValidationError

        from eval.compare.settings import GateSettings
        from eval.stats.paired import BootstrapSettings

        kept = (
            *("min_delta", "max_regressions", "max_must_failed", "min_citation_precision"),
            *("max_dead_sources", "same_model", "top", "min_scored"),
        )
        fields = {
            **{name: getattr(self, name) for name in kept},
            "sub_scores": tuple(map(_sub_score, self.sub_score or ())),
            "min_groups": tuple(map(_group, self.min_group or ())),
            "allowed": frozenset(map(_difference, self.allow or ())),
            "bootstrap": BootstrapSettings(seed=self.seed),
        }
        try:
            return GateSettings.model_validate(fields)
        except ValidationError as error:
            fault = first_fault(error)
            option = "--" + str(fault.place[0]).replace("_", "-")
            raise InputError(f"{option}: {fault.reason}; give a number in that range.") from error


@takes_options
def compare(
    *,
    base: Annotated[
        list[str],
        typer.Option(
            help="Baseline run: a run ID or name, run file or arena folder. Repeatable, to average "
            "repeated runs.",
            metavar="RUN",
        ),
    ],
    cand: Annotated[
        list[str],
        typer.Option(
            help="Candidate run, given in the same way. Repeatable, to average repeated runs.", metavar="RUN"
        ),
    ],
    store: StoreOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the comparison to this JSON file.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as one JSON object.")] = False,
    markdown_file: Annotated[
        Path | None,
        typer.Option("--markdown", help="Write the comparison to this Markdown file.", metavar="PATH"),
    ] = None,
    junit_file: Annotated[
        Path | None,
        typer.Option("--junit", help="Write the comparison to this JUnit XML file.", metavar="PATH"),
    ] = None,
    options: GateOptions,
) -> None:
    """Gate a candidate run against a baseline.

    Exit codes: 0 passed; 1 the gate failed; 2 no verdict, because a file is missing or broken, the runs
    differ in data or scorer, or too few items have a score.
    """
    with stops_with("No verdict was reached."):
        outputs = _Outputs(out, markdown_file, junit_file)
        outputs.check([*base, *cand])
        with _no_verdict_in(outputs):
            from eval.compare.comparison import compare as compare_sides
            from eval.compare.sides import named_side

            settings = options.settings()
            before = named_side(base, store, system=options.base_system)
            after = named_side(cand, store, system=options.cand_system)
            result = compare_sides(before, after, settings)
            outputs.write(result)
            _show(result, as_json=as_json)
    raise typer.Exit(result.exit_code)


@contextmanager
def _no_verdict_in(outputs: "_Outputs") -> "Iterator[None]":
    """Exit code 1 says that the gate failed, so that every error must end with another."""
    try:
        yield
    except InputError as error:
        outputs.write_reason(str(error))
        raise
    except (OSError, SystemExit) as error:
        # Rich ends the program with 1 where its output is not read.
        drop_stdout()
        reason = f"the output could not be written to its end ({type(error).__name__})"
        typer.echo(f"error: no verdict was given: {reason}.", err=True)
        outputs.write_reason(reason)
        raise typer.Exit(NO_VERDICT) from error
    except Exception as error:
        import traceback

        traceback.print_exc()
        typer.echo(f"error: no verdict was reached ({type(error).__name__}).", err=True)
        outputs.write_reason(f"the program failed ({type(error).__name__})")
        raise typer.Exit(NO_VERDICT) from error


def _sub_score(text: str) -> "SubScoreGate":
    from eval.compare.settings import SubScoreGate

    parts = _SUB_SCORE.fullmatch(text)
    try:
        name, tolerance, direction = parts.groups() if parts else ("", "", None)
        known = {"lower_is_better": direction == "lower"} if direction else {}
        return SubScoreGate(name=name, tolerance=float(tolerance), **known)
    except ValueError as error:
        raise InputError(
            f"--sub-score {text!r}: write NAME=TOLERANCE with a tolerance of 0 or more, such as f1=0.02, "
            "or mae=0.5:lower where lower is better."
        ) from error


def _group(text: str) -> "GroupGate":
    from eval.compare.settings import GroupGate

    # The last sign divides: a group's name may have one itself.
    name, _, least = text.rpartition("=")
    try:
        return GroupGate(name=name, least=float(least))
    except ValueError as error:
        raise InputError(
            f"--min-group {text!r}: write NAME=SHARE with a share from 0 to 1, such as facts=0.6."
        ) from error


def _difference(name: str) -> "Difference":
    from eval.compare.settings import Difference

    try:
        return Difference(name)
    except ValueError as error:
        raise InputError(f"--allow {name!r}: must be one of {', '.join(Difference)}.") from error


def _show(result: "Comparison", *, as_json: bool) -> None:
    from service.commands.terminal.compare_table import show

    if as_json:
        typer.echo(result.model_dump_json(indent=2))
    else:
        show(result)
    sys.stdout.flush()


@dataclass(frozen=True)
class _Outputs:
    """The files that were asked for; written where there is no verdict too, so that no old one stays."""

    json_file: Path | None
    markdown_file: Path | None
    junit_file: Path | None

    def check(self, names: list[str]) -> None:
        """Make sure that no file replaces a run that is compared.

        Raises:
            InputError: one does.
        """
        from eval.compare.named_run import ARENA
        from eval.files.output_checks import refuse_inputs

        runs = [Path(name) for name in names]
        for path in filter(None, (self.json_file, self.markdown_file, self.junit_file)):
            refuse_inputs(path, [*runs, *(run / ARENA for run in runs)])

    def write(self, result: "Comparison") -> None:
        from eval.compare.junit import junit
        from eval.compare.markdown import markdown

        text = markdown(result)
        _write(self.json_file, result.model_dump_json(indent=2) + "\n")
        _write(self.markdown_file, text)
        _write(self.junit_file, junit(result))
        _add_to_step_summary(text)

    def write_reason(self, reason: str) -> None:
        """Say why there is no verdict; where that cannot be written either, say that too."""
        from eval.compare.junit import junit_without_verdict
        from eval.compare.markdown import markdown_without_verdict

        text = markdown_without_verdict(reason)
        try:
            _write(self.json_file, json.dumps({"verdict": None, "reason": reason}, ensure_ascii=False) + "\n")
            _write(self.markdown_file, text)
            _write(self.junit_file, junit_without_verdict(reason))
            _add_to_step_summary(text)
        except InputError as error:
            if str(error) != reason:
                typer.echo(f"error: {error}", err=True)


def _write(path: Path | None, text: str) -> None:
    from data_base.whole_file import write_whole

    if path is not None:
        write_whole(path, text.encode("utf-8", errors="replace"))


def _add_to_step_summary(text: str) -> None:
    """Append to the file that GitHub shows on a job's page; other steps have written to it too."""
    path = os.environ.get(STEP_SUMMARY)
    if not path:
        return
    try:
        with Path(path).open("a", encoding="utf-8", errors="replace") as file:
            file.write(text + "\n")
    except OSError as error:
        raise InputError(f"{path}, named by {STEP_SUMMARY}, cannot be written ({error.strerror}).") from error

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
from service.commands.terminal.stdout import drop_stdout, show_every_letter

if TYPE_CHECKING:
    from eval.compare.result import Comparison
    from eval.compare.settings import Difference, GateSettings, SubScoreGate

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
NO_VERDICT = 2
_SUB_SCORE = re.compile(r"(.+)=([^=:]+)(?::(lower|higher))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class GateOptions:
    """What the options say of how much worse the candidate may be, and what it may differ in."""

    min_delta: Annotated[
        float,
        typer.Option(
            help="Least change of the weighted score, from 0 to 1 as in files, not as shown: -0.02 lets it "
            "fall by 0.02, which is 0.18 from 1 to 10 and 2 points in percent."
        ),
    ] = 0.0
    max_regressions: Annotated[int, typer.Option(min=0, help="How many items may get worse.")] = 0
    sub_score: Annotated[
        list[str] | None,
        typer.Option(help="Gate a sub-score too: NAME=TOLERANCE, and :lower where lower is better."),
    ] = None
    allow: Annotated[
        list[str] | None,
        typer.Option(
            help="A meant difference: task, data_hashes, scorer_version, pdf_sha256 or questions_sha256."
        ),
    ] = None
    same_model: Annotated[
        bool,
        typer.Option("--same-model", help="No verdict where the runs were served by different models."),
    ] = False
    base_system: Annotated[str | None, typer.Option(help="Of the baseline, only this system.")] = None
    cand_system: Annotated[str | None, typer.Option(help="Of the candidate, only this system.")] = None
    top: Annotated[int, typer.Option(min=0, help="How many failing items are shown.")] = 10
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

        kept = ("min_delta", "max_regressions", "same_model", "top", "min_scored")
        fields = {
            **{name: getattr(self, name) for name in kept},
            "sub_scores": tuple(map(_sub_score, self.sub_score or ())),
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
        typer.Option(help="The baseline: a run's id or name, a file, an arena's folder. Again for repeats."),
    ],
    cand: Annotated[list[str], typer.Option(help="The candidate: the same. Again for repeats.")],
    store: StoreOption = None,
    out: Annotated[Path | None, typer.Option(help="Write the whole comparison as JSON here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole comparison as one JSON object.")] = False,
    markdown_file: Annotated[Path | None, typer.Option("--markdown", help="Write Markdown here.")] = None,
    junit_file: Annotated[Path | None, typer.Option("--junit", help="Write JUnit XML here.")] = None,
    options: GateOptions,
) -> None:
    """Compare a candidate run with a baseline and say whether it may pass.

    Exit code 0: passed. 1: the gate failed. 2: there is no verdict, since a file is missing or broken, the
    runs differ in data or scorer, or too few items are scored.
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


def _difference(name: str) -> "Difference":
    from eval.compare.settings import Difference

    try:
        return Difference(name)
    except ValueError as error:
        raise InputError(f"--allow {name!r}: must be one of {', '.join(Difference)}.") from error


def _show(result: "Comparison", *, as_json: bool) -> None:
    from service.commands.terminal.compare_table import show

    show_every_letter()
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
    from eval.files.atomic import write_whole

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

"""``judge doctor``: whether this machine has what is needed, and what to do about what it lacks."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.models import ModelOptionsOption, with_given
from service.commands.terminal.interrupt import stops_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.doctor.finding import Finding

NOT_FIT = 1


def doctor(
    *,
    model: Annotated[
        str | None,
        typer.Option(help="Only this model, but really asked: one smallest reply, and one in a given shape."),
    ] = None,
    model_option: ModelOptionsOption = None,
    out: Annotated[
        Path, typer.Option(help="The arena's output folder, to see that it can be written.", readable=False)
    ] = Path("out/arena"),
    online: Annotated[
        bool, typer.Option("--online", help="Ask the providers' own servers even where no key is set.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All findings as one JSON object.")] = False,
) -> None:
    """Look over Python, packages, keys, servers, fonts, files and disk, and say what to do about each.

    Keys are never shown. A server is asked only where its key or its address is set, or with --online. One
    question of the shipped arena is played in a temporary folder.

    Exit code 0 says that the arena with the embedded model runs here, or that the model of --model can be
    asked; 1 that it does not, or cannot.
    """
    findings: list[Finding] = []
    with stops_with("Nothing was changed."):
        for finding in _examined(model, model_option, out, online=online):
            findings.append(finding)
            if not as_json:
                typer.echo(_text(finding))
    fit = not any(finding.prevents for finding in findings)
    typer.echo(_json(findings, fit=fit) if as_json else _verdict(model, findings, fit=fit))
    if not fit:
        raise typer.Exit(NOT_FIT)


def _text(finding: "Finding") -> str:
    line = f"{finding.status:<9}  {finding.name:<20}  {finding.detail}"
    return f"{line}\n{'':<9}  {'':<20}  -> {finding.advice}" if finding.advice else line


def _examined(
    model: str | None, options: list[str] | None, out: Path, *, online: bool
) -> "Iterator[Finding]":
    from service.doctor.examination import examine

    if model is None:
        if options:
            raise InputError("--model-option belongs to a model; name it with --model.")
        yield from examine(os.environ, out, online=online)
        return
    from service.doctor.model_check import model_findings

    yield from model_findings(with_given(model, options))


def _verdict(model: str | None, findings: "Sequence[Finding]", *, fit: bool) -> str:
    if model is None:
        said = f"The arena with the embedded model {'runs' if fit else 'does not run'} here"
    else:
        said = f"{model} {'can' if fit else 'cannot'} be asked here"
    lacking = ", ".join(finding.name for finding in findings if finding.prevents)
    return f"\n{said}." if fit else f"\n{said}; see first to: {lacking}."


def _json(findings: "Sequence[Finding]", *, fit: bool) -> str:
    dumped = [finding.model_dump(mode="json") for finding in findings]
    return json.dumps({"fit": fit, "findings": dumped}, ensure_ascii=False, indent=2)

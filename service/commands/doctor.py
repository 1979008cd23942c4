"""``judge doctor``: what this machine lacks and what to do about it."""

import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError
from service.commands.options.judging import JudgeSettingsOption
from service.commands.options.models import ModelOptionsOption, with_given
from service.commands.terminal.interrupt import stops_with

if TYPE_CHECKING:
    from pathlib import Path

    from service.doctor.finding import Finding

NOT_FIT = 1


def doctor(
    *,
    model: Annotated[
        str | None,
        typer.Option(help="Test only this model, with one minimal structured request.", metavar="NAME"),
    ] = None,
    model_option: ModelOptionsOption = None,
    judge: Annotated[
        str | None,
        typer.Option(
            help="Test only this judge: a checker with a true and a false claim, others as with --model.",
            metavar="NAME",
        ),
    ] = None,
    settings: JudgeSettingsOption = None,
    online: Annotated[
        bool, typer.Option("--online", help="Contact the providers' servers even if no key is set.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as one JSON object.")] = False,
) -> None:
    """Check keys, servers, extras and files; suggest fixes.

    Keys are never shown. A server is contacted only if its key or address is set, or with --online.

    Exit codes: 0 ready to run, or the model or judge that was named answered; 1 otherwise.
    """
    findings: list[Finding] = []
    with stops_with("Nothing was changed."):
        for finding in _examined(model, model_option, judge, settings, online=online):
            findings.append(finding)
            if not as_json:
                typer.echo(_text(finding))
    fit = not any(finding.prevents for finding in findings)
    typer.echo(_json(findings, fit=fit) if as_json else _verdict(model or judge, findings, fit=fit))
    if not fit:
        raise typer.Exit(NOT_FIT)


def _text(finding: "Finding") -> str:
    line = f"{finding.status:<9}  {finding.name:<20}  {finding.detail}"
    return f"{line}\n{'':<9}  {'':<20}  -> {finding.advice}" if finding.advice else line


def _examined(
    model: str | None, options: list[str] | None, judge: str | None, settings: "Path | None", *, online: bool
) -> "Iterator[Finding]":
    from agents.models.registry import names_checker
    from service.doctor.documents import document_findings
    from service.doctor.installation import installation_findings
    from service.doctor.model_check import model_findings
    from service.doctor.providers import provider_findings
    from service.doctor.service import service_findings
    from service.doctor.storage import storage_findings

    if model is not None and judge is not None:
        raise InputError("--model and --judge test one each; name one of them.")
    if judge is not None and names_checker(judge):
        from agents.judges.settings_file import read_judge_settings
        from service.doctor.checker_check import checker_findings

        declared = None if settings is None else read_judge_settings(settings).evaluator.get("checkers")
        yield from checker_findings(judge, declared)
        return
    if settings is not None:
        raise InputError("--settings declares checkers; name one with --judge checker:NAME.")
    if (named := model or judge) is not None:
        yield from model_findings(with_given(named, options))
        return
    if options:
        raise InputError("--model-option belongs to a model; name it with --model.")
    installed = list(installation_findings())
    yield from installed
    if any(finding.prevents for finding in installed):
        # What follows loads what is missing.
        return
    yield from provider_findings(os.environ, online=online)
    yield from storage_findings()
    yield from service_findings()
    yield from document_findings()


def _verdict(model: str | None, findings: "Sequence[Finding]", *, fit: bool) -> str:
    if model is None:
        said = f"The arena with the embedded model {'can' if fit else 'cannot'} run here"
    else:
        said = f"{model} {'answers' if fit else 'does not answer'}"
    lacking = ", ".join(finding.name for finding in findings if finding.prevents)
    return f"\n{said}." if fit else f"\n{said}; fix first: {lacking}."


def _json(findings: "Sequence[Finding]", *, fit: bool) -> str:
    dumped = [finding.model_dump(mode="json") for finding in findings]
    return json.dumps({"fit": fit, "findings": dumped}, ensure_ascii=False, indent=2)

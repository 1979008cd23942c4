"""The options that say who answers, the same for every suite."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.models import with_given

if TYPE_CHECKING:
    from eval.systems.choice import SystemChoice


class Answerer(StrEnum):
    """How a model answers."""

    PURE_LLM = "pure_llm"
    DEEP_RESEARCH = "deep_research"


SystemOption = Annotated[
    Answerer | None,
    typer.Option(
        help="How --model answers: alone (pure_llm), or over the documents (deep_research), which is the "
        "default where there are documents."
    ),
]
ModelOption = Annotated[
    str | None, typer.Option(help="The model that answers: embedded, openai:…, google:….", show_default=False)
]
JudgeOption = Annotated[
    str | None, typer.Option(help="Judges the drafts inside Deep Research; --model by default.")
]
AnswersOption = Annotated[
    Path | None, typer.Option(help='Recorded answers instead: {"id": …, "answer": …} a line.')
]
HttpOption = Annotated[str | None, typer.Option(metavar="URL", help="An HTTP endpoint instead.")]
CallableOption = Annotated[
    str | None, typer.Option("--callable", metavar="MODULE:NAME", help="A Python callable instead.")
]
TimeoutOption = Annotated[
    float, typer.Option(min=0.001, help="Seconds that an endpoint's or a callable's answer may take.")
]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Questions under way at once.")]
LimitOption = Annotated[int | None, typer.Option(min=1, help="Only the first so many questions.")]
DryRunOption = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Say what would be asked of whom, ask nobody, write nothing; needs no key."
    ),
]

MinScoredOption = Annotated[
    float,
    typer.Option(min=0, max=1, help="Least share of scored questions for a verdict; below it the code is 2."),
]


def system_choice(
    *,
    system: Answerer | None = None,
    model: str | None = None,
    model_option: list[str] | None = None,
    judge: str | None = None,
    judge_option: list[str] | None = None,
    answers: Path | None = None,
    http: str | None = None,
    callable_: str | None = None,
    timeout: float = 120.0,
    dry_run: bool = False,
) -> SystemChoice:
    """The system that the options name.

    Raises:
        InputError: a model's options are given to something else.
    """
    from data_base.errors import InputError
    from eval.systems.choice import SystemChoice

    named = with_given(model or "embedded", model_option) if model or model_option else model
    if (named or system) and (answers or http or callable_):
        raise InputError("A model and another system are named; a run has one system: leave one out.")
    return SystemChoice(
        model=named,
        judge=with_given(judge or named or "embedded", judge_option) if judge or judge_option else None,
        system=None if system is None else system.value,
        answers=answers,
        http=http,
        callable=callable_,
        timeout=timeout,
        unasked=dry_run,
    )

"""The options of every suite: who answers, how many questions, and into which run store."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from service.commands.options.engines import EngineOptions
from service.commands.options.models import (
    AnsweringModel,
    JudgeOption,
    JudgeOptionsOption,
    ModelOptionsOption,
    with_given,
)
from service.commands.options.naming import NameOption
from service.commands.options.running import ConcurrencyOption, DryRunOption, LimitOption
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.progress import ProgressOption, ProgressStyle

_ANSWERS = (
    'Score recorded answers from this file instead of calling a model: {"id": …, '
    '"answer": …} per line ("output" in Eval JSON v2), or the results of another '
    "tool."
)


class Answerer(StrEnum):
    """How a model answers."""

    PURE_LLM = "pure_llm"
    DEEP_RESEARCH = "deep_research"


@dataclass(frozen=True)
class SuiteOptions(EngineOptions):
    """What the shared options say."""

    system: Annotated[
        Answerer | None,
        typer.Option(
            help="How --model answers: pure_llm (without documents) or deep_research (from the "
            "documents). [default: deep_research if there are documents]"
        ),
    ] = None
    model: Annotated[str | None, AnsweringModel] = None
    model_option: ModelOptionsOption = None
    judge: JudgeOption = None
    judge_option: JudgeOptionsOption = None
    answers: Annotated[Path | None, typer.Option("--answers", "--outputs", help=_ANSWERS, metavar="FILE")] = (
        None
    )
    http: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Get answers from this HTTP endpoint instead of a model."),
    ] = None
    callable: Annotated[
        str | None,
        typer.Option(metavar="MODULE:NAME", help="Get answers from this Python callable instead of a model."),
    ] = None
    timeout: Annotated[
        float,
        typer.Option(
            min=0.001, help="Seconds to wait for each answer from --http or --callable.", metavar="NUMBER"
        ),
    ] = 120.0
    limit: LimitOption = None
    dry_run: DryRunOption = False
    concurrency: ConcurrencyOption = 4
    store: StoreOption = None
    fresh: FreshOption = False
    name: NameOption = None
    progress: ProgressOption = ProgressStyle.AUTO

    def request_fields(self) -> dict[str, Any]:
        """The fields of a :class:`eval.systems.choice.SystemRunRequest`.

        Raises:
            InputError: a model and another system are named, or an option of the engine cannot be used.
        """
        from data_base.errors import InputError
        from eval.systems.choice import SystemChoice

        others = {"answers": self.answers, "http": self.http, "callable": self.callable}
        model = with_given(self.model or "embedded", self.model_option) if self.model_option else self.model
        if (model or self.system) and any(others.values()):
            raise InputError("Use --model or --http/--callable/--answers, not both.")
        choice = SystemChoice(
            model=model,
            judge=self.judging(model),
            system=None if self.system is None else self.system.value,
            timeout=self.timeout,
            **others,
        )
        kept = {name: getattr(self, name) for name in ("concurrency", "store", "fresh", "name", "limit")}
        return {"system": choice, "engine": self.chosen_engine(), **kept}

    def judging(self, model: str | None = None) -> str | None:
        """The judge with its options, those of ``model`` where none is named; None where nothing is said."""
        if not (self.judge or self.judge_option):
            return None
        return with_given(self.judge or model or "embedded", self.judge_option)

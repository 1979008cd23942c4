"""``judge legal``: the legal RAG benchmark over any system."""

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.commands.options.running import MinScoredOption
from service.commands.options.shared import takes_options
from service.commands.options.systems import SuiteOptions
from service.commands.terminal.exit_status import (
    end_with_scored,
    require_scored,
    show_plan,
    show_run,
    verdict_meant,
)
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.item_progress import watched
from service.reply_cache_path import reply_cache_path

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from eval.legal_benchmark.question_work import LegalParticipants
    from eval.legal_benchmark.runner import BenchmarkRunner
    from eval.systems.choice import ChosenSystem, SystemChoice

BELOW = 1


class QuestionType(StrEnum):
    """A type of question."""

    FACT_EXACT = "fact_exact"
    EVIDENCE_SET = "evidence_set"
    CONFLICT_GAP = "conflict_gap"


@dataclass(frozen=True)
class LegalOptions(SuiteOptions):
    """The shared options; here the judge helps to score the answers."""

    judge: Annotated[
        str | None,
        typer.Option(
            help="Judge that finds invented details, instead of the embedded checker.", metavar="NAME"
        ),
    ] = None


@takes_options
def legal(
    *,
    path: Annotated[
        Path | None,
        typer.Option(
            help="Question file, or a folder of them. [default: the bundled questions]", metavar="PATH"
        ),
    ] = None,
    only: Annotated[
        QuestionType | None, typer.Option("--type", help="Ask only questions of this type.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the summary to this JSON file.", metavar="FILE")
    ] = None,
    min_percentage: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=100,
            help="Smallest mean score that passes. Below it, the command exits with 1.",
            metavar="NUMBER",
        ),
    ] = None,
    min_scored: MinScoredOption = 0.9,
    options: LegalOptions,
) -> None:
    """Run the legal RAG benchmark.

    Scores the bundled recorded answers unless you choose a system. Run the same command again to resume an
    interrupted run.

    Exit codes: 0 success; 1 no answer could be scored, or the mean is below --min-percentage; 2 the input,
    an option or the environment needs fixing, or, with --min-percentage, fewer items than --min-scored have
    a score.
    """
    with stops_with("What was answered is kept; the same command resumes there."), verdict_meant():
        from agents.models.missing_packages import packages_last
        from data_base.store.settings import chosen_store
        from data_base.whole_file import write_json
        from eval.files.output_checks import check_place
        from eval.legal_benchmark.question_bank import RECORDED, SHIPPED, bank_files
        from eval.legal_benchmark.runner import BenchmarkRunner
        from eval.runs.unscored import Unscored
        from eval.systems.choice import sent

        if out is not None:
            check_place(out, [*bank_files(path or SHIPPED), options.answers])
        asking = options.request_fields()
        choice = asking.pop("system").model_copy(update={"judge": None})
        judge, replies = options.judging(), reply_cache_path()
        answers = choice.answers or (RECORDED if choice.is_empty else None)
        choice = choice.model_copy(update={"answers": answers})
        with packages_last():
            runner = BenchmarkRunner(
                path or SHIPPED,
                evaluator=None if judge is None else _evaluator(judge, replies),
                there=partial(_asked_there, sent(choice), judge, replies and replies.absolute()),
                **{**asking, "store": chosen_store(options.store)},
            )
            named = _system(choice, runner)
            runner.require_feasible(named)
        if options.dry_run:
            show_plan(asyncio.run(runner.plan(named, only)))
            return
        total, models = len(runner.chosen(only)), named.models
        with watched("legal", total=total, style=options.progress, models=models) as watch:
            summary = asyncio.run(runner.run(named, only, watch))
        if out is not None:
            write_json(out, summary)
        _show(summary)
        show_run(summary["run_id"], options.store)
        reasons = ((one["id"], one["question"], one["unscored_reason"]) for one in summary["results"])
        unscored = (Unscored(*one) for one in reasons if one[-1] is not None)
        end_with_scored(summary["scored"], summary["total_questions"], first=next(unscored, None))
        if min_percentage is not None:
            require_scored(summary["scored"], summary["total_questions"], min_scored)
            if summary["overall_percentage"] < min_percentage:
                raise typer.Exit(BELOW)


def _system(choice: "SystemChoice", runner: "BenchmarkRunner") -> "ChosenSystem":
    from agents.research.settings import default_checkpoints
    from data_base.passage_index import PassageIndex
    from eval.legal_benchmark.systems import passages_of
    from eval.systems.choice import choose_system

    return choose_system(
        choice,
        index=lambda: PassageIndex.from_passages(passages_of(runner.questions)),
        checkpoints=default_checkpoints(),
    )


def _asked_there(choice: "SystemChoice", judge: str | None, cache: Path | None) -> "LegalParticipants":
    """Who takes part, made again in another process."""
    from eval.legal_benchmark.question_work import LegalParticipants
    from eval.systems.choice import choose_system

    contestant = choose_system(choice).contestant
    return LegalParticipants(contestant, None if judge is None else _evaluator(judge, cache))


def _evaluator(judge: str, cache: Path | None) -> "RAGEvaluator":
    from agents.evaluator import RAGEvaluator

    return RAGEvaluator(judge, cache=cache)


def _show(summary: dict[str, Any]) -> None:
    parts = {"all": summary, **summary["by_type"], **summary["by_difficulty"]}
    for name, part in parts.items():
        mean = "-" if part["overall_percentage"] is None else f"{part['overall_percentage']:.1f} %"
        typer.echo(
            f"{name:<14}{mean:>9}  {part['passed']}/{part['total_questions']} passed, "
            f"{part['unscored']} unscored"
        )

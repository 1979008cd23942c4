"""``judge stability``: how far a judge's scores for the same answer lie apart."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.models import ModelOptionsOption, with_given
from service.commands.options.replies import kept_replies
from service.commands.options.stores import FreshOption, StoreOption
from service.commands.terminal.interrupt import stops_with
from service.commands.terminal.progress import ProgressOption, ProgressStyle, at_work

if TYPE_CHECKING:
    from data_base.schemas.protocols import JudgeRequest
    from eval.judging.stability import Repeating, Stability

SOME_FAILED = 1


def stability(
    *,
    file: Annotated[
        Path,
        typer.Argument(help="FILE.jsonl: question, answer and, if any, documents a line.", readable=False),
    ],
    model: Annotated[str, typer.Option(help="The judge: openai:…, google:…, embedded.")] = "embedded",
    model_option: ModelOptionsOption = None,
    repeats: Annotated[int, typer.Option(min=2, help="Judgements of each answer.")] = 5,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many answers.")] = None,
    threshold: Annotated[
        float, typer.Option(min=1, max=10, help="The accuracy at which verdicts are counted as flipped.")
    ] = 7.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    store: StoreOption = None,
    fresh: FreshOption = False,
    progress: ProgressOption = ProgressStyle.AUTO,
) -> None:
    """Judge the same answers several times; report the spread and the verdicts that flip.

    Every repeat is a call of its own, and is kept: the same command again pays for nothing.

    Exit code 1 says that some judgement failed, 2 that the input cannot be used.
    """
    with stops_with("The judge's replies are kept; the same command pays only for the rest."):
        from agents.judges.settings import EvaluatorSettings
        from eval.judging.stability import prepare

        settings = EvaluatorSettings(cache=kept_replies(), panel_threshold=threshold)
        with at_work("reading the answers", progress):
            judge = with_given(model, model_option)
            repeating = prepare(file, judge, repeats=repeats, limit=limit, settings=settings)
        failed = asyncio.run(_measured(repeating, store, fresh=fresh, as_json=as_json))
    if failed:
        raise typer.Exit(SOME_FAILED)


async def _measured(repeating: "Repeating", store: str | None, *, fresh: bool, as_json: bool) -> int:
    from eval.judging.stability import measure

    found = []
    async for answer, one in measure(repeating, store, fresh=fresh):
        found.append(one)
        typer.echo(_json_line(answer, one) if as_json else _text(answer, one))
    if not as_json:
        typer.echo(_summary(found, repeating.settings.deciding_accuracy))
    return sum(one.failed for one in found)


def _json_line(answer: "JudgeRequest", found: "Stability") -> str:
    return json.dumps(
        {"id": answer.id, "flips": found.flips, **found.model_dump(mode="json")}, ensure_ascii=False
    )


def _text(answer: "JudgeRequest", found: "Stability") -> str:
    from agents.research.events import one_line

    heading = f"[{answer.id}] {one_line(answer.question)}"
    spreads = [
        f"  {name}: median {each.median:.2f}, {each.least:.2f} to {each.greatest:.2f}, "
        f"standard deviation {each.deviation:.2f}"
        for name, each in found.spreads.items()
    ]
    failed = [f"  failed: {found.failed} of {found.repeats}"] if found.failed else []
    if len(found.models_served) > 1:
        spreads.append(f"  served by different models: {', '.join(found.models_served)}")
    flips = f"  at {found.threshold:g}: {found.passed} pass, {found.flips} on the smaller side"
    return "\n".join([heading, *spreads, *failed, *([flips] if found.spreads else [])]) + "\n"


def _summary(found: "list[Stability]", threshold: float) -> str:
    spreads = [one.spreads["accuracy"] for one in found if one.spreads]
    if not spreads:
        return "Fewer than two judgements of each answer were scored: no spread can be told."
    mean = sum(each.deviation for each in spreads) / len(spreads)
    widest = max(each.greatest - each.least for each in spreads)
    flipping = sum(one.flips > 0 for one in found)
    return (
        f"{len(spreads)} answers: mean standard deviation of accuracy {mean:.2f}, widest range {widest:.2f}; "
        f"{flipping} flip at {threshold:g}."
    )

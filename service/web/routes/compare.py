"""Two runs side by side: the gate's verdict, what got worse, and where answers and judgements differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import Field

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.store.database import NotStoredError
from eval.rating.gold_lines import answer_of
from eval.stats.paired import FEWEST_QUESTIONS
from service.http.compared_runs import side_of
from service.http.context import Context, ServerContext
from service.http.fair_scheduling import in_project_turn
from service.web.default_run_pair import RunPair, newest_pair
from service.web.rendering import page
from service.web.viewer import MayRead, Viewer

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem
    from data_base.store.run_store import RunStore

router = APIRouter(prefix="/compare", include_in_schema=False)
_CHOICE, _SHOWN = 200, 200
_QUICK = 2_000
"""Items of a run up to which it is compared without having been asked for."""
Name = Annotated[str | None, Query(max_length=500)]


class AskedCase(Frozen):
    """A case in two runs."""

    base: str = Field(max_length=500)
    """The baseline's run."""
    candidate: str = Field(max_length=500)
    """The candidate's."""
    case: str = Field(max_length=10_000)
    """The case."""
    system: str | None = Field(default=None, max_length=10_000)
    """The system of the baseline; None where the run has one."""


@router.get("")
async def compare_runs(
    request: Request,
    context: Context,
    seen: MayRead,
    base: Name = None,
    candidate: Name = None,
    anyway: bool = False,
) -> Response:
    """Two runs and the gate's verdict; without two, of the newest that are alike, with what can be chosen."""
    work = partial(_two_runs, request, context, seen, base, candidate, anyway=anyway)
    return await in_project_turn(request, context, seen.caller, work)


def _two_runs(
    request: Request,
    context: ServerContext,
    seen: Viewer,
    base: str | None,
    candidate: str | None,
    *,
    anyway: bool,
) -> Response:
    stored = context.runs.run_page(project=seen.project, limit=_CHOICE).runs
    runs = [run.manifest for run in stored]
    baselines = context.runs.baselines(seen.project)
    pair = None
    if not (base and candidate):
        pair = newest_pair(stored, baselines, base=base, candidate=candidate)
    if pair is not None:
        base, candidate = pair
    elif base is None:
        base = next((run.run_id for run in runs if run.run_id in baselines - {candidate}), None)
    values: dict[str, Any] = {
        "runs": runs,
        "baselines": baselines,
        "base": base,
        "candidate": candidate,
        "result": None,
        "shown_at_most": _SHOWN,
        "fewest": FEWEST_QUESTIONS,
        "refused": None,
        "may_differ": False,
        "alone": not (base and candidate),
    }
    if base and candidate and (pair is None or _is_quick(context.runs, pair)):
        try:
            values |= _compared(context.runs, seen.project, (base, candidate), anyway=anyway)
        except NotStoredError:
            raise
        except InputError as error:
            # There is no verdict; the sentence says why, and other runs can be chosen.
            values["refused"] = str(error)
    return page(request, "compare", values)


def _is_quick(runs: RunStore, pair: RunPair) -> bool:
    """Whether two runs that nobody asked for are compared in no time."""
    return all(sum(runs.status_counts(run_id).values()) <= _QUICK for run_id in pair)


@router.get("/item")
async def compare_items(
    request: Request, context: Context, seen: MayRead, asked: Annotated[AskedCase, Query()]
) -> Response:
    """One case in both runs."""
    return await in_project_turn(
        request, context, seen.caller, partial(_one_case, request, context, seen, asked)
    )


def _one_case(request: Request, context: ServerContext, seen: Viewer, asked: AskedCase) -> Response:
    from eval.compare.word_difference import word_difference  # noqa: PLC0415  (not needed to start)

    for run_id in (asked.base, asked.candidate):
        context.runs.require(run_id, seen.project)
    sides = [
        _item(context.runs, run_id, asked.case, asked.system) for run_id in (asked.base, asked.candidate)
    ]
    present = [item for item in sides if item is not None]
    if not present:
        raise NotStoredError(f"Neither run has the case {asked.case!r}; see what they have in common.")
    texts = [(answer_of(item) or "") if item is not None else "" for item in sides]
    values = {
        **asked.model_dump(include={"base", "candidate", "case"}),
        "question": present[-1].question or present[-1].case_id,
        "language": present[-1].language,
        "sides": sides,
        "texts": texts,
        "parts": word_difference(*texts),
        "scores": list(_scores(*sides)),
    }
    return page(request, "compare_item", values)


def _compared(runs: RunStore, project: str, names: Sequence[str], *, anyway: bool) -> dict[str, Any]:
    """The comparison, or why there is none and whether there is one of runs that may differ.

    Raises:
        InputError: there is none either way.
    """
    from eval.compare.comparison import compare  # noqa: PLC0415  (loads what a starting server does not need)
    from eval.compare.settings import Difference, GateSettings  # noqa: PLC0415  (the same)

    base, candidate = (side_of(runs, project, [name], None) for name in names)
    whatever = partial(compare, base, candidate, GateSettings(allowed=frozenset(Difference)))
    if anyway:
        return {"result": whatever()}
    try:
        return {"result": compare(base, candidate, GateSettings())}
    except InputError as error:
        whatever()
        return {"refused": str(error), "may_differ": True}


def _item(runs: RunStore, run_id: str, case: str, system: str | None) -> RunItem | None:
    """A case's item: of the system, or the only one where a run has one system, whatever its name."""
    items = runs.items_of(run_id, case)
    named = [item for item in items if item.system == system]
    return next(iter(named or items), None) if len(items) == 1 or named else None


def _scores(
    before: RunItem | None, after: RunItem | None
) -> Iterator[tuple[str, float | None, float | None]]:
    """Name and both values of each score that either has."""
    scores = [_scores_of(item) for item in (before, after)]
    for name in dict.fromkeys(name for each in scores for name in each):
        yield name, scores[0].get(name), scores[1].get(name)


def _scores_of(item: RunItem | None) -> dict[str, float]:
    evaluation = None if item is None else item.judgement
    if evaluation is None or not evaluation.scored:
        return {}
    return {"weighted_score": evaluation.metrics.weighted_score, **evaluation.metrics.scores()}

"""Rating answers blind: without their system's name, and without the judge's scores until one has scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from data_base.errors import InputError
from data_base.schemas.rating import DIMENSIONS, MODEL_RATER, Rating, by_people
from data_base.store.database import NotStoredError
from data_base.store.run_reader import RunReader
from data_base.store.tables import moment
from eval.rating.blind_order import Place, blind_name, place_named
from eval.rating.gold_lines import answer_of, gold_lines, passages_of
from prompts.registry import rubric_of
from service.http.context import Context, ServerContext
from service.http.encoded_path import EncodedPathRoute
from service.web.languages import html_language
from service.web.rendering import keep_cookie, page
from service.web.viewer import MayRate, SentForm, display_preferences

if TYPE_CHECKING:
    from starlette.datastructures import FormData

    from data_base.schemas.run import RunItem
    from service.web.blind_orders import BlindOrders

router = APIRouter(prefix="/rate", include_in_schema=False, route_class=EncodedPathRoute)
RATER = "judge_rater"
"""Name of the cookie that says who rates."""
_YEAR_S = 365 * 24 * 3600
_SEE_OTHER = 303
_LONGEST_NAME, _LONGEST_NOTE = 80, 4_000
_LOWEST, _HIGHEST = 1, 10
_LISTED = 30


@router.get("")
def rate(request: Request, context: Context, seen: MayRate, after: str | None = None) -> Response:
    """The runs whose answers can be rated, and who rates."""
    found = context.runs.run_page(project=seen.project, after=after, limit=_LISTED)
    runs = [(run.manifest, len(by_people(context.runs.ratings(run.manifest.run_id)))) for run in found.runs]
    return page(request, "rate", {"rater": _rater(request), "runs": runs, "after": found.after})


@router.post("")
def name_rater(request: Request, _seen: MayRate, form: SentForm) -> Response:
    """Keeps who rates."""
    name = " ".join(_text(form, "rater", _LONGEST_NAME).split())
    if not name:
        raise InputError("rater: a name is needed, so that ratings can be told apart; write yours.")
    if name == MODEL_RATER:
        raise InputError(f"rater: {name!r} is the name for a language model's ratings; write your own.")
    response = RedirectResponse("/rate", _SEE_OTHER)
    keep_cookie(request, response, RATER, quote(name), seconds=_YEAR_S)
    return response


@router.get("/{run_id}")
def rate_next(
    request: Request,
    context: Context,
    seen: MayRate,
    run_id: str,
    rated: str | None = None,
    again: str | None = None,
) -> Response:
    """The next answer that this person has not rated, or one again; first what the judge said of the last."""
    rater = _rater(request)
    order = _order(request, context, run_id, seen.project, rater)
    if rater is None:
        return RedirectResponse("/rate", _SEE_OTHER)
    own = {_place(each): each for each in context.runs.ratings(run_id) if each.rater == rater}
    place = place_named(again, run_id, rater, order) if again else None
    place = place or next((each for each in order if each not in own), None)
    before = place_named(rated, run_id, rater, order) if rated else None
    done = [place for place in own if place_named(blind_name(run_id, rater, place), run_id, rater, order)]
    locale = html_language(display_preferences(request).locale)
    values = {
        "run_id": run_id,
        "run_name": context.runs.manifest(run_id).title,
        "rater": rater,
        "done": len(done),
        "total": len(order),
        "dimensions": DIMENSIONS,
        "rubric": rubric_of("judge_with_documents", locale),
        "shown": None if place is None else _shown(_item(context.runs, run_id, place)),
        "name": None if place is None else blind_name(run_id, rater, place),
        "own": own.get(place) if place else None,
        "rated": rated,
        "before": _compared(_item(context.runs, run_id, before), own[before]) if before in own else None,
    }
    return page(request, "rate_answer", values)


@router.post("/{run_id}")
def keep_rating(request: Request, context: Context, seen: MayRate, form: SentForm, run_id: str) -> Response:
    """Keeps a rating."""
    rater = _rater(request)
    order = _order(request, context, run_id, seen.project, rater)
    if rater is None:
        return RedirectResponse("/rate", _SEE_OTHER)
    name = _text(form, "answer", _LONGEST_NAME)
    place = place_named(name, run_id, rater, order)
    if place is None:
        raise NotStoredError("This answer is not in the run any more; load the page again.")
    rating = Rating(
        case_id=place[0],
        system=place[1],
        rater=rater,
        scores={dimension: _score(form, dimension) for dimension in DIMENSIONS},
        note=_text(form, "note", _LONGEST_NOTE).strip(),
        created_at=moment(datetime.now(UTC)),
    )
    context.runs.rate(run_id, rating)
    return RedirectResponse(f"/rate/{quote(run_id, safe='')}?rated={name}", _SEE_OTHER)


@router.get("/{run_id}/agreement")
def agreement(request: Request, context: Context, seen: MayRate, run_id: str) -> Response:
    """How far people agree with each other, and the judge with them."""
    from eval.rating.rating_agreement import rating_agreement  # noqa: PLC0415  (loads what a start does not need)

    context.runs.require(run_id, seen.project)
    ratings = context.runs.ratings(run_id)
    items = {place: _item(context.runs, run_id, place) for place in dict.fromkeys(map(_place, ratings))}
    judged = {place: _judged(item) for place, item in items.items()}
    found = rating_agreement(ratings, judged)
    name = context.runs.manifest(run_id).title
    return page(request, "rate_agreement", {"run_id": run_id, "run_name": name, "found": found})


@router.get("/{run_id}/ratings.jsonl")
def export(context: Context, seen: MayRate, run_id: str) -> Response:
    """The ratings as the file that ``judge calibrate`` reads."""
    context.runs.require(run_id, seen.project)
    ratings = context.runs.ratings(run_id)

    def lines() -> Iterator[str]:
        for rating in ratings:
            items = {_place(rating): _item(context.runs, run_id, _place(rating))}
            yield from (f"{line}\n" for line in gold_lines([rating], items))

    headers = {"Content-Disposition": 'attachment; filename="ratings.jsonl"', "Cache-Control": "no-store"}
    return StreamingResponse(lines(), headers=headers, media_type="application/jsonl")


def _order(
    request: Request, context: ServerContext, run_id: str, project: str, rater: str | None
) -> Sequence[Place]:
    """The answers of the project's run in the rater's order; none for nobody."""
    run = context.runs.run(run_id, project)
    orders: BlindOrders = request.app.state.blind_orders
    return () if rater is None else orders.order(context.runs, run, rater)


def _place(rating: Rating) -> Place:
    return rating.case_id, rating.system


def _item(runs: RunReader, run_id: str, place: Place) -> RunItem:
    return runs.item(run_id, *place).item


def _shown(item: RunItem) -> dict[str, Any]:
    """What is seen of an answer before it is rated."""
    return {
        "question": item.question or item.case_id,
        "answer": answer_of(item),
        "passages": passages_of(item),
        "language": item.language,
    }


def _judged(item: RunItem) -> Mapping[str, float]:
    """The judge's scores of an item; empty where it has none."""
    evaluation = item.judgement
    return evaluation.metrics.scores() if evaluation is not None and evaluation.scored else {}


def _compared(item: RunItem, rating: Rating) -> dict[str, Any]:
    """A rating next to what the judge said."""
    evaluation = item.judgement
    return {
        **_shown(item),
        "system": item.system,
        "case_id": item.case_id,
        "own": rating.scores,
        "judge": _judged(item),
        "reason": None if evaluation is None else evaluation.reason,
    }


def _rater(request: Request) -> str | None:
    name = unquote(request.cookies.get(RATER, ""))
    return name if name and len(name) <= _LONGEST_NAME and name.isprintable() else None


def _score(form: FormData, dimension: str) -> float:
    try:
        score = float(_text(form, dimension, _LONGEST_NAME))
    except ValueError:
        score = 0
    if not _LOWEST <= score <= _HIGHEST:
        raise InputError(f"{dimension}: a score is a number from {_LOWEST} to {_HIGHEST}.")
    return score


def _text(form: FormData, name: str, longest: int) -> str:
    value = form.get(name)
    text = value if isinstance(value, str) else ""
    if len(text) > longest or "\0" in text:
        raise InputError(f"{name}: it has more than {longest} characters, or characters that cannot be kept.")
    return text

"""Runs and their items as responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import AwareDatetime, Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.model_call import ModelCall
from data_base.schemas.run import ItemStatus, RunItem, RunKind, RunManifest, RunScale, RunState
from data_base.schemas.score_card import ErrorTag
from data_base.schemas.system_tally import SystemTally
from data_base.schemas.usage import TokenUsage
from service.path_segment import segment

if TYPE_CHECKING:
    from data_base.schemas.runs.item_page import PagedItem
    from data_base.schemas.runs.run_page import RunFigures, StoredRun

_PLACE = "/v1/runs"
_EXCERPT = 300
"""Characters of a text that are shown in a list."""


class RunLinks(Frozen):
    """Where more of a run is."""

    self: str
    """The run."""
    items: str
    """Its items."""


class RunView(Frozen):
    """A run."""

    id: str
    """Distinguishes it from all others."""
    name: str
    """What it is called; by default kind, subject and day."""
    kind: RunKind
    """What sort of run it is."""
    task: str
    """What was run."""
    scale: RunScale
    """How its scores are shown; here they all are 0 to 1."""
    state: RunState
    """Whether it is finished; a finished run takes no more items."""
    models: Mapping[str, str]
    """Role (`judge`, `research` …) to model as asked."""
    created_at: AwareDatetime
    """When it was begun."""
    finished_at: AwareDatetime | None
    """When it was finished, null where it is not."""
    counts: Mapping[ItemStatus, int]
    """How many items are `answered` (and not scored yet), `scored`, `unscored` (the scorer failed) and
    `failed` (the system failed).
    """
    total: int = Field(ge=0)
    """How many items there are."""
    systems: tuple[SystemTally, ...]
    """How each system did: its items, those that are scored, and their mean score, 0 to 1."""
    usage: TokenUsage
    """Tokens and calls."""
    cost_usd: float | None
    """What the calls cost, in US dollars; null where a price is not known."""
    links: RunLinks
    """Where more of it is."""


class RunDetail(RunView):
    """A run with its terms."""

    manifest: RunManifest
    """Under what terms it was made."""
    models_served: Mapping[str, Mapping[str, int]]
    """Model as asked to the models that served its calls, each with its number of calls."""


class RunList(Frozen):
    """Some of the project's runs."""

    runs: tuple[RunView, ...]
    """The runs."""
    after: str | None
    """What to ask for the next page with; null where this is the last."""


class ItemView(Frozen):
    """An item of a run in short."""

    number: int
    """Its place in the order in which the items first came, with gaps."""
    case_id: str
    """The case."""
    system: str
    """The contestant that answered."""
    language: str | None
    """The case's language tag."""
    tags: tuple[str, ...]
    """The case's labels."""
    status: ItemStatus
    """How far it came."""
    score: float | None
    """The primary score, 0 to 1; null where it has none."""
    scores: Mapping[str, float]
    """The judge's scores by dimension, 1 to 10; empty where no judge scored it."""
    passed: bool
    """Whether it reached the threshold."""
    error_tags: tuple[ErrorTag, ...]
    """What is wrong with the answer."""
    difference: float | None
    """How far the scores of the case's systems are apart; null where fewer than two are scored."""
    contradicted: int | None
    """Claims that the judge found contradicted; null where no judge scored it."""
    decided_share: float | None
    """Share of the claims that the judge could decide, 0 to 1; null where it does not say."""
    question: str | None
    """The beginning of the question, null where the item does not keep it."""
    answer: str | None
    """The beginning of the answer, null where there is none."""
    reason: str | None
    """Why it has its score, or none, in short."""
    link: str
    """Where the whole item is."""


class ItemList(Frozen):
    """Some of a run's items."""

    items: tuple[ItemView, ...]
    """The items; those without what is sorted by come last."""
    after: str | None
    """What to ask for the next page with; null where this is the last."""


class ItemDetail(Frozen):
    """An item of a run, whole."""

    number: int
    """Its place in the order in which the items first came, with gaps."""
    status: ItemStatus
    """How far it came."""
    difference: float | None
    """How far the scores of the case's systems are apart; null where fewer than two are scored."""
    item: RunItem
    """Answer, score card, evaluation and, of research, the attempts."""
    calls: tuple[ModelCall, ...]
    """The model calls that were made for it, oldest first.

    Prompts and replies are null where texts are not kept.
    """


def run_view(run: StoredRun, figures: RunFigures) -> RunView:
    """A run as a response."""
    return RunView(**_fields(run, figures))


def run_detail(run: StoredRun, figures: RunFigures) -> RunDetail:
    """A run with its terms as a response."""
    return RunDetail(**_fields(run, figures), manifest=run.manifest, models_served=figures.models_served)


def item_view(run_id: str, paged: PagedItem) -> ItemView:
    """An item in short as a response."""
    item = paged.item
    card, evaluation = item.score_card, item.judgement
    judged = evaluation if evaluation is not None and evaluation.scored else None
    return ItemView(
        number=paged.number,
        case_id=item.case_id,
        system=item.system,
        language=item.language,
        tags=item.tags,
        status=item.status,
        score=card.primary_score if card else None,
        scores=judged.metrics.scores() if judged else {},
        passed=card.passed if card else False,
        error_tags=card.error_tags if card else (),
        difference=paged.difference,
        contradicted=sum(issue.verdict == "contradicted" for issue in judged.issues) if judged else None,
        decided_share=judged.decided_share if judged else None,
        question=_excerpt(item.question),
        answer=_excerpt(item.answer.text if item.answer else None),
        reason=_excerpt(_reason(item)),
        link=f"{_PLACE}/{segment(run_id)}/items/{segment(item.case_id)}/{segment(item.system)}",
    )


def _fields(run: StoredRun, figures: RunFigures) -> dict[str, object]:
    manifest = run.manifest
    place = f"{_PLACE}/{segment(manifest.run_id)}"
    return {
        "id": manifest.run_id,
        "name": manifest.title,
        **manifest.model_dump(include={"kind", "task", "scale", "models"}),
        "state": run.state,
        "created_at": manifest.created_at,
        "finished_at": run.finished_at,
        "counts": {status: figures.counts.get(status, 0) for status in ItemStatus},
        "total": sum(figures.counts.values()),
        "systems": figures.systems,
        "usage": figures.usage,
        "cost_usd": figures.usage.cost_usd,
        "links": RunLinks(self=place, items=f"{place}/items"),
    }


def _reason(item: RunItem) -> str | None:
    if item.error is not None:
        return item.error
    if item.judgement is not None:
        return item.judgement.reason
    card = item.score_card
    return None if card is None else card.unscored_reason or card.explain or None


def _excerpt(text: str | None) -> str | None:
    return text if text is None or len(text) <= _EXCERPT else f"{text[: _EXCERPT - 1]}…"

"""What the routes of an app share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore
    from eval.arena.result import ArenaResult
    from service.collections.collection_store import CollectionStore
    from service.collections.index import CollectionIndexes
    from service.collections.settings import CollectionSettings
    from service.http.event_feed import EventFeed
    from service.http.guards.key_misses import KeyMisses
    from service.http.guards.request_rate import RequestRate
    from service.http.guards.under_way import UnderWay
    from service.http.settings import ServerSettings
    from service.http.waited_for import InTime
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators
    from service.jobs.metrics import JobFigures, Metrics
    from service.jobs.settings import WorkerSettings
    from service.jobs.sync_judging import SyncJudging
    from service.keys import KeyStore, Scope
    from service.turns import Turns
    from service.webhooks.addresses import AddressCheck
    from service.webhooks.webhook_store import WebhookStore


@dataclass(frozen=True, slots=True)
class ServerContext:
    """What the routes of an app share.

    Attributes:
        settings: how it serves.
        worker: how it works on jobs.
        jobs: the jobs.
        runs: the runs, in the same database.
        keys: the API keys, there too.
        evaluators: the judges of this process.
        at_once: judges answers whose evaluation is waited for.
        under_way: counts the evaluations of a key that are waited for.
        in_time: gives up what is waited for too long.
        figures: where comparisons and the figures of arenas are worked out.
        rate: counts the requests of each key; None where any number is let in.
        misses: counts the keys that are none, by the address that sends them.
        feed: what happens in jobs, for those who read along.
        collections: the collections of documents, in the same database.
        indexes: what they are searched by.
        collection_settings: what they may contain.
        open_scopes: what may be done without a key, where none is asked for.
        metrics: what this process judged, in figures.
        job_figures: how the jobs of all processes stand.
        webhooks: the webhooks, in the same database.
        addresses: says where webhooks may go.
        shown_arena: the arena of a folder that is looked at, None where there is none; no job of the store
            held it.
    """

    settings: ServerSettings
    worker: WorkerSettings
    jobs: JobStore
    runs: RunStore
    keys: KeyStore
    evaluators: Evaluators
    at_once: SyncJudging
    under_way: UnderWay
    in_time: InTime
    figures: Turns
    rate: RequestRate | None
    misses: KeyMisses
    feed: EventFeed
    collections: CollectionStore
    indexes: CollectionIndexes
    collection_settings: CollectionSettings
    open_scopes: tuple[Scope, ...]
    metrics: Metrics
    job_figures: JobFigures
    webhooks: WebhookStore
    addresses: AddressCheck
    shown_arena: ArenaResult | None = None


def arena_of(context: ServerContext, run_id: str, project: str) -> ArenaResult:
    """The arena of the folder that is looked at, or one that a job held, as :func:`.arena_result` has it."""
    from eval.arena.again import with_ratings  # noqa: PLC0415  (loads what a starting server does not)
    from service.arenas.result import arena_result  # noqa: PLC0415  (the same)

    shown = context.shown_arena
    if shown is not None and shown.manifest.run_id == run_id:
        return with_ratings(shown, context.runs.ratings(run_id))
    return arena_result(context.jobs, context.runs, run_id, project)


def context_of(request: Request) -> ServerContext:
    """The app's context."""
    return cast("ServerContext", request.app.state.context)


Context = Annotated[ServerContext, Depends(context_of)]

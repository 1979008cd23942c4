"""What the routes of an app share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

if TYPE_CHECKING:
    from data_base.net.addresses import AddressCheck
    from data_base.store.run_store import RunStore
    from eval.arena.result import ArenaResult
    from service.arenas.kept_figures import KeptFigures
    from service.collections.collection_store import CollectionStore
    from service.collections.index import CollectionIndexes
    from service.collections.settings import CollectionSettings
    from service.fair_threads import FairThreads
    from service.http.events.event_feed import EventFeed
    from service.http.guards.concurrent_requests import ConcurrentRequests
    from service.http.guards.failed_keys import FailedKeys
    from service.http.guards.request_rate import RequestRate
    from service.http.request_timeout import RequestTimeout
    from service.http.settings import ServerSettings
    from service.jobs.job_store import JobStore
    from service.jobs.judging import Evaluators
    from service.jobs.metrics import JobFigures, JobMetrics
    from service.jobs.settings import WorkerSettings
    from service.jobs.sync_judging import SyncJudging
    from service.keys import KeyStore, Scope
    from service.webhooks.webhook_store import WebhookStore


@dataclass(frozen=True, slots=True)
class ServerContext:
    """What the routes of an app share."""

    settings: ServerSettings
    """How it serves."""
    worker: WorkerSettings
    """How it works on jobs."""
    jobs: JobStore
    """The jobs."""
    runs: RunStore
    """The runs, in the same database."""
    keys: KeyStore
    """The API keys, there too."""
    evaluators: Evaluators
    """The judges of this process."""
    at_once: SyncJudging
    """Judges answers whose evaluation is waited for."""
    under_way: ConcurrentRequests
    """Counts the evaluations of a key that are waited for."""
    streams: ConcurrentRequests
    """Counts the streams of events of a key."""
    in_time: RequestTimeout
    """Gives up what is waited for too long."""
    figures: FairThreads
    """Where comparisons and the figures of arenas are worked out."""
    taking: FairThreads
    """Where what requests contain is read, and what they name is looked up."""
    live: FairThreads
    """Where what changed in jobs is made into parts of their pages."""
    kept_figures: KeptFigures
    """Those of arenas that were shown last."""
    rate: RequestRate | None
    """Counts the requests of each key; None where any number is let in."""
    misses: FailedKeys
    """Counts the keys that are none, by the address that sends them."""
    feed: EventFeed
    """What happens in jobs, for those who read along."""
    collections: CollectionStore
    """The collections of documents, in the same database."""
    indexes: CollectionIndexes
    """What they are searched by."""
    collection_settings: CollectionSettings
    """What they may contain."""
    open_scopes: tuple[Scope, ...]
    """What may be done without a key, where none is asked for."""
    metrics: JobMetrics
    """What this process judged, in figures."""
    job_figures: JobFigures
    """How the jobs of all processes stand."""
    webhooks: WebhookStore
    """The webhooks, in the same database."""
    addresses: AddressCheck
    """Says where webhooks may go."""
    endpoints: AddressCheck
    """Says where contestants of arenas may be asked."""
    shown_arena: ArenaResult | None = None
    """The arena of a folder that is looked at, None where there is none; no job of the store held it."""


def arena_of(context: ServerContext, run_id: str, project: str) -> ArenaResult:
    """The arena of the folder that is looked at, or one that a job held, as :func:`.arena_result` has it."""
    from eval.arena.recomputed import with_ratings  # noqa: PLC0415  (loads what a starting server does not)
    from service.arenas.result import arena_result  # noqa: PLC0415  (the same)

    shown = context.shown_arena
    if shown is not None and shown.manifest.run_id == run_id:
        return with_ratings(shown, context.runs.ratings(run_id))
    return arena_result(context.jobs, context.runs, run_id, project, context.kept_figures)


def context_of(request: Request) -> ServerContext:
    """The app's context."""
    return cast("ServerContext", request.app.state.context)


Context = Annotated[ServerContext, Depends(context_of)]

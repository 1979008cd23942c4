"""What a process judged, for Prometheus: judgements, failures, time, tokens and cost; and the jobs of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from data_base.schemas.run import ItemStatus

if TYPE_CHECKING:
    from prometheus_client import Metric

    from data_base.schemas.model_call import ModelCall
    from data_base.schemas.run import RunItem
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from service.jobs.job_store import JobStore

_NAMES = 100
"""Models that have figures of their own; whoever may judge could name any number."""
_OTHER = "other"
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)


class JobMetrics:
    """The figures of a process, counted as items are kept."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.registry = CollectorRegistry()
        self._names: set[str] = set()
        self._judgements = self._counter("judge_judgements", "Evaluations that were kept.", "judge", "status")
        self._failures = self._counter("judge_failures", "Items without a score, by what is wrong.", "kind")
        self._calls = self._counter("judge_model_calls", "Model calls by outcome.", "model", "outcome")
        self._tokens = self._counter("judge_tokens", "Tokens of model calls.", "model", "direction")
        # A part of the input, so that no sum over directions counts them twice.
        read = "Tokens sent that providers read from their prompt caches."
        self._cached_tokens = self._counter("judge_cached_input_tokens", read, "model")
        self._cost = self._counter("judge_cost_usd", "Cost of model calls whose price is known.", "model")
        self._judged_in = self._histogram("judge_judgement_seconds", "Time of an evaluation.", "judge")
        self._called_in = self._histogram("judge_model_call_seconds", "Time of a model call.", "model")

    def kept(self, items: Sequence[RunItem], calls: Sequence[ModelCall]) -> None:
        """Count items and calls that were kept."""
        for item in items:
            if item.evaluation is not None:
                self._count_judgement(item.evaluation)
            if item.status in {ItemStatus.FAILED, ItemStatus.UNSCORED}:
                self._failures.labels(_kind(item)).inc()
        for call in calls:
            self._count_call(call)

    def _count_judgement(self, evaluation: FineGrainedEvaluationResult) -> None:
        judge = self._named(evaluation.model_id)
        self._judgements.labels(judge, evaluation.status).inc()
        self._judged_in.labels(judge).observe(evaluation.latency_ms / 1000)

    def _count_call(self, call: ModelCall) -> None:
        model = self._named(call.model)
        outcome = "cached" if call.cached else "failed" if call.reply_sha256 is None else "replied"
        self._calls.labels(model, outcome).inc()
        self._tokens.labels(model, "input").inc(call.input_tokens)
        self._tokens.labels(model, "output").inc(call.output_tokens)
        self._cached_tokens.labels(model).inc(call.cached_input_tokens)
        self._cost.labels(model).inc(call.cost_usd or 0.0)
        if outcome != "cached":
            self._called_in.labels(model).observe(call.latency_ms / 1000)

    def _named(self, name: str) -> str:
        if name not in self._names and len(self._names) >= _NAMES:
            return _OTHER
        self._names.add(name)
        return name

    def _counter(self, name: str, said: str, *labels: str) -> Counter:
        return Counter(name, said, labels, registry=self.registry)

    def _histogram(self, name: str, said: str, *labels: str) -> Histogram:
        return Histogram(name, said, labels, buckets=_SECONDS, registry=self.registry)


class JobFigures(Collector):
    """The jobs of a database as they are when somebody asks."""

    def __init__(self, jobs: JobStore, lease_seconds: float) -> None:
        """Read them from a store."""
        self._jobs, self._lease_seconds = jobs, lease_seconds

    def collect(self) -> Iterator[Metric]:
        """The figures.

        Raises:
            StoreAwayError: the store does not answer.
        """
        states = GaugeMetricFamily("judge_jobs", "Jobs by state.", labels=["state"])
        for state, count in self._jobs.counts_by_state().items():
            states.add_metric([state], count)
        yield states
        age = "Seconds that the oldest job that nobody has begun has waited."
        yield GaugeMetricFamily("judge_queue_age_seconds", age, self._jobs.queue_age())
        living = self._jobs.live_workers(self._lease_seconds)
        yield GaugeMetricFamily("judge_workers", "Workers that gave a sign of life.", living)


def exposition(metrics: JobMetrics, jobs: JobFigures) -> bytes:
    """The figures as Prometheus reads them.

    Raises:
        StoreAwayError: the store does not answer.
    """
    # The jobs are not in the registry, which would ask the store for them when the server starts.
    now = CollectorRegistry(auto_describe=False)
    now.register(jobs)
    return generate_latest(metrics.registry) + generate_latest(now)


def _kind(item: RunItem) -> str:
    """What is wrong, from the closed list of tags where the item has one."""
    if item.status is ItemStatus.FAILED:
        return "no_answer"
    tags = item.score_card.error_tags if item.score_card else ()
    return tags[0].value if tags else "unscored"

"""How workers work; read from the environment where it is not given."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.read_settings import Separated, read_settings
from service.jobs.limits.model_limit import ModelLimits

_LIMITS = 'write it like {"openai:gpt-6-luna": {"requests_per_minute": 500}}'


class WorkerSettings(BaseSettings):
    """How a worker leases and works.

    Attributes:
        lease_seconds: after so long without a heartbeat a slice is leased by another worker
            (``JUDGE_LEASE_SECONDS``).
        concurrency: items that a worker has under way at once (``JUDGE_CONCURRENCY``).
        slice_items: items of a job that are leased together (``JUDGE_SLICE_ITEMS``).
        slice_attempts: leases that a slice may outlive before its job fails: what ends a worker again and
            again would end them all (``JUDGE_SLICE_ATTEMPTS``).
        stop_seconds: how long items under way may take to come to their end once a worker is to stop
            (``JUDGE_STOP_SECONDS``).
        poll_seconds: how often a worker looks for work that nothing announced (``JUDGE_POLL_SECONDS``).
        limits: what may be asked of models and spent on them, as JSON by the model's name, by all workers and
            servers of the run store together (``JUDGE_LIMITS``).
        webhook_hosts: names and addresses, separated by commas, that the operator trusts as receivers of
            webhooks: they may be in a private network, and be reached by ``http://``
            (``JUDGE_WEBHOOK_HOSTS``).
        endpoint_hosts: as of webhooks, hosts that contestants of arenas may be asked at
            (``JUDGE_ENDPOINT_HOSTS``).
        metrics_port: where `judge worker` shows its figures to Prometheus; None for nowhere
            (``JUDGE_METRICS_PORT``).
        metrics_host: the address that it listens on for this (``JUDGE_METRICS_HOST``).
    """

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    lease_seconds: float = Field(default=30.0, gt=0)
    concurrency: int = Field(default=16, ge=1)
    slice_items: int = Field(default=10, ge=1)
    slice_attempts: int = Field(default=5, ge=1)
    stop_seconds: float = Field(default=20.0, ge=0)
    poll_seconds: float = Field(default=1.0, gt=0)
    limits: ModelLimits = Field(default_factory=dict)
    webhook_hosts: Separated = ()
    endpoint_hosts: Separated = ()
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"


def worker_settings(**given: object) -> WorkerSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    return read_settings(WorkerSettings, given, not_json=_LIMITS)

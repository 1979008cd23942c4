"""How workers work; read from the environment where it is not given."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.read_settings import Separated, read_settings
from service.jobs.limits.model_limit import ModelLimits

_LIMITS = 'write it like {"openai:gpt-6-luna": {"requests_per_minute": 500}}'


class WorkerSettings(BaseSettings):
    """How a worker leases and works."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    lease_seconds: float = Field(default=30.0, gt=0)
    """Seconds without a heartbeat after which another worker leases a slice (``JUDGE_LEASE_SECONDS``)."""
    concurrency: int = Field(default=16, ge=1)
    """Items that a worker works on at the same time (``JUDGE_CONCURRENCY``)."""
    slice_items: int = Field(default=10, ge=1)
    """Items of a job that are leased together (``JUDGE_SLICE_ITEMS``)."""
    slice_attempts: int = Field(default=5, ge=1)
    """Leases that a slice may outlive before its job fails: what ends a worker again and again would end them
    all (``JUDGE_SLICE_ATTEMPTS``).
    """
    stop_seconds: float = Field(default=20.0, ge=0)
    """Seconds that items in progress may take to end once a worker is to stop (``JUDGE_STOP_SECONDS``)."""
    poll_seconds: float = Field(default=1.0, gt=0)
    """Seconds between a worker's looks for work that nothing announced (``JUDGE_POLL_SECONDS``)."""
    limits: ModelLimits = Field(default_factory=dict)
    """Limits on requests and spending as JSON by the model's name, for all workers and servers of the run
    store together (``JUDGE_LIMITS``).
    """
    webhook_hosts: Separated = ()
    """Names and addresses, separated by commas, that the operator trusts as receivers of webhooks: they may
    be in a private network, and be reached by ``http://`` (``JUDGE_WEBHOOK_HOSTS``).
    """
    endpoint_hosts: Separated = ()
    """Hosts, in the same form, where contestants of arenas may be called (``JUDGE_ENDPOINT_HOSTS``)."""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """The port where ``judge worker`` shows its figures to Prometheus.

    None for nowhere (``JUDGE_METRICS_PORT``).
    """
    metrics_host: str = "127.0.0.1"
    """The address that it listens on for this (``JUDGE_METRICS_HOST``)."""


def worker_settings(**given: object) -> WorkerSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    return read_settings(WorkerSettings, given, not_json=_LIMITS)

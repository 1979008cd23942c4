"""How the server serves; read from the environment where it is not given."""

import ipaddress

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.read_settings import Separated, read_settings

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Addresses that only programs of this machine reach."""
KEY_LENGTH = 32
"""Characters of a key from which nobody guesses it."""


class ServerSettings(BaseSettings):
    """How the server serves; every field is also read from ``JUDGE_`` and its name."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    store: str | None = None
    """The run store, an SQLite file or a PostgreSQL URL; None for the one that all commands share."""
    host: str = "127.0.0.1"
    """The address that is listened on."""
    port: int = Field(default=8321, ge=0, le=65535)
    """The port, 0 for any that is free."""
    api_key: SecretStr | None = Field(default=None, min_length=16)
    """A key with all scopes for the project ``default``, in place of keys that the store keeps."""
    auth: bool = True
    """Whether keys are asked for; only on the loopback address can this be left out."""
    judge: str = "embedded"
    """The judge where a request names none."""
    allowed_hosts: Separated = ()
    """Names, separated by commas, that a request's Host header may have in addition to ``localhost``, the
    host that is listened on and any IP address, so that no web page reaches the server by having its own name
    point there.
    """
    trusted_proxies: Separated = ()
    """Addresses and networks, separated by commas, of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto`
    are believed; `*` for all. Behind one with TLS, cookies are for TLS alone.
    """
    models: Separated = ()
    """Names, separated by commas, of the models that requests may use in addition to the server's own judge
    and `embedded`; `openai:*` for all of a provider. Any that can be asked here where it is empty.
    """
    workers: bool = True
    """Whether the server works on jobs itself; without, ``judge worker`` does."""
    request_seconds: float = Field(default=300.0, gt=0)
    """How long a request that is answered at once may take."""
    max_body_bytes: int = Field(default=10_000_000, ge=1)
    """The largest body that is read; uploaded documents and NDJSON may have ten times that."""
    body_seconds: float = Field(default=20.0, gt=0)
    """How long a body may take to come, and a second more for every 10,000 bytes."""
    max_items: int = Field(default=10_000, ge=1, le=100_000)
    """The most items of a job that are handed in inline."""
    max_tokens: int = Field(default=200_000, ge=1)
    """Estimated tokens of a prompt at most, without the passages: question, answer, reference answer, key
    points, rubric and dimensions; and what a request may set as budget of the passages.
    """
    requests_per_minute: int | None = Field(default=None, ge=1)
    """Requests of one key that are let in per minute; None for any number."""
    max_evaluations: int = Field(default=32, ge=1)
    """Evaluations of one key that are waited for at once; what is handed in as a job is not counted."""
    max_streams: int = Field(default=100, ge=1)
    """Streams of what happens in jobs that one key may have open at once."""
    max_jobs: int = Field(default=1_000, ge=1)
    """Jobs of a project that may be queued or running at once."""

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            if each != "*":
                ipaddress.ip_network(each)
        return value

    @property
    def short_key(self) -> bool:
        """Whether requests are let in by a key of the settings that can be guessed."""
        key = self.api_key
        return self.auth and key is not None and len(key.get_secret_value()) < KEY_LENGTH


def server_settings(**given: object) -> ServerSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    return read_settings(ServerSettings, given)

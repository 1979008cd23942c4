"""Where the service is and how it is asked; read from the environment where it is not given."""

import re

from pydantic import SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.read_settings import read_settings


class ClientSettings(BaseSettings):
    """Where the service is; every field is also read from ``JUDGE_`` and its name."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    url: str = "http://127.0.0.1:8321"
    """The server's address, without ``/v1``."""
    api_key: SecretStr | None = None
    """The key that ``judge serve`` or ``judge keys`` made; None for a server that needs none."""

    @field_validator("url")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        if not re.match(r"https?://[^\s/]+", value):
            raise ValueError("is no http or https address such as http://judge:8321")
        return value


def client_settings(**given: object) -> ClientSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    return read_settings(ClientSettings, given)

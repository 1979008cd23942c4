"""Which run store is meant: an argument first, the environment second."""

from __future__ import annotations

from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_STORE = ".judge/runs.sqlite"
"""Where all runs are kept unless told otherwise."""


class StoreSettings(BaseSettings):
    """Which run store is meant.

    Attributes:
        store: an SQLite file or a database's URL; what the environment variable ``JUDGE_STORE`` says where
            it is not given, None where that says nothing either.
    """

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    store: str | None = None


def chosen_store(given: str | None) -> str:
    """The run store that an argument names, else ``JUDGE_STORE``, else the one in the working folder."""
    return given or StoreSettings().store or DEFAULT_STORE

"""Which run store is meant and what it keeps: an argument first, the environment second."""

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.errors import InputError

DEFAULT_STORE = ".judge/runs.sqlite"
"""Where all runs are kept by default."""


class StoreSettings(BaseSettings):
    """Which run store is meant, and what it keeps."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    store: str | None = None
    """An SQLite file or a database's URL.

    What the environment variable ``JUDGE_STORE`` says where it is not given, None where that says nothing
    either.
    """
    keep_calls: bool = True
    """Whether the prompts and replies of model calls are kept (``JUDGE_KEEP_CALLS``)."""


def chosen_store(given: str | None) -> str:
    """The run store that an argument names, else ``JUDGE_STORE``, else the one in the working folder."""
    return given or _settings().store or DEFAULT_STORE


def keeps_calls(*, given: bool | None) -> bool:
    """Whether an argument wants the texts of calls kept, else whether ``JUDGE_KEEP_CALLS`` does, else yes.

    Raises:
        InputError: the environment variable says neither.
    """
    return _settings().keep_calls if given is None else given


def _settings() -> StoreSettings:
    try:
        return StoreSettings()
    except ValidationError as error:
        raise InputError("JUDGE_KEEP_CALLS must be 1 or 0; set it to one of them or take it away.") from error

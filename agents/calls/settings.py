"""How a model call is made."""

import os
from pathlib import Path

from pydantic import ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from agents.calls.runtime import ModelRuntime
from data_base.schemas.frozen import Settings

CACHE_VARIABLE = "JUDGE_CACHE"


class CallSettings(Settings):
    """How a call is made."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    timeout: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds that one try may take; what the model was given, or else 600, if None."""
    attempts: int = Field(default=6, ge=1)
    """Tries before the call is given up."""
    first_wait: float = Field(default=0.5, ge=0)
    """Seconds that the wait before the second try is drawn from; it doubles from try to try."""
    longest_wait: float = Field(default=60.0, ge=0)
    """Seconds that no wait exceeds, a server's ``Retry-After`` included."""
    concurrency: int = Field(default=64, ge=1)
    """Calls to the same model that this process has under way at once, at most."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """Calls to the same model that this process starts in any 60 seconds, at most; None for no limit."""
    hedging: bool = True
    """Whether a call far slower than its fellows is asked once more (see :mod:`agents.calls.hedging`)."""
    cache: Path | None = None
    """The file that replies are kept in and read from, None to keep none."""
    runtime: SkipJsonSchema[ModelRuntime | None] = Field(default=None, exclude=True, repr=False)
    """What calls share with others; the model's own, or else the process's, if None."""


DEFAULT_SETTINGS = CallSettings()


def cache_from_environment() -> Path | None:
    """The file that the environment variable ``JUDGE_CACHE`` names, None where it names none."""
    name = os.environ.get(CACHE_VARIABLE, "").strip()
    return Path(name) if name else None

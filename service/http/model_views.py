"""Models as a response."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.doctor.finding import Status


class NamedModel(Frozen):
    """What can be named as a judge or a model."""

    name: str
    """As it is written, `openai:<model>` with a model of that provider in place of `<model>`."""
    status: Status
    """Ok: nothing is missing. attention: it may work, but look at it. missing: it cannot be used."""
    detail: str
    """What was found; never a key, not even a part of one."""
    advice: str
    """What to do about it; empty where there is nothing to do."""


class Models(Frozen):
    """The models of this server."""

    default_judge: str
    """Judges where a request names none."""
    models: tuple[NamedModel, ...] = Field(default=())
    """What can be named.

    Several with commas between are a panel, and `embedded+<name>` is a cascade. Their servers were not asked.
    """

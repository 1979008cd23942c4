"""Models as a response."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.doctor.finding import Status


class NamedModel(Frozen):
    """What can be named as a judge or a model.

    Attributes:
        name: as it is written, `openai:<model>` with a model of that provider in place of `<model>`.
        status: ok: nothing is missing. attention: it may work, but look at it. missing: it cannot be used.
        detail: what was found; never a key, not even a part of one.
        advice: what to do about it; empty where there is nothing to do.
    """

    name: str
    status: Status
    detail: str
    advice: str


class Models(Frozen):
    """The models of this server.

    Attributes:
        default_judge: judges where a request names none.
        models: what can be named; several with commas between are a panel, and `embedded+<name>` is a
            cascade. Their servers were not asked.
    """

    default_judge: str
    models: tuple[NamedModel, ...] = Field(default=())

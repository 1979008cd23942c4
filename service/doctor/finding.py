"""What a check found."""

from typing import Literal

from data_base.schemas.frozen import Frozen

Status = Literal["ok", "attention", "missing"]
"""ok: nothing to do. attention: works, or may, but look at it. missing: is not there, or broken."""


class Finding(Frozen):
    """What a check found."""

    name: str
    """What was checked."""
    status: Status
    """Its state."""
    detail: str
    """What was found; never a key, not even a part of one."""
    advice: str = ""
    """What to do about it; empty where there is nothing to do."""
    needed: bool = False
    """Whether what was asked about cannot run without it: the arena with the embedded model, or the model of
    ``--model``.
    """

    @property
    def prevents(self) -> bool:
        """Whether what was asked about cannot run because of this."""
        return self.needed and self.status == "missing"


def ok(name: str, detail: str, *, needed: bool = False) -> Finding:
    """Something that is as it should be."""
    return Finding(name=name, status="ok", detail=detail, needed=needed)


def attention(name: str, detail: str, advice: str, *, needed: bool = False) -> Finding:
    """Something that works, or may, but should be looked at."""
    return Finding(name=name, status="attention", detail=detail, advice=advice, needed=needed)


def missing(name: str, detail: str, advice: str, *, needed: bool = False) -> Finding:
    """Something that is not there, or broken."""
    return Finding(name=name, status="missing", detail=detail, advice=advice, needed=needed)

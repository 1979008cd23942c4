"""An engine works on cases: the runner says which, keeps what comes of them, and knows nothing of where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol

from agents.calls.unpriced import first_unpriced
from agents.models.registry import models_in
from data_base.errors import InputError
from eval.engines.case_execution import CaseHandler, CaseT, limited
from eval.engines.limits import RunLimits, SharedLimits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agents.models.registry import ModelOrJudge

_QUICK = 32
"""Cases under way in one process where each takes milliseconds: more than are done in the hundredth of a
second for which the runner gathers what it writes."""


@dataclass(frozen=True, slots=True)
class CaseWork(Generic[CaseT]):
    """What an engine is to do with each case of a run."""

    name: str
    """The name of the run."""
    here: CaseHandler[CaseT]
    """Brings a case to its end in this process."""
    there: Callable[[], CaseHandler[CaseT]]
    """Makes the same work in another process, on another machine.

    It is sent there, with what is bound to it.
    """
    requests_per_minute: int | None = None
    """To each model from all processes together, where the engine has no such limit."""
    quick: bool = False
    """Whether a case takes milliseconds of this machine, as with the embedded judge, so that some are sent at
    once; else each is sent by itself, so that what was paid for is kept as soon as it comes.
    """
    concurrency: int = 4
    """Cases under way at once, in each process."""


class Engine(Protocol):
    """Where cases are worked on."""

    @property
    def limits(self) -> RunLimits:
        """What all its processes together may ask and spend."""
        ...

    def cases_at_once(self, concurrency: int, *, quick: bool) -> int:
        """How many cases the runner must have under way for the engine to be busy."""
        ...

    def at_work(self, job: CaseWork[CaseT]) -> AbstractAsyncContextManager[CaseHandler[CaseT]]:
        """Work for the runner; nothing is started before the first case comes."""
        ...


@dataclass(frozen=True, slots=True)
class InProcess:
    """The engine that works on cases in this process."""

    limits: RunLimits = field(default_factory=RunLimits)
    """The run's limits."""

    def cases_at_once(self, concurrency: int, *, quick: bool) -> int:
        """As many as are under way; more of quick ones, so that few wait for what is written together."""
        return max(concurrency, _QUICK) if quick else concurrency

    def at_work(self, job: CaseWork[CaseT]) -> AbstractAsyncContextManager[CaseHandler[CaseT]]:
        """The work itself, within the limits."""
        work = job.here if self.limits.is_empty else limited(SharedLimits(self.limits), job.here)
        return nullcontext(work)


IN_PROCESS = InProcess()


def require_prices(limits: RunLimits, models: Iterable[ModelOrJudge]) -> None:
    """Make sure that what is spent can be known where it is limited.

    Raises:
        InputError: a model's price is not known.
    """
    if limits.usd is None:
        return
    unpriced = first_unpriced(part for model in models for part in models_in(model))
    if unpriced is not None:
        raise InputError(
            f"what {unpriced} costs is not known, so that spending cannot be limited; name its price in the "
            "file of JUDGE_PRICES, or leave out --max-usd."
        )

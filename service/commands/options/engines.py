"""The options that say where a command's cases are worked on, and within what limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from eval.engines.engine import Engine


class EngineName(StrEnum):
    """Where cases are worked on."""

    PROCESS = "process"
    RAY = "ray"


@dataclass(frozen=True)
class EngineOptions:
    """What the shared options say."""

    engine: Annotated[
        EngineName,
        typer.Option(help="Where the work is done: in this process, or by workers of Ray (the extra ray)."),
    ] = EngineName.PROCESS
    address: Annotated[
        str | None,
        typer.Option(help="A cluster of Ray; RAY_ADDRESS by default, else Ray is started on this machine."),
    ] = None
    workers: Annotated[
        int | None, typer.Option(min=1, help="Workers of Ray; by default one for each processor, 64 at most.")
    ] = None
    requests_per_minute: Annotated[
        int | None,
        typer.Option(min=1, help="Requests to each model in any minute, from all workers together."),
    ] = None
    max_usd: Annotated[
        float | None,
        typer.Option(help="US dollars that this command may spend; what is under way then may go beyond."),
    ] = None

    def chosen_engine(self) -> Engine:
        """The engine that is named.

        Raises:
            InputError: a limit is not above 0, or options of Ray are given without it.
        """
        from data_base.errors import InputError
        from eval.engines.engine import InProcess
        from eval.engines.limits import RunLimits

        if self.max_usd is not None and not 0 < self.max_usd < float("inf"):
            raise InputError("--max-usd must be above 0; leave it out for no limit.")
        limits = RunLimits(requests_per_minute=self.requests_per_minute, usd=self.max_usd)
        if self.engine is EngineName.PROCESS:
            if self.address or self.workers:
                raise InputError("--address and --workers are for --engine ray; name it, or leave them out.")
            return InProcess(limits)
        from eval.engines.ray_engine import RayEngine

        return RayEngine(self.address, self.workers, limits)

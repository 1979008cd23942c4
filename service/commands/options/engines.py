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
        typer.Option(help="Run in this process or on Ray workers (requires the `ray` extra)."),
    ] = EngineName.PROCESS
    address: Annotated[
        str | None,
        typer.Option(
            help="Address of a Ray cluster. [default: RAY_ADDRESS, else a local Ray instance]", metavar="URL"
        ),
    ] = None
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Number of Ray workers. [default: one per CPU, at most 64]", metavar="N"),
    ] = None
    requests_per_minute: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum requests per minute to each model, over all workers.", metavar="N"),
    ] = None
    max_usd: Annotated[
        float | None,
        typer.Option(
            help="Stop sending requests after spending this many US dollars. Requests in flight "
            "may exceed the limit.",
            metavar="NUMBER",
        ),
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

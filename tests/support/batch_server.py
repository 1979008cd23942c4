"""A server of batches in this process, for tests over real HTTP."""

from __future__ import annotations

import random
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn

from tools.batches.openai_batch_server import BatchFaults, Service, app_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.applications import Starlette


@dataclass(frozen=True)
class BatchServer:
    """A running server.

    Attributes:
        base_url: where it is.
        service: what it keeps; its faults and delay may be replaced while it runs.
    """

    base_url: str
    service: Service

    @property
    def stats(self) -> dict[str, Any]:
        """What was made and paid for."""
        return self.service.stats()


@contextmanager
def openai_batch_server(folder: Path, *, delay: float = 0.0, **faults: Any) -> Iterator[BatchServer]:
    """OpenAI's protocol, with faults by name (see :class:`.BatchFaults`)."""
    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(1)  # noqa: S311  (a simulation)
    service = Service(folder, delay, BatchFaults(**faults), dice, seed=1)
    with served(app_of(service)) as address:
        yield BatchServer(f"{address}/v1", service)


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """Serve an application on a free local port."""
    config = uvicorn.Config(app, log_level="error", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{place.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)

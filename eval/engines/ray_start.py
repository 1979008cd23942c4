"""Ray, imported and started only where it is asked for."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
from types import ModuleType
from typing import Any

from data_base.extras import how_to_install
from eval.engines.case_execution import EngineError

LOCAL = "local"
"""The address of a Ray that is started on this machine."""
_NAMESPACE = "deep-research-judge"
_STORE_BYTES = 100 * 2**20
"""Of Ray's object store on this machine: cases and items are small and are passed along at once."""
_STARTS = 3
"""Ray gives up a start that takes half a minute, as it may where others are at work; it is tried again."""
_HOST_AND_PORT = re.compile(r"(?:ray://)?(?P<host>[^/:]+):(?P<port>\d{1,5})")
_CONNECT_SECONDS = 5.0
_UV_RUN = "RAY_ENABLE_UV_RUN_RUNTIME_ENV"
_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # Workers have this environment already; otherwise Ray would pack up the folder under `uv run`.
    _UV_RUN: "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


def imported_ray() -> ModuleType:
    """The library.

    Raises:
        EngineError: it is not installed.
    """
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415  (heavy, only where it is asked for)
        import ray.exceptions  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise EngineError(f"the engine ray is not installed: {how_to_install('ray')}.") from error
    # It is read when Ray is imported, which a program may have done before.
    constants = sys.modules.get("ray._private.ray_constants")
    if constants is not None and os.environ[_UV_RUN] == "0":
        setattr(constants, _UV_RUN, False)
    return ray


def start_ray(ray: ModuleType, address: str, workers: int | None) -> None:
    """Connect to a cluster, or start Ray on this machine with so many processors.

    Raises:
        EngineError: it cannot be reached or started.
    """
    main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGTERM) if main else None
    try:
        _init(ray, address, workers)
    finally:
        if before is not None:
            # Ray puts its own in place, which would end the command before it has written what it has.
            signal.signal(signal.SIGTERM, before)


def _require_listener(address: str) -> None:
    """Make sure that somebody is there: Ray itself would wait for minutes, and end the process.

    Raises:
        EngineError: nobody listens at the host and port of the address.
    """
    found = _HOST_AND_PORT.fullmatch(address)
    if found is None:
        return
    try:
        socket.create_connection((found["host"], int(found["port"])), _CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise EngineError(f"Ray at {address} cannot be reached ({error}); check --address.") from error


def _init(ray: ModuleType, address: str, workers: int | None) -> None:
    _require_listener(address)
    here: dict[str, Any] = {}
    if address == LOCAL:
        here = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _STORE_BYTES}
    for left in reversed(range(_STARTS if address == LOCAL else 1)):
        try:
            ray.init(address, namespace=_NAMESPACE, log_to_driver=False, logging_level="ERROR", **here)
        except Exception as error:
            # Ray raises errors of many kinds, plain ones among them.
            ray.shutdown()
            if not left:
                said = " ".join(str(error).split()).rstrip(".")
                raise EngineError(f"Ray at {address} cannot be reached ({said}); check --address.") from error
        else:
            return

"""News that pass between the threads and processes that share a run store."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

WORK = "judge_work"
"""There may be a slice to lease, or a job to stop."""
EVENTS = "judge_events"
"""Something happened in a job, whose id is sent."""
HOOKS = "judge_hooks"
"""Receivers of webhooks are to be notified of something."""


class _Listener(NamedTuple):
    loop: asyncio.AbstractEventLoop
    heard: Callable[[str, str], None]


class Notifications:
    """News within a process, from any thread to any event loop.

    News may be missed, as while the connection on which other processes' news come is lost: who waits also
    looks from time to time.
    """

    def __init__(self) -> None:
        """Begin without listeners."""
        self._origin = secrets.token_hex(4)
        self._listeners: list[_Listener] = []
        self._lock = threading.Lock()

    def send(self, channel: str, what: str = "") -> None:
        """Notify all who listen; from any thread."""
        with self._lock:
            listeners = list(self._listeners)
        for each in listeners:
            # The loop of a listener that is going away may be closed already.
            with suppress(RuntimeError):
                each.loop.call_soon_threadsafe(each.heard, channel, what)

    def abroad(self, what: str) -> str:
        """What is sent, as other processes hear it."""
        return f"{self._origin} {what}"

    def hear(self, channel: str, sent: str) -> None:
        """Pass on what a process sent; what this one sent is known here already."""
        origin, _, what = sent.partition(" ")
        if origin != self._origin:
            self.send(channel, what)

    @contextmanager
    def listening(self, heard: Callable[[str, str], None]) -> Iterator[None]:
        """Have a function called in the running loop for all news as long as the block takes."""
        listener = _Listener(asyncio.get_running_loop(), heard)
        with self._lock:
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)

"""What the model calls of a process share: limits, reply caches, clients, and what servers take."""

import os
import threading
from collections import OrderedDict
from functools import cache
from pathlib import Path
from weakref import WeakValueDictionary

from agents.calls.accepted_parameters import Capabilities
from agents.calls.limits import ModelLimits
from agents.calls.reply_cache import ReplyCache
from agents.models.loop_clients import SharedClients, default_clients

_MODELS = 1_000
"""Models of which something is remembered: clients of a service may name any."""


class ModelRuntime:
    """Everything that outlives a single call; pass one to keep two uses of the library apart.

    ``RAGEvaluator(…, runtime=…)``, ``CallSettings(runtime=…)`` and ``chat_model(…, runtime=…)`` take one;
    :func:`default_runtime` is the process's own.

    Attributes:
        clients: HTTP clients by server and key.
    """

    def __init__(self, clients: SharedClients | None = None) -> None:
        """Begin with nothing learned, and nothing open but these clients."""
        self.clients = clients or SharedClients()
        # A call keeps the limits that it is under: they are found as long as any does, however many come.
        self._limits: WeakValueDictionary[str, ModelLimits] = WeakValueDictionary()
        self._latest: OrderedDict[str, ModelLimits] = OrderedDict()
        self._looking = threading.Lock()
        self._capabilities: dict[tuple[str, str | None], Capabilities] = {}
        self._caches: dict[Path, ReplyCache] = {}

    def limits(self, identity: str) -> ModelLimits:
        """Places, pace and recent latencies of a model (see :func:`agents.calls.reply_key.identity_of`)."""
        with self._looking:
            found = self._limits.get(identity) or ModelLimits()
            self._limits[identity] = self._latest[identity] = found
            self._latest.move_to_end(identity)
            if len(self._latest) > _MODELS:
                self._latest.popitem(last=False)
            return found

    def capabilities(self, model: str, server: str | None) -> Capabilities:
        """What is known of a model at a server; None is the provider's own server."""
        found = self._capabilities.setdefault((model, server), Capabilities(model))
        if len(self._capabilities) > _MODELS:
            self._capabilities.pop(next(iter(self._capabilities)), None)
        return found

    def cache(self, path: Path) -> ReplyCache:
        """The reply cache of a file; all calls of this runtime share it."""
        place = path.absolute()
        if place not in self._caches:
            self._caches.setdefault(place, ReplyCache(path))
        return self._caches[place]

    @property
    def in_flight(self) -> int:
        """Requests that wait for a server at this moment."""
        return sum(limits.in_flight for limits in list(self._limits.values()))

    async def aclose(self) -> None:
        """Close the running loop's clients and the reply caches; both are opened again when needed."""
        await self.clients.close()
        for each in self._caches.values():
            each.close()


def default_runtime() -> ModelRuntime:
    """The runtime that calls share where none is passed in, one in each process."""
    return _runtime_of(os.getpid())


@cache
def _runtime_of(_process: int) -> ModelRuntime:
    return ModelRuntime(default_clients())

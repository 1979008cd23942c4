"""Threads for work that takes processor time, which projects take in turn."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple, TypeVar

from data_base.computing import computed, computing_in

Value = TypeVar("Value")
_THREADS = 4


class _Work(NamedTuple):
    project: str
    done: Future[Any]
    call: Callable[[], Any]


class FairThreads:
    """Work of projects: one piece of each is under way, the next of it waits until that has ended.

    More at once would not be quicker, as threads of Python share a processor; a project that hands in much
    would only take that from the others. Any thread may hand in work. A process that ends waits for none.
    """

    def __init__(self, name: str) -> None:
        """Begin nothing yet.

        Args:
            name: of the threads.
        """
        self._name = name
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, deque[_Work]] = OrderedDict()
        self._under_way: set[str] = set()
        self._closed = False

    def submit(self, project: str, call: Callable[[], Value]) -> Future[Value]:
        """Have a function called in a thread when it is the project's turn; cancelled before, it is not.

        What is handed in once nothing more is begun is cancelled. Where no thread can be started, the error
        comes to whoever waits.
        """
        done: Future[Value] = Future()
        with self._lock:
            closed, error = self._closed, None
            if not closed:
                self._waiting.setdefault(project, deque()).append(_Work(project, done, call))
                error = self._begin()
        if closed:
            done.cancel()
        elif error is not None:
            done.set_exception(error)
        return done

    async def computed(self, project: str, call: Callable[[], Value]) -> Value:
        """What a function comes to in a thread when it is the project's turn; cancelled, it is given up."""
        with computing_in(partial(self.submit, project)):
            return await computed(call)

    def close(self) -> None:
        """Begin nothing more; what is under way ends, or the process does."""
        with self._lock:
            self._closed = True
            left = [work for waiting in self._waiting.values() for work in waiting]
            self._waiting.clear()
        for work in left:
            work.done.cancel()

    def _begin(self) -> RuntimeError | None:
        """Begin what was just handed in if it is its turn; an error if there is no thread for it.

        Nothing else can have its turn: a thread that has ended its work goes on with the next.
        """
        if (work := self._next()) is None:
            return None
        try:
            # A daemon: the threads of an executor keep a process until what they compute is there.
            threading.Thread(target=self._run, args=(work,), name=self._name, daemon=True).start()
        except RuntimeError as error:
            self._under_way.discard(work.project)
            return error
        return None

    def _next(self) -> _Work | None:
        """The work whose turn it is, if any: it is under way now."""
        free = (name for name in self._waiting if name not in self._under_way)
        project = next(free, None) if len(self._under_way) < _THREADS else None
        if project is None:
            return None
        work = self._waiting[project].popleft()
        # Whose turn it was comes last.
        self._waiting.move_to_end(project)
        if not self._waiting[project]:
            del self._waiting[project]
        self._under_way.add(project)
        return work

    def _run(self, work: _Work | None) -> None:
        while work is not None:
            _do(work)
            with self._lock:
                self._under_way.discard(work.project)
                work = self._next()


def _do(work: _Work) -> None:
    if work.done.set_running_or_notify_cancel():
        try:
            found = work.call()
        except BaseException as error:  # noqa: BLE001  (whoever waits for it gets it)
            work.done.set_exception(error)
        else:
            work.done.set_result(found)

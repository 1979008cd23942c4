"""A Python callable as a system: ``module:name``."""

import asyncio
import contextvars
import inspect
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data_base.errors import InputError
from data_base.python_object import STOPPING, load_object
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.systems.returned_answer import read_answer

AnswerFunction = Callable[[str], Any]
"""Takes the question; returns, or awaits to, what :func:`eval.systems.returned_answer.read_answer` reads."""
TIMEOUT = 120.0
_WHAT = "a function of the question, or an object with query(question)"


@dataclass(frozen=True, slots=True)
class CallableSystem:
    """A function of the question as a system."""

    ask: AnswerFunction
    """Takes the question and returns the answer.

    May be asynchronous. One that is not runs in a thread of its own, several at a time, so it must be safe to
    be called so.
    """
    name: str
    """The system's name in runs and reports."""
    timeout: float = TIMEOUT
    """Seconds after which an answer is given up."""
    source: Path | None = None
    """The file that it is in, None where it is not known."""

    async def answer(self, case: Case) -> Answer:
        """Ask for the answer.

        Raises:
            TimeoutError: it took too long; a thread cannot be stopped and is left to itself.
            RuntimeError: it raised what is no ``Exception``, as where it asked the program to end.
            UnusableAnswerError: what came is no answer.
        """
        began = time.perf_counter()
        try:
            async with asyncio.timeout(self.timeout) as scope:
                value = await self._asked(case.question)
        except TimeoutError as error:
            if not scope.expired():
                raise
            raise TimeoutError(f"no answer within {self.timeout:g} s") from error
        return read_answer(value, latency_ms=(time.perf_counter() - began) * 1000)

    async def _asked(self, question: str) -> object:
        try:
            if inspect.iscoroutinefunction(self.ask):
                return await self.ask(question)
            value = await _in_thread(self.ask, question)
            return await value if inspect.isawaitable(value) else value
        except (Exception, *STOPPING):
            raise
        except BaseException as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from error


def load_callable(spec: str, *, name: str | None = None, timeout: float = TIMEOUT) -> CallableSystem:
    """The system that ``module:name`` names.

    The module is looked for where Python looks, and then in the working directory. ``name`` may have dots.
    A class is made into an object without arguments; an object with a method ``query`` is asked by it,
    any other must be callable.

    Args:
        spec: ``module:name``.
        name: the system's name in runs and reports; the spec if None.
        timeout: seconds that an answer may take.

    Raises:
        InputError: there is no such thing, or it cannot be asked.
    """
    found = load_object(spec, role="callable", how=f"name {_WHAT}, as module:name")
    return CallableSystem(
        ask=ask_of(found.value, f"callable {spec!r}"),
        name=name or spec.strip(),
        timeout=timeout,
        source=found.source,
    )


def ask_of(target: object, said: str) -> AnswerFunction:
    """How to ask an object: its method ``query``, or itself where it has none and can be called.

    Args:
        target: what was given.
        said: what it was given as; begins the error.

    Raises:
        InputError: it cannot be called with a question; nothing has been asked.
    """
    query = getattr(target, "query", None)
    ask: Any = query if callable(query) else target
    if isinstance(target, type):
        raise InputError(f"{said} is the class {target.__name__}; give an object of it: {target.__name__}().")
    if not callable(ask):
        raise InputError(f"{said} is {_kind(target)}; give {_WHAT}.")
    if not _takes_a_question(ask):
        raise InputError(f"{said} cannot be called with a question alone; give {_WHAT}.")
    asked: AnswerFunction = ask
    return asked


def _kind(target: object) -> str:
    return "None" if target is None else type(target).__name__


def _takes_a_question(ask: AnswerFunction) -> bool:
    try:
        inspect.signature(ask).bind("question")
    except TypeError:
        return False
    except ValueError:
        # Some that are written in C do not say what they take.
        return True
    return True


async def _in_thread(function: AnswerFunction, question: str) -> object:
    """Call in a daemon thread: unlike a pool's, one that hangs does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[object] = loop.create_future()
    context = contextvars.copy_context()

    def settle(set_it: Callable[[Any], None], value: object) -> None:
        if not done.done():
            set_it(value)

    def report(set_it: Callable[[Any], None], value: object) -> None:
        # After a timeout the loop may be gone, and nothing waits any more.
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, set_it, value)

    def work() -> None:
        try:
            value = context.run(function, question)
        except StopIteration as error:
            # A future cannot carry this one.
            report(done.set_exception, RuntimeError(f"StopIteration: {error}"))
        except BaseException as error:  # noqa: BLE001  (whatever it is, it belongs to who waits)
            report(done.set_exception, error)
        else:
            report(done.set_result, value)

    threading.Thread(target=work, name=f"ask {question[:40]}", daemon=True).start()
    return await done

"""Projects take turns, and one of them has one piece of work under way."""

import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest

from service.fair_threads import FairThreads


def test_a_project_that_hands_in_much_keeps_no_other_waiting() -> None:
    turns, go_on, begun = FairThreads("test"), threading.Event(), threading.Event()

    def long() -> str:
        begun.set()
        go_on.wait(30)
        return "long"

    much = [turns.submit("much", long) for _ in range(20)]
    assert begun.wait(30)
    assert turns.submit("little", lambda: "quick").result(30) == "quick"
    assert sum(each.running() for each in much) == 1
    go_on.set()
    assert [each.result(30) for each in much] == ["long"] * 20
    turns.close()


def test_errors_come_to_whoever_waits_and_what_is_cancelled_is_not_begun() -> None:
    turns, go_on = FairThreads("test"), threading.Event()
    called: list[int] = []

    def wrong() -> None:
        go_on.wait(30)
        raise ValueError("wrong")

    first: Future[None] = turns.submit("one", wrong)
    second = turns.submit("one", lambda: called.append(2))
    third = turns.submit("one", lambda: called.append(3))
    assert second.cancel()
    go_on.set()
    with pytest.raises(ValueError, match="wrong"):
        first.result(30)
    third.result(30)
    assert called == [3]
    turns.close()


def test_a_project_goes_on_once_threads_can_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What had no thread kept the project's place, and all that it handed in later waited for ever."""
    turns = FairThreads("test")

    def start(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as short:
        short.setattr(threading.Thread, "start", start)
        with pytest.raises(RuntimeError, match="can't start"):
            turns.submit("one", lambda: 1).result(30)
    assert turns.submit("one", lambda: 2).result(30) == 2
    turns.close()


def test_what_is_handed_in_after_the_end_is_cancelled() -> None:
    """Nobody called it, and whoever waited for it did so for ever."""
    turns = FairThreads("test")
    turns.close()
    assert turns.submit("one", lambda: 1).cancelled()


def test_a_process_ends_while_something_is_under_way() -> None:
    """A server that was told to stop did not end before what it judged did."""
    program = """
import threading
from service.fair_threads import FairThreads

turns, begun = FairThreads("test"), threading.Event()
turns.submit("one", lambda: (begun.set(), threading.Event().wait(60)))
begun.wait()
turns.close()
"""
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", program], cwd=root, check=True, timeout=30)

"""What the embedded judge computes stops where nobody waits for it, and is handed to whom the caller says."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from data_base.cancellation import StoppedError, go_on, stopping_where
from data_base.computing import computed, computing_in
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table

QUESTION, ANSWER = "When did the mill open in 1978?", "It opened in 1978."


@over(
    "document",
    table(__file__, "test_a_judgement_asks_often_whether_to_go_on"),
)
def test_a_judgement_asks_often_whether_to_go_on(document: str) -> None:
    asked: list[None] = []

    def never() -> bool:
        asked.append(None)
        return False

    with stopping_where(never):
        judge_answer(QUESTION, ANSWER * 50, [document * (40_000 // len(document))])

    assert len(asked) > 400


def test_it_stops_where_it_is_told_to() -> None:
    asked: list[bool] = []

    def after_a_hundred() -> bool:
        asked.append(True)
        return len(asked) > 100

    with stopping_where(after_a_hundred), pytest.raises(StoppedError):
        judge_answer(QUESTION, ANSWER, ["130. " * 20_000])
    assert len(asked) == 101
    go_on()


async def test_what_is_given_up_is_not_gone_on_with() -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endless() -> None:
        begun.set()
        try:
            while True:
                go_on()
                time.sleep(0.001)
        except StoppedError:
            stopped.set()
            raise

    task = asyncio.create_task(computed(endless))
    assert await asyncio.to_thread(begun.wait, 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(stopped.wait, 30)


async def test_it_computes_where_the_caller_says_and_errors_come_back() -> None:
    with ThreadPoolExecutor(1, thread_name_prefix="turns") as threads:

        def submit(work: Callable[[], object]) -> Future[object]:
            return threads.submit(work)

        with computing_in(submit):
            assert (await computed(lambda: threading.current_thread().name)).startswith("turns")
            with pytest.raises(ZeroDivisionError):
                await computed(lambda: 1 // 0)
        assert not (await computed(lambda: threading.current_thread().name)).startswith("turns")

"""Work in a loop of another thread is awaited, cancelled and ended as if it were in one's own."""

import asyncio
import threading

import pytest

from service.jobs.loop_thread import LoopThread


async def test_what_it_comes_to_and_what_it_raises_arrive() -> None:
    thread = LoopThread("test")

    async def name() -> str:
        return threading.current_thread().name

    async def fail() -> None:
        raise ValueError("no")

    try:
        assert await asyncio.gather(*(thread.run(name) for _ in range(3))) == ["test"] * 3
        with pytest.raises(ValueError, match="no"):
            await thread.run(fail)
    finally:
        thread.stop()


async def test_work_has_ended_when_whoever_awaited_it_is_cancelled() -> None:
    thread = LoopThread("test")
    begun, said = threading.Event(), []

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            said.append("ended")

    try:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await thread.run(work)
        assert said == (["ended"] if begun.is_set() else [])
    finally:
        thread.stop()


async def test_what_is_under_way_is_given_up_when_the_thread_stops() -> None:
    thread = LoopThread("test")
    begun = asyncio.Event()
    here = asyncio.get_running_loop()

    async def work() -> None:
        here.call_soon_threadsafe(begun.set)
        await asyncio.Event().wait()

    waiting = asyncio.create_task(thread.run(work))
    await begun.wait()
    await asyncio.to_thread(thread.stop)
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_a_thread_that_never_began_stops() -> None:
    LoopThread("test").stop()

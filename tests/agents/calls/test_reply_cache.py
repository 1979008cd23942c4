"""The reply cache: kept once, read back, shared by tasks, loops and processes; and its keys."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from agents.calls.complete import CallSettings, complete
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.calls.reply_cache import ReplyCache, StoredReply
from agents.calls.reply_key import identity_of, reply_key
from agents.calls.runtime import ModelRuntime
from agents.models import chat_model
from data_base.errors import InputError
from prompts.registry import load
from tests.support.scripted_chat_model import ScriptedChatModel

ROOT = Path(__file__).parents[2]
PROMPT = [SystemMessage("rules"), HumanMessage("hm")]
REPLY = StoredReply("m", "答覆 — «ответ»\n\x00", 10, 5)


async def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "new" / "replies.sqlite")
    assert await cache.get("a") is None
    await cache.put("a", REPLY)
    await cache.put("a", REPLY._replace(text="another"))
    assert await cache.get("a") == REPLY
    cache.close()
    assert await ReplyCache(tmp_path / "new" / "replies.sqlite").get("a") == REPLY


async def test_a_reply_is_paid_for_once(tmp_path: Path) -> None:
    model = ScriptedChatModel(["first", "second"])
    call = CallSettings(cache=tmp_path / "c.sqlite")
    paid = await complete(model, PROMPT, settings=call)
    kept = await complete(model, PROMPT, settings=call)
    assert (paid.text, kept.text, len(model.prompts)) == ("first", "first", 1)
    assert (paid.cached, paid.usage.calls, paid.usage.total_tokens) == (False, 1, 15)
    assert (kept.cached, kept.usage.calls, kept.usage.total_tokens, kept.usage.cached) == (True, 0, 0, 1)
    assert (kept.attempts, kept.cost_usd) == (0, 0)
    fresh = await complete(model, PROMPT, settings=call, draw=1)
    assert fresh.text == "second"
    unkept = await complete(model, PROMPT)
    assert not unkept.cached


async def test_who_asks_the_same_at_the_same_time_pays_once(tmp_path: Path) -> None:
    model = ScriptedChatModel(lambda messages: f"reply to {messages[-1].content}")
    call = CallSettings(cache=tmp_path / "c.sqlite")
    asked = [[HumanMessage(str(n % 5))] for n in range(50)]
    replies = await asyncio.gather(*(complete(model, messages, settings=call) for messages in asked))
    assert [reply.text for reply in replies] == [f"reply to {n % 5}" for n in range(50)]
    assert len(model.prompts) == 5
    assert sum(reply.usage.calls for reply in replies) == 5


async def test_a_failed_or_cancelled_call_leaves_the_next_to_pay(tmp_path: Path) -> None:
    model = ScriptedChatModel([ValueError("no"), "fine"])
    call = CallSettings(cache=tmp_path / "c.sqlite")
    first, second = await asyncio.gather(
        *(complete(model, PROMPT, settings=call) for _ in range(2)), return_exceptions=True
    )
    assert isinstance(first, Exception)
    assert not isinstance(second, BaseException)
    assert second.text == "fine"


async def test_an_empty_reply_is_not_kept(tmp_path: Path) -> None:
    model = ScriptedChatModel([" ", "fine"])
    call = CallSettings(cache=tmp_path / "c.sqlite")
    assert [(await complete(model, PROMPT, settings=call)).text for _ in range(3)] == [" ", "fine", "fine"]


async def test_the_embedded_model_is_not_kept(tmp_path: Path) -> None:
    model = ScriptedChatModel(["a", "b"], name_shown="embedded")
    call = CallSettings(cache=tmp_path / "c.sqlite")
    assert [(await complete(model, PROMPT, settings=call)).text for _ in range(2)] == ["a", "b"]
    assert not (tmp_path / "c.sqlite").exists()


def test_a_second_loop_reads_what_the_first_kept(tmp_path: Path) -> None:
    model = ScriptedChatModel(["first", "second"])
    call = CallSettings(cache=tmp_path / "c.sqlite")
    for _ in range(3):
        assert asyncio.run(complete(model, PROMPT, settings=call)).text == "first"


@pytest.mark.slow
def test_many_processes_share_a_file(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from agents.calls.reply_cache import *\n"
        "async def main():\n"
        "    cache = ReplyCache(Path(sys.argv[1]))\n"
        "    reply = StoredReply('m', 'text', 1, 1)\n"
        "    await asyncio.gather(*(cache.put(f'{n}', reply) for n in range(200)))\n"
        "    assert all([await cache.get(f'{n}') for n in range(200)])\n"
        "asyncio.run(main())"
    )
    path = tmp_path / "c.sqlite"
    running = [subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT) for _ in range(3)]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*), count(DISTINCT key) FROM replies").fetchone() == (200, 200)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


async def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is not a database, however long one reads in it" * 50)
    with pytest.raises(InputError, match="cannot be used as a reply cache"):
        await complete(ScriptedChatModel(), PROMPT, settings=CallSettings(cache=tmp_path / "text"))
    with pytest.raises(InputError, match="name another file by JUDGE_CACHE or the setting `cache`"):
        await ReplyCache(tmp_path / "text" / "below").get("a")


async def test_a_cache_that_breaks_costs_a_call_and_no_reply(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "c.sqlite"
    call = CallSettings(cache=path)
    await complete(ScriptedChatModel(["a"], name_shown="a"), PROMPT, settings=call)
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE replies")
    db.close()
    reply = await complete(ScriptedChatModel(["b"], name_shown="b"), PROMPT, settings=call)
    assert reply.text == "b"
    assert "passed over" in caplog.text


async def test_the_loop_runs_on_while_another_process_writes(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c.sqlite")
    await cache.get("a")
    other = sqlite3.connect(tmp_path / "c.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(cache.put("a", REPLY))
    for _ in range(5):
        await asyncio.sleep(0.01)
        assert not writing.done()
    other.execute("COMMIT")
    other.close()
    await writing
    assert await cache.get("a") == REPLY
    cache.close()


def keyed(**changes: Any) -> str:
    llm = chat_model("openai:m", base_url="http://127.0.0.1:1/v1", **changes.pop("params", {}))
    sections = {"question": [Section("question", changes.pop("question", "why?"))]}
    messages = render(load("plan", "en"), sections, secret=changes.pop("secret", b"s"))
    return reply_key(identity_of(changes.pop("llm", llm)), messages, **changes)


def test_the_key_covers_what_shapes_a_reply_and_nothing_else() -> None:
    assert keyed() == keyed(secret=b"another process") == keyed(params={"timeout": 3, "api_key": "other"})
    different = {
        keyed(),
        keyed(question="Why?"),
        keyed(draw=1),
        keyed(params={"temperature": 1}),
        keyed(params={"temperature": 0}),
        keyed(params={"reasoning_effort": "low"}),
        keyed(params={"max_output_tokens": 100}),
        keyed(params={"seed": 1}),
        keyed(llm=chat_model("openai:n", base_url="http://127.0.0.1:1/v1")),
        keyed(llm=chat_model("openai:m", base_url="http://127.0.0.1:2/v1")),
        keyed(llm=ScriptedChatModel()),
        keyed(llm=ScriptedChatModel(name_shown="other")),
    }
    assert len(different) == 12


def test_the_identity_of_a_model_shows_no_key() -> None:
    assert "sk-secret" not in identity_of(chat_model("openai:m", base_url="http://h/v1", api_key="sk-secret"))


async def test_a_file_that_another_process_is_opening_is_tried_again(tmp_path: Path) -> None:
    """SQLite refuses the write-ahead log without waiting where another connection reads a new file."""
    path = tmp_path / "c.sqlite"
    reader = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=0)
    reader.execute("CREATE TABLE t (a)")
    reader.execute("BEGIN IMMEDIATE")
    closing = threading.Timer(0.3, reader.close)
    closing.start()
    cache = ReplyCache(path)
    await cache.put("k", REPLY)
    assert await cache.get("k") == REPLY
    closing.join()
    cache.close()


def test_a_runtime_that_nobody_needs_is_collected_without_waiting(tmp_path: Path) -> None:
    """Collected while a thread started, it once waited for its own thread under a lock that both needed."""
    runtime = ModelRuntime()
    cache = runtime.cache(tmp_path / "replies.sqlite")
    asyncio.run(cache.get("a"))
    let_go, thread = threading.Event(), cache._thread
    busy = thread.submit(let_go.wait, 60)
    gone = weakref.ref(runtime)
    del runtime, cache
    gc.collect()
    assert gone() is None
    assert not busy.done()
    let_go.set()
    assert busy.result()

"""Nothing that was read of texts is kept without a bound in characters."""

import ast
import gc
import importlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from data_base.text_cache import KeptResults, reading, text_cache
from scoring.embedded.verdict import judge_answer
from tests.support.rows import table

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("agents", "data_base", "eval", "prompts", "scoring", "service")
BY_WHAT_WE_CHOSE = table(__file__, "BY_WHAT_WE_CHOSE")
"""Modules with a cache by arguments that counts no characters, each with what its entries are kept by."""
FUNCTOOLS = {"functools.lru_cache", "functools.cache"}
FILLED_AT_IMPORT = {
    "agents/judges/pairs/reply.py",
    "data_base/text/numbers/numerals.py",
    "eval/files/pipes.py",
}
"""Modules with a dict, list or set of their own, none of which a client's request fills."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def keeps_by_arguments(module: ast.Module) -> bool:
    """Whether a function of the module that takes arguments, or one that is not decorated, is cached."""
    names = {
        name for node in ast.walk(module) if isinstance(node, ast.ImportFrom) for name in _imported(node)
    }
    without = {
        node
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef) and not ast.unparse(function.args)
        for decorator in function.decorator_list
        for node in ast.walk(decorator)
    }
    return any(
        isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in names | FUNCTOOLS
        for node in ast.walk(module)
        if node not in without
    )


def _imported(node: ast.ImportFrom) -> Iterator[str]:
    if node.module == "functools":
        yield from (each.asname or each.name for each in node.names if each.name in {"lru_cache", "cache"})


def test_caches_that_count_no_characters_are_kept_by_nothing_that_a_client_sends() -> None:
    found = {name for name, module in modules() if keeps_by_arguments(module)}
    assert found == BY_WHAT_WE_CHOSE.keys(), (
        "use data_base.text_cache for texts; an entry for a cache that is gone goes"
    )


def test_no_module_has_a_container_that_requests_could_fill() -> None:
    kinds = {"dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter", "WeakKeyDictionary"}
    found = {
        name
        for name, module in modules()
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and (
            (isinstance(node.value, ast.Dict) and not node.value.keys)
            or (isinstance(node.value, ast.List) and not node.value.elts)
            or (
                isinstance(node.value, ast.Call)
                and isinstance(node.value.func, ast.Name)
                and node.value.func.id in kinds
            )
        )
    }

    assert found <= FILLED_AT_IMPORT


def kept_characters() -> dict[str, tuple[int, int]]:
    """Characters that each cache keeps, and its limit."""
    return {
        f"{each._function!r} {id(each)}": (
            sum(len(part) for key in each.texts for part in key if isinstance(part, str)),
            each.limit,
        )
        for each in gc.get_objects()
        if isinstance(each, KeptResults)
    }


@pytest.mark.parametrize("length", [300, 19_000, 30_000])
def test_hostile_documents_leave_nothing_behind_beyond_the_limits(length: int) -> None:
    for number in range(8):
        line = f"{number}{number % 7}. on 3 May 20{number:02} it was {number} thousand "
        document = (line * (length // len(line) + 1))[:length]
        with reading():
            judge_answer("When did the mill open in 1978?", f"It opened in 19{number:02}.", [document])

    kept = kept_characters()

    assert len(kept) > 20
    assert {name: each for name, each in kept.items() if each[0] > each[1]} == {}


def test_what_is_asked_for_again_is_kept_and_old_results_go() -> None:
    read: list[str] = []

    @text_cache(2_000)
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    for number in range(200):
        assert length("often") == length(f"{number:03}") + 2
    assert read.count("often") == 1
    length("000")
    assert read.count("000") == 2


def test_long_texts_are_read_once_in_a_reading_and_forgotten_with_it() -> None:
    read: list[int] = []

    @text_cache(1_000_000)
    def length(text: str) -> int:
        read.append(len(text))
        return len(text)

    long = "x" * 30_000
    with reading():
        length(long)
        with reading():
            length(long)
        length(long)
    assert read == [30_000]
    length(long)
    assert read == [30_000] * 2


def test_threads_may_fill_a_cache_at_once() -> None:
    @text_cache(5_000)
    def twice(text: str) -> str:
        return text * 2

    wrong: list[str] = []

    def ask(first: int) -> None:
        wrong.extend(f"{n}" for n in range(first, first + 2_000) if twice(f"{n}") != f"{n}{n}")

    threads = [threading.Thread(target=ask, args=(n * 500,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_judges_with_rubrics_of_book_length_are_built_once_and_few_are_kept() -> None:
    """Each answer had its judge built again, in the loop that all others are judged in."""
    judging = importlib.import_module("service.jobs.judging")
    requests = importlib.import_module("service.jobs.judge_request")
    built: list[str] = []

    def build(judge: str, _settings: object) -> str:
        built.append(judge)
        return judge

    evaluators = judging.Evaluators(build)

    for length in (10, 10, 60_000, 60_000):
        evaluators.of("openai:a", requests.JudgeSettingsRequest(rubric={"en": "x" * length}))
    assert len(built) == 2

    for number in range(20):
        evaluators.of("openai:a", requests.JudgeSettingsRequest(rubric={"en": f"{number} " * 100_000}))
    assert 0 < evaluators._kept._size <= 2_000_000


async def test_a_judge_is_built_outside_of_the_loop() -> None:
    judging = importlib.import_module("service.jobs.judging")
    requests = importlib.import_module("service.jobs.judge_request")
    threads: list[threading.Thread] = []
    evaluators = judging.Evaluators(lambda *_: threads.append(threading.current_thread()))
    await evaluators.soon("openai:a", requests.JudgeSettingsRequest())
    assert threads
    assert threads != [threading.current_thread()]


def test_limits_of_models_that_nobody_asks_any_more_are_forgotten() -> None:
    runtime = importlib.import_module("agents.calls.runtime").ModelRuntime()
    # A call that waits for a place or for its start is no request in flight: another came beside it.
    queued = runtime.limits("queued")
    with runtime.limits("busy").waiting():
        for number in range(1_500):
            runtime.limits(f"model {number}")
            runtime.capabilities(f"model {number}", None)
        assert runtime.in_flight == 1
    assert runtime.limits("queued") is queued
    del queued
    for number in range(1_500):
        runtime.limits(f"model {number}")
    assert len(runtime._limits) == len(runtime._capabilities) == 1_000


def test_an_error_of_a_reader_is_told_alone() -> None:
    @text_cache(100)
    def failing(text: str) -> int:
        raise ValueError(text)

    with pytest.raises(ValueError, match="x") as told:
        failing("x")
    assert told.value.__context__ is None


def test_what_two_read_at_once_is_counted_once() -> None:
    asked: list[str] = []

    def reads(text: str) -> str:
        asked.append(text)
        return kept[(text,)] if len(asked) == 1 else text

    kept: KeptResults[str] = KeptResults(reads, 260)
    for text in "abcd":
        assert kept[(text,)] == text
    assert {key for (key,) in kept.texts} == set("abcd")


def test_arguments_are_measured_and_not_written_out() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise AssertionError

    kept: KeptResults[int] = KeptResults(lambda _: 1, 1000)
    assert kept[(("a", (Silent(), 2)),)] == 1
    assert kept[(("a" * 2000,),)] == 1
    assert len(kept.texts) == 1

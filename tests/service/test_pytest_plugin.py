"""The pytest plugin, in test suites of its own."""

import importlib
import os
import tomllib
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from eval.runs.run_file_reading import read_run_file

pytest_plugins = ["pytester"]
# Loaded before pytester notes which modules there are: it takes away those that come while a suite runs
# here, and a second loading of the dialect warns of functions that are registered already.
importlib.import_module("sqlalchemy.dialects.postgresql")
ROOT = Path(__file__).resolve().parents[2]
STORE = ".judge/runs.sqlite"

pytestmark = pytest.mark.slow

SUITE = """
DOCUMENTS = ["In 2023 the harbour of Velm handled 4,812 ships."]
QUESTION = "How many ships did the harbour of Velm handle in 2023?"

def test_right(assert_judged):
    assert assert_judged(QUESTION, "It handled 4,812 ships in 2023.", DOCUMENTS).is_passing

def test_wrong(judge):
    judge.assert_judged(QUESTION, "It handled 9,999 ships in 2023.", DOCUMENTS)

async def answer():
    return "It handled 4,812 ships in 2023."

def test_twice_and_in_a_loop(judge):
    import asyncio

    async def body():
        judge.assert_judged(QUESTION, await answer(), DOCUMENTS)
        judge.evaluate(QUESTION, "It handled 9,999 ships in 2023.", DOCUMENTS)

    asyncio.run(body())
"""

BROKEN_JUDGE = """
import pytest
from langchain_core.language_models import FakeListChatModel

@pytest.fixture(scope="session")
def judge_model():
    return FakeListChatModel(responses=["I would rather not say."])
"""


class Suites:
    """Runs suites, where nothing speaks against it in this process."""

    def __init__(self, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pytester = pytester
        for name in os.environ:
            if name.startswith(("JUDGE_", "PYTEST_")):
                monkeypatch.delenv(name)
        # Whether or not the entry point of this checkout is installed.
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(self, *options: str) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess("-p", "service.pytest_plugin", *options)

    def run_apart(self, *options: str) -> pytest.RunResult:
        return self.pytester.runpytest_subprocess("-p", "service.pytest_plugin", *options, timeout=120)

    def cards(self) -> dict[str, bool | None]:
        """Item to whether it passed, None where it is unscored, of the only run."""
        store = RunStore(self.pytester.path / STORE)
        (run,) = store.runs()
        items = {item.case_id: item.score_card for item in store.items(run.run_id)}
        return {name: card.passed if card and card.scored else None for name, card in items.items()}


@pytest.fixture
def suites(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Suites:
    return Suites(pytester, monkeypatch)


FILE = "test_answers.py"
JUDGED = {
    f"{FILE}::test_right": True,
    f"{FILE}::test_wrong": False,
    f"{FILE}::test_twice_and_in_a_loop": True,
    f"{FILE}::test_twice_and_in_a_loop#2": False,
}


def test_a_wrong_answer_fails_and_everything_lands_in_a_run(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    ended = suites.run("--judge-run-file", "out/run.json")
    ended.assert_outcomes(passed=2, failed=1)
    ended.stdout.fnmatch_lines(
        ["*the judge does not pass the answer: accuracy*", "*4 answers judged, 0 unscored; run*"]
    )
    assert suites.cards() == JUDGED
    run = read_run_file(suites.pytester.path / "out" / "run.json")
    assert run.manifest is not None
    assert (run.manifest.kind, run.manifest.models) == ("pytest", {"judge": "embedded"})
    with RunStore(suites.pytester.path / STORE) as store:
        assert store.state(run.manifest.run_id) == "finished"
    assert (run.summary.n_scored, run.summary.pass_rate) == (4, 0.5)


def test_workers_write_into_one_run(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    ended = suites.run_apart(
        "-p", "xdist", "-n", "2", "--judge-run-id", "mine", "--judge-run-file", "run.json"
    )
    ended.assert_outcomes(passed=2, failed=1)
    assert suites.cards() == JUDGED
    run = read_run_file(suites.pytester.path / "run.json")
    assert run.manifest is not None
    assert (run.manifest.run_id, run.summary.n_total) == ("mine", 4)


def test_a_name_that_is_taken_gets_a_number(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    for _ in range(2):
        ended = suites.run("-k", "right", "--judge-run-id", "mine")
        ended.assert_outcomes(passed=1, deselected=2)
    ended.stdout.fnmatch_lines(["*1 answer judged, 0 unscored; run * (mine-2) in *"])
    with RunStore(suites.pytester.path / STORE) as store:
        assert [run.run_id for run in store.runs()] == ["mine", "mine-2"]


def test_the_store_is_the_one_that_the_environment_names(
    suites: Suites, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_STORE", str(suites.pytester.path / "own.sqlite"))
    suites.pytester.makepyfile(test_answers=SUITE)
    suites.run("-k", "right").assert_outcomes(passed=1, deselected=2)
    with RunStore(suites.pytester.path / "own.sqlite") as store:
        assert [run.kind for run in store.runs()] == ["pytest"]


def test_a_failed_judge_is_an_error_and_no_failure(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    suites.pytester.makeconftest(BROKEN_JUDGE)
    ended = suites.run("-v")
    ended.assert_outcomes(errors=3)
    ended.stdout.fnmatch_lines(["*test_wrong JUDGE FAILED*", "*3 unscored*"])
    assert ended.ret == pytest.ExitCode.TESTS_FAILED
    # The third test ends at its first answer.
    assert suites.cards() == dict.fromkeys(list(JUDGED)[:3])


def test_a_failed_judge_skips_where_that_is_asked_for(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    suites.pytester.makeconftest(BROKEN_JUDGE)
    suites.pytester.makeini("[pytest]\njudge_failed = skip\n")
    ended = suites.run("-rs")
    ended.assert_outcomes(skipped=3)
    ended.stdout.fnmatch_lines(["*SKIPPED*the judge failed: *"])


def test_a_judge_that_cannot_be_asked_is_an_error_too(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE.replace("QUESTION = ", "QUESTION = ' ' #"))
    suites.run("-k", "wrong").assert_outcomes(errors=1, deselected=2)
    suites.pytester.makepyfile(test_answers=SUITE)
    suites.run("-k", "wrong", "--judge-model", "nobody:x").assert_outcomes(errors=1, deselected=2)


def test_an_answer_may_have_to_reach_more_than_passing(suites: Suites) -> None:
    suites.pytester.makepyfile(
        test_answers=SUITE.replace("DOCUMENTS).is_passing", "DOCUMENTS, min_weighted=11, case_id='port')")
    )
    ended = suites.run("-k", "right")
    ended.assert_outcomes(failed=1, deselected=2)
    ended.stdout.fnmatch_lines(["*a weighted score of 11 is asked*"])
    assert suites.cards() == {"port": False}


def test_a_suite_that_judges_nothing_leaves_nothing_behind(suites: Suites) -> None:
    suites.pytester.makepyfile(test_other="def test_other():\n    pass\n")
    ended = suites.run("--judge-run-file", "run.json")
    ended.assert_outcomes(passed=1)
    ended.stdout.no_fnmatch_line("*judge:*")
    assert not (suites.pytester.path / ".judge").exists()
    assert not (suites.pytester.path / "run.json").exists()


def test_what_cannot_be_used_is_said(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=SUITE)
    assert suites.run("--judge-failed", "ignore").ret == pytest.ExitCode.USAGE_ERROR
    (suites.pytester.path / "taken").write_text("", encoding="utf-8")
    ended = suites.run("-k", "right", "--judge-run-file", "taken/run.json")
    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    ended.stdout.fnmatch_lines(["*error: *run.json cannot be written*"])


def test_the_plugin_loads_no_heavy_library(suites: Suites) -> None:
    heavy = "{'langchain_core', 'openai', 'numpy', 'langgraph', 'sqlalchemy', 'pypdfium2'}"
    suites.pytester.makepyfile(
        f"import sys\n\n\ndef test_light():\n    assert not {heavy} & set(sys.modules)\n"
    )
    suites.run_apart().assert_outcomes(passed=1)


def test_the_entry_point_leads_to_the_plugin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (target,) = project["entry-points"]["pytest11"].values()
    assert hasattr(importlib.import_module(target), "assert_judged")


REFERENCES = """
def test_by_a_reference(assert_judged, judge):
    known = {"reference_answer": "It handled 4,812 ships.", "key_points": ["4,812 ships", "nine cranes"]}
    found = assert_judged("How many ships did the harbour of Velm handle?", "4,812 ships.", **known)
    assert found.reference_seen and [point.verdict for point in found.key_points] == ["covered", "missing"]
    assert judge.evaluate("How many ships?", "4,812.", reference_answer="4,812").scored
    barred = {"key_points": ["4,812 ships"], "blocked": ["https://blocked.example/"]}
    found = judge.evaluate("How many ships?", "4,812 ships [it](https://blocked.example/).", **barred)
    assert [point.verdict for point in found.key_points] == ["blocked"]
"""


def test_an_answer_may_be_judged_by_what_is_known_of_its_question(suites: Suites) -> None:
    suites.pytester.makepyfile(test_answers=REFERENCES)
    suites.run().assert_outcomes(passed=1)

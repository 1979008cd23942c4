"""The pytest plugin: fixtures ``judge`` and ``assert_judged``, and a run of everything they judged.

A judge that failed is not a failed answer: such a test ends as an error, or is skipped, and never as a
failure. Every evaluation is in the run store when the assertion returns, in the workers of pytest-xdist, too.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from data_base.errors import InputError
from service.judge_failed import JudgeFailedError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.evaluator import RAGEvaluator
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore
    from service.pytest_assertions import JudgedAnswers

_MARK = "judge_failed"
_RUN_ID = pytest.StashKey[str]()
_JUDGED = pytest.StashKey[bool]()
_LINE = pytest.StashKey[str]()
_WORKER_KEY = "judge_run_id"
_STORE = "JUDGE_STORE, else .judge/runs.sqlite"
_OPTIONS = {
    "model": ("embedded", "embedded", "the judge: embedded, openai:…, google:…"),
    "store": ("", _STORE, "the run store that the evaluations go to"),
    "failed": ("error", "error", "how a test ends whose judge failed: error or skip"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, each of which may be in the configuration file, too."""
    group = parser.getgroup("judge", "judging answers")
    for name, (default, shown, text) in _OPTIONS.items():
        group.addoption(f"--judge-{name}", help=f"{text} (default: {shown})")
        parser.addini(f"judge_{name}", text, default=default)
    group.addoption("--judge-run-id", help="names the run (default: made from the time)")
    group.addoption("--judge-run-name", help="what the run is called (default: pytest, folder and day)")
    group.addoption("--judge-run-file", help="write the run as one JSON file here, for judge compare")


def pytest_configure(config: pytest.Config) -> None:
    """Name the run; pytest-xdist's workers use the name of their controller."""
    if _option(config, "failed") not in {"error", "skip"}:
        raise pytest.UsageError("judge_failed must be error or skip")
    given: Mapping[str, str] = getattr(config, "workerinput", {})
    config.stash[_RUN_ID] = given.get(_WORKER_KEY) or _new_run_id(config)
    config.stash[_JUDGED] = False


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Hand the run's name to a worker of pytest-xdist."""
    node.workerinput[_WORKER_KEY] = node.config.stash[_RUN_ID]  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object, error: object) -> None:  # noqa: ARG001  (the hook's arguments)
    """Note whether a worker of pytest-xdist has judged anything."""
    if _WORKER_KEY in getattr(node, "workeroutput", {}):
        node.config.stash[_JUDGED] = True  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def judge_model(pytestconfig: pytest.Config) -> str | BaseChatModel:
    """The judge's model; a suite may override this fixture with a LangChain chat model of its own."""
    return _option(pytestconfig, "model")


@pytest.fixture(scope="session")
def judge_evaluator(judge_model: str | BaseChatModel) -> RAGEvaluator:
    """The suite's judge."""
    from agents.evaluator import RAGEvaluator
    from service.reply_cache_path import reply_cache_path

    return RAGEvaluator(judge_model, cache=reply_cache_path())


@pytest.fixture(scope="session")
def judge_store(pytestconfig: pytest.Config, judge_evaluator: RAGEvaluator) -> Iterator[RunStore]:
    """The store that the suite's run is in."""
    from service.pytest_assertions import suite_manifest

    with _store(pytestconfig) as store:
        suite, name = pytestconfig.rootpath.name, pytestconfig.getoption("--judge-run-name")
        store.create(suite_manifest(pytestconfig.stash[_RUN_ID], judge_evaluator, suite=suite, name=name))
        pytestconfig.stash[_JUDGED] = True
        getattr(pytestconfig, "workeroutput", {})[_WORKER_KEY] = pytestconfig.stash[_RUN_ID]
        yield store


@pytest.fixture
def judge(
    request: pytest.FixtureRequest, judge_evaluator: RAGEvaluator, judge_store: RunStore
) -> JudgedAnswers:
    """Judges answers: ``judge.evaluate(question, answer, documents)``, ``judge.assert_judged(…)``."""
    from service.pytest_assertions import JudgedAnswers

    return JudgedAnswers(
        evaluator=judge_evaluator,
        store=judge_store,
        run_id=request.config.stash[_RUN_ID],
        test=request.node.nodeid,
    )


@pytest.fixture
def assert_judged(judge: JudgedAnswers) -> Callable[..., FineGrainedEvaluationResult]:
    """``assert_judged(question, answer, documents)``: fails the test where the judge does not pass it."""
    return judge.assert_judged


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip a test whose judge failed, where that is asked for."""
    try:
        return (yield)
    except JudgeFailedError as error:
        if _option(item.config, "failed") == "skip":
            pytest.skip(f"the judge failed: {error}")
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Mark the report of a test whose judge failed or could not be asked: that is no failed answer."""
    report = yield
    error = call.excinfo.value if call.excinfo is not None else None
    judges = not {"judge", "assert_judged"}.isdisjoint(getattr(item, "fixturenames", ()))
    if isinstance(error, JudgeFailedError) or (judges and isinstance(error, InputError)):
        report.user_properties.append((_MARK, str(error)))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
    """Count a test whose judge failed among the errors."""
    properties = getattr(report, "user_properties", [])
    if report.failed and report.when == "call" and any(name == _MARK for name, _ in properties):
        return "error", "E", "JUDGE FAILED"
    return None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Finish the run, and write it to a file where that is asked for."""
    config = session.config
    if hasattr(config, "workerinput") or not config.stash[_JUDGED]:
        return
    from data_base.counted import counted
    from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
    from eval.runs.run_file import write_items
    from eval.runs.served_models import served_manifest

    run_id, target = config.stash[_RUN_ID], config.getoption("--judge-run-file")
    try:
        with _store(config) as store:
            store.finish(run_id)
            tallies = store.tallies(run_id)
            judged = sum(tally.items for tally in tallies)
            unscored = judged - sum(tally.scored for tally in tallies)
            what = f"{counted(judged, 'answer')} judged, {unscored} unscored"
            manifest = served_manifest(store, run_id)
            note = f"\njudge: {EMBEDDED_NOTE}" if EMBEDDED_NOTE in manifest.notes else ""
            config.stash[_LINE] = f"judge: {what}; run {manifest.title} ({run_id}) in {store.name}{note}"
            if target:
                path = config.rootpath / target
                write_items(path, manifest, store.stream(run_id), distinct=True)
    except InputError as error:
        config.get_terminal_writer().line(f"\nerror: {error}")
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say where the evaluations are."""
    if line := config.stash.get(_LINE, None):
        terminalreporter.write_line(line)


def _option(config: pytest.Config, name: str) -> str:
    return str(config.getoption(f"--judge-{name}") or config.getini(f"judge_{name}"))


def _store(config: pytest.Config, *, must_exist: bool = False) -> RunStore:
    """The store that is named, a file below the suite's root folder; else the one that all commands share."""
    from data_base.store.run_store import RunStore
    from data_base.store.settings import chosen_store

    place = _option(config, "store")
    if place and "://" not in place:
        place = str(config.rootpath / place)
    return RunStore(chosen_store(place), must_exist=must_exist)


def _new_run_id(config: pytest.Config) -> str:
    """A name that no run has; a number is put behind one that is given and taken."""
    given = config.getoption("--judge-run-id")
    if not given:
        return f"pytest-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{uuid.uuid4().hex[:6]}"
    try:
        with _store(config, must_exist=True) as store:
            return store.next_run_id(given, fresh=True)
    except InputError:
        # There is no store yet; what else may be wrong with it is said where it is written.
        return str(given)

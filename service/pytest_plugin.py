"""The pytest plugin: fixtures ``judge`` and ``assert_judged``, and a run of everything they judged.

A judge that failed is not a failed answer: such a test ends as an error, or is skipped, and never as a
failure. Every judgement is in the run store when the assertion returns, from whatever worker of pytest-xdist.
"""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from data_base.errors import InputError
from service.judge_failed import JudgeFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from agents.evaluator import RAGEvaluator
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore
    from service.judged_answers import JudgedAnswers

_MARK = "judge_failed"
_RUN_ID = pytest.StashKey[str]()
_WORKER_KEY = "judge_run_id"
_OPTIONS = {
    "model": ("embedded", "the judge: embedded, openai:…, google:…"),
    "store": (".judge/pytest_runs.sqlite", "the run store that the judgements go to"),
    "failed": ("error", "what a test becomes whose judge failed: error or skip"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, each of which may stand in the configuration file too."""
    group = parser.getgroup("judge", "judging answers")
    for name, (default, text) in _OPTIONS.items():
        group.addoption(f"--judge-{name}", help=text + f" (default: {default})")
        parser.addini(f"judge_{name}", text, default=default)
    group.addoption("--judge-run-id", help="names the run (default: made up from the time)")
    group.addoption("--judge-run-file", help="write the run as one JSON file here, for judge compare")


def pytest_configure(config: pytest.Config) -> None:
    """Name the run; the workers of pytest-xdist are told the name."""
    if _option(config, "failed") not in {"error", "skip"}:
        raise pytest.UsageError("judge_failed must be error or skip")
    given = config.getoption("--judge-run-id")
    told: Mapping[str, str] = getattr(config, "workerinput", {})
    made_up = f"pytest-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{uuid.uuid4().hex[:6]}"
    config.stash[_RUN_ID] = told.get(_WORKER_KEY) or given or made_up


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tell a worker of pytest-xdist the run's name."""
    node.workerinput[_WORKER_KEY] = node.config.stash[_RUN_ID]  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def judge_model(pytestconfig: pytest.Config) -> str | BaseChatModel:
    """The judge's model; a suite may override this fixture with a LangChain chat model of its own."""
    return _option(pytestconfig, "model")


@pytest.fixture(scope="session")
def _judge_evaluator(judge_model: str | BaseChatModel) -> RAGEvaluator:
    from agents.evaluator import RAGEvaluator
    from service.commands.options.replies import kept_replies

    return RAGEvaluator(judge_model, cache=kept_replies())


@pytest.fixture(scope="session")
def _judge_store(pytestconfig: pytest.Config, _judge_evaluator: RAGEvaluator) -> Iterator[RunStore]:
    from data_base.store.run_store import RunStore
    from service.judged_answers import manifest_of

    with RunStore(_store_place(pytestconfig)) as store:
        store.create(manifest_of(pytestconfig.stash[_RUN_ID], _judge_evaluator))
        yield store


@pytest.fixture
def judge(
    request: pytest.FixtureRequest, _judge_evaluator: RAGEvaluator, _judge_store: RunStore
) -> JudgedAnswers:
    """Judges answers: ``judge.evaluate(question, answer, documents)``, ``judge.assert_judged(…)``."""
    from service.judged_answers import JudgedAnswers

    return JudgedAnswers(
        evaluator=_judge_evaluator,
        store=_judge_store,
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
    """Write the run file, where one is asked for and something was judged."""
    config = session.config
    target = config.getoption("--judge-run-file")
    if not target or hasattr(config, "workerinput"):
        return
    from eval.runs.run_file import write_items

    run_id = config.stash[_RUN_ID]
    try:
        with _store_with_run(config) as store:
            if store is not None:
                path = config.rootpath / target
                from eval.runs.served_models import served_manifest

                write_items(path, served_manifest(store, run_id), store.stream(run_id), distinct=True)
    except InputError as error:
        config.get_terminal_writer().line(f"\nerror: {error}")
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say where the judgements are."""
    run_id = config.stash[_RUN_ID]
    try:
        with _store_with_run(config) as store:
            if store is None:
                return
            tallies = store.tallies(run_id)
            where = store.name
    except InputError as error:
        terminalreporter.write_line(f"judge: {error}")
        return
    judged = sum(tally.items for tally in tallies)
    unscored = judged - sum(tally.scored for tally in tallies)
    terminalreporter.write_line(f"judge: {judged} judged, {unscored} unscored; run {run_id} in {where}")


def _option(config: pytest.Config, name: str) -> str:
    return str(config.getoption(f"--judge-{name}") or config.getini(f"judge_{name}"))


def _store_place(config: pytest.Config) -> str | Path:
    """A file below the suite's root folder, or a server's address as it stands."""
    place = _option(config, "store")
    return place if "://" in place else config.rootpath / place


@contextmanager
def _store_with_run(config: pytest.Config) -> Iterator[RunStore | None]:
    """The store, where this session put a run into it."""
    place = _store_place(config)
    if not isinstance(place, str) and not place.is_file():
        yield None
        return
    from data_base.store.run_store import RunStore

    with RunStore(place) as store:
        known = {manifest.run_id for manifest in store.runs()}
        yield store if config.stash[_RUN_ID] in known else None

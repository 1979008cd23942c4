"""What a bare environment's run has passed, so that a run with all groups need not repeat it.

Every run writes which tests it passed to ``.pytest_cache/v/judge/passed``. ``pytest --passed=FILE`` leaves
out those of them that no optional package can change: what their folder tests asks for none, and no test of
their file was skipped, but for the one in PostgreSQL beside one in SQLite.
"""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

UNCHANGED = (
    "tests/agents/",
    "tests/benchmark/",
    "tests/data_base/",
    "tests/docs/",
    "tests/eval/",
    "tests/prompts/",
    "tests/scoring/",
    "tests/service/",
)
"""How the paths of tests begin that pass or fail alike whatever else is installed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--passed``."""
    parser.addoption("--passed", type=Path, help="leave out what passed in a bare environment by this file")


def pytest_configure(config: pytest.Config) -> None:
    """Write down what passes, in the process that hears of all tests."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Kept(), "passed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what passed before."""
    if config.option.passed is None:
        return
    passed = set(json.loads(config.option.passed.read_text("utf-8")))
    left_out = [item for item in items if item.nodeid in passed and item.nodeid.startswith(UNCHANGED)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


class _Kept:
    def __init__(self) -> None:
        self._passed: set[str] = set()
        self._others: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            file = report.skipped and "postgresql" not in report.nodeid
            self._others.add(_file(report.nodeid) if file else report.nodeid)
        elif report.when == "call":
            self._passed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        if (cache := getattr(session.config, "cache", None)) is not None:
            known = {each for each in self._passed if not self._others & {each, _file(each)}}
            cache.set("judge/passed", sorted(known))
        return (yield)


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]

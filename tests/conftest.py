"""What applies to every test."""

import fcntl
import gc
import os
import re
import sys
from collections.abc import Generator
from pathlib import Path
from types import ModuleType

import pytest

BYTECODE = Path(__file__).resolve().parent.parent / ".pytest_cache" / "bytecode"
# Without bytecode every worker and every program that a test starts compiles all that it imports: two thirds
# of what collecting takes. Whoever wants none beside the sources has it in the cache; before other imports.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import settings  # noqa: E402

from agents.calls import runtime  # noqa: E402
from agents.models import loop_clients  # noqa: E402
from tests.support.passed_before import (  # noqa: E402, F401  (hooks)
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
)

# What the machine needs to run a program, and what chooses tests. Everything else is the caller's: settings
# and keys of ours, of providers and of clients, proxies, languages, terminals. No test may depend on it.
KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|VIRTUAL_ENV|LD_LIBRARY_PATH|SYSTEMROOT|PATHEXT|COMSPEC"
    r"|CI|TEST_POSTGRES|LONG_PROOFS|SCHEMA_EXAMPLES"
    r"|(PYTEST|PYTHONPYCACHEPREFIX|PYTHONHASHSEED|PYTHONUNBUFFERED|COV|UV|PIP|SSL|OPENBLAS|OMP|MPL)(_?\w*)"
)
for name in set(os.environ):
    if not KEPT.fullmatch(name):
        del os.environ[name]

# Servers and pools run in threads, whose own heaps would leave a worker 50 MB larger; for the workers alone.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["MALLOC_ARENA_MAX"] = "2"

# Every client of HTTP reads all authorities, for 20 ms; no test speaks to a server that one vouches for.
os.environ["SSL_CERT_FILE"] = str(Path(__file__).parent / "support" / "nobody.pem")

# How long an example takes says something about the machine, and nothing about the code.
settings.register_profile("project", deadline=None, max_examples=40)
# pytest --hypothesis-profile thorough
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("project")

_BLANK = ModuleType("eval.reports.still_charts")
vars(_BLANK).update(draw_charts=lambda _data: {}, write_charts=lambda _stills, _folder: None)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: some tests wait for a local server to answer late.

    No more than eight: each takes a third of a gigabyte, and is at its imports as long as at its tests.
    """
    return min((os.cpu_count() or 1) + 1, 8)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """One worker collects before all others, which then find its bytecode and need not compile the same.

    Nobody looks meanwhile for garbage in what stays. Nothing is frozen: tests of caches look at all objects.
    """
    BYTECODE.mkdir(parents=True, exist_ok=True)
    gc.disable()
    try:
        with (BYTECODE / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                fcntl.flock(lock, fcntl.LOCK_SH)
            return (yield)
    finally:
        gc.enable()


@pytest.fixture(autouse=True)
def _a_store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds the runs of another one, or leaves its own in the working folder."""
    monkeypatch.setenv("JUDGE_STORE", str(tmp_path / "runs.sqlite"))


@pytest.fixture(autouse=True)
def _a_process_that_knows_no_server() -> None:
    """What one test learned of the server at a port, the next must not know of another one there.

    Most tests run whole commands, which call models with the process's own runtime and take no other one.
    """
    runtime._runtime_of.cache_clear()
    loop_clients._clients_of.cache_clear()


@pytest.fixture(autouse=True)
def _a_new_store_is_a_copy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of stores migrate them; to all others one is as good as the next."""
    database = sys.modules.get("data_base.store.database")
    if database is not None and "data_base/store" not in request.path.as_posix():
        from tests.support.new_stores import brought_up_to_date

        monkeypatch.setattr(database, "bring_up_to_date", brought_up_to_date)


@pytest.fixture(autouse=True)
def _no_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena's pictures take longer than the arena; `drawn_pictures` is for who looks at them."""
    if "drawn_pictures" not in request.fixturenames:
        monkeypatch.setitem(sys.modules, "eval.reports.still_charts", _BLANK)


@pytest.fixture
def drawn_pictures() -> None:
    """An arena draws its pictures."""

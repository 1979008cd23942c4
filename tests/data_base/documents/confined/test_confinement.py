"""What a process can still do before it reads a document that may mean harm."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.rows import table

ROOT = Path(__file__).parents[4]
FORBIDDEN = table(__file__, "FORBIDDEN")
NEEDED = (
    "import xml.dom.minidom",
    "import bs4; bs4.BeautifulSoup('<p>a', 'html.parser')",
    "from data_base.text.word_lists import lexicon; lexicon('stop_words')",
)
TRIED = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from data_base.documents.confined.confinement import confine
from data_base.documents.confined.limits import ParseLimits
confine(ParseLimits(cpu_seconds=7))
said = []
for code in json.loads(sys.argv[2]):
    try:
        exec(code)
        said.append("done")
    except BaseException as error:
        said.append(str(error))
print(json.dumps(said))
"""
DEVICES = """
import sys
sys.path[:0] = sys.argv[1:]
from data_base.documents.confined.confinement import leave_the_network
leave_the_network()
print(open("/proc/self/net/dev").read())
"""


def confined(tmp_path: Path, *snippets: str) -> list[str]:
    """What becomes of each snippet in a process that has confined itself."""
    path = json.dumps([str(ROOT), *filter(None, sys.path)])
    command = [sys.executable, "-I", "-S", "-c", TRIED, path, json.dumps(snippets)]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    said: list[str] = json.loads(ended.stdout)
    return said


def test_only_what_reading_needs_can_be_done(tmp_path: Path) -> None:
    said = dict(zip(FORBIDDEN, confined(tmp_path, *FORBIDDEN), strict=True))
    assert {code: text for code, text in said.items() if "is refused" not in text} == {}
    assert not list(tmp_path.iterdir())


def test_libraries_and_word_lists_can_be_loaded(tmp_path: Path) -> None:
    assert confined(tmp_path, *NEEDED) == ["done"] * len(NEEDED)


def test_a_link_among_the_libraries_leads_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    file, link = packages / "module.py", packages / "link.py"
    file.write_text("", encoding="utf-8")
    link.symlink_to("/etc/passwd")
    monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
    inside, outside = confined(tmp_path, f"open({str(file)!r})", f"open({str(link)!r})")
    assert inside == "done"
    assert "open is refused" in outside


def test_the_systems_limits_are_set(tmp_path: Path) -> None:
    code = (
        "import resource; names = 'CPU', 'FSIZE', 'CORE', 'NPROC';"
        "raise Exception([resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) for name in names])"
    )
    (said,) = confined(tmp_path, code)
    assert said == str([(7, 8), (0, 0), (0, 0), (0, 0)])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a process of its parent")
@pytest.mark.timeout(30)
def test_it_ends_when_the_server_is_killed(tmp_path: Path) -> None:
    """It went on until its processor time was used up."""
    waiting = "import sys; sys.path[:] = sys.argv[1:];"
    waiting += "from data_base.documents.confined.confinement import confine;"
    waiting += "from data_base.documents.confined.limits import ParseLimits; confine(ParseLimits());"
    waiting += "print('ready', flush=True); import time; time.sleep(60)"
    path = [str(ROOT), *filter(None, sys.path)]
    child = [sys.executable, "-I", "-S", "-c", waiting, *path]
    server = [sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])", *child]
    with subprocess.Popen(server, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "ready\n"
        started.kill()
        # The pipe ends with the last process that has it.
        assert started.stdout.read() == ""


def test_no_network_is_left_where_the_system_permits_that(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "--user", "--net", "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system does not let its users leave the network")
    command = [sys.executable, "-c", DEVICES, str(ROOT)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert {line.split(":")[0].strip() for line in told.splitlines() if ":" in line} <= {"lo"}

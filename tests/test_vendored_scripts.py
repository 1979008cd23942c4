"""Scripts of others that are shipped are those that their VERSION files name, and the audit asks for each."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def vendored() -> list[Path]:
    """Scripts and style sheets of others."""
    listed = subprocess.run(
        ["git", "ls-files", "*/vendor/*.js", "*/vendor/*.css"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [ROOT / name for name in listed.stdout.split()]


def test_every_script_of_others_has_a_version_and_the_hash_that_it_names() -> None:
    files = vendored()
    assert {file.name for file in files} >= {"htmx.min.js", "swagger-ui-bundle.js", "echarts.min.js"}
    for file in files:
        said = (file.parent / "VERSION").read_text(encoding="utf-8")
        found = re.search(rf"^sha256 ([0-9a-f]{{64}}) {re.escape(file.name)}$", said, re.MULTILINE)
        assert found is not None, file
        assert hashlib.sha256(file.read_bytes()).hexdigest() == found[1], file
        assert re.search(r"^npm \S+ \d+\.\d+\.\d+$", said, re.MULTILINE), file


def test_the_audit_reads_them_and_fails_where_none_says_what_it_is(tmp_path: Path) -> None:
    """It said nothing where a VERSION file had no line of npm, and where none was found."""
    audit = (ROOT / ".ci" / "audit").read_text(encoding="utf-8")
    assert "/vendor/*/VERSION" in audit
    script = re.search(r"<<'END'\n(.*?)\nEND\n", audit, re.DOTALL)
    assert script is not None
    silent = tmp_path / "VERSION"
    silent.write_text("htmx 2.0.11\n", encoding="utf-8")
    for files in ([], [str(silent)]):
        command = [sys.executable, "-c", script[1], *files]
        asked = subprocess.run(command, check=False, capture_output=True, text=True)
        assert asked.returncode == 1
        assert "VERSION" in asked.stderr

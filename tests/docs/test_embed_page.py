"""The page for hosts: its graph runs as shown, and is short."""

from pathlib import Path

from tests.support.in_process import script_in_process
from tests.support.pages import blocks, read


def test_a_graph_that_retries_in_forty_lines(tmp_path: Path) -> None:
    (code,) = blocks(read("docs/embed.md"), "python")
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 40
    script = tmp_path / "graph.py"
    script.write_text(code, encoding="utf-8")
    ended = script_in_process(script, cwd=tmp_path, env={"PATH": ""})
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "2 attempts: It opened in 1978.\n")
    assert [file.name for file in tmp_path.iterdir()] == ["graph.py"]

"""The code on searching by meaning in docs/python.md runs as it is shown."""

from pathlib import Path

import pytest

from tests.support.fake_encoder import install_fake_encoder
from tests.support.pages import blocks, read, section

PAGE = section(read("docs/python.md"), "Search by meaning")


def test_the_code_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    install_fake_encoder(monkeypatch)
    (code,) = blocks(PAGE, "python")
    exec(compile(code, "docs/python.md", "exec"), {})  # noqa: S102  (our own page)
    shown = capsys.readouterr().out
    assert "ferry.md#1" in shown
    assert "mill.md#1" in shown
    assert (tmp_path / "vectors.sqlite").is_file()

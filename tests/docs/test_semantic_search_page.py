"""The code of the page on searching by meaning runs as it is shown."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.support.fake_encoder import install_fake_encoder

PAGE = (Path(__file__).parents[2] / "docs" / "semantic_search.md").read_text(encoding="utf-8")


def test_the_code_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    install_fake_encoder(monkeypatch)
    (code,) = [token.content for token in MarkdownIt("commonmark").parse(PAGE) if token.info == "python"]
    exec(compile(code, "semantic_search.md", "exec"), {})  # noqa: S102  (our own page)
    shown = capsys.readouterr().out
    assert "ferry.md#1" in shown
    assert "mill.md#1" in shown
    assert (tmp_path / "vectors.sqlite").is_file()

"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.whole_file import write_whole


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_bytes_and_line_ends_are_written_as_they_are(tmp_path: Path) -> None:
    content = bytes(range(256)) + b"\r\n\n\r"
    write_whole(tmp_path / "picture.png", content)
    assert (tmp_path / "picture.png").read_bytes() == content
    write_whole(tmp_path / "text", "a\r\nb\né")
    assert (tmp_path / "text").read_bytes() == b"a\r\nb\n\xc3\xa9"

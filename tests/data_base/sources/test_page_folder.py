"""A folder that pages are written into."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.sources.fetched_pages import FetchedPage, read_fetched_pages
from data_base.sources.page_folder import page_folder
from tests.support.rows import over

READ = FetchedPage(url="https://a.example/x", status=200, state="read")
KILLED = """
import os, sys
from pathlib import Path
from data_base.sources.fetched_pages import FetchedPage
from data_base.sources.page_folder import page_folder
with page_folder(Path(sys.argv[1])) as folder:
    folder.keep(FetchedPage(url="https://a.example/x", status=200), "It opened in 1987.")
    os.kill(os.getpid(), 9)
"""


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    with page_folder(tmp_path / "new" / "pages") as folder:
        folder.keep(READ, "It opened in 1987.\ud800")
        folder.keep(FetchedPage(url="https://a.example/y", state="dead", reason="nothing answered"))
        pages = folder.read()
    found, dead = pages.page("https://a.example/x"), pages.page("https://www.a.example/y/")
    assert found is not None
    assert dead is not None
    assert (pages.text(found), found.state_with("x")) == ("It opened in 1987.?", "read")
    assert (pages.text(dead), dead.state_with(""), dead.reason) == ("", "dead", "nothing answered")
    assert sorted(path.suffix for path in pages.folder.iterdir()) == [".jsonl", ".md"]


def test_a_folder_made_by_hand_is_read(tmp_path: Path) -> None:
    title = {"url": "https://a.example/x", "file": "1.txt", "title": "Orle\u2028mill"}
    gone = {"url": "https://a.example/y", "status": 404, "file": "1.txt"}
    lines = "\r\n".join(json.dumps(each, ensure_ascii=False) for each in (title, gone))
    (tmp_path / "index.jsonl").write_text(f"\ufeff{lines}\r\n", "utf-8")
    (tmp_path / "1.txt").write_text("\ufeffIt opened in 1987.", "utf-8")
    pages = read_fetched_pages(tmp_path)
    texts = [pages.text(page) for page in pages.pages.values()]
    assert texts == ["It opened in 1987.", ""]


@over(
    "left, kept",
    [
        (b'{"url": "https://a.example/y", "sta', 1),
        (b'{"url": "https://a.example/y", "status": 404}', 2),
        (b"", 1),
    ],
)
def test_a_line_that_was_not_finished_is_taken_off(left: bytes, kept: int, tmp_path: Path) -> None:
    with page_folder(tmp_path / left.hex()) as folder:
        folder.keep(READ, "text")
    with (folder.folder / "index.jsonl").open("ab") as index:
        index.write(left)
    with page_folder(folder.folder) as folder:
        assert len(folder.read().pages) == kept
        folder.keep(FetchedPage(url="https://a.example/z"))
        assert len(folder.read().pages) == kept + 1


def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    with page_folder(tmp_path), pytest.raises(InputError, match="another process"), page_folder(tmp_path):
        pass


def test_a_process_that_is_killed_keeps_nobody_out(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    ended = subprocess.run([sys.executable, "-c", KILLED, tmp_path], cwd=root, check=False, timeout=60)
    assert ended.returncode == -9
    with page_folder(tmp_path) as folder:
        assert len(folder.read().pages) == 1


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(InputError, match="cannot be written"), page_folder(tmp_path / "file"):
        pass

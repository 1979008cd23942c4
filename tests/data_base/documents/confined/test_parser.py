"""Uploaded documents become passages, and those that mean harm a sentence."""

import asyncio
import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from data_base.documents.confined import parser
from data_base.documents.confined.errors import (
    DocumentLimitError,
    DocumentNameError,
    ParserFailedError,
    UnreadableDocumentError,
)
from data_base.documents.confined.limits import ParseLimits
from data_base.documents.confined.parser import parse_document
from data_base.documents.reader import read_documents
from data_base.errors import InputError
from tests.support.hostile_pdf import looping_page_tree, many_pages_claimed, zip_bomb
from tests.support.pdf import encrypted_pdf, minimal_pdf
from tests.support.rows import over, table

LONG = "".join(f"Das Schiff {n} fuhr {n * 37} Mal.\n\n" for n in range(2_000)).encode()
RUSSIAN = "# Паром\n\nВ 2023 г. паром сделал 1 204 рейса.\n\n| год | рейсы |\n|---|---|\n| 2023 | 1204 |"
ENDLESS = (b"<!--", 400_000)
"""Comments that never end keep the HTML parser busy for more than 20 s."""


@over(
    "name, content",
    [
        ("渡轮.txt", "渡轮在2023年完成了1,204次航行。\n\n共有42名船员。".encode()),
        ("паром.md", RUSSIAN.encode()),
        ("page[1].HTML", "<h1>渡輪</h1><p>Выручка: 10<sup>6</sup> €".encode()),
        ("two pages.pdf", minimal_pdf("Page one says 17.", "Page two says 18.")),
        ("long.txt", LONG),
    ],
)
async def test_passages_are_those_of_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    assert list((await parse_document(name, content)).passages) == read_documents(tmp_path / name)
    # A process that was killed while it ended was one that asyncio did not know any more, and said so.
    assert caplog.messages == []


@over(
    "name, said",
    [
        ("../a.txt", "contains no '/'"),
        ("/etc/passwd.txt", "contains no '/'"),
        ("C:\\a.txt", r"contains no '\\'"),
        ("..", "is no name"),
        (" ", "is no name"),
        ("a\0.txt", r"such as '\x00'"),
        ("a\n.txt", r"such as '\n'"),
        ("a\ud800.txt", r"such as '\ud800'"),
        ("a\u202etxt.exe", r"such as '\u202e'"),
        ("a" * 252 + ".txt", "256 characters"),
    ],
)
async def test_a_name_is_no_path_and_can_be_seen(name: str, said: str) -> None:
    with pytest.raises(DocumentNameError) as caught:
        await parse_document(name, b"text")
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


@over(
    "name, content, said",
    [
        ("a.txt", b"", "a.txt: the file is empty"),
        ("a.docx", b"PK", "documents of this kind are not read; use one of .htm, "),
        ("pdf", b"%PDF", "documents of this kind are not read"),
        ("a.pdf", b"hello", "a.pdf: is not a readable PDF"),
        ("a.txt", minimal_pdf("one").replace(b"one", b"\xff"), "is not UTF-8 text"),
        ("甲.md", b"caf\xe9", "甲.md: byte 3 is not UTF-8 text"),
        ("a.html", b"<script>1</script>", "a.html: contains no text"),
        ("a.md", b"# \n\n \n", "a.md: contains no text"),
        ("scan.pdf", minimal_pdf("", ""), "2 pages and no text"),
        ("locked.pdf", encrypted_pdf("17", password="sesame"), "locked by a password"),
        ("loop.pdf", looping_page_tree(), "loop.pdf: page 1 cannot be read"),
        ("claim.pdf", many_pages_claimed(), "claim.pdf: is not a readable PDF"),
    ],
)
async def test_what_cannot_be_read_is_said_in_a_sentence(name: str, content: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=r"^[^\n]+$") as caught:
        await parse_document(name, content)
    assert said in str(caught.value)
    assert not any(folder in str(caught.value) for folder in (str(Path.cwd()), tempfile.gettempdir()))


@over(
    "name, repeated, limits, said",
    [
        ("a.txt", (b"word ", 10_000_000), ParseLimits(), "49,999,999 characters of text, and 20,000,000"),
        ("a.txt", (LONG, 1), ParseLimits(output_bytes=20_000), "its passages have more than"),
        ("a.txt", (b"word ", 200), ParseLimits(output_bytes=100), "its passages have more than"),
        ("a.html", (b"<p>a", 500_000), ParseLimits(memory_bytes=150 * 2**20), "more than 150 MB of memory"),
        ("a.html", ENDLESS, ParseLimits(cpu_seconds=1), "took more than 1 s of processor time"),
        ("a.html", ENDLESS, ParseLimits(seconds=0.3), "took more than 0.3 s; split it"),
    ],
)
async def test_what_needs_too_much_is_stopped(
    name: str, repeated: tuple[bytes, int], limits: ParseLimits, said: str
) -> None:
    part, times = repeated
    # Where memory ends inside a library it may end the process before it can say so.
    with pytest.raises((DocumentLimitError, ParserFailedError), match=r"^a\.\w+: [^\n]+$") as caught:
        await parse_document(name, part * times, limits=limits)
    assert said in str(caught.value)


async def test_a_pdf_of_too_many_pages_is_refused() -> None:
    with pytest.raises(DocumentLimitError, match=r"^a\.pdf: .*10,000 pages, and 3,000 at most are read"):
        await parse_document("a.pdf", minimal_pdf(*["x"] * 10_000))


async def test_a_zip_bomb_in_a_pdf_ends_its_reader_alone() -> None:
    bomb = zip_bomb(1024)
    assert len(bomb) < 2_000_000
    with pytest.raises(ParserFailedError, match=r"^bomb\.pdf: it crashed .* or needs more than 400 MB"):
        await parse_document("bomb.pdf", bomb, limits=ParseLimits(memory_bytes=400 * 2**20))


async def test_a_page_as_deep_as_it_is_long_is_read() -> None:
    (passage,), _ = await parse_document("deep.html", b"<div>" * 100_000 + b"The mill had 212 workers.")
    assert passage.text == "The mill had 212 workers."


async def test_the_character_that_no_database_takes_is_replaced() -> None:
    (passage,), _ = await parse_document("a.html", b"<p>seven&#0;teen</p>")
    assert passage.text == "seven\ufffdteen"


@over(
    "code",
    table(__file__, "test_a_reader_that_crashes_or_lies_is_said_in_a_sentence"),
)
async def test_a_reader_that_crashes_or_lies_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(parser, "_CODE", code)
    with pytest.raises(ParserFailedError, match=r"^a\.txt: [^\n]+$") as caught:
        await parse_document("a.txt", b"text " * 100_000)
    assert "/root" not in str(caught.value)


async def test_a_reader_that_never_stops_writing_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "_CODE", "while True: print('[null, \"' + 'a' * 1000 + '\"]')")
    with pytest.raises(DocumentLimitError, match="its passages have more than 1,048,576 bytes"):
        await parse_document("a.txt", b"text", limits=ParseLimits(output_bytes=2**20))


async def test_the_reader_inherits_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden")
    secret = tmp_path / "secret"
    secret.write_text("hidden", encoding="utf-8")
    told = (
        "import json, os; seen = [dict(os.environ), os.listdir(), os.listdir('/proc/self/fd')];"
        "print(json.dumps([None, json.dumps(seen)])); print(json.dumps({'end': 'done'}))"
    )
    monkeypatch.setattr(parser, "_CODE", told)
    with secret.open("rb") as stream:
        os.set_inheritable(stream.fileno(), True)
        (passage,), _ = await parse_document("a.txt", b"text")
    environment, working_folder, descriptors = json.loads(passage.text)
    assert set(environment) <= {"LD_LIBRARY_PATH", "LC_CTYPE"}
    assert working_folder == []
    # stdin, stdout, stderr, and the listing itself.
    assert len(descriptors) == 4


async def test_a_cancelled_reading_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    started: asyncio.Queue[int] = asyncio.Queue()
    start = asyncio.create_subprocess_exec

    async def told(*arguments: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await start(*arguments, **options)
        started.put_nowait(process.pid)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", told)
    reading = asyncio.create_task(parse_document("a.html", ENDLESS[0] * ENDLESS[1]))
    process = await started.get()
    assert names_in(tmp_path)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert not names_in(tmp_path)


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_limits_are_above_zero() -> None:
    with pytest.raises(InputError, match="pages of a document's limits is 0; it must be above 0"):
        ParseLimits(pages=0)


async def test_that_the_network_is_left_to_the_process_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told = 'print(\'[1, "text"]\'); print(\'{"end": "done", "alone": %s}\')'
    parser._network_warned.clear()
    for alone, warnings in (("true", 0), ("false", 1), ("false", 1)):
        monkeypatch.setattr(
            parser, "python_command", lambda _, code=told % alone: [sys.executable, "-c", code]
        )
        with caplog.at_level(logging.WARNING):
            await parser.parse_document("a.txt", b"text")
        assert caplog.text.count("leaves processes that read documents their network") == warnings
    parser._network_warned.clear()

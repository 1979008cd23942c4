"""Documents of strangers become passages, each read in a process of its own that may do nothing else."""

import asyncio
import json
import os
import signal
import sys
import tempfile
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from data_base.documents.confined.errors import (
    DocumentError,
    DocumentLimitError,
    ParserFailedError,
    UnreadableDocumentError,
)
from data_base.documents.confined.limits import ParseLimits
from data_base.documents.confined.names import checked_name
from data_base.documents.cutting import Cut
from data_base.documents.kinds import require_readable
from data_base.documents.named_bytes import NamedBytes
from data_base.documents.page_passages import named_passages
from data_base.documents.whole_pages import DocumentAbout
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.passage import Passage

_log = module_logger(__name__)
# The folder that the top-level package lies in.
_ROOT = Path(__file__).parents[__name__.count(".")]
_CODE = f"from {__package__}.child import main; main()"
# Without these, Python may not start: where its library is, and where Windows is.
_ENVIRONMENT = ("LD_LIBRARY_PATH", "SYSTEMROOT")
_network_warned = threading.Event()
_CHUNK = 2**18
_MB = 2**20
_ERRORS: dict[str, type[DocumentError]] = {
    error.__name__: error for error in (UnreadableDocumentError, DocumentLimitError, ParserFailedError)
}


class ParsedDocument(NamedTuple):
    """A document that was read."""

    passages: tuple[Passage, ...]
    """In reading order, cut as a passage index cuts them; at least one."""
    note: str | None = None
    """Which of its pages have no text, None where all have some."""


class WholeDocument(NamedTuple):
    """A document that was read without being cut."""

    text: str
    """All of it, in Markdown."""
    about: DocumentAbout
    """What it says of itself."""


class _Read(NamedTuple):
    cuts: tuple[Cut, ...]
    end: "_End"


class _Cut(NamedTuple):
    page: Annotated[int, Field(ge=1)] | None
    text: str


class _End(BaseModel):
    end: Literal["done", "UnreadableDocumentError", "DocumentLimitError", "ParserFailedError"]
    sentence: str = Field(default="", max_length=1000)
    alone: bool = True
    title: str = Field(default="", max_length=1000)
    published: str = Field(default="", max_length=1000)


@cache
def _message() -> TypeAdapter[_Cut | _End]:
    return TypeAdapter(_Cut | _End)


async def parse_document(name: str, content: bytes, *, limits: ParseLimits | None = None) -> ParsedDocument:
    """The passages of a document that anyone may have handed in.

    It is read by a new Python process with an empty environment, an empty folder to work in and no open file
    of this one, which gives up the network, other files and other processes before it looks at the document
    (see :mod:`data_base.documents.confined.confinement`). The process is gone when this returns, raises or is
    cancelled. How many run at a time is the caller's to limit.

    Args:
        name: what the document is called: a name, never a path. Its ending alone says how it is read, and
            it is the first part of every passage's id.
        content: the document, in memory.
        limits: what reading it may use, ``ParseLimits()`` if None.

    Raises:
        DocumentNameError: no document may have this name.
        UnreadableDocumentError: it is empty, of another kind than its name says, or without text.
        DocumentLimitError: it needs more than ``limits``.
        ParserFailedError: the process crashed or did what it may not.
        OSError: the system starts no further process, whatever the document is.
    """
    found = await _parsed(NamedBytes(checked_name(name), content), limits or ParseLimits(), whole=False)
    # In a thread: a long document has tens of thousands, and others wait for this loop.
    passages = await asyncio.to_thread(named_passages, name, found.cuts)
    return ParsedDocument(tuple(passages), found.end.sentence or None)


async def parse_whole(name: str, content: bytes, *, limits: ParseLimits | None = None) -> WholeDocument:
    """As :func:`parse_document`, with the text as it is, and what the document says of itself."""
    found = await _parsed(NamedBytes(checked_name(name), content), limits or ParseLimits(), whole=True)
    text = "\n\n".join(cut.text for cut in found.cuts)
    return WholeDocument(text, DocumentAbout(found.end.title, found.end.published))


async def _parsed(document: NamedBytes, limits: ParseLimits, *, whole: bool) -> _Read:
    if not document.content:
        raise UnreadableDocumentError(f"{document}: the file is empty; save it again and hand that in.")
    try:
        require_readable(document)
    except InputError as error:
        raise UnreadableDocumentError(str(error)) from error
    header = {"name": document.name, "limits": asdict(limits), "whole": whole}
    try:
        async with asyncio.timeout(limits.seconds), _reading(document, header, limits) as process:
            return await _received(process, document.name, limits)
    except TimeoutError as error:
        raise _over(document.name, f"reading it took more than {limits.seconds:g} s") from error


@asynccontextmanager
async def _reading(
    document: NamedBytes, header: dict[str, object], limits: ParseLimits
) -> AsyncIterator[Process]:
    """The process that reads this document, killed and waited for at the end."""
    with tempfile.TemporaryDirectory(prefix="judge-document-", ignore_cleanup_errors=True) as empty:
        process = await asyncio.create_subprocess_exec(
            *python_command(_CODE),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=empty,
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            start_new_session=True,
            limit=limits.output_bytes,
        )
        feeding = asyncio.create_task(_feed(process, header, document.content))
        try:
            yield process
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            feeding.cancel()
            await asyncio.wait([feeding])
            # What is left in the pipe is read, or asyncio would keep it open.
            await process.communicate()


def python_command(code: str) -> list[str]:
    """Python without the user's settings, with the path that this process finds its modules on.

    Args:
        code: to run, once ``sys.path`` is set.
    """
    path = [str(_ROOT), *(entry for entry in sys.path if Path(entry).is_absolute())]
    # -S: what site-packages run at every start is not run here.
    options = ["-I", "-S", "-X", "utf8", *(["-B"] if sys.dont_write_bytecode else [])]
    return [sys.executable, *options, "-c", f"import sys; sys.path[:] = sys.argv[1:]\n{code}", *path]


async def _feed(process: Process, header: dict[str, object], content: bytes) -> None:
    stdin = process.stdin
    if stdin is None:
        return
    # A process that has ended reads no more; why it has is seen at its other end.
    with suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(json.dumps(header).encode() + b"\n")
        for start in range(0, len(content), _CHUNK):
            stdin.write(content[start : start + _CHUNK])
            await stdin.drain()
        stdin.close()
        await stdin.wait_closed()


async def _received(process: Process, name: str, limits: ParseLimits) -> _Read:
    """What the process found in the document, once it has ended and said that this is all."""
    cuts: list[Cut] = []
    end: _End | None = None
    async for message in _messages(process, name, limits):
        if end is not None:
            raise _crashed(name, limits)
        if isinstance(message, _Cut):
            cuts.append(Cut(*message))
        else:
            end = message
    if end is not None and not end.alone:
        _warn_of_network()
    code = await process.wait()
    if sys.platform != "win32" and code == -signal.SIGXCPU:
        raise _over(name, f"reading it took more than {limits.cpu_seconds} s of processor time")
    if end is not None and end.end in _ERRORS:
        raise _ERRORS[end.end](end.sentence)
    if code or end is None or not cuts:
        raise _crashed(name, limits)
    return _Read(tuple(cuts), end)


async def _messages(process: Process, name: str, limits: ParseLimits) -> AsyncIterator[_Cut | _End]:
    size = 0
    while line := await _line(process, limits):
        size += len(line)
        if size > limits.output_bytes:
            raise _over(name, f"its passages have more than {limits.output_bytes:,} bytes")
        try:
            message = _message().validate_json(line)
        except ValidationError as error:
            raise _crashed(name, limits) from error
        yield message


async def _line(process: Process, limits: ParseLimits) -> bytes:
    """The next line, empty at the end; one byte more than all may be where a line is longer."""
    if process.stdout is None:
        return b""
    try:
        return await process.stdout.readline()
    except ValueError:
        return bytes(limits.output_bytes + 1)


def _warn_of_network() -> None:
    """Say it once: nothing about it changes while this process runs."""
    if _network_warned.is_set():
        return
    _network_warned.set()
    _log.warning(
        "the system leaves processes that read documents their network; Python code in them is refused it "
        "all the same, a fault in the PDF library's native code is not (judge doctor)"
    )


def _over(name: str, what: str) -> DocumentLimitError:
    return DocumentLimitError(f"{name}: {what}; split it into smaller documents.")


def _crashed(name: str, limits: ParseLimits) -> ParserFailedError:
    return ParserFailedError(
        f"{name}: it crashed the program that reads such documents, or needs more than "
        f"{limits.memory_bytes // _MB} MB of memory; export it again or split it."
    )

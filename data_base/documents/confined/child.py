"""The process that reads one document: from stdin, to stdout, and then it ends.

It is started by :mod:`.parser`. The first line it reads is a JSON object with ``name``, ``limits`` and
``whole``; what follows is the document. Each line it writes is JSON: ``[page, text]`` for each passage, or
for each page of a document that is to stay whole, then ``{"end": "done"}``, whose ``sentence`` is on pages
without text, with ``title`` and ``published`` of a whole document, or ``{"end": name of an error,
"sentence": what it says}``; ``"alone": false`` with it where the system left the process its network.

The libraries are loaded before the document is read and before the process confines itself; that they do not
include pydantic halves the time it takes to start.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from data_base.counted import counted
from data_base.documents.confined.confinement import ForbiddenError, confine
from data_base.documents.confined.errors import (
    DocumentError,
    DocumentLimitError,
    ParserFailedError,
    UnreadableDocumentError,
)
from data_base.documents.confined.limits import ParseLimits
from data_base.documents.cutting import cut_pages
from data_base.documents.kinds import reader_of
from data_base.documents.named_bytes import NamedBytes
from data_base.documents.page import PageBlocks
from data_base.documents.unread_content_warnings import pages_note
from data_base.documents.whole_pages import DocumentAbout, whole_pages
from data_base.errors import InputError

_MB = 2**20
_LONGEST_NOTE = 1000


def main() -> None:
    """Read the document and end the process, without taking down what was built up."""
    _serve(sys.stdin.buffer, sys.stdout.buffer)
    sys.stdout.buffer.flush()
    os._exit(0)


def _serve(source: BinaryIO, target: BinaryIO) -> None:
    header = json.loads(source.readline())
    name, limits, alone = header["name"], ParseLimits(**header["limits"]), True
    end: dict[str, object]
    try:
        read = reader_of(NamedBytes(name, b""))
        about = _about() if header["whole"] else None
        alone = confine(limits)
        document = NamedBytes(name, source.read())
        _check_page_count(document, limits)
        pages = read(document)
        _check_text(name, pages, limits)
        for cut in whole_pages(pages) if about else cut_pages(pages):
            _write(target, cut)
        end = {"end": "done", "sentence": (pages_note(name, pages) or "")[:_LONGEST_NOTE]}
        if about:
            end |= about(document)._asdict()
    except DocumentError as error:
        end = {"end": type(error).__name__, "sentence": str(error)}
    except InputError as error:
        end = {"end": UnreadableDocumentError.__name__, "sentence": str(error)}
    except MemoryError:
        end = {
            "end": DocumentLimitError.__name__,
            "sentence": f"{name}: reading it needs more than {limits.memory_bytes // _MB} MB of memory; "
            "split it into smaller documents.",
        }
    except ForbiddenError as error:
        end = _failed(name, f"asked for {error.event}, which no document needs")
    except Exception as error:  # noqa: BLE001  (whatever a document makes of a parser is said in a sentence)
        end = _failed(name, f"failed with {type(error).__name__}")
    _write(target, end | {"alone": alone})


def _about() -> Callable[[NamedBytes], DocumentAbout]:
    from data_base.documents.about import about  # noqa: PLC0415  (a parser of HTML, for whole documents alone)

    return about


def _failed(name: str, what: str) -> dict[str, object]:
    sentence = f"{name}: the program that reads such documents {what}; export the document again."
    return {"end": ParserFailedError.__name__, "sentence": sentence}


def _check_page_count(document: NamedBytes, limits: ParseLimits) -> None:
    if document.suffix.lower() != ".pdf":
        return
    from data_base.documents.pdf import page_count  # noqa: PLC0415  (a native library, for PDF files alone)

    count = page_count(document)
    if count > limits.pages:
        raise DocumentLimitError(
            f"{document}: has {counted(count, 'page')}, and {limits.pages:,} at most are read; "
            "split it into smaller documents."
        )


def _check_text(name: str, pages: list[PageBlocks], limits: ParseLimits) -> None:
    characters = sum(len(block.text.strip()) for page in pages for block in page.blocks)
    if not characters:
        raise UnreadableDocumentError(f"{name}: contains no text; leave it out or fill it.")
    if characters > limits.characters:
        raise DocumentLimitError(
            f"{name}: has {characters:,} characters of text, and {limits.characters:,} at most are read; "
            "split it into smaller documents."
        )


def _write(target: BinaryIO, message: object) -> None:
    target.write(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

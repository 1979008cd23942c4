"""Files in the body of a request: spooled to disk as they come in, within limits."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from service.collections.uploading import OfferedFile
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from typing import BinaryIO

    from fastapi import Request

FIELD = "files"
FILES = 100
"""Files of a request at most."""
_CHUNK = 2**18
_TYPE = "multipart/form-data"
SCHEMA = {
    "requestBody": {
        "required": True,
        "content": {
            _TYPE: {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "additionalProperties": False,
                    "properties": {
                        FIELD: {
                            "type": "array",
                            "minItems": 1,
                            "maxItems": FILES,
                            "items": {"type": "string", "format": "binary"},
                        }
                    },
                }
            }
        },
    }
}
"""The body of such a request, for its description."""


@dataclass(frozen=True, slots=True)
class FilesForm:
    """A form with files."""

    files: list[OfferedFile]
    """Its files."""
    texts: Mapping[str, str]
    """Its other fields."""


@asynccontextmanager
async def uploaded(request: Request, *, texts: Sequence[str] = ()) -> AsyncIterator[FilesForm]:
    """The form of a request; its files are there as long as the block takes.

    Args:
        request: its body is ``multipart/form-data``, with all files in fields of one name.
        texts: other fields that it may have.

    Raises:
        ProblemError: 400, 413, 415 or 422: the body is no such form, has more files than it may, or something
            else than files.
    """
    if not is_form_of_files(request):
        raise ProblemError(415, f"Documents are uploaded as {_TYPE}, one part {FIELD!r} per file.")
    try:
        form = await _Parser(request, len(texts)).parse()
    except MultiPartException as error:
        raise _unusable(error) from error
    try:
        parts = form.multi_items()
        besides = {name: part for name, part in parts if name in texts and isinstance(part, str)}
        files = [part for part in parts if part[0] not in besides]
        yield FilesForm([await run_in_threadpool(_offered, *part) for part in files], besides)
    finally:
        await form.close()


def is_form_of_files(request: Request) -> bool:
    """Whether a request's body says that it is such a form."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == _TYPE


class _Parser(MultiPartParser):
    """Parses a form of files and so many other fields, and refuses one that breaks off."""

    def __init__(self, request: Request, texts: int) -> None:
        super().__init__(request.headers, self._chunks(request), max_files=FILES, max_fields=texts)
        self._has_ended = False

    def on_end(self) -> None:
        self._has_ended = True

    async def _chunks(self, request: Request) -> AsyncGenerator[bytes, None]:
        async for chunk in request.stream():
            yield chunk
        if not self._has_ended:
            # Raised here, as the parser closes its files where its source fails.
            raise MultiPartException("It breaks off before the boundary that ends it.")


def _offered(field: str, part: UploadFile | str) -> OfferedFile:
    if isinstance(part, str) or field != FIELD:
        raise ProblemError(422, f"The part {field!r} is none of the files; send each as a part {FIELD!r}.")
    content = part.file
    digest = hashlib.sha256()
    while chunk := content.read(_CHUNK):
        digest.update(chunk)
    return OfferedFile(part.filename or "", part.size or 0, digest.hexdigest(), _reader(content))


def _reader(content: BinaryIO) -> Callable[[], bytes]:
    def read() -> bytes:
        content.seek(0)
        return content.read()

    return read


def _unusable(error: MultiPartException) -> ProblemError:
    """Why a form cannot be used."""
    said = error.message
    if said.startswith("Too many files"):
        return ProblemError(413, f"The body has more than {FILES} files; send them in several requests.")
    if said.startswith("Too many fields"):
        return ProblemError(
            422, f"A part of the body is no file (it has no filename); send each file as a part {FIELD!r}."
        )
    return ProblemError(400, f"The body is no {_TYPE}: {said} Let the client's library write it.")

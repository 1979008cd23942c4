"""Files and folders become passages."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from data_base.documents.cutting import PASSAGE_TOKENS
from data_base.documents.kinds import KINDS, is_readable, reader_of, require_readable
from data_base.documents.page_passages import split_pages
from data_base.documents.unread_content_warnings import kinds_note, kinds_of, pages_note
from data_base.errors import InputError, unreadable
from data_base.logs import module_logger
from data_base.schemas.passage import Passage
from data_base.whole_text import whole_text

_NAMED = 20
"""Documents that cannot be read, of which an error names so many."""
_log = module_logger(__name__)


class DocumentsRead(NamedTuple):
    """Documents, once they are read."""

    passages: list[Passage]
    """Sorted by document and place."""
    notes: tuple[str, ...] = ()
    """What of them could not be read: pages without text, files of other kinds in a folder."""


def document_files(paths: str | Path | Sequence[str | Path]) -> dict[str, Path]:
    """The documents that a folder or a list of files and folders contains.

    Args:
        paths: folders are searched with all below them for files of the kinds read here; hidden ones are
            passed over. A file that is named itself must be of such a kind.

    Returns:
        Document name (the path below its folder, with slashes) to file, sorted by name.

    Raises:
        InputError: a path is not there, a named file is of another kind, two documents have the same
            name, or nothing was found.
    """
    roots = _roots(paths)
    found: dict[str, Path] = {}
    for root in roots:
        for name, file in _below(root):
            _require_utf8(name)
            if name in found and found[name] != file:
                raise InputError(f"{file}: another document is named {name} too ({found[name]}); rename one.")
            found[name] = file
    if not found:
        raise _nothing_found(roots)
    return dict(sorted(found.items()))


def _require_utf8(name: str) -> None:
    # It is part of the ids of its passages, and those are written to files.
    if (shown := whole_text(name)) != name:
        raise InputError(f"{shown}: the document's name is not UTF-8; rename it.")


def _roots(paths: str | Path | Sequence[str | Path]) -> list[Path]:
    return [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]


def _below(root: Path) -> list[tuple[str, Path]]:
    # Unlike the methods of Path, these take a name that is too long for the system as one that is not there.
    if os.path.isfile(root):  # noqa: PTH113
        require_readable(root)
        return [(root.name, root)]
    if not os.path.isdir(root):  # noqa: PTH112
        if os.path.exists(root):  # noqa: PTH110
            raise InputError(f"{root}: is a pipe or a device, of no kind; write it to a file ({KINDS}).")
        raise InputError(f"{root}: there is no such file or folder; check the path.")
    return [(file.relative_to(root).as_posix(), file) for file in _visible(root) if is_readable(file)]


def _visible(root: Path) -> list[Path]:
    """The files below a folder, hidden ones and those in hidden folders left out.

    Raises:
        InputError: a folder cannot be looked into; its documents would be missing without a word.
    """
    found: list[Path] = []
    for folder, folders, names in os.walk(root, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(folder, name) for name in names if not name.startswith(".")]
    return sorted(file for file in found if file.is_file())


def _refuse(error: OSError) -> None:
    raise unreadable(error.filename, error) from error


def _nothing_found(roots: Sequence[Path]) -> InputError:
    shown = ", ".join(str(root) for root in roots) or "the list of paths"
    others = kinds_of(file for root in roots for file in _visible(root))
    seen = f" (only {others})" if others else ""
    return InputError(
        f"{shown}: contains no readable documents{seen}; put {KINDS} files there or name another folder."
    )


def read_documents(paths: str | Path | Sequence[str | Path], *, size: int = PASSAGE_TOKENS) -> list[Passage]:
    """All passages of the documents at these paths, sorted by document and place.

    Args:
        paths: see :func:`document_files`.
        size: estimated tokens of a passage at most.

    Raises:
        InputError: as in :func:`document_files`, or a document cannot be read or contains no text.
    """
    return documents_read(paths, size=size).passages


def documents_read(paths: str | Path | Sequence[str | Path], *, size: int = PASSAGE_TOKENS) -> DocumentsRead:
    """As :func:`read_documents`, with what could not be read, which is also logged as a warning.

    Raises:
        InputError: names the first 20 documents that cannot be read, each in a line.
    """
    passages: list[Passage] = []
    notes: list[str | None] = [_note_of_others(root) for root in _roots(paths)]
    faults = []
    for name, file in document_files(paths).items():
        try:
            pages = reader_of(file)(file)
        except InputError as error:
            faults.append(str(error))
            continue
        of_file = split_pages(name, pages, size=size)
        if not of_file:
            faults.append(f"{file}: contains no text; remove it or fill it.")
        passages += of_file
        notes.append(pages_note(name, pages))
    if faults:
        raise InputError("\n".join(dict.fromkeys(faults[:_NAMED])))
    said = tuple(filter(None, notes))
    for note in said:
        _log.warning("%s", note)
    return DocumentsRead(passages, said)


def _note_of_others(root: Path) -> str | None:
    if not os.path.isdir(root):  # noqa: PTH112  (as in _below)
        return None
    return kinds_note(root, [file for file in _visible(root) if not is_readable(file)])


def documents_sha256(paths: Path | Sequence[Path]) -> dict[str, str]:
    """Document name to the sha256 of its bytes.

    Raises:
        InputError: as in :func:`document_files`, or a file cannot be read.
    """
    return {name: _sha256(file) for name, file in document_files(paths).items()}


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(file, error) from error

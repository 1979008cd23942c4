"""Where results may be written: not over an input, nor among the documents."""

import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from data_base.documents.reader import document_files
from data_base.errors import InputError
from data_base.whole_file import refuse_folder

_ADDRESS = re.compile(r"[A-Za-z0-9]{2,}:/")
"""How a path shows ``s3://…``; the one letter of a drive is none."""


def check_place(out: Path, inputs: Iterable[Path | None], documents: Sequence[Path] = ()) -> None:
    """Make sure, before anything is paid for, that a file to be written does not overwrite an input.

    Args:
        out: the file to be.
        inputs: the files that are read; None for one that was not named.
        documents: files and folders of documents that are read.

    Raises:
        InputError: ``out`` is a folder, an address or one of the inputs, or there are no such documents.
    """
    refuse_folder(out)
    if _ADDRESS.match(str(out)):
        address = str(out).replace(":/", "://", 1)
        raise InputError(f"{address} is an address; name a file of this machine, and send it there yourself.")
    refuse_inputs(out, (*inputs, *(document_files(documents).values() if documents else ())))


def refuse_inputs(out: Path, inputs: Iterable[Path | None]) -> None:
    """Make sure that a file to be written is none of those that are read; see :func:`check_place`."""
    for path in inputs:
        if path is not None and out.exists() and path.exists() and out.samefile(path):
            raise InputError(f"{out} would be written over {path}, an input; name another file to write.")


def check_folder(out: Path, documents: Iterable[Path]) -> None:
    """Make sure that a folder of results is not among the documents, where its report would be read as one.

    Raises:
        InputError: it is in a folder of documents, or a document is in it.
    """
    for path in documents:
        place = out.resolve()
        if place.is_relative_to(path.resolve()) or (place == path.resolve().parent and path.is_file()):
            raise InputError(f"{out} is a place of documents ({path}); name another folder with --out.")


def check_writable(folder: Path) -> None:
    """Make an output folder and try it, before anything is paid for.

    Raises:
        InputError: nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"The output folder {folder} cannot be written ({error.strerror}); name another with --out."
        ) from error

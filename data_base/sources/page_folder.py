"""A folder of fetched pages that grows: whatever ends the process, what was fetched is there."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from data_base.errors import InputError
from data_base.file_lock import lock_file
from data_base.marks.cited_sources import same_page
from data_base.sources.fetched_pages import INDEX, FetchedPage, FetchedPages, read_fetched_pages
from data_base.whole_file import write_whole

_LOCK = "lock.sqlite"


class PageFolder:
    """A folder that one process writes pages into."""

    def __init__(self, folder: Path) -> None:
        """Use a folder that is locked; see :func:`page_folder`."""
        self.folder = folder

    def read(self) -> FetchedPages:
        """The pages that are there.

        Raises:
            InputError: naming file, line and field.
        """
        return read_fetched_pages(self.folder)

    def keep(self, page: FetchedPage, text: str = "") -> FetchedPage:
        """Write a page: its text first, then its line of the index, each whole and on the disk.

        Args:
            page: without its file.
            text: its text, if it has one.

        Returns:
            The page with its file.

        Raises:
            InputError: it cannot be written.
        """
        try:
            if text:
                name = f"{hashlib.sha256(same_page(page.url).encode()).hexdigest()[:16]}.md"
                write_whole(self.folder / name, text.encode("utf-8", "replace"))
                page = page.model_copy(update={"file": name})
            line = json.dumps(page.model_dump(mode="json", exclude_none=True), ensure_ascii=False)
            with (self.folder / INDEX).open("ab") as index:
                index.write(line.encode("utf-8", "replace") + b"\n")
                index.flush()
                os.fsync(index.fileno())
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        return page


@contextmanager
def page_folder(folder: Path) -> Iterator[PageFolder]:
    """A folder to write pages into, made where there is none; no other process writes to it meanwhile.

    A last line that a process left unfinished is taken off the index.

    Raises:
        InputError: another process writes to it; or it cannot be written.
    """
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            free = stack.enter_context(lock_file(folder / _LOCK))
            if free:
                _mend(folder / INDEX)
        except OSError as error:
            raise _unwritable(folder, error) from error
        except sqlite3.Error as error:
            raise InputError(f"{folder / _LOCK}: cannot be used ({error}); remove it.") from error
        if not free:
            raise InputError(f"{folder}: another process fetches pages into it; wait until it has ended.")
        yield PageFolder(folder)


def _mend(index: Path) -> None:
    with index.open("ab+") as file:
        file.seek(0)
        content = file.read()
        end = content.rfind(b"\n") + 1
        if end == len(content):
            return
        try:
            json.loads(content[end:])
        except ValueError:
            file.truncate(end)
        else:
            file.write(b"\n")


def _unwritable(folder: Path, error: OSError) -> InputError:
    return InputError(f"{folder}: cannot be written ({error.strerror or error}); name another folder.")

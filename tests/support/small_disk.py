"""A disk of a few kilobytes."""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Callable[[str], None]]:
    """Mount a file system in memory over a folder; the test is skipped where that is not allowed.

    Args:
        folder: where; made if it is not there.
        size: as ``mount`` takes it (``400k``).

    Yields:
        A function that gives the disk another size.
    """
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("mounting a file system is not allowed here")

    def resize(new: str) -> None:
        subprocess.run(["mount", "-o", f"remount,size={new}", str(folder)], check=True)

    try:
        yield resize
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)

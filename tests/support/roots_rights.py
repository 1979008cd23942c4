"""Doing without root's right to every file, for a while and in one thread."""

from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

# From linux/capability.h: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH are the bits 1 and 2.
_VERSION = 0x20080522
_ANY_FILE = 0b110


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Rights(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


@contextmanager
def without_roots_rights() -> Iterator[None]:
    """Leave this thread, and those that it starts, only what files allow; skip where that fails."""
    if os.geteuid() != 0:
        yield
        return
    rights = (_Rights * 2)()
    _call("capget", rights)
    before = rights[0].effective
    rights[0].effective = before & ~_ANY_FILE
    _call("capset", rights)
    try:
        yield
    finally:
        rights[0].effective = before
        _call("capset", rights)


def _call(name: str, rights: ctypes.Array[_Rights]) -> None:
    try:
        failed = getattr(ctypes.CDLL(None), name)(ctypes.byref(_Header(_VERSION, 0)), rights)
    except AttributeError:
        failed = -1
    if failed:
        pytest.skip("root cannot give up its rights here")

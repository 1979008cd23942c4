"""Proofs that take long come in a short form, and whole where ``LONG_PROOFS=1`` is in the environment."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

T = TypeVar("T")

LONG = os.environ.get("LONG_PROOFS") == "1"
only_in_long_proofs = pytest.mark.skipif(not LONG, reason="LONG_PROOFS=1 runs it")


def short_or_long(short: T, whole: T) -> T:
    """The first, or the second where long proofs are asked for."""
    return whole if LONG else short

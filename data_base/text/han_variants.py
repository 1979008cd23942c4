"""Traditional and Simplified Chinese read as one: for comparing, never for showing."""

import importlib
from functools import cache
from typing import Any

from data_base.text_cache import text_cache


@text_cache(500_000)
def fold_variants(text: str) -> str:
    """The text in Simplified characters, each in its place."""
    if text.isascii():
        return text
    simplified: str = _to_simplified().convert(text.encode("utf-8", "replace").decode("utf-8"))
    return simplified


@cache
def _to_simplified() -> Any:  # noqa: ANN401  (opencc has no types, and is loaded late)
    return importlib.import_module("opencc").OpenCC("t2s")

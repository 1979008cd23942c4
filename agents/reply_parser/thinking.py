"""Takes reasoning blocks out of a reply; what a model thinks aloud is no verdict."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_TAG = re.compile(r"<\s*(?P<close>/?)\s*(?:think|thinking|thought|reasoning)\s*>", re.IGNORECASE)


def without_thinking(text: str, quoted: Iterable[tuple[int, int]] = ()) -> str:
    """Drop ``<think>…</think>`` blocks, an unclosed block to the end, and all before a lone closing tag.

    Args:
        text: the reply.
        quoted: spans of complete JSON objects; a tag inside one is part of a string and stays.
    """
    spans = list(quoted)
    kept: list[str] = []
    open_at: int | None = None
    position = 0
    for tag in _TAG.finditer(text):
        if any(start < tag.start() < end for start, end in spans):
            continue
        if tag["close"]:
            if open_at is None:
                kept.clear()
            open_at, position = None, tag.end()
        elif open_at is None:
            kept.append(text[position : tag.start()])
            open_at = tag.start()
    if open_at is None:
        kept.append(text[position:])
    return "".join(kept)


def mentions_thinking(text: str) -> bool:
    """Whether any reasoning tag stands in the text."""
    return _TAG.search(text) is not None

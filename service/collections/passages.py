"""The passages of a document as they are kept with it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from pydantic import TypeAdapter

from data_base.schemas.passage import Passage

_PASSAGES = TypeAdapter(tuple[Passage, ...])


def packed(passages: Iterable[Passage]) -> bytes:
    """Passages as compressed JSON."""
    return zlib.compress(_PASSAGES.dump_json(tuple(passages)))


def unpacked(kept: bytes) -> tuple[Passage, ...]:
    """The passages that :func:`packed` made bytes of."""
    return _PASSAGES.validate_json(zlib.decompress(kept))

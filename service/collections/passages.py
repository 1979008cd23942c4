"""The passages of a document as they are kept with it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable

from pydantic import TypeAdapter

from data_base.schemas.passage import Passage

_PASSAGES = TypeAdapter(tuple[Passage, ...])
# A quote within a text is escaped, so neither occurs in one.
_BEGIN, _AFTER_ID = b'{"id":"', b'","doc_id":'


def packed(passages: Iterable[Passage]) -> bytes:
    """Passages as compressed JSON."""
    return zlib.compress(_PASSAGES.dump_json(tuple(passages)))


def unpacked(kept: bytes) -> tuple[Passage, ...]:
    """The passages that :func:`packed` made bytes of."""
    return _PASSAGES.validate_json(zlib.decompress(kept))


class PackedPassages:
    """The passages that :func:`packed` made bytes of, each read as JSON only when it is asked for.

    Attributes:
        size: bytes of all of them.
    """

    def __init__(self, kept: bytes) -> None:
        """Decompress them, which lets other threads run."""
        text = zlib.decompress(kept)
        self.size = len(text)
        texts = text.removeprefix(b"[" + _BEGIN).removesuffix(b"}]").split(b"}," + _BEGIN)
        self._texts = {each.partition(_AFTER_ID)[0]: each for each in texts}

    def get(self, name: str) -> Passage | None:
        """The passage with an id, None if there is none."""
        asked = json.dumps(name, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
        found = self._texts.get(asked)
        return None if found is None else Passage.model_validate_json(_BEGIN + found + b"}")

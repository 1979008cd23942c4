"""Whether the sources a model names are in its context."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MOST_ENTRIES = 12
MOST_REFS = 6
MOST_ANCHORS = 6


class Grounding(NamedTuple):
    """The references looked at, and how many of them are right."""

    ok: int
    total: int

    @property
    def score(self) -> float:
        """The share that is right; 0 without any reference."""
        return self.ok / self.total if self.total else 0.0


def ground(source_map: Sequence[object], chunks: Sequence[Mapping[str, object]]) -> Grounding:
    """Check the first 6 references of each of the first 12 entries.

    A reference is right if its ``file`` is the ``source_path`` of some chunk and at least one of its first 6
    ``anchors`` (as written, not empty) is in the chunks' texts, joined by a line feed. A malformed one
    is wrong.

    Args:
        source_map: what the model wrote there.
        chunks: the question's context: ``source_path`` and ``text`` each.
    """
    paths = {str(chunk["source_path"]) for chunk in chunks}
    context = "\n".join(str(chunk["text"]) for chunk in chunks)
    verdicts = [_is_right(ref, paths, context) for ref in _refs(source_map)]
    return Grounding(sum(verdicts), len(verdicts))


def _refs(source_map: Sequence[object]) -> Iterator[object]:
    for entry in source_map[:MOST_ENTRIES]:
        refs = entry.get("refs") if isinstance(entry, dict) else None
        if isinstance(refs, list):
            yield from refs[:MOST_REFS]


def _is_right(ref: object, paths: set[str], context: str) -> bool:
    if not isinstance(ref, dict):
        return False
    file, anchors = ref.get("file"), ref.get("anchors")
    if not isinstance(file, str) or file not in paths or not isinstance(anchors, list):
        return False
    return any(
        isinstance(anchor, str) and anchor != "" and anchor in context for anchor in anchors[:MOST_ANCHORS]
    )

"""The worked example that ships: an arena whose every reply a language model wrote."""

from __future__ import annotations

import gzip
from pathlib import Path

EXAMPLE = "example"
"""What `judge view` calls it."""
RECORDING = Path(__file__).resolve().parents[2] / "benchmark" / "example" / "arena.json.gz"


def example_arena(folder: Path) -> Path:
    """Unpack the example as the folder of an arena.

    Args:
        folder: an existing folder, in which a folder is made.

    Returns:
        The arena's folder.
    """
    arena = folder / EXAMPLE
    arena.mkdir()
    (arena / "arena.json").write_bytes(gzip.decompress(RECORDING.read_bytes()))
    return arena

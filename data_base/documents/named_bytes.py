"""Where a document's bytes come from: a file, or memory."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class NamedBytes:
    """A document in memory, which every reader takes as it takes a file."""

    name: str
    """What messages call it; its suffix says of what kind it is."""
    content: bytes
    """The document."""

    @property
    def suffix(self) -> str:
        """The name's last part, with its dot, as that of a path."""
        return PurePosixPath(self.name).suffix

    def read_bytes(self) -> bytes:
        """The content, as of a path."""
        return self.content

    def __str__(self) -> str:
        return self.name


Source: TypeAlias = Path | NamedBytes

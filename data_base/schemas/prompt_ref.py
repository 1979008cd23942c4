"""Which prompt was used."""

from data_base.schemas.frozen import Frozen


class PromptRef(Frozen):
    """Which prompt was used."""

    id: str
    """The template's name."""
    version: str
    """The template's version."""
    language: str
    """Its language tag."""
    sha256: str
    """Hash over all that the template contains, 64 hexadecimal digits."""

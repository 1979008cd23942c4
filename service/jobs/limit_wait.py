"""A limit that a job waits for."""

from datetime import datetime


class WaitError(Exception):
    """A slice cannot be worked on before a time; the message says which limit it waits for.

    Attributes:
        until: when it can be tried again.
    """

    def __init__(self, why: str, until: datetime) -> None:
        """Say which limit, and until when."""
        super().__init__(why)
        self.until = until

"""A limit that holds a job up."""

from datetime import datetime


class WaitError(Exception):
    """A slice cannot be worked on before a time; the message says which limit holds it up.

    Attributes:
        until: when it can be tried again.
    """

    def __init__(self, why: str, until: datetime) -> None:
        """Say which limit, and until when."""
        super().__init__(why)
        self.until = until

"""What can go wrong when the service is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.errors import InputError

if TYPE_CHECKING:
    from httpx2 import Response


class RequestRefusedError(InputError):
    """The server refuses a request; the message is the server's sentence.

    Attributes:
        status: the HTTP status: 404 for what is not there, 401 for a key that is not known.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class ServiceUnavailableError(Exception):
    """The server cannot be reached, is overloaded or failed, and so it was at every try.

    Attributes:
        response: the server's last response, None where there was none.
    """

    def __init__(self, message: str, response: Response | None = None) -> None:
        super().__init__(message)
        self.response = response

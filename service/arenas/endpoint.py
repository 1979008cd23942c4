"""A contestant behind an address that a request names: only where anybody on the internet could ask, too."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from data_base.errors import InputError
from data_base.net.addresses import AddressCheck
from eval.systems.http_endpoint import HttpSystem
from eval.systems.returned_answer import UnusableAnswerError

if TYPE_CHECKING:
    from httpx2 import Response

HOSTS_VARIABLE = "JUDGE_ENDPOINT_HOSTS"
_PLAIN = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}


def endpoints(trusted: Sequence[str]) -> AddressCheck:
    """Looks at the addresses of contestants.

    Args:
        trusted: hosts that may be in a private network, and be reached without TLS.
    """
    return AddressCheck(trusted, place="http", variable=HOSTS_VARIABLE)


class PublicEndpoint(HttpSystem):
    """An endpoint that is asked at an address that was checked, without a key of the server's.

    No proxy is asked and no redirect followed, either of which would choose another address.
    """

    most_bytes = 500_000
    """As many characters as the embedded judge reads."""

    def __init__(self, url: str, check: AddressCheck, *, name: str, timeout: float) -> None:
        """Bind the endpoint; nothing is sent yet.

        Args:
            url: its address.
            check: says which addresses may be asked.
            name: the contestant's.
            timeout: seconds that one try may take.
        """
        super().__init__(url, name=name, timeout=timeout, token="")
        self._check = check

    @asynccontextmanager
    async def _asked(self, request: dict[str, Any]) -> AsyncIterator[Response]:
        content = json.dumps(request).encode()
        try:
            async with self._check.ask("POST", self.url, _PLAIN, content=content) as response:
                # What is small on the way may be large once it is unpacked.
                if response.headers.get("content-encoding", "identity") != "identity":
                    raise UnusableAnswerError("the endpoint sent compressed JSON; have it send plain JSON")
                yield response
        except InputError as error:
            # An address that changed fails the answer, and not the arena.
            raise ConnectionError(f"{self.name}: {error}") from error

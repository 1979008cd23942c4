"""One attempt to send a message: signed as Standard Webhooks says, to an address that was checked."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from httpx2 import AsyncClient, ConnectError, ConnectTimeout, Timeout, TransportError, create_ssl_context
from standardwebhooks import Webhook as Signer

from data_base.errors import InputError

if TYPE_CHECKING:
    from httpx2 import URL

    from service.webhooks.addresses import AddressCheck
    from service.webhooks.webhook import DueDelivery

ATTEMPT_S = 10.0
"""How long an attempt may take, from the name to the answer."""
_CONNECT_S = 4.0
_REDIRECTS = range(300, 400)


class NotDeliveredError(Exception):
    """The receiver did not take a message; the text says why."""


class WebhookDelivery:
    """Sends messages over direct connections: through a proxy, the proxy would choose the address."""

    def __init__(self, check: AddressCheck, *, tls: ssl.SSLContext | None = None) -> None:
        """Send messages.

        Args:
            check: says which addresses may be connected to.
            tls: how receivers are known; by the certificates that the system trusts if None.
        """
        self._check, self._tls = check, tls

    async def send(self, due: DueDelivery) -> None:
        """Send a message.

        Raises:
            NotDeliveredError: the receiver did not take it.
        """
        try:
            async with asyncio.timeout(ATTEMPT_S):
                url = self._check.url(due.url)
                status = await self._posted(url, await self._check.addresses(url), due)
        except InputError as error:
            raise NotDeliveredError(str(error)) from error
        except TimeoutError as error:
            raise NotDeliveredError(f"The receiver did not answer within {ATTEMPT_S:g} s.") from error
        except TransportError as error:
            said = str(error) or type(error).__name__
            raise NotDeliveredError(f"The receiver cannot be asked ({said}).") from error
        if status in _REDIRECTS:
            raise NotDeliveredError(
                f"The receiver answered {status}, and redirects are not followed; make a webhook with the "
                "address that it points to."
            )
        if not 200 <= status < 300:  # noqa: PLR2004  (what HTTP calls success)
            raise NotDeliveredError(f"The receiver answered {status}.")

    async def _posted(self, url: URL, addresses: Sequence[str], due: DueDelivery) -> int:
        """The status of the answer of the first address that can be connected to."""
        *others, last = addresses
        for address in others:
            try:
                return await self._post(url, address, due)
            except (ConnectError, ConnectTimeout):
                continue
        return await self._post(url, last, due)

    async def _post(self, url: URL, address: str, due: DueDelivery) -> int:
        if self._tls is None:
            self._tls = create_ssl_context()
        # A client for each attempt: a connection to one host must not serve another host of that address.
        async with (
            AsyncClient(
                verify=self._tls, trust_env=False, timeout=Timeout(None, connect=_CONNECT_S)
            ) as client,
            client.stream(
                "POST",
                url.copy_with(host=address),
                content=due.body.encode(),
                headers={"Host": url.netloc.decode(), **_signed(due)},
                extensions={"sni_hostname": url.raw_host.decode()},
            ) as response,
        ):
            # What it says is not read, only whether it took the message.
            return response.status_code


def _signed(due: DueDelivery) -> dict[str, str]:
    now = datetime.now(UTC)
    return {
        "Content-Type": "application/json",
        "User-Agent": "deep-research-judge",
        "webhook-id": due.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(due.secret).sign(due.id, now, due.body),
    }

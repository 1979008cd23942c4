"""One attempt to send a message: signed as Standard Webhooks says, to an address that was checked."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from httpx2 import TransportError
from standardwebhooks import Webhook as Signer

from data_base.errors import InputError

if TYPE_CHECKING:
    from data_base.net.addresses import AddressCheck
    from service.webhooks.webhook import DueDelivery

ATTEMPT_S = 10.0
"""How long an attempt may take, from the name to the answer."""
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
                async with self._check.ask(
                    "POST", due.url, _signed(due), content=due.body.encode(), tls=self._tls
                ) as response:
                    # What it says is not read, only whether it took the message.
                    status = response.status_code
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


def _signed(due: DueDelivery) -> dict[str, str]:
    now = datetime.now(UTC)
    return {
        "Content-Type": "application/json",
        "User-Agent": "deep-research-judge",
        "webhook-id": due.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signer(due.secret).sign(due.id, now, due.body),
    }

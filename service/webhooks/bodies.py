"""Requests and responses about webhooks."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.webhooks.webhook import Delivery, Webhook


class WebhookRequest(Frozen):
    """A receiver that is to be told when jobs end.

    Attributes:
        url: where messages are sent, ``https://`` and a public host.
    """

    url: str = Field(min_length=1, max_length=2_000)


class WebhookMade(Webhook):
    """A webhook that was made.

    Attributes:
        secret: what messages are signed with; it is not shown again.
    """

    secret: str


class WebhookView(Webhook):
    """A webhook.

    Attributes:
        deliveries: the last 20 messages and what became of them, newest first.
    """

    deliveries: tuple[Delivery, ...]


class WebhookList(Frozen):
    """The project's webhooks, newest first.

    Attributes:
        webhooks: the webhooks.
    """

    webhooks: tuple[WebhookView, ...]

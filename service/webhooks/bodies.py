"""Requests and responses about webhooks."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from service.webhooks.webhook import Delivery, Webhook


class WebhookRequest(Frozen):
    """A receiver that is to be notified when jobs end."""

    url: str = Field(min_length=1, max_length=2_000)
    """Where messages are sent, ``https://`` and a public host."""


class WebhookMade(Webhook):
    """A webhook that was made."""

    secret: str
    """What messages are signed with; it is not shown again."""


class WebhookView(Webhook):
    """A webhook."""

    deliveries: tuple[Delivery, ...]
    """The last 20 messages and what became of them, newest first."""


class WebhookList(Frozen):
    """The project's webhooks, newest first."""

    webhooks: tuple[WebhookView, ...]
    """The webhooks."""

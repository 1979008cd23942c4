"""Webhooks: receivers that are notified when the project's jobs end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from service.http.bodies.parts import ID
from service.http.caller import Administering
from service.http.context import Context
from service.http.guards.body_route import BodyRoute
from service.http.idempotency import CreatedResponse, MakesOnce
from service.http.problems import responses
from service.webhooks.bodies import WebhookList, WebhookMade, WebhookRequest, WebhookView

if TYPE_CHECKING:
    from sqlalchemy import Connection

router = APIRouter(prefix="/v1/webhooks", tags=["webhooks"], route_class=BodyRoute)
REFUSALS = responses(401, 403, 422, 429)


@router.post(
    "", responses=responses(400, 409, 413, 415) | REFUSALS, response_model=WebhookMade, status_code=201
)
async def make_webhook(
    asked: WebhookRequest, who: Administering, context: Context, once: MakesOnce
) -> Response:
    """Have a receiver notified when jobs end; the response has the secret that signs its messages."""
    url = context.addresses.url(asked.url)
    await context.addresses.addresses(url)

    def make(connection: Connection) -> CreatedResponse:
        made = context.webhooks.create(connection, who.project, asked.url)
        return CreatedResponse(WebhookMade(**made.webhook.model_dump(), secret=made.secret))

    return await once.create(asked, make)


@router.get("", responses=REFUSALS)
def list_webhooks(who: Administering, context: Context) -> WebhookList:
    """The project's webhooks, each with its last messages and what became of them."""
    webhooks = context.webhooks
    return WebhookList(
        webhooks=tuple(
            WebhookView(**each.model_dump(), deliveries=tuple(webhooks.deliveries(each.id)))
            for each in webhooks.all(who.project)
        )
    )


@router.delete("/{webhook_id}", responses=responses(404) | REFUSALS, status_code=204)
def delete_webhook(
    webhook_id: Annotated[str, Path(pattern=ID, description="The webhook's id.")],
    who: Administering,
    context: Context,
) -> None:
    """Delete a webhook: nothing more is sent to it."""
    context.webhooks.delete(webhook_id, who.project)

"""A message is signed, sent to the address that was checked, and to no other."""

import json
import ssl
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from data_base.net.addresses import AddressCheck
from service.webhooks import delivery
from service.webhooks.delivery import NotDeliveredError, WebhookDelivery
from service.webhooks.webhook import DueDelivery
from tests.support.certificate import certificate
from tests.support.rows import over
from tests.support.webhook_receiver import ENDLESS, HANG, receiving

SECRET = "whsec_" + "A" * 43 + "="
BODY = '{"type": "job.done", "data": {"job_id": "job_ü"}}'


def due(url: str) -> DueDelivery:
    return DueDelivery("msg_1", "webhook_1", url, SECRET, BODY, attempts=1)


class Names:
    """Names that stand for other addresses each time they are asked for."""

    def __init__(self, *addresses: Sequence[str]) -> None:
        self.addresses, self.asked = list(addresses), 0

    async def __call__(self, _host: str, _port: int) -> Sequence[str]:
        self.asked += 1
        return self.addresses.pop(0)


def sender(names: Names | None = None, tls: ssl.SSLContext | None = None) -> WebhookDelivery:
    return WebhookDelivery(AddressCheck(("receiver.test", "127.0.0.1"), names), tls=tls)


async def test_a_message_can_be_verified() -> None:
    with receiving() as receiver:
        await sender().send(due(receiver.url))
        (message,) = receiver.received
    assert Webhook(SECRET).verify(message.body, message.headers) == json.loads(BODY)
    assert message.headers["webhook-id"] == "msg_1"
    assert message.headers["content-type"] == "application/json"
    with pytest.raises(Exception, match="signature"):
        Webhook(SECRET).verify(message.body + b" ", message.headers)


async def test_it_goes_to_the_address_that_was_checked_though_the_name_stands_for_another_by_then() -> None:
    names = Names(["127.0.0.1"], ["127.0.0.2"])
    with receiving() as right:
        await sender(names).send(due(f"http://receiver.test:{right.port}/a?b=c"))
        assert names.asked == 1
        (message,) = right.received
    assert message.path == "/a?b=c"
    assert message.headers["host"] == f"receiver.test:{right.port}"


async def test_a_name_that_comes_to_stand_for_a_private_address_is_not_asked() -> None:
    with receiving() as receiver:
        check = AddressCheck((), Names(["127.0.0.1"]))
        with pytest.raises(NotDeliveredError, match="not on the public internet"):
            await WebhookDelivery(check).send(due(f"https://rebound.test:{receiver.port}/"))
        assert not receiver.received


async def test_the_next_address_is_tried_where_one_cannot_be_connected_to() -> None:
    with receiving() as receiver:
        await sender(Names(["127.0.0.3", "127.0.0.1"])).send(due(f"http://receiver.test:{receiver.port}/"))
        assert len(receiver.received) == 1
        with pytest.raises(NotDeliveredError, match="cannot be asked"):
            await sender(Names(["127.0.0.3"])).send(due(f"http://receiver.test:{receiver.port}/"))


@over("status", [301, 302, 307, 308])
async def test_redirects_are_not_followed(status: int) -> None:
    with receiving() as target, receiving(status, headers={"Location": target.url}) as receiver:
        with pytest.raises(NotDeliveredError, match=f"{status}, and redirects"):
            await sender().send(due(receiver.url))
        assert not target.received


@over("status", [400, 404, 410, 429, 500, 503])
async def test_an_error_is_said(status: int) -> None:
    said = f"^The receiver answered {status}.$"
    with receiving(status) as receiver, pytest.raises(NotDeliveredError, match=said):
        await sender().send(due(receiver.url))


async def test_a_receiver_that_does_not_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "ATTEMPT_S", 0.3)
    with receiving(HANG) as receiver, pytest.raises(NotDeliveredError, match=r"within 0\.3 s"):
        await sender().send(due(receiver.url))


async def test_what_a_receiver_says_is_not_read() -> None:
    began = time.monotonic()
    with receiving(ENDLESS) as receiver:
        await sender().send(due(receiver.url))
    assert time.monotonic() - began < delivery.ATTEMPT_S


async def test_the_certificate_is_that_of_the_name_and_not_of_the_address(tmp_path: Path) -> None:
    server, known = certificate(tmp_path, "receiver.test")
    with receiving(tls=server) as receiver:
        names = Names(["127.0.0.1"], ["127.0.0.1"])
        trusting = WebhookDelivery(AddressCheck(("receiver.test", "other.test"), names), tls=known)
        await trusting.send(due(f"https://receiver.test:{receiver.port}/"))
        with pytest.raises(NotDeliveredError, match="CERTIFICATE_VERIFY_FAILED"):
            await trusting.send(due(f"https://other.test:{receiver.port}/"))
        assert len(receiver.received) == 1

"""Webhooks go to public addresses, and to hosts that the operator trusts."""

import asyncio
import socket
import threading
from collections.abc import Sequence

import pytest
from httpx2 import URL

from data_base.errors import InputError
from data_base.net.addresses import AddressCheck, is_public
from tests.support.rows import over


def resolving(*addresses: str) -> AddressCheck:
    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return AddressCheck((), resolve)


@over("address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@over(
    "address",
    [
        *(
            "127.0.0.1",
            "127.8.8.8",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "100.64.0.1",
            "0.0.0.0",  # noqa: S104  (not listened on)
            "0.1.2.3",
        ),
        *("169.254.169.254", "100.100.100.200", "192.0.0.192", "198.18.0.1", "192.0.2.1", "203.0.113.9"),
        *("224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "ff0e::1"),
        *("::ffff:127.0.0.1", "::ffff:a00:1", "::ffff:169.254.169.254", "::127.0.0.1"),
        *("64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:0:53aa:64c::1", "2001:db8::1", "100::1"),
        *("192.88.99.1", "::ffff:192.88.99.1", "3fff::1", "3fff:fff:ffff::1"),
    ],
)
def test_all_others_are_not(address: str) -> None:
    assert not is_public(address)


@over(
    "url",
    [
        *("https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://0/", "https://0x7f.1/"),
        *("https://2130706433/", "https://127.1/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1]/"),
    ],
)
async def test_ways_of_writing_an_address_of_the_machine_are_seen_through(url: str) -> None:
    check = AddressCheck(())
    with pytest.raises(InputError, match=r"not on the public internet|has no address"):
        await check.addresses(check.url(url))


async def test_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(InputError, match="JUDGE_WEBHOOK_HOSTS"):
        await resolving("8.8.8.8", "10.0.0.1").addresses(URL("https://hooks.example/"))
    assert await resolving("8.8.8.8").addresses(URL("https://hooks.example/")) == ("8.8.8.8",)


@over(
    "url, said",
    [
        ("", "absolute"),
        ("hooks.example", "absolute"),
        ("https:///path", "absolute"),
        ("ftp://hooks.example/", "absolute"),
        ("file:///etc/passwd", "absolute"),
        ("https://hooks.example:99999/", "absolute"),
        ("https://hooks.example\n/", "not a valid URL"),
        ("https://hooks.example/\ud800", "not a valid URL"),
        ("https://name:word@hooks.example/", "user name"),
        ("http://hooks.example/", "https://"),
    ],
)
def test_what_is_no_usable_url_is_refused_by_a_sentence(url: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        AddressCheck(()).url(url)
    assert str(caught.value).startswith("url: ")


async def test_names_that_are_long_in_coming_take_no_thread_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once heartbeats of the worker waited for them."""
    ended = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ended.wait(60) and [])
    check = AddressCheck(())
    url = URL("https://slow.example/")
    asked = [asyncio.create_task(check.addresses(url)) for _ in range(40)]
    await asyncio.sleep(0.1)
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "beat"), 10) == "beat"
    for each in asked:
        each.cancel()
    await asyncio.wait(asked, timeout=10)
    assert all(each.cancelled() for each in asked)
    ended.set()


@over("url", ["http://10.0.0.7:8080/", "https://Receiver.internal./", "https://receiver.internal/"])
async def test_trusted_hosts_may_be_anywhere(url: str) -> None:
    async def private(_host: str, _port: int) -> Sequence[str]:
        return ["10.0.0.7"]

    check = AddressCheck(("10.0.0.7", "receiver.internal"), private)
    assert await check.addresses(check.url(url)) == ["10.0.0.7"]

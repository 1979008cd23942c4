"""A server that speaks S3's protocol, seen through Amazon's own client."""

from __future__ import annotations

import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCKET = "bucket"
LOGIN = {
    "AWS_ACCESS_KEY_ID": "a-login-for-tests",
    "AWS_SECRET_ACCESS_KEY": "a-key-for-tests",
    "AWS_DEFAULT_REGION": "us-east-1",
    # Further attempts at what does not answer come after longer and longer pauses.
    "AWS_MAX_ATTEMPTS": "1",
}


@dataclass(frozen=True)
class ObjectStore:
    """A running server.

    Attributes:
        url: its address.
        client: of boto3.
    """

    url: str
    client: Any

    def empty(self) -> None:
        """Leave one bucket and nothing in it."""
        self._tell("reset")
        self.client.create_bucket(Bucket=BUCKET)

    def put(self, key: str, content: bytes) -> str:
        """Put an object into the bucket; its address."""
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)
        return f"s3://{BUCKET}/{key}"

    def get(self, key: str) -> bytes:
        """What an object of the bucket contains."""
        content: bytes = self.client.get_object(Bucket=BUCKET, Key=key)["Body"].read()
        return content

    def names(self) -> list[str]:
        """The names of all objects in the bucket."""
        found = self.client.list_objects_v2(Bucket=BUCKET)
        return [each["Key"] for each in found.get("Contents", [])]

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """The server knows nobody's login."""
        self._tell("reset-auth", "0")
        try:
            yield
        finally:
            self._tell("reset-auth", "inf")

    def _tell(self, what: str, value: str = "") -> None:
        request = urllib.request.Request(  # noqa: S310  (a server of this process)
            f"{self.url}/moto-api/{what}", data=value.encode(), headers={"Content-Type": "text/plain"}
        )
        urllib.request.urlopen(request).close()  # noqa: S310


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    """A server of this process, whose objects are gone with it."""
    boto3, moto = pytest.importorskip("boto3"), pytest.importorskip("moto.server")
    server = moto.ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=url,
        region_name=LOGIN["AWS_DEFAULT_REGION"],
        aws_access_key_id=LOGIN["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=LOGIN["AWS_SECRET_ACCESS_KEY"],
    )
    try:
        yield ObjectStore(url, client)
    finally:
        server.stop()

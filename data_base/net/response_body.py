"""The content of a response, decompressed within bounds."""

import zlib
from collections.abc import AsyncGenerator

from httpx2 import Response

from data_base.net.page_content import NotFetchedError

_MB = 2**20
_GZIP_OR_ZLIB = 47  # what zlib calls its window bits
_ENCODINGS = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})


async def decompressed(response: Response, most: int, *, is_cut: bool) -> AsyncGenerator[bytes]:
    """The content in pieces; never more than was asked for, however well it is compressed.

    Args:
        response: with the content.
        most: bytes.
        is_cut: whether what is longer is cut off; else it is refused.

    Raises:
        NotFetchedError: it is longer, or compressed in another way than gzip.
    """
    status, encoding = response.status_code, response.headers.get("content-encoding", "").strip().lower()
    too_long = NotFetchedError("unreadable", f"too long (more than {_size(most)})", status=status)
    if encoding not in _ENCODINGS:
        raise NotFetchedError("unreadable", "compressed in a way that was not asked for", status=status)
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most and not is_cut:
        raise too_long
    inflate = None if encoding in {"", "identity"} else zlib.decompressobj(_GZIP_OR_ZLIB)
    size = 0
    try:
        async for piece in response.aiter_raw():
            found = piece if inflate is None else inflate.decompress(piece, most + 1 - size)
            size += len(found)
            if size > most and not is_cut:
                raise too_long
            yield found
            if size > most:
                return
    except zlib.error as error:
        raise NotFetchedError("unreadable", "broken compression", status=status) from error
    if inflate is not None and not inflate.eof:
        raise NotFetchedError("unreadable", "the connection broke off", status=status)


def _size(count: int) -> str:
    return f"{count // _MB} MB" if count >= _MB else f"{count:,} bytes"

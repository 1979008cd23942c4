"""PDF files written by hand: readable, scanned, broken and encrypted ones."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Encode = Callable[[int, bytes], bytes]

# The padding that the PDF standard (ISO 32000-1, 7.6.3.3) gives for short passwords.
_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_ID = b"0123456789abcdef"
_PERMISSIONS = -4


def minimal_pdf(*pages: str) -> bytes:
    """A PDF of ASCII pages, a printed line for each line; an empty string is a page without text."""
    return _file(pages, lambda _, content: content)


def pdf_of(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalog."""
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj" % number + body + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))
    return bytes(out) + head + table + end


def stream(content: bytes) -> bytes:
    """A stream object's body."""
    return b"<</Length %d>>stream\n" % len(content) + content + b"\nendstream"


def encrypted_pdf(text: str, *, password: str) -> bytes:
    """A PDF of one page, encrypted with 40-bit RC4 (ISO 32000-1, algorithms 1 to 4).

    Args:
        text: the page's text.
        password: needed to open it; with an empty one any reader opens it without asking.
    """
    padded = (password.encode("latin-1") + _PADDING)[:32]
    owner = _rc4(hashlib.md5((b"owner" + _PADDING)[:32], usedforsecurity=False).digest()[:5], padded)
    permissions = _PERMISSIONS.to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + permissions + _ID, usedforsecurity=False).digest()[:5]
    user = _rc4(key, _PADDING).hex()
    entry = (
        f"/Encrypt<</Filter/Standard/V 1/R 2/P {_PERMISSIONS}/O<{owner.hex()}>/U<{user}>>>"
        f"/ID[<{_ID.hex()}><{_ID.hex()}>]"
    )

    def encode(number: int, content: bytes) -> bytes:
        salted = key + number.to_bytes(3, "little") + b"\0\0"
        return _rc4(hashlib.md5(salted, usedforsecurity=False).digest()[:10], content)

    return _file((text,), encode, trailer=entry)


def _file(pages: tuple[str, ...], encode: Encode, *, trailer: str = "") -> bytes:
    count = len(pages)
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(count))
    font = 3 + 2 * count
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {count}>>".encode()]
    for i, text in enumerate(pages):
        lines = [re.sub(r"([()\\\\])", r"\\\1", line) for line in text.split("\n")]
        printed = " 0 -16 Td ".join(f"({line}) Tj" for line in lines)
        content = f"BT /F1 12 Tf 50 740 Td {printed} ET".encode("ascii") if text else b""
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {4 + 2 * i} 0 R"
            f"/Resources<</Font<</F1 {font} 0 R>>>>>>".encode()
        )
        stream = encode(4 + 2 * i, content)
        objects.append(f"<</Length {len(stream)}>>stream\n".encode() + stream + b"\nendstream")
    objects.append(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj".encode() + body + b"endobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    end = f"trailer<</Size {len(objects) + 1}/Root 1 0 R{trailer}>>\nstartxref\n{len(out)}\n%%EOF"
    return bytes(out) + (head + table + end).encode("ascii")


def _rc4(key: bytes, data: bytes) -> bytes:
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)

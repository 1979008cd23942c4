"""PDF files made to do harm: small ones that grow, and page trees without an end."""

import zlib

_MB = 2**20


def zip_bomb(megabytes: int) -> bytes:
    """A page whose content is that many megabytes of zeros, in a thousandth of them."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>"
    stream = _zeros(megabytes)
    content = b"<</Filter/FlateDecode/Length %d>>stream\n" % len(stream) + stream + b"\nendstream"
    return _file(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content)


def looping_page_tree() -> bytes:
    """Pages that are among their own children."""
    return _file(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>",
        b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>",
    )


def many_pages_claimed() -> bytes:
    """One node that claims to have two billion pages."""
    return _file(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 2147483647>>")


def _zeros(megabytes: int) -> bytes:
    """What zlib would make of them, without making it: the same block again and again, and the checksum."""
    compressor = zlib.compressobj(9)
    head = compressor.compress(b"") + compressor.flush(zlib.Z_FULL_FLUSH)
    block = compressor.compress(bytes(_MB)) + compressor.flush(zlib.Z_FULL_FLUSH)
    length = megabytes * _MB
    return head + block * megabytes + b"\x03\x00" + ((length % 65521 << 16) | 1).to_bytes(4)


def _file(*objects: bytes) -> bytes:
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj" % number + body + b"endobj\n"
    size = len(objects) + 1
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return out + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(out))

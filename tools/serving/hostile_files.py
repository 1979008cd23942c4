"""Documents that are made to do harm: small ones that grow, endless ones, and many pages."""

import zlib

_MB = 2**20


def zip_bomb(megabytes: int) -> bytes:
    """A PDF page whose content is so many megabytes of zeros, in a thousandth of them."""
    compressor = zlib.compressobj(9)
    head = compressor.compress(b"") + compressor.flush(zlib.Z_FULL_FLUSH)
    block = compressor.compress(bytes(_MB)) + compressor.flush(zlib.Z_FULL_FLUSH)
    end = b"\x03\x00" + ((megabytes * _MB % 65521 << 16) | 1).to_bytes(4)
    return pdf([_content(head + block * megabytes + end, b"/Filter/FlateDecode")])


def long_pdf(pages: int) -> bytes:
    """A PDF of many pages, each with a line of its own."""
    line = b"BT /F1 12 Tf 72 720 Td (Page %d of a long report) Tj ET"
    return pdf([_content(line % number, b"") for number in range(1, pages + 1)])


def html_bomb(depth: int) -> bytes:
    """Elements in elements in elements, and a text in the middle."""
    return b"<div><table><tr><td>" * depth + b"the middle"


def wide_html(cells: int) -> bytes:
    """One row of many empty cells, each of which says that it spans all columns."""
    return b"<table><tr>" + b'<td colspan="1000" rowspan="1000">x' * cells


def _content(stream: bytes, entries: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n" % (entries, len(stream)) + stream + b"\nendstream"


def pdf(contents: list[bytes]) -> bytes:
    """A PDF with a page for each content stream."""
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * n) for n in range(count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number, content in enumerate(contents):
        fonts = b"/Resources<</Font<</F1 3 0 R>>>>"
        page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]%s/Contents %d 0 R>>"
        objects += [page % (fonts, 5 + 2 * number), content]
    parts, offsets, size = [b"%PDF-1.4\n"], [], 9
    for number, body in enumerate(objects, start=1):
        offsets.append(size)
        parts.append(b"%d 0 obj" % number + body + b"endobj\n")
        size += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, size)
    return b"".join((*parts, head, table, end))

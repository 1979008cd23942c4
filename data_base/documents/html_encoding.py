"""The encoding that an HTML page declares, as browsers read it."""

import codecs
import re

# In its first kilobyte, as HTML asks of a page.
_HEAD = 1024
_DECLARED = re.compile(rb"""(?:charset|<\?xml[^>]*?encoding)\s*=\s*["']?\s*([\w.:\-]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
# What pages that declare the first contain (WHATWG, Encoding).
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932",
    "euc_kr": "cp949", "utf-16": "utf-8", "utf-16-le": "utf-8", "utf-16-be": "utf-8", "utf-7": "utf-8",
}  # fmt: skip
_PYTHONS_NAMES = {"x-sjis": "cp932", "x-gbk": "gb18030", "x-x-big5": "big5hkscs", "windows-874": "cp874"}
_IN_ASCII = ("iso2022_jp",)
_PYTHONS_OWN = ("unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "mbcs", "oem")


def declared_encoding(raw: bytes) -> str | None:
    """The encoding that a page's mark or its head names, None where it names none or the page is UTF-8.

    Args:
        raw: the page.
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if raw.startswith(codecs.BOM_UTF8):
        return None
    found = _DECLARED.search(_COMMENT.sub(b"", raw[:_HEAD]))
    if found is None:
        return None
    name = _known(found[1].decode())
    if name is None or (name not in _IN_ASCII and _is_utf8(raw)):
        return None
    return _MEANT.get(name, name)


def decoded(raw: bytes, label: str | None = None, *, is_html: bool = True) -> str:
    """A page as browsers decode it, with U+FFFD where it is not in its encoding.

    Its own mark comes first; what is UTF-8 is that; then the server's word counts, and then the page's.

    Args:
        raw: the page.
        label: the encoding that its server names.
        is_html: whether it may declare one itself.
    """
    name = _known(label or "")
    if raw.startswith(codecs.BOM_UTF8) or (name not in _IN_ASCII and _is_utf8(raw)):
        return raw.decode("utf-8-sig", "replace")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    encoding = _MEANT.get(name, name) if name else declared_encoding(raw) if is_html else None
    return raw.decode(encoding or "utf-8", "replace")


def _known(label: str) -> str | None:
    """Python's name of an encoding of text; None where it is none."""
    lower = label.lower()
    try:
        name = codecs.lookup(_PYTHONS_NAMES.get(lower, lower)).name
        # Python has codecs that are no encodings of text.
        b"aa".decode(name)
    except (LookupError, UnicodeError):
        return None
    return None if name in _PYTHONS_OWN else name


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True

"""Fences: how text that the program did not write is put into a prompt, and how it is read back.

A section becomes one block::

    <<<passage 3f9c0a… id="report.pdf#p3.2" number="1" file="report.pdf" page="3">>>
    the text, word for word
    <<<end 3f9c0a…>>>

The code in both marks (the nonce) is derived from a secret and all sections and never occurs in the data, so
data cannot open or close a fence; look-alikes of the marks and of chat role marks in the data are defused by
a backslash that :func:`unfence` takes out again. ``unfence("".join(fence(sections).blocks)) == sections``
is true of any text.
"""

import functools
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

NONCE_DIGITS = 12
_BLANK = "0" * NONCE_DIGITS

_LESS, _MORE = "<＜﹤‹❮⟨≪", ">＞﹥›❯⟩≫"
# A reader that drops what no one sees would join two marks that it parts: marks of direction and joining,
# fillers, variation selectors, tags. Possessive: long runs of them must not be tried in every division.
_UNSEEN = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]*+"
)


def _parted(words: str) -> str:
    """A pattern of these words, whatever unseen comes before and between their letters."""
    spelled = ("".join(f"{_UNSEEN}{letter}" for letter in word) for word in words.split())
    return f"(?:{'|'.join(spelled)})"


@functools.cache
def _risky() -> re.Pattern[str]:
    """What could pass for a mark: ``<<``, ``>>``, ``<|`` and the role tags of common chat formats.

    With what looks like them, and each with the backslashes that may already be in the gap. What follows
    a gap has ``<``, ``>`` or ``[`` at most as its last character, so no gap lies inside another's mark, and
    one more backslash in each is undone by one less.
    """
    roles = _parted("s bos eos think system assistant user human developer")
    tags = rf"(?i:/?{roles}|{_parted('start_of_turn end_of_turn')}){_UNSEEN}[{_MORE}]"
    return re.compile(
        rf"[{_LESS}]\\*(?={_UNSEEN}(?:[{_LESS}|｜]|{tags}))|[{_MORE}]\\*(?={_UNSEEN}[{_MORE}])|"
        rf"\[\\*(?=(?i:{_UNSEEN}/?{_parted('INST')}){_UNSEEN}\])",
    )


_STRING = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
_PLAIN = r"(?!end\b)[A-Za-z_][A-Za-z0-9_]*"
_PLAIN_NAME = re.compile(rf"{_PLAIN}\Z")
_NAME = rf"(?:{_PLAIN}|{_STRING})"
_ATTRIBUTE = re.compile(rf" (?P<key>{_NAME})=(?P<value>{_STRING})")
_OPENING = re.compile(
    rf"<<<(?P<name>{_NAME}) (?P<nonce>[0-9a-f]{{{NONCE_DIGITS}}})(?P<attributes>(?: {_NAME}={_STRING})*)>>>\n"
)
# JSON leaves these as they are; in a one-line mark they could break the line or pass for a mark.
_UNSAFE_IN_MARK = re.compile("[<>＜＞\x7f-\x9f\u2028\u2029]|\\[(?=/?INST\\])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of data in a prompt."""

    name: str
    """What it is (``question``, ``passage``, ``answer`` …)."""
    text: str
    """The data, of any content."""
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What is known about it, shown in the opening mark."""


@dataclass(frozen=True, slots=True)
class Fenced:
    """Sections as blocks of prompt text."""

    blocks: tuple[str, ...]
    """One for each section, in order, without a final line break."""
    nonce: str
    """The code in their marks, 12 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced section found in a text."""

    section: Section
    """What is in it."""
    start: int
    """Where its opening mark begins."""
    end: int
    """Where its closing mark ends (exclusive)."""


def fence(sections: Sequence[Section], *, secret: bytes | None = None) -> Fenced:
    """Fence data for a prompt.

    Args:
        sections: the data, in order; names, texts and attributes may contain anything.
        secret: what the nonce is derived from; a random secret of this process where None.
    """
    heads = [(_name(section.name), _attributes(section.attributes)) for section in sections]
    bodies = [_risky().sub(_defused, section.text) for section in sections]
    data = "\n".join([*(part for head in heads for part in head), *bodies]).lower()
    content = json.dumps([[s.name, s.text, list(s.attributes.items())] for s in sections], ensure_ascii=False)
    nonce = _draw_nonce(_process_secret() if secret is None else secret, content, data)
    blocks = tuple(
        f"<<<{name} {nonce}{attributes}>>>\n{body}\n{_closing(nonce)}"
        for (name, attributes), body in zip(heads, bodies, strict=True)
    )
    return Fenced(blocks=blocks, nonce=nonce)


def unfence(text: str) -> list[Section]:
    """The sections fenced in a text, in order; what is outside the fences is skipped.

    The nonce is that of the first well-formed block; marks with any other code are plain text.
    """
    return [block.section for block in find_blocks(text)]


def find_blocks(text: str) -> list[Block]:
    """The fenced blocks of a text with their places (see :func:`unfence`)."""
    nonce = find_nonce(text)
    return [] if nonce is None else list(_blocks_of(text, nonce))


def find_nonce(text: str) -> str | None:
    """The code of the first well-formed block in a text, None where there is no block."""
    for opening in _OPENING.finditer(text):
        nonce = opening["nonce"]
        if text.find(f"\n{_closing(nonce)}", opening.end()) >= 0:
            return nonce
    return None


def blank_nonce(text: str, nonce: str) -> str:
    """The text with its nonce zeroed: equal data gives equal text whatever the secret (for cache keys)."""
    return text.replace(nonce, _BLANK)


@functools.cache
def _process_secret() -> bytes:
    return secrets.token_bytes(32)


def _draw_nonce(secret: bytes, content: str, data: str) -> str:
    """The first code of the secret's series for this content that does not occur in the data."""
    series = hmac.new(secret, content.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    while (nonce := series.hex()[:NONCE_DIGITS]) in data or nonce == _BLANK:
        series = hmac.new(secret, series, hashlib.sha256).digest()
    return nonce


def _closing(nonce: str) -> str:
    return f"<<<end {nonce}>>>"


def _blocks_of(text: str, nonce: str) -> Iterator[Block]:
    closing = f"\n{_closing(nonce)}"
    position = 0
    while opening := _OPENING.search(text, position):
        position = opening.end()
        if opening["nonce"] != nonce:
            continue
        if (stop := text.find(closing, position)) < 0:
            return
        section = Section(
            _read_name(opening["name"]),
            _restore(text[position:stop]),
            {
                _read_name(m["key"]): json.loads(m["value"])
                for m in _ATTRIBUTE.finditer(opening["attributes"])
            },
        )
        position = stop + len(closing)
        yield Block(section, opening.start(), position)


def _name(name: str) -> str:
    return name if _PLAIN_NAME.match(name) else _quoted(name)


def _read_name(written: str) -> str:
    return str(json.loads(written)) if written.startswith('"') else written


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f" {_name(key)}={_quoted(value)}" for key, value in attributes.items())


def _quoted(value: str) -> str:
    return _UNSAFE_IN_MARK.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False))


def _defused(mark: re.Match[str]) -> str:
    return f"{mark[0][0]}\\{mark[0][1:]}"


def _restore(text: str) -> str:
    return _risky().sub(lambda m: m[0][0] + m[0][2:], text)

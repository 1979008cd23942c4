"""What an ONNX file may not contain: tensors in other files, and operators that are not ONNX's own.

The file is a message of Protocol Buffers, of which only what decides is read; the weights are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from data_base.errors import InputError

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_DEEPEST = 64
"""Graphs in graphs."""
_LONGEST_VARINT, _LARGEST_KEY = 10, 2**32 - 1
_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
"""Of operators; the last are those that come with onnxruntime."""
# Kind of message to the kinds of its fields by number, of fields that are messages.
_FIELDS: Mapping[str, Mapping[int, str]] = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "graph": {1: "node", 5: "tensor", 15: "sparse_tensor"},
    "function": {7: "node", 11: "attribute"},
    "node": {5: "attribute"},
    "attribute": {
        5: "tensor",
        6: "graph",
        10: "tensor",
        11: "graph",
        22: "sparse_tensor",
        23: "sparse_tensor",
    },
    "sparse_tensor": {1: "tensor", 2: "tensor"},
}
# Kind of message to the number of the field that names a domain of operators.
_DOMAIN_FIELD = {"node": 7, "function": 10}
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14


class _UnreadableError(Exception):
    """The bytes are no such message."""


def require_plain_graph(name: str, content: bytes) -> None:
    """Refuse a model that reads other files or needs code of its own.

    Args:
        name: of the file, for messages.
        content: the file's bytes.

    Raises:
        InputError: it is no ONNX model, or not such a one.
    """
    try:
        kinds = [kind for kind, _ in _messages(name, memoryview(content), "model", 0)]
    except _UnreadableError:
        kinds = []
    if "node" not in kinds:
        raise InputError(f"{name} is no ONNX model; export the classifier again")


def _messages(name: str, data: memoryview, kind: str, depth: int) -> Iterator[tuple[str, memoryview]]:
    """All messages in one, itself first."""
    if depth > _DEEPEST:
        raise _UnreadableError
    yield kind, data
    below, domain = _FIELDS.get(kind, {}), _DOMAIN_FIELD.get(kind)
    for number, value in _fields(data):
        if kind == "tensor" and (number == _EXTERNAL_DATA or (number == _DATA_LOCATION and value)):
            raise InputError(
                f"{name} keeps tensors in other files, which are not read; save the model as one file"
            )
        if not isinstance(value, memoryview):
            continue
        if number == domain and (named := bytes(value).decode("utf-8", "replace")) not in _DOMAINS:
            raise InputError(
                f"{name} needs the operators of {named[:100]!r}, which are not ONNX's own; export the "
                "classifier without custom operators"
            )
        if number in below:
            yield from _messages(name, value, below[number], depth + 1)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message, numbers as they are, all else as its bytes."""
    at, end = 0, len(data)
    while at < end:
        key, at = _varint(data, at)
        if key > _LARGEST_KEY:
            # Readers of 32 bits would take it for another field.
            raise _UnreadableError
        number, wire = key >> 3, key & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        if wire == _BYTES:
            size, at = _varint(data, at)
        elif wire in {_FIXED64, _FIXED32}:
            size = 8 if wire == _FIXED64 else 4
        else:
            raise _UnreadableError
        if not number or at + size > end:
            raise _UnreadableError
        if wire == _BYTES:
            yield number, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(_LONGEST_VARINT):
        if at + shift >= len(data):
            break
        byte = data[at + shift]
        value |= (byte & 0x7F) << (7 * shift)
        if byte < 0x80:  # noqa: PLR2004  (the bit that says that another byte follows)
            return value, at + shift + 1
    raise _UnreadableError

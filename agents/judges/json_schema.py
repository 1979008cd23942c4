"""Pieces of the JSON Schemas that replies are asked for by."""

from collections.abc import Mapping

# Not as a list of types, which some packages that rewrite schemas for their provider cannot read.
TEXT_OR_NULL = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def object_of(properties: Mapping[str, object]) -> dict[str, object]:
    """The JSON Schema of an object that has all of these and nothing else."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def list_of(properties: Mapping[str, object]) -> dict[str, object]:
    """The JSON Schema of a list of such objects."""
    return {"type": "array", "items": object_of(properties)}

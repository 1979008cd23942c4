"""Outputs and contexts that are recorded in JSONL files."""

from collections.abc import Mapping
from pathlib import Path

from data_base.errors import InputError
from eval.files.json_lines import json_lines, place_of

Chunk = dict[str, str]


def read_outputs(path: Path) -> dict[str, str | None]:
    """Question id to a model's raw output: ``{"id", "output"}`` per line.

    An ``output`` of null says that the model was never reached, as does a line that is not there.

    Raises:
        InputError: naming file, line and field.
    """
    found: dict[str, str | None] = {}
    for number, fields in json_lines(path):
        place = place_of(path, number)
        item_id, output = _id(fields, place, found), fields.get("output", ...)
        if output is not None and not isinstance(output, str):
            raise InputError(
                f'{place}: the field "output" must be the model\'s text, or null; write it there.'
            )
        found[item_id] = output
    return found


def read_contexts(path: Path) -> dict[str, list[Chunk]]:
    """Question id to its context: ``{"id", "chunks": [{"source_path", "text"}]}`` per line.

    Raises:
        InputError: naming file, line and field.
    """
    found: dict[str, list[Chunk]] = {}
    for number, fields in json_lines(path):
        place = place_of(path, number)
        item_id, chunks = _id(fields, place, found), fields.get("chunks")
        if not isinstance(chunks, list):
            raise InputError(f'{place}: the field "chunks" must be a list; write the context there.')
        found[item_id] = [_chunk(chunk, place) for chunk in chunks]
    return found


def _id(fields: Mapping[str, object], place: str, found: Mapping[str, object]) -> str:
    item_id = fields.get("id")
    if not isinstance(item_id, str) or not item_id:
        raise InputError(f'{place}: the field "id" must be a non-empty string.')
    if item_id in found:
        raise InputError(f"{place}: a second line for {item_id!r}; keep one.")
    return item_id


def _chunk(chunk: object, place: str) -> Chunk:
    path = chunk.get("source_path") if isinstance(chunk, dict) else None
    text = chunk.get("text") if isinstance(chunk, dict) else None
    if not isinstance(path, str) or not isinstance(text, str):
        raise InputError(f'{place}: every chunk needs a "source_path" and a "text".')
    return {"source_path": path, "text": text}

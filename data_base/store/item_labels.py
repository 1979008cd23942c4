"""What items are grouped by besides systems and languages, in one column of their rows.

Tags, and what is known of a case's answer: the documents that it is in, and whether they contain it at all.
Each label is a line of JSON text, which has no raw control character; the lines that are no tags begin with
one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, cast

from data_base.store.text_search import as_written

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem

LabelKind = Literal["tag", "document", "answerable"]
_MARK = "\x1f"
ANSWERABLE = {True: "true", False: "false"}
"""The names of the label that says whether a question can be answered."""


def labels_of(item: RunItem) -> str | None:
    """The labels of an item as they are kept; None for none."""
    lines = [
        *(_line("tag", tag) for tag in dict.fromkeys(item.tags)),
        *(_line("document", name) for name in dict.fromkeys(item.documents)),
    ]
    if item.answerable is not None:
        lines.append(_line("answerable", ANSWERABLE[item.answerable]))
    return "".join(f"\n{line}" for line in lines) + "\n" if lines else None


def labels_in(column: str) -> Iterator[tuple[LabelKind, str]]:
    """The kind and name of each label that was kept."""
    for line in column.strip("\n").split("\n"):
        kind, _, written = line[1:].partition(_MARK) if line.startswith(_MARK) else ("tag", "", line)
        yield cast("LabelKind", kind), json.loads(f'"{written}"')


def in_column(kind: LabelKind, name: str) -> str:
    """A label as it is in the column, with its ends."""
    return f"\n{_line(kind, name)}\n"


def _line(kind: LabelKind, name: str) -> str:
    written = as_written(name)
    return written if kind == "tag" else f"{_MARK}{kind}{_MARK}{written}"

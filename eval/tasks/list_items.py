"""The items of a list that is written as a text, in a reply or in a data file."""

import json
import re
from collections.abc import Collection

from data_base.marks.bare_answer import bare_answer
from eval.tasks.last_list_item import joined_members, without_and
from scoring.answers.option_labels import without_announcement
from scoring.answers.short_answer_form import key

# "-5" and "3.5 t" begin with no bullet.
_BULLET = re.compile(
    r"^\s*(?:[*•·|]|-(?![0-9])|[0-9]{1,3}[.)、](?![0-9])|\([0-9]{1,3}\)(?=\s)|\(?[a-zа-я]\)(?=\s))\s*",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(r"[:：]\s*$")
_SEPARATORS = (
    # Where there is one of these, a comma is part of an item ("Washington, D.C.; Boston").
    re.compile(r"\s*[;；、]\s*"),
    # "3,5 t of coal, 2 t of iron": a comma without a space is part of an item, too.
    re.compile(r"\s*(?:,\s|，)\s*"),
    # Not inside a grouped number: "1,234".
    re.compile(r"\s*(?:,(?![0-9]{3}(?![0-9]))|(?<![0-9]),)\s*"),
)


_SEMICOLON = re.compile(r"[;；]")


def list_items(text: str, names: Collection[str] = ()) -> list[str]:
    """The items: of a JSON array, a line each, or in one line between semicolons, 、 or commas.

    In one line the last two may be joined by an "and".

    Args:
        text: the list.
        names: members of the right list, which stay whole.
    """
    text = bare_answer(text)
    if (written := _json_array(text)) is not None:
        return written
    lines = [line for line in without_announcement(text).splitlines() if line.strip()]
    if len(lines) > 1 and _LEADS_IN.search(lines[0]):
        lines = lines[1:]
        parts = lines if len(lines) > 1 or _BULLET.match(lines[0]) else _in_one_line(lines[0], names)
    else:
        parts = lines if len(lines) > 1 else [part for line in lines for part in _in_one_line(line, names)]
    return [item for part in parts if (item := _BULLET.sub("", part).strip(" \t.。|"))]


def _in_one_line(line: str, names: Collection[str]) -> list[str]:
    line = line.strip(" \t,，、;；")
    separator = next((each for each in _SEPARATORS if each.search(line)), None)
    *others, last = separator.split(line) if separator else [line]
    # Between semicolons an "and" is part of an item, as a comma is.
    listed = bool(others) and _SEMICOLON.search(line) is None
    last = without_and(last) if others else last
    return [*others, *joined_members(last, {key(name) for name in names}, listed=listed)]


def _json_array(text: str) -> list[str] | None:
    if not text.lstrip().startswith("["):
        return None
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    written = [item for item in items if isinstance(item, str | int | float) and not isinstance(item, bool)]
    return [str(item) for item in written] if len(written) == len(items) else None

"""The items of a list that is written as a text, in a reply or in a data file."""

import json
import re
from collections.abc import Collection

from eval.tasks.last_list_item import joined_members, without_and
from scoring.answers.option_labels import without_announcement
from scoring.answers.short_answer_form import key

# "-5", "–.5", "-$5" and "3.5 t" begin with no bullet.
_BULLET = re.compile(
    r"^\s*(?:[*•·|▪◦●]|[-+–—](?![.,$€£¥₽]?[0-9])|[0-9]{1,3}[.)、](?![0-9])|\([0-9]{1,3}\)(?=\s)|\(?[a-zа-я]\)(?=\s))\s*",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(r"[:：]\s*$")
# "Goods: coal, iron", "The goods are coal and iron"; "Alien: Covenant" may be a member.
_LEAD = re.compile(
    r"[^:：,，;；、]{2,80}?(?:[:：]\s+|：|\b(?:are|were|is|was|includes?|included|это|являются|были|включают)\s+"
    r"|是|包括|包含|分别为)(?=\S)|это\s+",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[:：.。]\s*$")
_WORDS = 3
"""More words than these around bullets are a sentence."""
_RULE = re.compile(r"[\s|:+=-]*")
_NUMBERS = (
    re.compile(r"(?:^|(?<=\s)|(?<=[,;，；、]))\(?([0-9]{1,2})(?:[.)](?=\s)|、)\s*"),
    re.compile(r"(?:^|(?<=\s)|(?<=[,;，；、]))[(（]([0-9]{1,2})[)）]\s*"),
    re.compile(r"(?:^|(?<=\s)|(?<=[,;，；、]))\(?([a-hа-з])\)\s*", re.IGNORECASE),
    re.compile(r"([①-⑳])\s*"),
    re.compile(r"(?:^|(?<=[\s，；、。]))(?:第)?([一二三四五六七八九十])(?:是|[、，：])\s*"),
)
_SEPARATORS = (
    # Where there is one of these, a comma is part of an item ("Washington, D.C.; Boston").
    re.compile(r"\s*[;；、]\s*"),
    # "3,5 t of coal, 2 t of iron": a comma without a space is part of an item, too.
    re.compile(r"\s*(?:,\s|，)\s*"),
    # Not inside a grouped number: "1,234".
    re.compile(r"\s*(?:,(?![0-9]{3}(?![0-9]))|(?<![0-9]),)\s*"),
    re.compile(r"\s+[/|•·▪]\s+"),
)


_ROWS = (
    tuple(map(str, range(1, 51))),
    *(tuple(row) for row in ("abcdefgh", "абвгдежз", "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", "一二三四五六七八九十")),
)
_SEMICOLON = re.compile(r"[;；]")


def list_items(text: str, names: Collection[str] = ()) -> list[str]:
    """The items: of a JSON array, a line each, or in one line between semicolons, 、 or commas.

    In one line the last two may be joined by an "and".

    Args:
        text: the list, without marks.
        names: members of the right list, which stay whole.
    """
    if (written := _json_array(text)) is not None:
        return written
    lines = [line for line in without_announcement(text).splitlines() if not _RULE.fullmatch(line)]
    if sum(_BULLET.match(line) is not None for line in lines) > 1:
        lines = _from_first_bullet(lines)
    if len(lines) > 1 and _LEADS_IN.search(lines[0]):
        lines = lines[1:]
        parts = lines if len(lines) > 1 or _BULLET.match(lines[0]) else _in_one_line(lines[0], names)
    else:
        parts = lines if len(lines) > 1 else [part for line in lines for part in _in_one_line(line, names)]
    items = (_BULLET.sub("", part).lstrip(" \t|").rstrip(" \t.。|") for part in parts)
    return [item for item in items if item.strip()]


def _from_first_bullet(lines: list[str]) -> list[str]:
    """The lines of a list, without what introduces it and what follows it."""
    bulleted = [number for number, line in enumerate(lines) if _BULLET.match(line)]
    return [
        line
        for number, line in enumerate(lines)
        if bulleted[0] <= number <= bulleted[-1] or not (_ENDS.search(line) or len(line.split()) > _WORDS)
    ]


def _in_one_line(line: str, names: Collection[str]) -> list[str]:
    line = line.strip(" \t,，、;；")
    if (numbered := _numbered(line)) is not None:
        return numbered
    known = {key(name) for name in names}
    separator = _separator(line)
    if (lead := _LEAD.match(line)) and key(separator.split(line)[0] if separator else line) not in known:
        line = line[lead.end() :]
        separator = _separator(line)
    *others, last = separator.split(line) if separator else [line]
    # Between semicolons an "and" is part of an item, as a comma is.
    listed = bool(others) and _SEMICOLON.search(line) is None
    last = without_and(last) if others else last
    return [*others, *joined_members(last, known, listed=listed or lead is not None)]


def _separator(line: str) -> re.Pattern[str] | None:
    return next((each for each in _SEPARATORS if each.search(line)), None)


def _numbered(line: str) -> list[str] | None:
    """The items of "1) coal 2) iron"; None where nothing counts from one in order."""
    for pattern in _NUMBERS:
        found = list(pattern.finditer(line))
        said = [match[1].lower() for match in found]
        if len(said) > 1 and any(said == list(row[: len(said)]) for row in _ROWS):
            ends = [*(match.start() for match in found[1:]), len(line)]
            parts = [line[match.end() : end] for match, end in zip(found, ends, strict=True)]
            return [without_and(part.strip(" \t,，、;；.。")) for part in parts]
    return None


def _json_array(text: str) -> list[str] | None:
    if not text.lstrip().startswith("["):
        return None
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    written = [item for item in items if isinstance(item, str | int | float) and not isinstance(item, bool)]
    return [str(item) for item in written] if len(written) == len(items) else None

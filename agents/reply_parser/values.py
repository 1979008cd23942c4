"""Raw values of a reply: what may wrap them, names as they are compared, and values as text."""

import ast
import json
import re
import unicodedata
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from data_base.whole_text import whole_text

WRAPPING = " \t\r\n*_`\"'“”‘’「」[](){}.。"
"""What may surround a value without being part of it."""
_NAMES = frozenset(
    {"name", "dimension", "criterion", "criteria", "metric", "aspect", "category"}
    | {"维度", "維度", "指标", "指標", "标准", "標準", "критерий", "показатель"}
)
REASONS = frozenset(
    {"reason", "reasons", "reasoning", "explanation", "rationale", "justification", "comment", "feedback"}
    | {"why", "note", "notes"}
    | {"理由", "原因", "说明", "說明", "解释", "解釋", "причина", "обоснование", "пояснение", "комментарий"}
)
"""Keys, as :func:`folded`, under which a reply says why a score is what it is."""
_REPLIES = frozenset(
    {"arguments", "parameters", "input", "final", "output", "response", "result", "content", "json"}
    | {"verdict", "evaluation", "judgement", "judgment", "scores"}
)
"""Keys, as :func:`folded`, of what wraps a whole reply in a string, as a tool call does."""
_SCALES = frozenset({"scale", "scorescale", "maxscore", "outof", "max", "maximum", "满分", "滿分"})
_TOTALS = frozenset({"total", "totalscore", "overall", "overallscore", "sum", "总分", "總分"})
_UPPER_END = re.compile(r"\s*(?:[01]\s*(?:-|–|~|to|до|到|至)\s*)?(\d{1,4})(?:\.0)?\s*")
MAX_ITEMS = 50
_FENCES = re.compile(r"^\s*```\w*\s|```\s*$")
_NUMBERED = re.compile(r"\W*(?:[^\W\d]{0,20}\W*){0,2}(\d{1,4})\W*$")
_DIGITS, _DIGITS_ALONE = re.compile(r"\d{1,4}"), re.compile(r"\s*#?\d{1,4}(?:[\s,;、，]+#?\d{1,4})*\s*")
_BETWEEN = re.compile(r"[ \t\r\n,]+")
_MOST_LITERAL = 60_000
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class TwoValues:
    """Different values that one object gives under one key."""

    every: tuple[object, ...]
    """All of them, in order."""

    @property
    def last(self) -> object:
        """The last one."""
        return self.every[-1]

    @classmethod
    def of(cls, known: object, further: object) -> "TwoValues":
        """What was known under a key, and one value more."""
        return cls((*(known.every if isinstance(known, cls) else (known,)), further))


def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object's items as a mapping; where a key is given different values, that is kept in mind."""
    data = dict(pairs)
    if len(data) < len(pairs):
        every: dict[str, list[object]] = {}
        for key, value in pairs:
            every.setdefault(key, []).append(value)
        for key, values in every.items():
            if any(value != values[-1] for value in values):
                data[key] = TwoValues(tuple(values))
    return data


def settled(value: object) -> object:
    """A value in which the last of several values under one key is taken, at any depth."""
    if isinstance(value, TwoValues):
        return settled(value.last)
    if isinstance(value, dict):
        return {key: settled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [settled(item) for item in value]
    return value


def folded(key: str) -> str:
    """A name without case, width, spaces and underscores."""
    return re.sub(r"[\s_\-]+", "", unicodedata.normalize("NFKC", key[:200]).casefold())


def as_text(value: object) -> str:
    """A value as text: lists line by line, objects as JSON, nothing as nothing.

    Raises:
        ValueError: there is no value.
    """
    value = settled(value)
    if value is None:
        raise ValueError("text is needed")
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return as_text("\n".join(value))
    return as_text(json.dumps(value, ensure_ascii=False, default=str))


def as_list(
    value: object, item_keys: Collection[str] = (), verdicts: Collection[str] = ()
) -> list[object] | None:
    """A value that should be a list, whatever form it comes in; None if it is no form of one.

    A JSON or Python literal in a string, one item, a list inside an object, items by their numbers or
    words, which they then have as ``number`` or ``claim``, or under their verdicts.

    Args:
        value: as the reply gives it.
        item_keys: the keys of one item, as :func:`folded`; an object with one of them is an item.
        verdicts: the verdicts on items, as :func:`folded`; an object with one of them as a key has lists of
            items under theirs.
    """
    value = settled(value)
    if isinstance(value, str):
        value = _literal(value)
    if isinstance(value, str) and item_keys and "\n" in value.strip():
        value = value.strip().splitlines()
    if isinstance(value, (list, tuple)):
        if not item_keys:
            return list(value)
        read = [_literal(item) if isinstance(item, str) else item for item in value]
        return [
            part
            for item in read
            for part in (item if isinstance(item, list) else _by_verdict(item, item_keys, verdicts) or [item])
        ]
    if not isinstance(value, Mapping):
        return None
    by_verdict = _by_verdict(value, item_keys, verdicts)
    if by_verdict or not value or {folded(str(key)) for key in value} & set(item_keys):
        return by_verdict or ([value] if value else [])
    lists = [found for item in value.values() if (found := _inner_list(item)) is not None]
    if len(lists) == 1 and (len(value) == 1 or isinstance(lists[0], list)) and not _is_keyed(value, lists[0]):
        return as_list(lists[0], item_keys, verdicts)
    return [_named(str(key), item) for key, item in value.items()] if item_keys else None


def _by_verdict(value: object, item_keys: Collection[str], verdicts: Collection[str]) -> list[object]:
    """The items of ``{"covered": [1, 3], "missing": "2"}``; none where that is no such object."""
    names = {folded(str(key)) for key in value} if isinstance(value, Mapping) else set()
    if not isinstance(value, Mapping) or names & set(item_keys) or not names & set(verdicts):
        return []
    return [_judged(item, str(verdict)) for verdict, said in value.items() for item in _members(said)]


def _members(said: object) -> list[object]:
    said = _literal(said) if isinstance(said, str) else said
    if isinstance(said, str):
        return list(_DIGITS.findall(said)) if _DIGITS_ALONE.fullmatch(said) else [said]
    return list(said) if isinstance(said, (list, tuple)) else [said]


def _judged(item: object, verdict: str) -> object:
    if isinstance(item, Mapping):
        return {**item, "verdict": verdict}
    return {"claim": str(item), **_named(str(item), verdict)}


def _is_keyed(value: Mapping[str, object], inner: object) -> bool:
    """Whether an object with one inner one has it under a number, as an item."""
    return isinstance(inner, Mapping) and all(_NUMBERED.match(str(key)) for key in value)


def _named(key: str, item: object) -> dict[str, object]:
    """An item that has its number, or its words, as its key."""
    item = _literal(item) if isinstance(item, str) else item
    number = _NUMBERED.match(key)
    known = {"number": int(number[1])} if number else {"claim": key, "starts": key}
    return {**known, **(item if isinstance(item, Mapping) else {"verdict": item})}


def _inner_list(value: object) -> list[object] | Mapping[str, object] | None:
    value = _literal(value) if isinstance(value, str) else value
    return value if isinstance(value, (list, Mapping)) else None


def _literal(text: str) -> object:
    """The values that a string writes out in JSON, line by line or as one, or in Python; else the string."""
    bare = _FENCES.sub("", text[:_MOST_LITERAL]).strip()
    if not bare.startswith(("[", "{", '"')):
        return text
    found: list[object] = []
    position = 0
    with suppress(ValueError, RecursionError):
        while position < len(bare):
            value, position = _DECODER.raw_decode(bare, position)
            found.append(value)
            if gap := _BETWEEN.match(bare, position):
                position = gap.end()
        return found if len(found) > 1 else _again(found[0])
    # A list as the key of a mapping is a TypeError.
    with suppress(ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        value = ast.literal_eval(bare)
        return list(value) if isinstance(value, tuple) else value
    return text


def _again(value: object) -> object:
    return _literal(value) if isinstance(value, str) else value


def unpacked(value: object) -> Mapping[str, Any] | None:
    """The fields inside a value, None where it is no wrapping."""
    if isinstance(value, dict):
        return value
    return named_items(value) if isinstance(value, list) else None


def in_string(key: str, value: object) -> Mapping[str, Any] | None:
    """The reply that a string writes out; None where it is none, or may be a quotation."""
    if not isinstance(value, str) or not value.lstrip().startswith("{") or folded(key) not in _REPLIES:
        return None
    read = _literal(value)
    return read if isinstance(read, dict) else None


def stated_scale(raw: Mapping[str, object]) -> float | None:
    """The upper end of the scale that an object names for its scores, at its top; None where it names none.

    Next to a total such a figure may be the total's own; then it says nothing of the scores.
    """
    names = {folded(str(key)): value for key, value in raw.items()}
    if names.keys() & _TOTALS:
        return None
    ends = [_UPPER_END.fullmatch(str(names[name])) for name in sorted(names.keys() & _SCALES)]
    return next((float(end[1]) for end in ends if end), None)


def named_items(items: list[Any]) -> dict[str, object] | None:
    """``[{"dimension": "accuracy", "score": 8}, …]`` as one object, None for any other list.

    A name that occurs twice with different values keeps both, as such a key does.
    """
    pairs: list[tuple[str, object]] = []
    for item in items[:MAX_ITEMS]:
        names = [key for key in item if folded(str(key)) in _NAMES] if isinstance(item, Mapping) else []
        if len(names) != 1 or not isinstance(item[names[0]], str):
            return None
        pairs.append((item[names[0]], {key: entry for key, entry in item.items() if key != names[0]}))
    return without_repeats(pairs) or None

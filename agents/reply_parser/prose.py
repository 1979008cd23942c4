"""Reads fields from prose by their labels: "Accuracy: 8/10", "准确性：9 分", "Точность — 8 из 10".

Markdown tables of scores are written as labelled lines first, so that a weight next to a score is not read
for it.
"""

import re
from functools import lru_cache

from pydantic import BaseModel

from agents.reply_parser.numbers import read_number
from agents.reply_parser.shape import FieldShape, Shape
from agents.reply_parser.values import WRAPPING, folded

MAX_PROSE_CHARS = 100_000
_MAX_READINGS = 50
_FILLER = (
    r"(?:\s*(?:a|an|score|rating|grade|is|of|as|at|得分|评分|評分|分数|分數|分值|为|為|是|给|給|оценка|балл|баллов)"
    r"(?![a-zа-я]))*"
)
_ASIDE = r"(?:[\s*_]*[(（\[][^()（）\[\]\n]{0,30}[)）\]](?!\s*[)\]）]))?"
_SEPARATOR = (
    r"[\s*_`\"'”’】」』》\]]*(?:[:：=|>→]|-+>?|–|—|…|\.{2,60}|为|為|是|is|of)?[\s*_`\"'“‘]*"
    r"(?:<\s{0,9}(?:score|rating|value)\s{0,9}>)?"
)
_AFTER_FILLER = r"(?:[\s*_]*[:：][\s*_`]*)?"
# A lone figure in square brackets with prose behind it cites a passage.
_CITATION = re.compile(r"\[(?!\[)\s*\d+(?:\s*,\s*\d+)*\s*\](?!\])(?=[ \t*_`.,;]*[^\s*_`.,;|/])")
_SCORE_ASIDE = (
    r"[\s*_]{0,9}[(（\[]\s{0,9}(?P<aside>\d[\d.]{0,5}\s{0,9}(?:/|／|out\s{1,9}of|из)\s{0,9}\d[^()（）\[\]\n]{0,12})"
    r"[)）\]](?![\s*_]{0,9}[:：=–—-][\s*_]{0,9}\d)"
)
_STATED_SCALE = re.compile(
    r"\bscale\s{1,9}(?:of\s{1,9}|from\s{1,9})?[01]\s{0,9}(?:-|–|to)\s{0,9}(?P<a>\d{1,4})"
    r"|\b(?P<b>\d{1,4})[-\s]point\s{1,9}scale|(?<!\d)(?P<c>\d{1,4})\s{0,9}分制"
    r"|(?<!\d)[01]\s{0,9}(?:-|–|到|至)\s{0,9}(?P<d>\d{1,4})\s{0,9}分"
    r"|шкал\w{0,4}\s{1,9}от\s{1,9}[01]\s{1,9}до\s{1,9}(?P<e>\d{1,4})|(?<!\d)(?P<f>\d{1,4})-?балльн",
    re.IGNORECASE,
)
# The scale in brackets behind a label, before its figure.
_ASIDE_SCALE = re.compile(
    r"[(（\[](?:[^()（）\[\]\n]{0,20}(?:/|／|out\s+of|из|满分|滿分)\s*(?P<a>\d{1,4})"
    r"|\s*[01]\s*(?:-|–|~|to|до|到|至)\s*(?P<b>\d{1,4}))\s*(?:分|points?)?\s*[)）\]]",
    re.IGNORECASE,
)
_FOREIGN_SCALE = re.compile(
    r"(?:out\s+of|/|满分|滿分|总分|總分|из)\s*[:：]?\s*(?P<a>\d+(?:\.\d+)?)(?!\d)"
    r"|\b(?P<b>\d+)[-\s]?(?:point\b|балл\w*\s+шкал)|(?P<c>\d+)\s*分制"
    r"|\b(?:scale\s+of|from|от)\s+[01]\s*(?:-|–|to|до)\s*(?P<d>\d+)",
    re.IGNORECASE,
)
_SEGMENT = re.compile(r"(?:[^\n;；。|,，<]|[,，](?=\d))*")
_SENTENCE_END = re.compile(r"/>|\.(?=\s|$)|[,，;；](?=\s|\D|$)|\band\b|\bи\b|[，、]")
_DIGITS_FIRST = re.compile(r"[\[\s*_`\"'“(（]{0,6}[+\-]?[\d０-９一二三四五六七八九十]")
_TABLE = re.compile(
    r"^(?P<head>[^\n|]{0,200}\|[^\n]{0,400})\n"
    r"[ \t|:]{0,20}-[ \t|:\-]{2,400}\n"
    r"(?P<rows>(?:[^\n|]{0,200}\|[^\n]{0,4000}(?:\n|\Z)){1,40})",
    re.MULTILINE,
)
_SCORE = re.compile(r"score|rating|grade|points|得分|评分|評分|分数|分數|оценк|балл", re.IGNORECASE)
_BLOCK_MARK = re.compile(r"(?P<kind>[|>])[+\-1-9]{0,2}[ \t]*")
"""What YAML writes behind a key whose text follows on lines of its own."""
_BLOCK = re.compile(r"(?:\n[ \t]*)*\n(?P<indent>[ \t]+)[^\n]*(?:\n(?:(?P=indent)[^\n]*|[ \t]*(?=\n|\Z)))*")
_CELL_ASIDE = re.compile(r"[(（\[][^()（）\[\]]{0,30}[)）\]]")


def read_labels(text: str, shape: Shape) -> BaseModel:
    """Read each field where its label is.

    All readings of a needed field must agree; a reading on another scale speaks against the rest.

    Raises:
        ValueError: a needed field has no reading, or contradicting ones.
    """
    prose = text[-MAX_PROSE_CHARS:]
    data: dict[str, object] = {}
    for field in shape.needed or shape.fields:
        readings = _readings(prose, field, shape)
        if not readings:
            raise ValueError(f"the reply has no {field.name}")
        if len(readings) > 1:
            raise ValueError(f"{field.name}: the reply gives several values")
        data[field.name] = readings[0]
    for field in shape.fields:
        if not field.required and (rest := _line_text(prose, field)) is not None:
            data.setdefault(field.name, rest)
    return shape.build(data)


def prose_contradicts(prose: str, value: BaseModel, shape: Shape) -> bool:
    """Whether prose gives every figure that the schema needs, and one of them otherwise than ``value``."""
    figures = [field for field in shape.needed if field.kind == "number"]
    try:
        read = {field.name: _readings(prose[-MAX_PROSE_CHARS:], field, shape) for field in figures}
    except ValueError:
        return False
    whole = bool(read) and all(read.values())
    return whole and any(number != getattr(value, name) for name, said in read.items() for number in said)


def _readings(text: str, field: FieldShape, shape: Shape) -> list[object]:
    """Different values of a field, in the order in which they appear."""
    if field.pattern:
        matches = re.compile(field.pattern, re.IGNORECASE | re.MULTILINE).finditer(text)
        return _distinct([match[1] for match in matches], field)
    if field.kind == "number":
        return _figures(text, field, shape)
    if field.kind == "choice":
        return _chosen(text, field)
    line = _line_text(text, field)
    return [] if line is None else [line]


def _figures(text: str, field: FieldShape, shape: Shape) -> list[object]:
    next_label = _labelled(tuple(label for other in shape.fields for label in other.labels))
    readings: list[object] = []
    stated_elsewhere = _states_foreign_scale(text, field)
    for match in list(_labelled(field.labels).finditer(text))[:_MAX_READINGS]:
        if not _DIGITS_FIRST.match(text, match.end()) or _CITATION.match(text, match.end()):
            continue
        segment = next_label.split(_segment(text, match.end()), maxsplit=1)[0]
        behind = text[match.end() : match.end() + 80]
        _refuse_ends(_ASIDE_SCALE.search(match[0]), field)
        if stated_elsewhere and not _FOREIGN_SCALE.search(behind.partition("\n")[0]):
            raise ValueError(f"{field.name}: the reply scores on another scale")
        readings.append(read_number(segment, high=field.high))
    bracketed = list(_in_brackets(field.labels).finditer(text))[:_MAX_READINGS]
    readings.extend(read_number(match["aside"], high=field.high) for match in bracketed)
    return list(dict.fromkeys(readings))


def _states_foreign_scale(text: str, field: FieldShape) -> bool:
    """Whether the prose names a scale for its scores that is not the field's."""
    ends = [float(end) for scale in _STATED_SCALE.finditer(text) for end in scale.groups() if end]
    return field.high is not None and any(end != field.high for end in ends)


def _refuse_ends(scale: re.Match[str] | None, field: FieldShape) -> None:
    """A scale whose upper end is not the field's own."""
    if scale and field.high is not None and not any(float(x) == field.high for x in scale.groups() if x):
        raise ValueError(f"{field.name}: {scale[0][:40]!r} is another scale")


def _segment(text: str, start: int) -> str:
    """What belongs to a figure: to the end of its clause."""
    match = _SEGMENT.match(text, start)
    segment = match[0] if match else ""
    end = _SENTENCE_END.search(segment)
    return segment[: end.start()] if end else segment


def _chosen(text: str, field: FieldShape) -> list[object]:
    found = [_segment(text, match.end()) for match in _labelled(field.labels).finditer(text)]
    return _distinct(found[:_MAX_READINGS], field)


def _distinct(raw: list[str], field: FieldShape) -> list[object]:
    values: list[object] = []
    for item in raw:
        value = field.coerce(item)
        if value not in values and (field.kind != "choice" or value in field.choices.values()):
            values.append(value)
    return values


def _line_text(text: str, field: FieldShape) -> str | None:
    """The text behind a label that opens a line; of a block of YAML, the lines that are indented below it."""
    if field.kind != "text":
        return None
    match = _line_label(field.labels).search(text)
    if match and (mark := _BLOCK_MARK.fullmatch(match["rest"])):
        block = _BLOCK.match(text, match.end())
        lines = [line.strip() for line in block[0].strip().splitlines()] if block else []
        return (" " if mark["kind"] == ">" else "\n").join(lines) or None
    return match["rest"].strip(" *_\"'“”") if match and match["rest"].strip() else None


def _names(labels: tuple[str, ...]) -> str:
    return "|".join(re.escape(label).replace("_", r"[ _]") for label in labels)


@lru_cache(maxsize=512)
def _labelled(labels: tuple[str, ...]) -> re.Pattern[str]:
    """A label with what may come between it and its value."""
    return re.compile(
        rf"(?<![a-zа-яё\d])(?<![a-zа-яё\d]_)(?:{_names(labels)})(?![a-zа-яё]){_FILLER}{_ASIDE}{_FILLER}{_SEPARATOR}{_FILLER}"
        rf"{_AFTER_FILLER}\s*",
        re.IGNORECASE,
    )


@lru_cache(maxsize=512)
def _in_brackets(labels: tuple[str, ...]) -> re.Pattern[str]:
    """A label with its score and scale in brackets behind it."""
    return re.compile(
        rf"(?<![a-zа-яё\d])(?<![a-zа-яё\d]_)(?:{_names(labels)})(?![a-zа-яё]){_SCORE_ASIDE}", re.IGNORECASE
    )


@lru_cache(maxsize=512)
def _line_label(labels: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"^[ \t#>*_\-\d.)]{{0,20}}(?:{_names(labels)})[ \t*_]{{0,20}}[:：][ \t*_]{{0,20}}(?P<rest>[^\n]*)",
        re.IGNORECASE | re.MULTILINE,
    )


def tables_as_lines(text: str, shape: Shape) -> str:
    """The text with every table of scores written as lines of label and cell.

    A table is one of scores where rows begin with a field's label and a column is headed as the score's.
    Other tables stay.
    """
    if "|" not in text:
        return text
    return _TABLE.sub(lambda match: _as_lines(match, shape) or match[0], text)


def _as_lines(match: re.Match[str], shape: Shape) -> str | None:
    head = _cells(match["head"])
    columns = [number for number, cell in enumerate(head) if number and _SCORE.search(cell)]
    rows = [_cells(line) for line in match["rows"].splitlines()]
    # Several columns of scores contradict each other: then there is no verdict.
    lines = [
        f"\n{field.name}: {row[column].strip(WRAPPING)}{_scale_of(head[column], row[column])}\n"
        for column in columns
        for row in rows
        if column < len(row) and (field := _field_of(row[0], shape))
    ]
    return "".join(lines) or None


def _scale_of(head: str, cell: str) -> str:
    """A scale that the column's head names is every cell's."""
    scale = _FOREIGN_SCALE.search(head)
    return f" {scale[0]}" if scale and not _FOREIGN_SCALE.search(cell) else ""


def _field_of(cell: str, shape: Shape) -> FieldShape | None:
    return shape.by_key.get(folded(_CELL_ASIDE.sub("", cell).strip(WRAPPING)))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]

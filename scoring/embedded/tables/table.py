"""Tables in a passage, of Markdown or of lines with several numbers."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from data_base.text.dates import DateMention
from data_base.text.folding import fold
from data_base.text.numbers.figures import figures
from data_base.text.word_lists import values
from data_base.text_cache import text_cache
from scoring.embedded.action_match import acts
from scoring.embedded.lexicon import fold as folded
from scoring.embedded.lexicon import words
from scoring.values.periods import only_period


class Cell(NamedTuple):
    """A cell of a table, with what says of what it is."""

    start: int
    """Where it begins in the passage."""
    end: int
    """Where it ends."""
    row: str
    """The labels of its row."""
    column: str
    """The heading of its column; empty where it cannot be determined."""
    unit: str
    """The unit of its column or table ("£ million", "%"); empty where nothing says."""


class TableRow(NamedTuple):
    """A row with its cells; ``head`` is the table's line of headings, with ``caption``, the line over it.

    ``table`` is where its table begins, so that two with the same headings are two.
    """

    start: int
    end: int
    head: str
    caption: str
    cells: tuple[Cell, ...]
    table: int


_MARKDOWN = re.compile(r"[ \t]*\|(.*)\|[ \t]*$")
_UNFRAMED = re.compile(r"^[ \t]*:?-{3,}:?[ \t]*\|.*-[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:\-–]+$")
_UNFRAMED_ROW = re.compile(r"[ \t]*(?=.*\|)\|?(.*?)\|?[ \t]*$")
_CELL = re.compile(r"[^|]+")
_YEAR = re.compile(r"\s*(?:FY\s?|[A-Z][a-z]+\.? \d{1,2},? )?(?:19|20)\d\d\s*$")
_NUMBERS_LAST = re.compile(r"(?P<label>.*?\S)(?P<numbers>(?:\s+[-–−+(]?[$€£¥]?\d[\d,.]*\)?%?){2,})\s*$")
_YEARS = re.compile(r"(?:\bFY ?|\b|(?<=[\s年]))(?:19|20)\d\d(?!\d)(?:年度?| ?г(?:од\w*)?\b\.?)?")
_LONGEST_LABEL = 60
_ENDS_NUMBER = frozenset("0123456789.,)%")
_ONE_NUMBER = re.compile(r"\S+")
_UNIT = re.compile(r"[(（\[]([^()（）\[\]]{1,24})[)）\]]\s*$|,\s*([^,\d]{1,20})$")
_BRACKETED = re.compile(r"[(（\[]([^()（）\[\]]{1,24})[)）\]]")
_LINE = re.compile(r"[^\n]+")
_ROW_BEGINS, _CELL_BEGINS = re.compile(r"<tr\b[^<>]*>"), re.compile(r"\||<t[hd]\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_ELEMENT = re.compile(
    r"<(table|dl|tr|dt|dd|th|td)\b[^<>]*>(.*?)(?=</?(?:tr|dt|dd|th|td|dl|table|tbody|thead)\b|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_PAIR = 2


class SaidUnits:
    """The units that lines of a passage say the bare figures behind are in, read once."""

    def __init__(self, text: str) -> None:
        self._own: list[tuple[int, int, str]] = []
        self._behind: list[tuple[int, int, str]] = []
        for line in _LINE.finditer(text) if _announcing().search(fold(text).low) else ():
            end, unit = _said(line[0])
            # A line that goes on to figures, as the row of a table does, speaks of its own.
            if unit and _FIGURE.search(line[0], end):
                self._own.append((line.start() + end, line.end(), unit))
            elif unit:
                # Behind the next heading or paragraph it is another table's.
                gap = text.find("\n\n", line.end())
                last = text.find("\n\n", gap + 1) if gap >= 0 else -1
                self._behind.append((line.end(), last if last >= 0 else len(text), unit))

    def at(self, place: int) -> str:
        """What the last line before a place says that bare figures are in; empty where none does."""
        for said in (self._own, self._behind):
            last = bisect_right(said, place, key=itemgetter(0)) - 1
            if last >= 0 and place < said[last][1]:
                return said[last][2]
        return ""


def rows(text: str, said: SaidUnits) -> list[TableRow]:
    """The rows of all tables in a passage, in order."""
    if ("<t" in text or "<d" in text) and (found := list(_html(text, said))):
        return found
    lines = [(match.start(), match[0]) for match in _LINE.finditer(text)]
    return list(_markdown(lines, text, said) if "|" in text else _spaced(lines, said))


@cache
def _announcing() -> re.Pattern[str]:
    """Where a scale is said without a figure: "(in thousands of euros)", "£'000", 單位：千元."""
    scaled = values("numbers.scales") | values("numbers.scales_zh")
    listed = sorted((word for word, scale in scaled.items() if scale >= _THOUSAND), key=len, reverse=True)
    scales = "|".join(f"{word}(?![a-zа-я])" if word[0] < "一" else word for word in listed)
    money = r"(?:[a-z]{0,2}[$€£¥₽])"
    return re.compile(
        rf"(?:(?:[(\[,:|]|(?<![a-zа-я])(?:in|в)|(?:单位|金额)[为為:]*|以)[ \u00a0]?|(?={money}))"
        rf"(?P<before>(?:{money}|(?<![a-z])[a-z]{{3}}(?= )) ?|新台币|人民币|[港美]币)?"
        rf"(?P<scale>{scales}|'?000'?s?|(?<=[$€£¥])(?:m|bn)\b)",
    )


_LONGEST_SAID, _SHORT, _THOUSAND, _ANY = 160, 20, 1000, "27.4 "
_FIGURE, _OF = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d"), re.compile(r"(?<=[a-z]) of ")


@cache
def _thousand() -> str:
    return next(word for word, scale in values("numbers.scales").items() if scale == _THOUSAND)


def _said(line: str) -> tuple[int, str]:
    """Where a line, before any figure, says a unit with a scale, and that as it would be around a number."""
    found = _announcing().search(fold(line).low)
    if found is None or len(line) > _LONGEST_SAID or _FIGURE.search(line[: found.start()]):
        return 0, ""
    # What a column's heading says behind others is of that column, and so is each of several units.
    *before_it, _ = _CELL_BEGINS.split(_ROW_BEGINS.split(line[: found.start("scale")])[-1])
    if any(_TAG.sub("", cell).strip(" *") for cell in before_it):
        return 0, ""
    if len({each[1] for each in _BRACKETED.finditer(line) if _reads(each[1])}) > 1:
        return 0, ""
    before, scale = (line[slice(*found.span(name))] if found[name] else "" for name in ("before", "scale"))
    scale = _thousand() if "000" in scale else scale
    behind = _OF.sub(" ", f"{scale}{line[found.end() : found.end() + 24]}")
    read = figures(f"{before}{_ANY}{behind}")
    unit = " ".join(read[0].raw.replace(_ANY, " ").split()) if read and read[0].scale > 1 else ""
    return found.end(), unit


@text_cache(50_000)
def _unit(heading: str) -> str:
    """The unit of a column or table: behind its name, or all that heads it; a letter is rather a name."""
    alone = heading.strip(" *")
    is_letter = len(alone) == 1 and alone.isalpha() and alone < "一"
    return _unit_behind(alone) or ("" if is_letter or not _reads(alone) else alone)


@text_cache(50_000)
def _unit_behind(label: str) -> str:
    """The unit that ends a label: in brackets, or behind a comma."""
    found = _UNIT.search(label.strip(" *"))
    if not found:
        return ""
    unit = (found[1] or found[2]).strip()
    return _said(label)[1] or (unit if _reads(unit) else "")


def _is_unscaled(label: str) -> bool:
    """Whether a cell is no sum, whatever is said over its table: a share, or people and not their pay."""
    done = acts(label) | acts(label, "says")
    people = "employ" in done and done.isdisjoint({"cost", "earn"})
    return people or words("unscaled").find(folded(label)) is not None


def _reads(unit: str) -> bool:
    """Whether a number is in it: no "net" of "Revenue (net)" or "Revenue, net"."""
    read = [*figures(f"{_ANY}{unit}"), *figures(f"{unit}{_ANY}")] if 0 < len(unit) < _SHORT else []
    return any(
        (each.unit or each.scale > 1) and len(each.raw) >= len(_ANY.strip() + unit.strip(" ."))
        for each in read
    )


def _row(
    said: SaidUnits,
    cells: Sequence[tuple[int, int]],
    label: str,
    head: Sequence[str],
    caption: str,
    table: int,
) -> TableRow:
    """A row whose cells are at places of a passage, each under its heading.

    A cell's unit is of its column or row, else what is said over the table, which no share is counted in.
    """
    start, heads = cells[0][0], [*head, *[""] * len(cells)][: len(cells)]
    over = _unit(caption) or said.at(start)
    units = []
    for column in heads:
        own = _unit(column) or _unit_behind(label)
        units.append(over if over and not own and not _is_unscaled(f"{label} {column}") else own)
    return TableRow(
        start,
        cells[-1][1],
        " ".join(filter(None, [caption, *head])),
        caption,
        tuple(Cell(*place, label, *about) for place, *about in zip(cells, heads, units, strict=True)),
        table,
    )


def _markdown(lines: Sequence[tuple[int, str]], text: str, said: SaidUnits) -> Iterator[TableRow]:
    head: list[str] = []
    table = 0
    caption = before = ""
    framed = _UNFRAMED_ROW if _UNFRAMED.search(text) else _MARKDOWN
    for (start, line), below in zip(lines, [*(line for _, line in lines[1:]), ""], strict=True):
        if not (found := framed.match(line)):
            before, head = line, []
            continue
        if _RULE.match(line):
            continue
        first = start + found.start(1)
        cells = [_stripped(first + piece.start(), piece[0]) for piece in _CELL.finditer(found[1])]
        written = [text[slice(*cell)].strip(" *") for cell in cells]
        if not head:
            head, caption, table = written, before, start
            if _RULE.match(below) or len(cells) > _PAIR or not any(map(str.isdigit, written[-1])):
                continue
            head = [""] * len(cells)
        row = _row(said, cells, _labels(written), head, caption, table)
        # What names the row is in no unit.
        yield row._replace(
            start=start, end=start + len(line), cells=(row.cells[0]._replace(unit=""), *row.cells[1:])
        )


def _stripped(start: int, text: str) -> tuple[int, int]:
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())


def _html(text: str, said: SaidUnits) -> Iterator[TableRow]:
    """Rows of tables, and terms with their definitions, in HTML."""
    lines: list[tuple[int, list[re.Match[str]]]] = []
    table = 0
    for found in _ELEMENT.finditer(text):
        name = found[1].lower()
        if name in {"table", "dl"}:
            table = found.start()
        elif name in {"tr", "dt"}:
            lines.append((table, []))
        if name in {"dt", "dd", "th", "td"} and found[2].strip() and lines:
            lines[-1][1].append(found)
    head: list[str] = []
    before = 0
    for table, line in lines:
        head, before = head if table == before else [], table
        cells = [_stripped(found.start(2), found[2]) for found in line]
        written = [text[slice(*cell)] for cell in cells]
        if len(line) > 1 and all(found[1].lower() == "th" for found in line):
            head = written
        elif line:
            yield _row(said, cells, _labels(written), head, "", table)


def _labels(cells: Sequence[str]) -> str:
    """What names a row: its cells without digits, else its first."""
    named = [cell for cell in cells if not re.search(r"\d", cell)]
    return " ".join(dict.fromkeys([*cells[:1], *named[:2]]))


def _spaced(lines: Sequence[tuple[int, str]], said: SaidUnits) -> Iterator[TableRow]:
    """Lines of a label and several numbers, under a line that heads them."""
    head = caption = ""
    table, in_table = 0, False
    for start, line in lines:
        found = _NUMBERS_LAST.match(line) if line.rstrip()[-1:] in _ENDS_NUMBER else None
        if not found or len(found["label"]) > _LONGEST_LABEL or _is_heading(found):
            caption, head, table, in_table = head, line, start, False
            continue
        cells = [
            (start + m.start(), start + m.end()) for m in _ONE_NUMBER.finditer(line, found.start("numbers"))
        ]
        if in_table or head:
            in_table = True
            aligned = _columns(head, len(cells), len(found["label"].split()))
            row = _row(said, cells, found["label"], aligned, caption, table)
            yield row._replace(start=start, end=start + len(line), head=f"{caption} {head}")


def _columns(head: str, numbers: int, label_words: int) -> list[str]:
    """The headings over a row's numbers: its years, or the words of a line that has as many."""
    years = [match[0].strip() for match in _YEARS.finditer(head)]
    if len(years) == numbers:
        return years
    words = head.split()
    return words[-numbers:] if len(words) in {numbers, numbers + 1, numbers + label_words} else []


def _is_heading(found: re.Match[str]) -> bool:
    """Whether all numbers of a line are years: it heads a table."""
    return all(_YEAR.match(number) for number in found["numbers"].split())


def cell_period(cell: Cell) -> DateMention | None:
    """What a cell is for: the year of its column or row, with the month or quarter of the other."""
    one, other = only_period(cell.column), only_period(cell.row)
    if one and other:
        parts = {
            name: getattr(one, name) or getattr(other, name) for name in ("year", "quarter", "month", "half")
        }
        return one._replace(**parts)
    return one or other

"""The results of another tool, recognised by their contents."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from data_base.errors import InputError
from eval.files.json_lines import json_lines, json_value, place_of
from eval.files.other_tools.deep_research_bench import is_of_deep_research_bench, read_deep_research_bench
from eval.files.other_tools.openai_evals import is_of_log, is_output_item, read_log, read_output_items
from eval.files.other_tools.promptfoo import is_of_promptfoo, read_promptfoo
from eval.files.other_tools.result_sheet import is_of_result_sheet, read_result_sheet
from eval.files.other_tools.tool_answer import Placed, Row, ToolAnswer, as_row
from eval.files.rows import RowFormat, format_of, read_rows


class Tool(StrEnum):
    """Whose results are read."""

    DEEP_RESEARCH_BENCH = "deep-research-bench"
    PROMPTFOO = "promptfoo"
    EVALS = "openai-evals"
    SHEET = "sheet"
    """A sheet of results that this program wrote."""


_Read = Callable[[Path, Iterable[Placed]], Iterator[ToolAnswer]]
_FORMATS: tuple[tuple[Tool, Callable[[Row], bool], _Read], ...] = (
    (Tool.PROMPTFOO, is_of_promptfoo, read_promptfoo),
    (Tool.EVALS, is_output_item, read_output_items),
    (Tool.EVALS, is_of_log, read_log),
    (Tool.DEEP_RESEARCH_BENCH, is_of_deep_research_bench, read_deep_research_bench),
    (Tool.SHEET, is_of_result_sheet, read_result_sheet),
)
RECOGNISED = "DeepResearch Bench, promptfoo and OpenAI Evals"


@dataclass(frozen=True, slots=True)
class ToolResults:
    """What a file of another tool contains."""

    path: Path
    """The file."""
    tool: Tool
    """Who wrote it."""
    answers: tuple[ToolAnswer, ...]
    """In the file's order; those to one question by one system are numbered."""

    @property
    def systems(self) -> tuple[str, ...]:
        """Who answered."""
        return tuple(dict.fromkeys(each.system for each in self.answers))

    def of(self, system: str | None) -> tuple[ToolAnswer, ...]:
        """The answers of one system.

        Args:
            system: its name; the only one of the file if None.

        Raises:
            InputError: there is no such system, or there are several and none is named.
        """
        names = self.systems
        if system is None and len(names) > 1:
            raise InputError(
                f"{self.path} has answers of several systems ({', '.join(names)}); name one: system in an "
                "arena's file, --system of judge evaluate and of judge import."
            )
        if system is not None and system not in names:
            raise InputError(f"{self.path} has no system {system!r}, only {', '.join(names)}.")
        return tuple(each for each in self.answers if each.system == (system or names[0]))


def read_tool_results(path: Path) -> ToolResults | None:
    """The answers in another tool's results; None where the file is of no tool that is known.

    Raises:
        InputError: a row cannot be used; naming file and place.
    """
    rows = _rows(path)
    try:
        first = next(rows, None)
    except InputError:
        # No JSON: whoever reads it as something else says what is wrong.
        return None
    if first is None:
        return None
    found = next(((tool, read) for tool, is_of, read in _FORMATS if is_of(first[1])), None)
    if found is None:
        return None
    tool, read = found
    answers = tuple(_numbered(read(path, _and_rest(path, first, rows, tool))))
    if not answers:
        raise InputError(f"{path}: no answers in these results of {tool}; export them again.")
    return ToolResults(path, tool, answers)


def _and_rest(path: Path, first: Placed, rows: Iterator[Placed], tool: Tool) -> Iterator[Placed]:
    yield first
    tests = [is_of for each, is_of, _ in _FORMATS if each is tool]
    for place, row in rows:
        # A log ends with its report.
        if not any(is_of(row) for is_of in tests) and "final_report" not in row:
            raise InputError(f"{place}: no result of {tool}, as the first in {path.name} is; take it out.")
        yield place, row


def _numbered(answers: Iterable[ToolAnswer]) -> Iterator[ToolAnswer]:
    seen: Counter[tuple[str, str]] = Counter()
    for each in answers:
        if not each.id:
            raise InputError(f"{each.place}: the question has no id; give it one.")
        seen[each.system, each.id] += 1
        yield replace(each, repeat=seen[each.system, each.id])


def _rows(path: Path) -> Iterator[Placed]:
    """The objects of a JSON Lines file, or of the list in a JSON file; what wraps them is taken off."""
    if format_of(path) not in (RowFormat.LINES, RowFormat.JSON, RowFormat.PARQUET):
        yield from ((row.place, row.fields) for row in read_rows(path))
        return
    if _is_one_value(path):
        yield from _unwrapped(json_value(path), f"{path}")
        return
    for number, row in json_lines(path):
        yield from _unwrapped(row, place_of(path, number))


def _is_one_value(path: Path) -> bool:
    """Whether the first line is no JSON object by itself: a value over several lines, or a list."""
    try:
        next(json_lines(path), None)
    except InputError:
        return path.suffix.lower() == ".json"
    return False


def _unwrapped(value: object, place: str) -> Iterator[Placed]:
    """A result, or the results in a list, a page of the Evals API or what promptfoo writes around them."""
    row = as_row(value)
    results = row.get("results")
    inner = row.get("data") if row.get("object") == "list" else as_row(results).get("results", results)
    if is_output_item(row) or not isinstance(inner, list):
        inner = value
    if not isinstance(inner, list):
        yield place, row
        return
    for number, each in enumerate(inner, start=1):
        yield f"{place}, entry {number}", as_row(each)

"""Figures, their groups, scales and numerals are read in ``data_base/text`` alone; everybody else asks it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = (
    "scoring",
    "agents/reply_parser",
    "agents/embedded",
    "agents/judges",
    "eval/tasks",
    "eval/harness",
)
_DIGIT = r"(?:\\d|\[0-9\])"
READS = re.compile(
    # Groups of three and decimals; numerals, and scale words as they are in a pattern.
    rf"{_DIGIT}\{{3\}}|{_DIGIT}[^\[|]{{0,12}}\[(?:\.,|,\.)['’ ]?\]|{_DIGIT}[+*]\(\?:\\\."
    r"|[零一二三四五六七八九十百千万亿萬億]{4}|\b(?:million|billion|thousand|милли(?:он|ард)|тысяч|млн|млрд|тыс)\b"
)
# What looks like a reading of numbers and is none.
REASONS = {
    "scoring/words/terms.py": "cuts a text into words, and leaves each number one of them",
    "eval/tasks/list_items.py": "parts a list at its commas, and never inside a number",
    "agents/reply_parser/prose.py": "finds where a score and its scale are; read_number reads them",
}


def _patterns(path: Path) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def _readers() -> dict[str, list[str]]:
    found = {}
    for room in ELSEWHERE:
        for path in sorted((ROOT / room).rglob("*.py")):
            if reads := [text for text in _patterns(path) if READS.search(text)]:
                found[path.relative_to(ROOT).as_posix()] = reads
    return found


def test_numbers_are_read_in_one_place() -> None:
    """Suites that read for themselves disagreed: 0,500 was five hundred in one and a half in another."""
    readers = _readers()
    assert {name: reads for name, reads in readers.items() if name not in REASONS} == {}
    assert set(REASONS) <= set(readers), "an exception that is not needed any more"

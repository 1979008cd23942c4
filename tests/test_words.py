"""Names, docstrings and messages use the words of CONTRIBUTING.md, and none that its last columns list."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from tests.test_architecture import ROOT, modules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Right with another meaning: a row of a table, the answer of a server, people who rate. A test cannot know
# which is meant, so these are left to the reader.
BY_MEANING = frozenset(
    {
        "item",
        "sample",
        "record",
        "reply",
        "response",
        "output",
        "answer",
        "rater",
        "verdict",
        "evaluation",
        "fact",
        "problem",
        "truth",
        "right answer",
        "result",
        "session",
        "config",
        "terms",
        "row",
        "round",
        "range",
        "check",
        "store",
        "cache",
        "archive",
        "save",
        "before and after",
        "old and new",
        "says (of a file or page)",
        "where (unless it is a place)",
        "name (as a verb)",
        "hand in",
        "give",
        "ask",
        "keep",
        "leave out",
        "take out",
        "pass over",
        "once more",
        "go on",
        "to go on with",
        "under way",
        "in hand",
        "at once",
        "of its own",
        "of your own",
        "so that",
        "is no",
        "asks nobody",
        "not held",
        "lent or borrowed passages",
        "a line",
        "a case",
        "refuse for both",
    }
)
# The other forms of a word that is listed in one.
FORMS = {
    "tells": r"tells?|told|telling",
    "is sent on": r"(?:is|are|was|were|been) sent on(?! to)",
    "hold an arena": r"(?:hold|holds|held|holding) an arena|arenas? (?:that )?(?:is|was|are|were) held",
    "comes to": r"comes? to(?= \d)",
    "take up": r"take up|takes up|taken up|took up|taking up",
    "to take up": r"take up|takes up|taken up|took up|taking up",
    "borne out": r"borne out|bears? out|bear out",
}
# To distinguish, and to represent: neither is what the list is about.
ALLOWED = re.compile(
    r"\b(?:tell|tells|told|telling) (?:\w+ ){0,5}apart\b|\b(?:can|cannot|could)(?: be)? (?:tell|told)\b"
    r"|\btells? (?:\w+ ){1,6}from\b|\bstands (?:\w+ )?for\b|\btakes up to\b",
    re.IGNORECASE,
)
# A word of the files and tools of others, and what the paths of modules about them have in common.
OF_OTHERS = {
    "chunk": ("eval_json_v2",),
    "assertion": ("promptfoo", "pytest_"),
    "grader": ("openai_evals",),
    "iteration": ("concurrency",),
}
# Files that still use such words. The test fails for one that does not any more: take it off the list.
LEFT = frozenset(
    {
        "agents/batches/submitter.py",
        "agents/judges/model_judge.py",
        "agents/judges/settings_file.py",
        "agents/judges/verdict_calls.py",
        "eval/arena/config.py",
        "eval/arena/contradictory_verdicts.py",
        "eval/arena/verdict_sentence.py",
        "eval/arena/rating_corrections.py",
        "eval/arena/standings_schema.py",
        "eval/arena/standings.py",
        "eval/arena/score_aggregation.py",
        "eval/eval_json_v2/report.py",
        "eval/harness/cached_passage_index.py",
        "eval/harness/run.py",
        "eval/judging/by_batch.py",
        "eval/judging/calibration_map.py",
        "eval/judging/frames.py",
        "eval/judging/result_shards.py",
        "eval/judging/run.py",
        "eval/runs/run_file_reading.py",
        "eval/tasks/last_list_item.py",
        "service/arenas/arena_work.py",
        "service/arenas/arena_terms.py",
        "service/client/arenas.py",
        "service/client/retry.py",
        "service/client/remote_evaluator.py",
        "service/jobs/limits/budgets.py",
        "service/jobs/loop_thread.py",
        "service/workers/worker_thread.py",
    }
)


def _listed() -> Iterator[str]:
    """The words of the last columns of the tables in CONTRIBUTING.md."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for table in re.findall(r"^\|.*\| not \|\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE):
        for row in table.splitlines():
            yield from filter(None, re.split(r"[,;] ", row.strip("|").rpartition("|")[2].strip()))


def _pattern() -> re.Pattern[str]:
    words = [FORMS.get(word, re.escape(word)) for word in _listed() if word not in BY_MEANING]
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Names, with a space between their words, and what is written for people, each with its line."""
    yield 1, path.stem.replace("_", " ")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).strip()
            case ast.arg(arg=name):
                yield node.lineno, name.replace("_", " ").strip()
            # A pattern of ours reads the words of others.
            case ast.Constant(value=str(text)) if " " in text.strip() and not _is_pattern(text):
                yield node.lineno, " ".join(text.split())


def _is_pattern(text: str) -> bool:
    return "\\" in text or "(?" in text


def _found() -> dict[str, list[str]]:
    pattern, found = _pattern(), dict[str, list[str]]()
    for path in modules():
        here = path.relative_to(ROOT).as_posix()
        if here.startswith(("benchmark/", "data_base/store/migrations/")):
            continue
        for line, text in _texts(path):
            for each in pattern.finditer(ALLOWED.sub("", text)):
                if any(name in here for name in OF_OTHERS.get(each[0].lower(), ())):
                    continue
                found.setdefault(here, []).append(f"{here}:{line}: {each[0]}: {text[:120]}")
    return found


def test_words_that_are_not_ours_are_in_no_name_docstring_or_message() -> None:
    found = _found()
    new = [line for here, lines in found.items() if here not in LEFT for line in lines]
    assert not new, "CONTRIBUTING.md has the words to use:\n" + "\n".join(new)
    assert not LEFT - set(found), "take these off the list, they use our words now"


def test_the_pages_list_is_read() -> None:
    listed = set(_listed())
    assert listed - BY_MEANING >= {"chunk", "solver", "tells", "beside"}
    assert listed >= BY_MEANING

"""promptfoo: what ``promptfoo eval -o results.json`` (or ``.jsonl``) and ``promptfoo export eval`` write.

A result is one output of a provider to a prompt with the variables of a test. ``error`` is set where an
assertion failed, too: what counts is whether there is an output.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from eval.files.gold_field_names import GOLD_NAMES
from eval.files.other_tools.tool_answer import (
    QUESTION_NAMES,
    Placed,
    Row,
    ToolAnswer,
    as_row,
    asked_in,
    either,
    named_text,
    text_of,
)

_REFERENCES = ("equals", "similar", "factuality", "model-graded-factuality")
"""Assertions whose value is a right answer; the value of others is a part of one, or a rubric."""
_STRIPPED = "[output stripped]"
"""In place of an output where PROMPTFOO_STRIP_RESPONSE_OUTPUT is set."""


def is_of_promptfoo(row: Row) -> bool:
    """Whether a row is a result of promptfoo."""
    return {"provider", "prompt"} <= row.keys() and bool({"vars", "testCase"} & row.keys())


def read_promptfoo(_path: Path, rows: Iterable[Placed]) -> Iterator[ToolAnswer]:
    """The outputs; a system is a provider, with the number of the prompt where it was given several."""
    results = list(rows)
    columns: dict[str, list[object]] = {}
    questions: dict[str, str | None] = {}
    for _, row in results:
        known = columns.setdefault(_provider(row), [])
        if _column(row) not in known:
            known.append(_column(row))
        questions.setdefault(_test_id(row), _question(row))
    for place, row in results:
        prompts = columns[_provider(row)]
        number = f" (prompt {prompts.index(_column(row)) + 1})" if len(prompts) > 1 else ""
        response, variables = as_row(row.get("response")), _variables(row)
        output = text_of(response.get("output"))
        yield ToolAnswer(
            place=place,
            system=_provider(row) + number,
            id=_test_id(row),
            question=questions[_test_id(row)],
            answer=None if output == _STRIPPED else output,
            error=text_of(row.get("error")) or text_of(response.get("error")) or "there is no output",
            gold_answer=named_text(variables, GOLD_NAMES) or _expected(as_row(row.get("testCase"))),
            documents=_context(variables),
            fields={f"vars.{name}": value for name, value in variables.items()},
        )


def _provider(row: Row) -> str:
    provider = row["provider"]
    named = provider if isinstance(provider, str) else named_text(as_row(provider), ("label", "id"))
    return named or "promptfoo"


def _column(row: Row) -> object:
    """Which prompt of a provider was asked; without variables every prompt is a question of its own."""
    prompt = as_row(row["prompt"])
    return row.get("promptIdx", prompt.get("label")) if _declared(row) else None


def _declared(row: Row) -> Row:
    """The variables as the test declares them; in the result providers and hooks may have added some."""
    return as_row(as_row(row.get("testCase")).get("vars")) or as_row(row.get("vars"))


def _variables(row: Row) -> Row:
    return as_row(row.get("vars")) or _declared(row)


def _test_id(row: Row) -> str:
    """The same for all outputs to a test: a repeated test has another ``testIdx``, and no id of its own."""
    declared = _declared(row)
    if isinstance(given := declared.get("id"), str | int) and str(given).strip():
        return str(given)
    content = json.dumps(declared or as_row(row["prompt"]).get("raw"), sort_keys=True)
    return f"test-{hashlib.sha256(content.encode()).hexdigest()[:10]}"


def _question(row: Row) -> str | None:
    """The variable that is named so, else what the prompt asks once the variables are filled in."""
    raw = row["prompt"] if isinstance(row["prompt"], str) else as_row(row["prompt"]).get("raw")
    if isinstance(raw, str) and raw.lstrip().startswith("["):
        with suppress(ValueError, RecursionError):
            raw = json.loads(raw)
    return named_text(_variables(row), QUESTION_NAMES) or asked_in(raw)


def _expected(test: Row) -> str | None:
    asserted = test.get("assert")
    values = (
        check.get("value")
        for check in map(as_row, asserted if isinstance(asserted, list) else [])
        if check.get("type") in _REFERENCES
    )
    texts = (value for value in values if isinstance(value, str) and value.strip())
    return either(text for text in texts if "{{" not in text and not text.startswith("file://"))


def _context(variables: Row) -> tuple[str, ...]:
    context = variables.get("context")
    passages = context if isinstance(context, list) else [context]
    return tuple(text for text in passages if isinstance(text, str) and text.strip())

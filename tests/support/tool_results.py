"""Own-made results of other tools, in the shapes that these tools write."""

import json
from pathlib import Path
from typing import Any

ASKED = "When did the mill of Orrin burn down?"


def jsonl(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def pretty(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")
    return path


# DeepResearch Bench: data/prompt_data/query.jsonl and data/test_data/raw_data/<model>.jsonl.
QUERIES = [
    {"id": 1, "topic": "Industry", "language": "en", "prompt": ASKED},
    {"id": 2, "topic": "Food", "language": "zh", "prompt": "磨坊磨了多少黑麦？"},
]
ARTICLES = [
    {"id": 1, "prompt": ASKED, "article": "# The mill\r\n\r\nIt burnt down in 1934 [1]."},
    {"id": 2, "prompt": "磨坊磨了多少黑麦？", "article": ""},
]


# promptfoo: the file of `promptfoo eval -o results.json`, as of version 3 of its results.
def output(by: str, column: int, test: int, said: str | None, **changes: Any) -> dict[str, Any]:
    variables = {"question": ASKED, "context": "The mill burnt down in 1934."}
    row = {
        "id": f"{by}-{column}-{test}",
        "promptIdx": column,
        "testIdx": test,
        "testCase": {
            "vars": variables,
            "assert": [{"type": "icontains", "value": "1934"}, {"type": "equals", "value": "In 1934."}],
            "options": {},
        },
        "promptId": f"p{column}",
        "provider": {"id": by, "label": ""},
        "prompt": {"raw": f"Answer briefly: {ASKED}", "label": "Answer briefly: {{question}}"},
        "vars": {**variables, "sessionId": by},
        "success": True,
        "score": 1,
        "failureReason": 0,
        "latencyMs": 5,
        "namedScores": {},
    }
    if said is not None:
        row["response"] = {"output": said, "tokenUsage": {"total": 3}}
    return {**row, **changes}


def promptfoo(*rows: dict[str, Any]) -> dict[str, Any]:
    return {
        "evalId": "eval-abc-2026-11-02T10:00:00",
        "results": {"version": 3, "timestamp": "2026-11-02T10:00:00Z", "prompts": [], "results": [*rows]},
        "config": {"description": "mill", "providers": [], "tests": []},
        "shareableUrl": None,
        "metadata": {"promptfooVersion": "0.120.0"},
    }


# OpenAI Evals: an oaieval log, and a page of GET /evals/{eval}/runs/{run}/output_items.
SPEC = {"completion_fns": ["gpt-x"], "eval_name": "mill.s1", "base_eval": "mill", "run_id": "2511RUN"}


def event(number: int, sample: str, kind: str, **data: Any) -> dict[str, Any]:
    said = {"run_id": "2511RUN", "event_id": number, "sample_id": f"mill.s1.{sample}", "type": kind}
    return {**said, "data": data, "created_by": "", "created_at": "2026-11-02 10:00:00+00:00"}


CHAT = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": ASKED}]
LOG = [
    {"spec": SPEC},
    event(0, "0", "sampling", prompt=CHAT, sampled=["In 1934.", "In 1935."]),
    event(1, "0", "sampling", prompt="Is 'In 1934.' right? Answer Y or N.", sampled=["Y"]),
    event(2, "0", "match", correct=True, expected=["1934", "In 1934"], picked="1934"),
    event(3, "1", "raw_sample", input="How much rye?", ideal="73 tonnes"),
    event(4, "1", "error", type="Timeout", message="Request timed out"),
    {"final_report": {"accuracy": 1.0}},
]


def item(number: int, model: str = "gpt-x", run: str = "evalrun_1", **changes: Any) -> dict[str, Any]:
    row = {
        "object": "eval.run.output_item",
        "id": f"outputitem_{number}",
        "created_at": 1743092076,
        "run_id": run,
        "eval_id": "eval_1",
        "status": "pass",
        "datasource_item_id": number,
        "datasource_item": {"headline": ASKED, "ground_truth": "In 1934."},
        "results": [{"name": "String check-1", "sample": None, "passed": True, "score": 1.0}],
        "sample": {
            "input": [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": ASKED}],
            "output": [{"role": "assistant", "content": "It burnt down in 1934.", "tool_calls": None}],
            "finish_reason": "stop",
            "model": model,
            "error": None,
        },
    }
    return {**row, **changes}


def page(*items: dict[str, Any]) -> dict[str, Any]:
    return {"object": "list", "data": [*items], "first_id": "a", "last_id": "b", "has_more": False}

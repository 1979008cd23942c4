"""What an evaluation has to say in a file, and what older files say in another way."""

from typing import Any

_NAMED_IN_FILES = ("status", "parse_method", "mode", "model_id")


def require_named(data: dict[str, Any]) -> None:
    """Nothing in a file counts as scored without saying so, and by whom."""
    if missing := [name for name in _NAMED_IN_FILES if name not in data]:
        raise ValueError(f"{missing[0]} is missing")


def require_in_files(schema: dict[str, Any]) -> None:
    """Have the schema of files ask for these fields."""
    fields = schema["properties"]
    for name in _NAMED_IN_FILES:
        fields[name].pop("default", None)
    schema["required"] = [name for name in fields if name in {*schema["required"], *_NAMED_IN_FILES}]


def with_cost_in_usage(data: dict[str, Any]) -> dict[str, Any]:
    """Older files give the cost next to the usage, and not in it."""
    cost, usage = data.get("cost_usd"), data.get("usage")
    if cost is None or not isinstance(usage, dict) or "cost_usd" in usage:
        return data
    return {**data, "usage": {**usage, "cost_usd": cost}}

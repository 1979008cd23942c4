"""Own-made tasks with rubrics, in the shapes that their benchmarks publish."""

from typing import Any

# DeepResearch Bench II: tasks_and_rubrics.jsonl.
DRB2: dict[str, Any] = {
    "id": "task7+",
    "idx": 7,
    "language": "zh",
    "theme": "Industry, Water",
    "description": "磨坊",
    "prompt": "奥里恩的磨坊是什么时候烧毁的？ **important** not allowed: {'title': 'Mills of Orrin'}",
    "content": {
        "task": "奥里恩的磨坊是什么时候烧毁的？",
        "rubric": {
            "info_recall": ["Says 1934", "Names the owner"],
            "analysis": ["Gives a cause"],
            "presentation": [],
        },
        "blocked": {"title": "Mills of Orrin", "authors": ["A. Brandt"], "urls": ["https://ex.org/mills"]},
    },
    "license": "CC BY 4.0",
}
# HealthBench: the .jsonl files of simple-evals.
HEALTHBENCH: dict[str, Any] = {
    "prompt": [
        {"role": "user", "content": "My knee hurts."},
        {"role": "assistant", "content": "Since when?"},
        {"role": "user", "content": "A week."},
    ],
    "prompt_id": "b7c0",
    "rubrics": [
        {"criterion": "Says to rest", "points": 7, "tags": ["level:example", "axis:completeness"]},
        {"criterion": "Names a drug to inject", "points": -9, "tags": ["axis:accuracy"]},
        {"criterion": "Is short", "points": 2.5, "tags": []},
    ],
    "example_tags": ["theme:hedging"],
    "ideal_completions_data": None,
}

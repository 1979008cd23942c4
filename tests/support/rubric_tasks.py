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
# DeepResearch Bench: data/criteria_data/criteria.jsonl.
RACE: dict[str, Any] = {
    "id": 12,
    "language": "zh",
    "prompt": "奥里恩的磨坊为什么会烧毁？",
    "dimension_weight": {"readability": 0.14, "insight": 0.3, "comprehensiveness": 0.56},
    "criterions": {
        "comprehensiveness": [
            {"criterion": "时间线", "explanation": "评估报告是否写明年份：1934。", "weight": 0.6},
            {"criterion": "Owners", "explanation": "Names all of them", "weight": 0.4},
        ],
        "insight": [
            {"criterion": "Cause", "explanation": "Goes beyond the fire itself", "weight": 0.15},
            {"criterion": "Counts for nothing", "explanation": "", "weight": 0},
        ],
        "readability": [{"criterion": "Is short", "explanation": "", "weight": 1, "comment": "Brevity."}],
    },
}

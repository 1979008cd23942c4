"""Eval JSON v2: how good is the one JSON object that a model writes for a question, in its context.

Deterministic; nothing of what the model wrote is edited or repaired.
"""

from scoring.eval_json_v2.reply import FIELDS, Reply, read_fields, read_reply
from scoring.eval_json_v2.scorer import SCORER_VERSION, SUB_SCORES, WEIGHTS, score_output

__all__ = [
    "FIELDS",
    "SCORER_VERSION",
    "SUB_SCORES",
    "WEIGHTS",
    "Reply",
    "read_fields",
    "read_reply",
    "score_output",
]

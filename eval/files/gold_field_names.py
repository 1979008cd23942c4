"""The names under which data files give the right answer to a question."""

GOLD_NAMES = (
    "gt_answer",
    "gold_answer",
    "reference_answer",
    "ground_truth",
    "reference",
    "expected",
    "expected_output",
)
"""Of several the first counts where a file is recognised by its fields."""

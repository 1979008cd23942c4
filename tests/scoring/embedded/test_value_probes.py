"""The value of another year or row: told apart in whatever way the passage sets it down."""

from collections import defaultdict
from itertools import chain

from scoring.embedded.verdict import judge_answer
from tests.support.value_probes import sentence_probes, table_probes

FLOOR = 0.95
"""The share on the right side of 5, of each kind."""


def test_the_value_of_another_year_or_row_is_wrong_and_the_right_one_right() -> None:
    right, wrong, passed = defaultdict(list), defaultdict(list), []
    for probe in chain(sentence_probes(320, seed=3), table_probes(160, seed=4)):
        kind = (probe.kind, probe.language)
        right[kind].append(judge_answer(probe.question, probe.right, [probe.passage]).accuracy > 5)
        accuracy = judge_answer(probe.question, probe.wrong, [probe.passage]).accuracy
        wrong[kind].append(accuracy < 5)
        passed += [probe] if accuracy >= 9 else []
    for found in (right, wrong):
        assert {kind: rows for kind, rows in found.items() if sum(rows) < FLOOR * len(rows)} == {}
    assert passed == []

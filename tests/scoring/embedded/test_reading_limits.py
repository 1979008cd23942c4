"""A text of more figures or sentences than are looked at closely decides nothing of those left."""

import itertools
import random

from scoring.embedded.reading_limits import end_of_figures, in_groups
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over

_QUESTION, _ANSWER = "How many people did the mill in Oster employ?", "The mill in Oster employed 212 people."
_TOLD = "\n\nThe mill in Oster employed 212 people."


@over("unit", ["130. ", "one hundred and thirty. ", "一百三十。", "сто тридцать. "])
def test_a_figure_behind_those_that_are_read_is_not_called_invented(unit: str) -> None:
    verdict = judge_answer(_QUESTION, _ANSWER, [unit * 11_000 + _TOLD])
    assert verdict.unfound == ()
    assert "contradicted" not in {issue.verdict for issue in verdict.issues}


def test_a_figure_behind_the_longest_text_that_is_read_is_not_called_invented() -> None:
    words = random.Random(1).choices(["door", "river", "stone", "bread"], k=50_000)  # noqa: S311  (no secret)
    assert judge_answer(_QUESTION, _ANSWER, [" ".join(words) + _TOLD]).unfound == ()


def test_a_figure_that_is_nowhere_in_a_long_text_is_still_invented() -> None:
    verdict = judge_answer(_QUESTION, _ANSWER, ["130. " * 5_000 + _TOLD.replace("212", "121")])
    assert [said for said, _ in verdict.unfound] == ["212"]


def test_figures_of_a_long_text_are_read_to_its_end() -> None:
    text = "The mill closed. " * 5_000 + "It employed 212."
    assert end_of_figures(text) == len(text)


def test_sentences_of_a_group_are_all_in_it() -> None:
    few, many = [(n, n + 1) for n in range(10_000)], [(n, n + 1) for n in range(25_001)]
    groups = in_groups(many)
    assert in_groups(few) == few
    assert len(groups) <= 10_000
    assert (groups[0][0], groups[-1][1]) == (0, 25_001)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(groups))

"""What a manifest says of gold answers and key points."""

from eval.runs.blind_judging import references_differ, references_term
from tests.support.arena import manifest


def test_a_blind_run_is_another_run_than_a_seeing_one() -> None:
    assert references_term(0, 0, blind=False) == {}
    seeing, blind = references_term(3, 2, blind=False), references_term(3, 2, blind=True)
    assert len({str(seeing), str(blind), "{}"}) == 3


def test_a_comparison_says_whose_judge_saw_references() -> None:
    seeing = manifest("a", settings=references_term(3, 2, blind=False))
    blind, plain = manifest("b", settings=references_term(3, 2, blind=True)), manifest("c")
    assert references_differ(seeing, seeing) is None
    assert references_differ(seeing, blind) == (
        "The baseline's judge saw gold answers of 3 and key points of 2 questions, the candidate's no gold "
        "answers and no key points (blind)."
    )
    assert "the candidate's gold answers of 3" in str(references_differ(plain, seeing))

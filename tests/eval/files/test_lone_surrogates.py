from data_base.schemas.answer import Answer
from eval.files.lone_surrogates import without_lone_surrogates


def test_halves_that_are_a_pair_are_joined_and_others_replaced() -> None:
    """Both halves of an emoji were a question mark each, elsewhere the emoji."""
    mended = without_lone_surrogates(Answer(text="port \ud83d\ude00 of \ud83d Velm"))
    assert mended.text == "port \U0001f600 of \ufffd Velm"

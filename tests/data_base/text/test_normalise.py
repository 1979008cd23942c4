import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.folding import fold
from data_base.text.normalise import composed, normalise, squeeze
from tests.support.rows import over, table

# Characters that interact: combining marks, ligatures, special cases of case folding, invisible ones.
AWKWARD = st.text(
    alphabet="aB1.,!? \n\t«“„‑−ё\u0308\u0300İßﬁ²Ⅷ１％\u00ad\u200b\u00a0\u3000漢Ωſᾶῆΐᾷ\u0342\u0345"
)


@over(
    "text, expected",
    table(__file__, "test_one_spelling"),
)
def test_one_spelling(text: str, expected: str) -> None:
    assert normalise(text) == expected


@given(AWKWARD | st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert once == once.strip()


@over("text", ["ᾶ", "μία τῆς ἀρχῆς", "ᾷ", "ῧ", "\u1fd7"])
def test_letters_that_fold_apart_and_compose_again_are_read_in_time(text: str) -> None:
    """Greek with a perispomeni once kept the reader going round for ever."""
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    "text",
    ["a" + "\u0345" * 40_000 + "\u0316" * 40_000, "a" + "\u0345\uff9e" * 40_000, "е" + "\u0308" * 80_000],
    ids=["out of order", "of two widths", "composing"],
)
def test_marks_heaped_on_a_letter_are_read_in_time_that_grows_with_their_number(text: str) -> None:
    """A question of 80,000 characters once held a server up for ten seconds, one of twice that for forty."""
    began = time.process_time()
    assert len(normalise(text)) < 100
    composed("NFC", text)
    assert time.process_time() - began < 2


@given(st.text(alphabet="aé\u0301\u0316\u0345\u0f73\uff9e😀", max_size=30) | st.text())
def test_up_to_thirty_marks_on_a_letter_are_as_unicode_puts_them(text: str) -> None:
    assert composed("NFKC", text) == unicodedata.normalize("NFKC", text)
    assert composed("NFC", text) == unicodedata.normalize("NFC", text)


@given(AWKWARD | st.text())
def test_squeeze_ignores_white_space_only(text: str) -> None:
    assert not any(char.isspace() for char in squeeze(text))
    assert squeeze(text) == normalise(text).replace(" ", "")


@given(AWKWARD | st.text())
def test_folding_keeps_every_position(text: str) -> None:
    page = fold(text)
    assert len(page.cased) == len(page.low) == len(text)

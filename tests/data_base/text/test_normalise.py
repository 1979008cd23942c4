import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.folding import fold
from data_base.text.normalise import normalise, squeeze

# Characters that interact: combining marks, ligatures, special cases of case folding, invisible ones.
AWKWARD = st.text(
    alphabet="aB1.,!? \n\t«“„‑−ё\u0308\u0300İßﬁ²Ⅷ１％\u00ad\u200b\u00a0\u3000漢Ωſᾶῆΐᾷ\u0342\u0345"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Ａ－１　ｂ\n\tC ", "a-1 b c"),
        ("«Ёлка» – “x”", '"елка" - "x"'),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("Straße １２％", "strasse 12%"),
        ("", ""),
    ],
)
def test_one_spelling(text: str, expected: str) -> None:
    assert normalise(text) == expected


@given(AWKWARD | st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert once == once.strip()


@pytest.mark.parametrize("text", ["ᾶ", "μία τῆς ἀρχῆς", "ᾷ", "ῧ", "\u1fd7"])
def test_letters_that_fold_apart_and_compose_again_are_read_in_time(text: str) -> None:
    """Greek with a perispomeni once kept the reader going round for ever."""
    assert normalise(normalise(text)) == normalise(text)


@given(AWKWARD | st.text())
def test_squeeze_ignores_white_space_only(text: str) -> None:
    assert not any(char.isspace() for char in squeeze(text))
    assert squeeze(text) == normalise(text).replace(" ", "")


@given(AWKWARD | st.text())
def test_folding_keeps_every_position(text: str) -> None:
    page = fold(text)
    assert len(page.cased) == len(page.low) == len(text)

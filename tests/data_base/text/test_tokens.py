from hypothesis import given
from hypothesis import strategies as st

from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens, content_words, estimate_tokens, tokens
from tests.support.rows import over, table


@over(
    "text, expected",
    table(__file__, "test_tokens", lists=True),
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@over(
    "first, second",
    table(__file__, "test_forms_of_a_word_share_their_content_tokens"),
)
def test_forms_of_a_word_share_their_content_tokens(first: str, second: str) -> None:
    assert set(content_tokens(first)) <= set(content_tokens(second)) | {"司營"}
    assert content_tokens(first)


def test_function_words_are_no_content() -> None:
    assert content_tokens("What is the") == content_tokens("что это") == content_tokens("是什麼") == []
    assert content_words("公司的目的是什麼") == ["公司", "目的"]


def test_different_words_stay_apart() -> None:
    assert not set(content_tokens("revenue profit rate выручка прибыль")) & set(
        content_tokens("loss income прибор")
    )


@given(st.text())
def test_tokens_are_found_in_the_normalised_text(text: str) -> None:
    plain = normalise(text).replace(",", "")
    assert all(token.replace(",", "") in plain for token in tokens(text))
    content_tokens(text)
    content_words(text)


@given(st.text(), st.text())
def test_the_estimate_grows_with_the_text(first: str, second: str) -> None:
    assert estimate_tokens(first) <= estimate_tokens(first + second)
    assert (estimate_tokens(first) == 0) == (first == "")


def test_the_estimate_knows_scripts() -> None:
    assert estimate_tokens("a" * 400) == 100
    assert estimate_tokens("я" * 220) == 100
    assert estimate_tokens("漢" * 100) == 100

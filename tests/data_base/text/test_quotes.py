"""Quotes are found however lines are broken, are never torn out of numbers, and are shown where they are."""

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.quotes import canonical, contains_text, is_quoted, quote_spans, text_spans
from tests.support.rows import over, table

# Characters whose spelling depends on their neighbours, digits and what stands between them, gaps, layout.
AWKWARD = st.text(
    alphabet="aB12.,;!? \n\t«“‑−-|…ё\u0308\u0300İßﬁ²Ⅷ１\u00ad\u200b\u3000漢四万Ωſᾶ\u0342\u0345´\0ﷺ각"
)


@over(
    "text, wanted, result",
    table(__file__, "test_quotes_match_with_gaps"),
)
def test_quotes_match_with_gaps(text: str, wanted: str, *, result: bool) -> None:
    assert contains_text(text, wanted) is result


@over(
    "text, wanted, shown",
    table(__file__, "test_spans_show_what_is_found", lists=True),
)
def test_spans_show_what_is_found(text: str, wanted: str, shown: list[str]) -> None:
    assert [text[start:end] for start, end in text_spans(text, wanted)] == shown


def test_a_quote_in_parts_may_be_in_several_texts() -> None:
    texts = ["Sales 2021 | 41.2", "2022 | 45.0 for the long-term fund"]
    quote = "2022 45.0; sales 2021"
    assert [(at, texts[at][start:end]) for at, (start, end) in quote_spans(quote, texts)] == [
        (1, "2022 | 45.0"),
        (0, "Sales 2021"),
    ]
    assert not is_quoted("2022 45.0; sales 2023", texts)
    assert not is_quoted("202; 45", texts)
    assert not is_quoted("; ".join(["sales"] * 51), texts)


@given(AWKWARD | st.text(), st.data())
def test_words_are_found_exactly_where_spans_show_them(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    own = text[start : data.draw(st.integers(start, len(text)))]
    wanted = data.draw(st.just(own) | st.builds("{}…{}".format, st.just(own), AWKWARD) | AWKWARD)
    spans = text_spans(text, wanted)
    assert bool(spans) == contains_text(text, wanted)
    said = "".join(canonical(text[start:end]) for start, end in spans)
    for piece in canonical(wanted).replace("…", "...").split("...") if spans else ():
        assert piece.strip("\"'.,;:!?，。；：！？、（）()[]《》<> -") in said

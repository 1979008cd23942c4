from hypothesis import given
from hypothesis import strategies as st

from data_base.text.sentences import sentence_spans, sentences
from tests.support.rows import over, table

ONE_SENTENCE = table(__file__, "ONE_SENTENCE")


@over("text", ONE_SENTENCE)
def test_one_sentence_stays_whole(text: str) -> None:
    assert sentences(text) == [text]


@over(
    "text, expected",
    table(__file__, "test_boundaries", lists=True),
)
def test_boundaries(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


LINES = table(__file__, "LINES")


@over("lines", [(lines,) for lines in LINES])
def test_titles_rows_and_page_numbers_are_lines_of_their_own(lines: tuple[tuple[str, ...]]) -> None:
    assert sentences("\n".join(lines[0])) == list(lines[0])


@over(
    "line",
    [
        "In 2023 12 ships came from 5 ports, as they had done in all of the",
        "It made 542 km in 2021, 548 km in 2022 and 512 km in the year",
        "В 2023 году завод выпустил 48 600 тонн, на 7 % больше, чем за весь",
    ],
)
def test_a_line_with_figures_is_still_prose(line: str) -> None:
    assert sentences(f"{line}\n2023 and more.") == [f"{line}\n2023 and more."]


def test_a_long_line_that_was_wrapped_reads_on() -> None:
    first = "The annual report of the company describes all that happened during the year in"
    assert sentences(f"{first}\nTaipei and Kaohsiung.") == [f"{first}\nTaipei and Kaohsiung."]


@given(st.text() | st.text(alphabet='aB1.,!? \n\r。？「」[]()|-*#"г…т'))
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    last = 0
    for start, end in sentence_spans(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@given(st.text(alphabet="aB1.,!? \n。？「」[]()|-*"))
def test_no_letter_or_digit_is_lost(text: str) -> None:
    kept = "".join(sentences(text))
    assert [char for char in kept if char.isalnum()] == [char for char in text if char.isalnum()]


@over("word", ["mill 12 ", "мельница 12 ", "磨坊，十二，", "磨坊"])
def test_what_has_no_stop_is_cut_where_it_is_too_long_for_a_sentence(word: str) -> None:
    text = word * (9_000 // len(word))
    found = sentences(text)
    assert all(len(sentence) <= 2_000 for sentence in found)
    assert len(found) < 8
    gap = " " if " " in word else ""
    assert gap.join(found) == text.strip()

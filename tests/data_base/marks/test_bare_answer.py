"""Citation marks, Markdown, link targets and thinking are no part of an answer that a rule reads."""

from hypothesis import given
from hypothesis import strategies as st

from data_base.marks.bare_answer import bare_answer
from tests.support.rows import over, table


@over("text, bare", table(__file__, "test_what_is_around_an_answer_is_no_part_of_it"))
def test_what_is_around_an_answer_is_no_part_of_it(text: str, bare: str) -> None:
    assert bare_answer(text) == bare


@over("text", table(__file__, "test_what_only_looks_like_a_mark_stays"))
def test_what_only_looks_like_a_mark_stays(text: str) -> None:
    assert bare_answer(text) == text


def test_ids_that_are_known_are_marks_however_they_look() -> None:
    assert bare_answer("Paris [annual-report]", ("annual-report",)) == "Paris"


WORD = st.from_regex(r"[a-zа-я一-龥]{2,9}", fullmatch=True)
AROUND = st.sampled_from(
    ["**{}**", "__{}__", "`{}`", "<b>{}</b>", "# {}", "{} [1]", "{} [doc.md#p1.2]", "{}【2†source】",
     "<think>no, {}x?</think>{}", "{}[^3]", "{}\n\nSources:\n[1] doc.md"]
)  # fmt: skip


@given(WORD, st.lists(AROUND, max_size=3, unique_by=lambda form: form.strip("{}")))
def test_a_word_in_any_marks_is_the_word(word: str, around: list[str]) -> None:
    text = word
    for form in around:
        text = form.replace("{}", text) if "\n" not in text and "<think" not in text else text
    assert bare_answer(text) == word


@given(st.text())
def test_any_text_is_read_and_stays_when_read_again(text: str) -> None:
    bare_answer(bare_answer(text))

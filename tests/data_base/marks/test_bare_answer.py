"""Citation marks, Markdown, link targets and thinking are no part of an answer that a rule reads."""

import unicodedata

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


MARKED = [
    "{}",
    "**{}**",
    "`{}`",
    "<b>{}</b>",
    "{} [1]",
    "{} [doc.md#p1.2]",
    "{}【2†source】",
    "{}[^3]",
    "[{}](https://x.example)",
]


@given(st.lists(st.tuples(WORD, st.sampled_from(MARKED)), min_size=1, max_size=12))
def test_every_word_of_a_marked_text_is_kept_in_its_place(said: list[tuple[str, str]]) -> None:
    text = " ".join(form.replace("{}", word) for word, form in said)
    assert bare_answer(text).split() == [word for word, _ in said]


PIECES = [
    *"abя港12.:[]()【】*_`# \n\\", "~~", "> ", "<b>", "</b>", "<sup>", "</sup>",
    "<br>", "<del>", "</del>", "<think>", "</think>", "https://x.example",
]  # fmt: skip


def letters(text: str) -> list[str]:
    return [char for char in unicodedata.normalize("NFKC", text) if char.isalnum()]


@given(
    st.text(st.characters(exclude_characters="&"), max_size=60)
    | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
)
def test_nothing_is_made_up(text: str) -> None:
    given_in_order = iter(letters(text))
    assert all(char in given_in_order for char in letters(bare_answer(text)))

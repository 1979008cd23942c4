from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.text.word_lists import words
from scoring.abstention import abstains
from scoring.words.logistic_model import likelihood
from scoring.words.passage_words import read_passage_words
from scoring.words.terms import read_words, scripts, terms
from scoring.words.windows import best_window, items_by_sentence
from scoring.words.word_list_matching import hits
from tests.support.rows import over, table

LETTERS = st.text("abcdefgh", min_size=3, max_size=5)


@over(
    "one, other",
    table(__file__, "test_forms_and_scripts_of_a_word_are_one_term"),
)
def test_forms_and_scripts_of_a_word_are_one_term(one: str, other: str) -> None:
    assert set(terms(one)) == set(terms(other))


def test_words_that_say_nothing_are_no_terms() -> None:
    assert terms("It is the of and") == ()
    assert terms("и в на это") == ()
    assert terms("的在是") == ()


def test_characters_on_both_sides_of_punctuation_are_no_pair() -> None:
    assert terms("啟用，每天。造、（紙）；磨") == ("启用", "每天", "造", "纸", "磨")
    assert set(terms("「奧勒」磨坊")) == set(terms("奧勒磨坊"))


def test_a_text_is_of_the_scripts_that_it_is_written_in() -> None:
    assert scripts("在 Google 工作的人很多") == {"han"}
    assert scripts("Работа и мир") == {"cyrillic"}
    assert scripts("12,5") == frozenset()


def test_a_list_is_found_in_whatever_form_and_script() -> None:
    assert hits("It was not mentioned", "abstention.state") == (3.0,)
    assert hits("報告沒有說明", "abstention.deny") == (1.0,)
    assert not hits("a knot", "abstention.deny")


@over("name", ["stop_words", "negation", "abstention", "stance"])
def test_lists_hold_words_alone(name: str) -> None:
    assert words(name)
    assert not any(set(word) & set("\\^$*+?[](){}|") for word in words(name))


@given(st.lists(LETTERS, min_size=1, max_size=8), st.integers(1, 4))
def test_a_wider_window_holds_no_less(said: list[str], width: int) -> None:
    source = read_passage_words(tuple(f"{word.capitalize()} stood there." for word in said))
    weights = dict.fromkeys((term for word in said for term in terms(word)), 1.0)
    held = items_by_sentence(weights, source.holders)
    total = sum(weights.values())
    narrow, wide = (best_window(total, held, source.passages, w).recall for w in (width, width + 1))
    assert 0 <= narrow <= wide <= 1


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=6, max_size=6), st.integers(0, 3))
def test_what_speaks_for_a_claim_raises_its_likelihood(features: list[float], place: int) -> None:
    more = [*features[:place], 1.0, *features[place + 1 :]]
    assert 0 < likelihood(features) <= likelihood(more) < 1


def test_russian_forms_of_she_are_no_negation() -> None:
    assert not abstains("В ней работают 900 человек.")
    assert {word.form for word in read_words("ней нее нею")} == {"ней", "нее", "нею"}
    assert abstains("В документах об этом не сказано.")

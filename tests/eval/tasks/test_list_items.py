import json

from hypothesis import example, given
from hypothesis import strategies as st

from data_base.text.word_lists import word_list
from eval.tasks.list_items import list_items
from tests.support.rows import over, table


@over(
    "text, items",
    [
        ("coal, iron", ["coal", "iron"]),
        ("coal,iron ,oil,", ["coal", "iron", "oil"]),
        ("煤、铁；盐。", ["煤", "铁", "盐"]),
        ("煤，铁", ["煤", "铁"]),
        ("Trinidad and Tobago, Cuba", ["Trinidad and Tobago", "Cuba"]),
        ("Washington, DC; Boston", ["Washington, DC", "Boston"]),
        ('["Washington, DC", "Boston"]', ["Washington, DC", "Boston"]),
        ("[1, 2.5]", ["1", "2.5"]),
        ("1,234, 5,678", ["1,234", "5,678"]),
        ("1,234", ["1,234"]),
        ("3,5 т угля, 2 т железа", ["3,5 т угля", "2 т железа"]),
        ("1,2,3", ["1", "2", "3"]),
        ("The goods are:\n- coal\n- iron", ["coal", "iron"]),
        ("Goods:\ncoal, iron", ["coal", "iron"]),
        ("1. coal\n2. iron", ["coal", "iron"]),
        ("a) coal\nb) iron", ["coal", "iron"]),
        ("(1) coal, (2) iron", ["coal", "iron"]),
        ("| coal |\n| iron |", ["coal", "iron"]),
        ("-5, 3.5 t, (12)", ["-5", "3.5 t", "(12)"]),
        ("The answer is coal, iron.", ["coal", "iron"]),
        ("1) coal 2) iron", ["coal", "iron"]),
        ("a) coal, b) iron and c) oil", ["coal", "iron", "oil"]),
        ("①煤②铁", ["煤", "铁"]),
        ("а) уголь; б) железо", ["уголь", "железо"]),
        ("Goods: coal, iron", ["coal", "iron"]),
        ("The goods are coal, iron and oil.", ["coal", "iron", "oil"]),
        ("Это уголь, железо и соль.", ["уголь", "железо", "соль"]),
        ("貨物是煤、鐵", ["煤", "鐵"]),
        ("Here are the goods\n- coal\n- iron\nThese were shipped in 2023.", ["coal", "iron"]),
        ("• coal • iron", ["coal", "iron"]),
        ("- -5\n- -3.5 t\n- +2", ["-5", "-3.5 t", "+2"]),
        ("-5\n–3\n—.5\n-$4", ["-5", "–3", "—.5", "-$4"]),
        ("-5 t, .5 t, –2", ["-5 t", ".5 t", "–2"]),
        ("– 5 t\n— 3 t\n+ coal\n-iron", ["5 t", "3 t", "coal", "iron"]),
        ("", []),
        (" ,; ", []),
        ("[" * 9_000, ["[" * 9_000]),
    ],
)
def test_items_are_found(text: str, items: list[str]) -> None:
    assert list_items(text) == items


@over(
    "text, names, items",
    table(__file__, "test_an_and_before_the_last_member_is_no_part_of_it", lists=True),
)
def test_an_and_before_the_last_member_is_no_part_of_it(
    text: str, names: list[str], items: list[str]
) -> None:
    assert list_items(text, names) == items


# An "and" joins the last members, and a Chinese "is" or "includes" leads in a list.
NOT_PLAIN = (*word_list("conjunctions"), "是", "包括", "包含", "分别为")
PLAIN = st.from_regex(r"[a-zа-я一-龥]{2,8}", fullmatch=True).filter(
    lambda word: not any(a in word for a in NOT_PLAIN)
)
WORDS = st.lists(PLAIN, min_size=2, max_size=6)


@given(WORDS, st.sampled_from([", ", ",", "; ", "、", "，", "\n", "\n- "]))
def test_joined_words_come_apart_again(words: list[str], separator: str) -> None:
    assert list_items(separator.join(words)) == words
    assert list_items(json.dumps(words)) == words


@given(st.text())
@example(";\x1f")
def test_any_text_has_items_or_none(text: str) -> None:
    assert all(item.strip() for item in list_items(text))

from hypothesis import given
from hypothesis import strategies as st

from data_base.text.language import LANGUAGES, Language, detect_language, is_cjk
from tests.support.rows import over, table


@over(
    "text, language",
    table(__file__, "test_detects_the_main_language"),
)
def test_detects_the_main_language(text: str, language: Language) -> None:
    assert detect_language(text) == language


@over("text", ["", "  ", "123, 45 %", "🙂"])
def test_a_text_without_letters_gives_the_default(text: str) -> None:
    assert detect_language(text) == "en"
    assert detect_language(text, "ru") == "ru"


@given(st.text())
def test_any_text_has_a_language(text: str) -> None:
    assert detect_language(text) in LANGUAGES


def test_is_cjk_looks_at_one_character() -> None:
    assert [char for char in "a漢я5カ，한" if is_cjk(char)] == ["漢", "カ", "한"]
    assert not is_cjk("")


def test_what_is_the_same_in_both_chinese_scripts_is_told_by_its_context() -> None:
    assert detect_language("票", context="文档中没有这个问题的答案。") == "zh-Hans"
    assert detect_language("票", context="文件中沒有這個問題的答案。") == "zh-Hant"
    assert detect_language("票", context="The documents do not say.") == "zh-Hant"
    assert detect_language("票價", context="文档中没有") == "zh-Hant"

"""Lists of sources at the end of a report."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.marks.source_list import without_source_list

CLAIM = "The mill burned down in 1923 [17]."


@pytest.mark.parametrize(
    "listed",
    [
        "### Sources\n[17] Mill: https://ex.org/17",
        "Sources: [17] https://ex.org/17",
        "**References**\n\n1. Smith, J. (2019). Mills of Oster.\n2. https://ex.org/b",
        "## Sources\n- report.pdf, p. 3\n- Annual report 2020",
        "[17]: https://ex.org/17\n[18]: https://ex.org/18",
        "[1] History of the mill, https://ex.org/a (accessed 2024)\n[2] [Oster](https://ex.org/b)",
        "參考資料：\n[1] 年報 https://ex.tw/1",
        "参考文献\n1、2020年年报",
        "Источники\n1. Отчёт за 2020 год — https://ex.ru/1",
        "[^1]: Mill of Orrin, annual report 2020\n[^2]: https://ex.org/b",
        "---\n**Sources**\n1. [Mill](https://ex.org/17)",
        "Sources\n-------\n1. https://ex.org/17",
        "7. References\n[1] Annual report 2020",
        "参考链接：\n(1) https://ex.cn/1",
        "- [Mill](https://ex.org/17)\n- https://ex.org/18",
    ],
)
def test_a_list_of_sources_is_no_claim(listed: str) -> None:
    assert without_source_list(f"{CLAIM}\n\n{listed}\n") == CLAIM


@pytest.mark.parametrize(
    "text",
    [
        "Sources:\n- The mill had 212 workers.\n- It burned in 1923.",
        "Facts:\n1. It opened in 1978 (https://ex.org/a).\n2. It closed in 2004 (https://ex.org/b).",
        "Energy sources\n\nThe town has two:\n- coal\n- wind",
        "https://ex.org/a",
        "It opened in 1978.[^1]\n\n[^1]: It closed in 2004.",
        "It opened in 1978.\n\n---",
        "See https://ex.org/a for more. It opened in 1978.",
    ],
)
def test_what_an_answer_states_is_kept(text: str) -> None:
    assert without_source_list(text) == text


@given(st.lists(st.sampled_from(["# Sources", "- a", "[1] x https://e.org", "It is.", "", "1. b", "x"])))
def test_what_is_left_begins_the_text_and_ends_in_no_such_list(lines: list[str]) -> None:
    text = "\n".join(lines)
    left = without_source_list(text)
    assert text.startswith(left)
    assert left == text or left.strip()

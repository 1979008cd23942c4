"""A passage cut to its beginning and the lines nearest to a question."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.research.excerpts import best_lines
from data_base.text.tokens import estimate_tokens
from tests.support.research import passage

FILLER = "The harbour was rebuilt in stone, and the market moved to the upper square."


def test_a_short_passage_is_shown_whole() -> None:
    short = passage("a", "Saltby light\nJonas Hale designed it. The lamp burns oil.")
    assert best_lines(short, "Who designed it?") == short


def test_the_beginning_and_the_nearest_lines_are_kept_in_order() -> None:
    lines = [FILLER] * 8 + ["Jonas Hale designed the light."] + [FILLER] * 8 + ["The designer died in 1902."]
    shown = best_lines(
        passage("a", "Saltby light\n" + " ".join(lines)), "Who was the designer of the light?"
    ).text
    assert shown.startswith("Saltby light\n")
    assert shown.index("Jonas Hale designed the light.") < shown.index("The designer died in 1902.")
    assert " … " in shown


def test_chinese_is_cut_by_the_same_rule() -> None:
    filler = "港口用石頭重建，市集遷到上面的廣場，居民多以捕魚為生。"
    text = f"鹽灘燈塔\n{filler * 12}何承遠設計了這座燈塔。{filler * 12}"
    shown = best_lines(passage("a", text), "燈塔是誰設計的？").text
    assert shown.startswith("鹽灘燈塔")
    assert "何承遠設計了這座燈塔。" in shown
    assert len(shown) < len(text) / 2


def test_a_sentence_is_not_cut() -> None:
    text = "Saltby " * 200 + "."
    assert best_lines(passage("a", text), "Saltby").text == text


def test_a_text_without_any_sentence_is_left_as_it_is() -> None:
    rule = "* " * 800
    assert best_lines(passage("a", rule), "Saltby").text == rule


@given(st.text(max_size=2000), st.text(max_size=40))
def test_any_text_can_be_cut_and_nothing_is_made_up(text: str, asked: str) -> None:
    whole = passage("a", text or "-")
    shown = best_lines(whole, asked).text
    assert all(piece.strip("… ") in whole.text for piece in shown.split(" … "))
    assert estimate_tokens(shown) <= estimate_tokens(whole.text) + 40

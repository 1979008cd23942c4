"""Declining where the passages tell of a thing but not what is asked, and lists of what is left open."""

from __future__ import annotations

import pytest

from scoring.abstention import abstains
from scoring.judging import judge_answer

_LIBRARY = {
    "en": (
        "The head of the library, Oda Firth, thanked the 12 volunteers in May 2023. The library opened on "
        "3 June 1998. The market is held on Saturdays in front of the library."
    ),
    "ru": (
        "Директор библиотеки Ольга Фирсова поблагодарила 12 волонтёров в мае 2023 года. Библиотека открылась "
        "3 июня 1998 года. У библиотеки 40 читальных мест."
    ),
    "zh": (
        "圖書館館長歐蓓珊於 2023 年 5 月感謝 12 名志工。圖書館於 1998 年 6 月 3 日開館。"
        "圖書館前的市集每週六舉行。館內有 40 個閱覽席。"
    ),
}


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "When was the head of the library, Oda Firth, appointed?", "The text does not say when."),
        ("en", "How many employees does the library have?", "The document does not say."),
        ("ru", "Сколько книг у библиотеки?", "В документе не указано."),
        ("zh", "館長歐蓓珊何時就任？", "文件沒有說明。"),
        ("zh", "館內有多少台電腦？", "文件沒有說明。"),
    ],
)
def test_a_value_of_something_else_about_the_same_thing_is_not_overlooked(
    language: str, question: str, answer: str
) -> None:
    assert judge_answer(question, answer, [_LIBRARY[language]]).accuracy > 8


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "When did the library open?", "The text does not say."),
        ("en", "When is the market held?", "The text does not say."),
        ("en", "How many volunteers were thanked?", "The document does not say."),
        ("ru", "Когда открылась библиотека?", "В тексте об этом не сказано."),
        ("ru", "Сколько читальных мест у библиотеки?", "В документе не указано."),
        ("zh", "圖書館何時開館？", "文件沒有說明。"),
        ("zh", "館內有多少個閱覽席？", "文件沒有說明。"),
        ("zh", "市集何時舉行？", "文件沒有說明。"),
    ],
)
def test_a_value_of_what_is_asked_is_overlooked(language: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [_LIBRARY[language]]).accuracy < 7


@pytest.mark.parametrize(
    "text",
    ["Deposits are not given back.", "Keys are not given out.", "Seats were not given up."],
)
def test_what_is_not_given_back_is_no_abstention(text: str) -> None:
    assert not abstains(text)
    assert abstains("The date is not given.")


_BRIDGE = {
    "en": (
        "Which works on the bridge are still outstanding?",
        "## Outstanding\n\n120 metres of railing on the bridge not yet painted; 14 lamps not fixed yet.",
        "On the bridge 120 metres of railing are unpainted and 14 lamps unfixed.",
        "The bridge lacks 350 metres of kerb and 27 signs.",
    ),
    "zh": (
        "橋梁工程還有哪些遺留問題？",
        "## 遺留問題\n\n橋梁工程欄杆 120 公尺尚未油漆；路燈 14 盞尚未安裝。",
        "橋梁欄杆有 120 公尺沒有油漆，路燈有 14 盞沒有裝好。",
        "橋梁護欄有 350 公尺沒有油漆，標誌有 27 面沒有裝好。",
    ),
    "ru": (
        "Какие работы на мосту ещё не завершены?",
        "## Незавершённые работы\n\nНа мосту пока не окрашены 120 м перил; ещё не установлены 14 фонарей.",
        "На мосту не окрашены 120 м перил и не поставлены 14 фонарей.",
        "На мосту не уложены 350 м бордюра и не поставлены 27 знаков.",
    ),
}


@pytest.mark.parametrize("language", _BRIDGE)
def test_what_is_left_open_answers_what_is_left_open(language: str) -> None:
    question, passage, told, invented = _BRIDGE[language]
    assert judge_answer(question, told, [passage]).accuracy > 8
    assert judge_answer(question, invented, [passage]).accuracy < 5

"""Questions that ask who: the passages must name somebody, and an answer must not make somebody up."""

from __future__ import annotations

import pytest

from scoring.invented_names import invented_names
from scoring.judging import judge_answer

CASES = {
    "en": (
        "Who closed the lower lock in May?",
        "In May the lower lock was closed for repairs of its gates.",
        "In May the lower lock was closed by Runa Helvik for repairs of its gates.",
        "The report does not name the person.",
        "The lower lock was closed by Runa Helvik in May.",
        "The lower lock was closed by Tobias Marn in May.",
    ),
    "ru": (
        "Кто закрыл нижний шлюз в мае?",
        "В мае нижний шлюз был закрыт для ремонта ворот.",
        "В мае нижний шлюз закрыла для ремонта ворот Руна Хельвик.",
        "В отчёте этот человек не назван.",
        "Нижний шлюз в мае закрыла Руна Хельвик.",
        "Нижний шлюз в мае закрыл Тобиас Марн.",
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_to_decline_is_right_exactly_where_nobody_is_named(language: str) -> None:
    question, nobody, somebody, declining, named, _ = CASES[language]
    assert judge_answer(question, declining, [nobody]).accuracy > 8
    assert judge_answer(question, declining, [somebody]).accuracy < 7
    assert judge_answer(question, named, [somebody]).accuracy > 8


@pytest.mark.parametrize("language", CASES)
def test_a_name_that_no_passage_holds_is_made_up(language: str) -> None:
    question, _, somebody, _, _, invented = CASES[language]
    assert judge_answer(question, invented, [somebody]).accuracy < 3


@pytest.mark.parametrize(
    ("text", "source", "invented"),
    [
        ("It was paid by the World Bank.", "WB paid for it.", []),
        ("Councillor Runa Helvik spoke.", "Cllr Helvik spoke.", []),
        ("Об этом сказал Тобиас Марн.", "Слово взяла Руна Хельвик, с ней говорил Марн.", []),
        ("Tobias Marn spoke.", "Runa Helvik spoke.", ["Tobias Marn"]),
        ("SUMMARY OF FINDINGS: she spoke.", "Runa Helvik spoke.", []),
        ("Nobody spoke on Monday.", "Runa Helvik spoke.", []),
    ],
)
def test_names_that_no_source_holds(text: str, source: str, invented: list[str]) -> None:
    assert invented_names(text, [source]) == invented

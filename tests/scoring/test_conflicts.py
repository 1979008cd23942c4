"""Answers that give one of two values which the passages give for one thing, and values of two things.

``conflicting_passages.jsonl`` holds made-up passages: with ``one_sided``, answers that each name one of two
conflicting values, and perhaps ``both``, one that names both; with ``settled``, a true answer beside which
the passages give a like value of something else.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.judging import EmbeddedVerdict, judge_answer
from scoring.qualifiers import qualifiers

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("conflicting_passages.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
LANGUAGES = ("en", "ru", "zh-Hans", "zh-Hant")
# What is reached on these rows, on which the rules were made; on new ones expect some 0.65 to 0.75.
NOTICED = 0.82


def _judge(row: dict[str, Any], answer: str) -> EmbeddedVerdict:
    return judge_answer(row["question"], answer, row["passages"])


def _one_sided() -> Iterator[tuple[str, EmbeddedVerdict]]:
    for row in ROWS:
        for answer in row.get("one_sided", ()):
            yield row["language"], _judge(row, answer)


def test_most_answers_that_tell_one_side_lose_accuracy() -> None:
    verdicts = list(_one_sided())
    assert len(verdicts) == 104
    noticed = [language for language, verdict in verdicts if 3 <= verdict.accuracy <= 8]
    assert len(noticed) >= len(verdicts) * NOTICED
    for language in LANGUAGES:
        of_it = [each for each, _ in verdicts if each == language]
        assert noticed.count(language) >= len(of_it) * 0.7, language


@pytest.mark.parametrize("row", [row for row in ROWS if "both" in row], ids=lambda row: row["question"])
def test_an_answer_that_tells_both_sides_loses_nothing(row: dict[str, Any]) -> None:
    assert _judge(row, row["both"]).accuracy > 9


@pytest.mark.parametrize("row", [row for row in ROWS if "settled" in row], ids=lambda row: row["settled"])
def test_a_like_value_of_something_else_is_no_conflict(row: dict[str, Any]) -> None:
    assert _judge(row, row["settled"]).accuracy > 9


@pytest.mark.parametrize(
    ("question", "passages", "answer", "shown"),
    [
        (
            "How many lanterns hang in the arcade?",
            [
                "The arcade was roofed late. 84 lanterns hang in the arcade.",
                "In the arcade hang 91 lanterns, all of brass.",
            ],
            "84 lanterns hang in the arcade.",
            ["84", "84 lanterns hang in the arcade.", "91", "In the arcade hang 91 lanterns"],
        ),
        (
            "Какова длина плотины?",
            ["Длина плотины составляет 340 м.", "Длина плотины равна 365 м, по гребню идёт дорога."],
            "Длина плотины 365 м.",
            ["340 м", "Длина плотины составляет 340 м.", "365 м", "Длина плотины равна 365 м"],
        ),
        (
            "礼堂有多少个座位？",
            ["礼堂有座位720个，冬天供暖。", "礼堂共有座位680个，舞台可升降。"],
            "礼堂有720个座位。",
            ["720", "礼堂有座位720个", "680", "礼堂共有座位680个"],
        ),
    ],
)
def test_the_reason_names_both_values_and_places(
    question: str, passages: list[str], answer: str, shown: list[str]
) -> None:
    verdict = judge_answer(question, answer, passages)
    assert 3 <= verdict.accuracy <= 8
    assert verdict.completeness < 8
    assert all(part in verdict.reason for part in shown), verdict.reason
    assert verdict.suggestion
    rival = next(issue for issue in verdict.issues if issue.verdict == "missing")
    assert rival.passage_index is not None
    assert rival.quote == passages[rival.passage_index].split(". ")[-1]


def test_a_table_against_running_text_is_a_conflict() -> None:
    table = "Opening stock\n\n| Item | Crates |\n|---|---|\n| Pears | 118 |\n| Plums | 46 |"
    text = "Crates of pears in stock numbered 131. Crates are stacked six high."
    verdict = judge_answer(
        "How many crates of pears were in stock?", "118 crates of pears were in stock.", [table, text]
    )
    assert 3 <= verdict.accuracy <= 8


def test_rows_of_one_table_are_no_conflict() -> None:
    table = "| Shed | Crates |\n|---|---|\n| North | 118 |\n| South | 131 |"
    verdict = judge_answer(
        "How many crates are in the north shed?", "118 crates are in the north shed.", [table]
    )
    assert verdict.accuracy > 9


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the planned cost of the hall", "planned"),
        ("预计投资", "planned"),
        ("по плану расходы", "planned"),
        ("the revised figure is", "revised"),
        ("уточнённая смета", "revised"),
        ("其中女生", "part"),
        ("из них женщин", "part"),
        ("不含運費", "excluded"),
        ("含運費", "included"),
        ("five years ago", "former"),
    ],
)
def test_qualifying_words_are_known_by_their_kind(text: str, kind: str) -> None:
    assert kind in qualifiers(text)


def test_words_before_a_clause_qualify_it_only_by_time_and_standing() -> None:
    assert qualifiers("the hall seats", "according to the plan,") == {"planned"}
    assert not qualifiers("the hall seats", "half of them damp, each")

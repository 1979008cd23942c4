"""The year that a question names, and another one in its place."""

import pytest

from tests.support.sheets import is_right, is_wrong

_PATENTS = "# 2024年度科研年报\n\n学校全年获授权发明专利318件。2025年计划新建两个实验室。"
_READERS = (
    "Отчёт за 2024 год\n\nВ Заречном районе было 11 870 читателей. Ремонт начнётся в 2025 году; "
    "прошлый был в 2023 году."
)
_LEAKAGE = (
    "Annual review 2024\n\nAverage leakage was 31.4 megalitres a day. The next review is due in 2026; "
    "meters were fitted in 2023."
)


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            _PATENTS,
            "2024年学校获授权发明专利多少件？",
            "2024年获授权发明专利318件。",
            "2025年获授权发明专利318件。",
        ),
        (
            _READERS,
            "Сколько читателей было в Заречном районе в 2024 году?",
            "В 2024 году в Заречном районе было 11 870 читателей.",
            "В 2025 году в Заречном районе было 11 870 читателей.",
        ),
        (
            _LEAKAGE,
            "What was the average leakage in 2024?",
            "Average leakage in 2024 was 31.4 megalitres a day.",
            "Average leakage in 2026 was 31.4 megalitres a day.",
        ),
    ],
)
def test_another_year_in_the_place_of_the_one_asked_about_is_wrong(
    passage: str, question: str, true: str, false: str
) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])


@pytest.mark.parametrize(
    ("passage", "question", "true"),
    [
        (
            "| Year | Share treated in time |\n|---|---|\n| 2022 | 46% |\n| 2024 | 72% |",
            "How has the share treated in time changed since 2022?",
            "In 2024 it was 72%.",
        ),
        (
            "The new variety was found in 1952 by Du Chongli, who was born in 1911.",
            "Who found the variety in 1952?",
            "Du Chongli, born in 1911.",
        ),
        (
            "Agency staff cost £9.8 million in the year, and £14.1 million in 2023. The report covers 2024.",
            "What did agency staff cost in 2024?",
            "It cost £9.8 million, against £14.1 million in 2023.",
        ),
    ],
)
def test_another_year_may_be_told_beside_or_of_something_else(passage: str, question: str, true: str) -> None:
    assert is_right(question, true, [passage])


def test_a_date_with_a_year_that_no_passage_names_is_wrong() -> None:
    passage = "2024年维护记录\n\n9月19日凌晨2时40分，值班工程师沈知砚巡检时发现压缩机停机。"
    question = "压缩机停机是什么时候发现的？"
    assert is_right(question, "2024年9月19日凌晨2时40分。", [passage])
    assert is_wrong(question, "2124年9月19日凌晨2时40分。", [passage])

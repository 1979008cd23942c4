"""Versions and percentiles are names, which passages hold beside what they are of."""

import pytest

from scoring.identifiers import unknown_names
from scoring.judging import judge_answer
from scoring.mentions import mentions

DRIVERS = {
    "zh": "驅動須同步更新：Java 驅動不低於 4.0.1，Python 驅動不低於 2.7.3，Go 驅動不低於 1.12。",
    "en": "The Java client must be at least 4.0.1, the Python client 2.7.3.",
    "ru": "Нужен клиент Java не ниже 4.0.1, клиент Python не ниже 2.7.3.",
    "table": "| Client | Least version |\n|---|---|\n| Java | 4.0.1 |\n| Python | 2.7.3 |",
}


@pytest.mark.parametrize("source", DRIVERS.values(), ids=DRIVERS)
def test_a_version_is_known_of_its_own_product_alone(source: str) -> None:
    assert unknown_names("先更新 Java 4.0.1 和 Python 2.7.3", [source]) == []
    assert unknown_names("Update Java 4.0.1 first", [source]) == []
    assert unknown_names("Обновите Java 4.0.1", [source]) == []
    assert unknown_names("Update Java 4.0.2 first", [source])
    assert unknown_names("Update Java 2.7.3 first", [source])
    assert unknown_names("Обновите Rust 4.0.1", [source])


@pytest.mark.parametrize("source", DRIVERS.values(), ids=DRIVERS)
def test_a_version_behind_a_common_word_must_stand_in_the_passages(source: str) -> None:
    assert unknown_names("It is enough to upgrade to 4.0.1", [source]) == []
    assert unknown_names("先升級到 4.0.1", [source]) == []
    assert unknown_names("Достаточно перейти на 4.0.1", [source]) == []
    assert unknown_names("It is enough to upgrade to 4.0.9", [source])
    assert unknown_names("先升級到 4.0.9", [source])


def test_a_family_of_versions_is_no_quantity_and_known_by_its_members() -> None:
    for text in ("3.x 系列", "the 3.x line", "ветка 3.x"):
        assert mentions(text) == ()
    assert unknown_names("舊的 3.x 已停止維護", ["3.2 版之後"]) == []
    assert unknown_names("舊的 5.x 已停止維護", ["3.2 版之後"])


@pytest.mark.parametrize("source", ["99 分位延遲為 21 毫秒", "the 99th percentile", "99-й перцентиль"])
def test_a_percentile_by_its_sign_is_the_one_in_words(source: str) -> None:
    assert unknown_names("p99 延遲 21 毫秒", [source]) == []
    assert unknown_names("p95 延遲 21 毫秒", [source])


def test_a_bare_version_beside_a_count_of_the_same_value_is_no_exchanged_figure() -> None:
    passage = (
        "Quarry 4.0 replaces 3.0. It was tested on 3 nodes. Under 3.0 the import took 70 seconds.\n\n"
        "Under 4.0 it took 25 seconds."
    )
    question = "How long did the import take under 4.0?"
    assert judge_answer(question, "25 seconds, where 3.0 had needed 70.", [passage]).accuracy > 8
    assert judge_answer(question, "25 seconds, where 3.0 had needed 90.", [passage]).accuracy < 5

"""Two things asked for together, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.conjuncts import one_by_one


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("2023年甲城和乙城的面积是多少？", ["2023年甲城的面积是多少？", "2023年乙城的面积是多少？"]),
        ("海螺号的船长和机师是谁？", ["海螺号的船长是谁？", "海螺号的机师是谁？"]),
        ("海港杯男队和女队冠军分别是谁？", ["海港杯男队冠军分别是谁？", "海港杯女队冠军分别是谁？"]),
        ("2021年和2022年的產量", ["2021年的產量", "2022年的產量"]),
        ("Alba和Brock的发布时间", ["Alba的发布时间", "Brock的发布时间"]),
        ("海螺号甲港和乙港到港时间", ["海螺号甲港到港时间", "海螺号乙港到港时间"]),
        ("远海杯和远洋杯的开幕日期", ["远海杯的开幕日期", "远洋杯的开幕日期"]),
        ("海螺号在彼得堡和上海的到港时间", ["海螺号在彼得堡的到港时间", "海螺号在上海的到港时间"]),
        ("海螺号去年船员和旅客人数", ["海螺号去年船员人数", "海螺号去年旅客人数"]),
    ],
)
def test_each_is_asked_with_what_is_shared(question: str, parts: list[str]) -> None:
    assert one_by_one(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "海港的面积是多少？",
        "某共和国的首都在哪里？",
        "谁参与了和平谈判？",
        "有多少国家和地区参加？",
        "有多少國家與地區參加？",
        "Who built the mill and the barn?",
        "",
    ],
)
def test_any_other_question_comes_back(question: str) -> None:
    assert one_by_one(question) == [question]


@given(st.text(alphabet="甲乙丙的和与、是年2023A?？《》", max_size=24))
def test_never_fails_and_never_loses_the_question(question: str) -> None:
    parts = one_by_one(question)
    assert parts == [question] or (len(parts) == 2 and all(len(part) < len(question) for part in parts))

"""Tasks of DeepResearch Bench, its second edition and HealthBench as questions, and back without loss."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.files.question_file import read_questions
from eval.files.row_writing import write_lines
from eval.files.rubric_tasks.conversion import questions_from, tasks_from
from eval.files.rubric_tasks.rubric_format import RubricTool
from tests.support.in_process import judge_in_process
from tests.support.rubric_tasks import DRB2, HEALTHBENCH, RACE
from tests.support.tool_results import jsonl

texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
words = texts.filter(lambda text: text.strip())
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
blocked = st.none() | st.fixed_dictionaries(
    {},
    optional={
        "title": st.none() | texts,
        "authors": st.none() | texts | st.lists(texts, max_size=2),
        "urls": st.none() | texts | st.lists(texts, max_size=2),
        "year": anything,
    },
)
groups = st.sampled_from(["info_recall", "analysis", "presentation", "其他"])
drb2_tasks = st.fixed_dictionaries(
    {
        "id": words,
        "idx": st.integers(),
        "prompt": words,
        "content": st.fixed_dictionaries(
            {"task": words, "rubric": st.dictionaries(groups, st.lists(words, max_size=4), max_size=4)},
            optional={"blocked": blocked, "extra": anything},
        ),
    },
    optional={
        "language": st.none() | st.sampled_from(["en", "zh", "ru", "zh-Hans", "zh-CN", "fr", ""]),
        "theme": st.none() | texts,
        "description": anything,
        "also": anything,
    },
)
points = (st.integers(-10, 10) | st.floats(-1e6, 1e6)).filter(bool)
tags = texts | texts.map("axis:{}".format)
examples = st.fixed_dictionaries(
    {
        "prompt": st.lists(
            st.fixed_dictionaries(
                {"role": st.sampled_from(["user", "assistant", "system"]), "content": words},
                optional={"name": anything},
            ),
            min_size=1,
            max_size=3,
        ),
        "prompt_id": words,
        "rubrics": st.lists(
            st.fixed_dictionaries(
                {"criterion": words, "points": points},
                optional={"tags": st.lists(tags, max_size=3), "note": anything},
            ),
            max_size=4,
        ),
    },
    optional={
        "example_tags": st.lists(texts, max_size=2),
        "ideal_completions_data": anything,
        "canary": texts,
    },
)
criterion = st.fixed_dictionaries(
    {"criterion": words, "explanation": texts, "weight": st.integers(0, 3) | st.floats(0, 1e3)},
    optional={"comment": anything},
)
criteria = st.fixed_dictionaries(
    {
        "id": st.integers() | words,
        "prompt": words,
        "dimension_weight": st.fixed_dictionaries(
            {name: st.floats(0, 1e3) | st.integers(0, 2) for name in ("insight", "洞见")}
        ),
        "criterions": st.dictionaries(st.sampled_from(["insight", "洞见"]), st.lists(criterion, max_size=4)),
    },
    optional={"language": st.none() | st.sampled_from(["en", "zh", "fr"]), "topic": anything},
)


def as_written(value: object) -> str:
    """A JSON value whatever the order of its fields; 1, 1.0 and true differ, as they do not in Python."""
    return json.dumps(value, sort_keys=True)


@settings(max_examples=100, deadline=None)
@given(
    task=st.tuples(st.just(RubricTool.DRB2), drb2_tasks)
    | st.tuples(st.just(RubricTool.HEALTHBENCH), examples)
    | st.tuples(st.just(RubricTool.RACE), criteria),
    form=st.sampled_from(["jsonl", "csv"]),
)
def test_a_task_of_any_shape_comes_back_as_the_same_object(
    tmp_path_factory: pytest.TempPathFactory, task: tuple[RubricTool, dict[str, Any]], form: str
) -> None:
    """Also where a spreadsheet saved the questions in between."""
    folder, (tool, given_task) = tmp_path_factory.mktemp("t"), task
    questions = folder / f"q.{form}"
    write_lines(questions, questions_from(jsonl(folder / "tasks.jsonl", given_task), tool))
    assert [as_written(each) for each in tasks_from(questions, tool)] == [as_written(given_task)]


def test_a_task_with_two_hundred_items_comes_back(tmp_path: Path) -> None:
    many = [f"Says {number}" for number in range(200)]
    task = DRB2 | {"content": {"task": "?", "rubric": {"info_recall": many[:150], "analysis": many[150:]}}}
    done = judge(tmp_path, task, "import", "in.jsonl", "--for", "arena", "--out", "q.jsonl")
    assert done == (0, "")
    (question,) = read_questions(tmp_path / "q.jsonl")
    assert [each.text for each in question.key_points] == many
    assert list(tasks_from(tmp_path / "q.jsonl", RubricTool.DRB2)) == [task]


def judge(folder: Path, row: object, *words: str) -> tuple[int, str]:
    """Exit code and stderr of a command beside a file ``in.jsonl`` with one row, or several."""
    jsonl(folder / "in.jsonl", *(row if isinstance(row, list) else [row]))
    ended = judge_in_process(*words, cwd=folder)
    return ended.returncode, ended.stderr


def test_a_task_of_drb2_is_a_question_with_groups_language_and_blocked_source(tmp_path: Path) -> None:
    assert (
        judge(tmp_path, DRB2, "import", "in.jsonl", "--from", "drb2", "--for", "arena", "--out", "q.jsonl")[0]
        == 0
    )
    (question,) = read_questions(tmp_path / "q.jsonl")
    assert (question.id, question.question, question.language) == ("task7+", DRB2["prompt"], "zh-Hans")
    assert question.tags == ("Industry, Water",)
    assert [(each.text, each.group, each.weight) for each in question.key_points] == [
        ("Says 1934", "info_recall", 1),
        ("Names the owner", "info_recall", 1),
        ("Gives a cause", "analysis", 1),
    ]
    assert [each.model_dump(mode="json") for each in question.blocked] == [DRB2["content"]["blocked"]]
    assert json.loads((tmp_path / "q.jsonl").read_text(encoding="utf-8"))["also"]["drb2"] == {
        "idx": 7,
        "description": "磨坊",
        "content": {"task": DRB2["content"]["task"], "rubric": {"presentation": []}},
        "license": "CC BY 4.0",
    }


def test_points_of_healthbench_are_weights_and_penalties_in_the_groups_of_their_axes(tmp_path: Path) -> None:
    assert (
        judge(tmp_path, HEALTHBENCH, "import", "in.jsonl", "--for", "questions", "--out", "q.jsonl")[0] == 0
    )
    (question,) = read_questions(tmp_path / "q.jsonl")
    assert (question.id, question.tags) == ("b7c0", ("theme:hedging",))
    assert question.question == "user: My knee hurts.\n\nassistant: Since when?\n\nuser: A week."
    assert [(each.text, each.weight, each.group) for each in question.key_points] == [
        ("Says to rest", 7, "completeness"),
        ("Names a drug to inject", -9, "accuracy"),
        ("Is short", 2.5, None),
    ]


def test_criteria_of_race_are_points_of_the_weight_of_dimension_times_criterion(tmp_path: Path) -> None:
    """Nothing is lost that a judge is shown: it reads the explanation, too."""
    assert judge(tmp_path, RACE, "import", "in.jsonl", "--for", "arena", "--out", "q.jsonl")[0] == 0
    (question,) = read_questions(tmp_path / "q.jsonl")
    assert (question.id, question.question, question.language) == ("12", RACE["prompt"], "zh-Hans")
    assert [(each.text, each.weight, each.group) for each in question.key_points] == [
        ("时间线：评估报告是否写明年份：1934。", 0.336, "comprehensiveness"),
        ("Owners: Names all of them", 0.224, "comprehensiveness"),
        ("Cause: Goes beyond the fire itself", 0.045, "insight"),
        ("Is short", 0.14, "readability"),
    ]
    assert [*tasks_from(tmp_path / "q.jsonl", RubricTool.RACE)] == [RACE]


def test_questions_of_our_own_become_criteria_of_race(tmp_path: Path) -> None:
    points = [{"text": "a", "weight": 3}, {"text": "b: c", "weight": 1}]
    own = {"question": "Why?", "key_points": [each | {"group": "insight"} for each in points]}
    assert list(tasks_from(jsonl(tmp_path / "q.jsonl", own), RubricTool.RACE)) == [
        {
            "id": "q1",
            "prompt": "Why?",
            "dimension_weight": {"insight": 4},
            "criterions": {
                "insight": [
                    {"criterion": "a", "explanation": "", "weight": 0.75},
                    {"criterion": "b", "explanation": "c", "weight": 0.25},
                ]
            },
        }
    ]


def test_questions_of_our_own_become_tasks(tmp_path: Path) -> None:
    own = {
        "question": "Why?",
        "key_points": [{"text": "a", "group": "analysis", "weight": 1}],
        "blocked": ["Mills"],
    }
    assert list(tasks_from(jsonl(tmp_path / "q.jsonl", own), RubricTool.DRB2)) == [
        {
            "id": "q1",
            "idx": 1,
            "prompt": "Why?",
            "content": {"task": "Why?", "rubric": {"analysis": ["a"]}, "blocked": {"title": "Mills"}},
        }
    ]


def changed(task: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(task))
    *above, last = path.split(".")
    inner: Any = copy
    for name in above:
        inner = inner[int(name) if name.isdigit() else name]
    inner[last] = value
    return copy


IMPORT = ("--for", "arena", "--out", "out.jsonl")


@pytest.mark.parametrize(
    ("task", "options", "said"),
    [
        ([DRB2, changed(DRB2, "idx", "8")], (), 'in.jsonl, line 2: field "idx": must be a valid integer'),
        ([DRB2, DRB2], (), "in.jsonl, line 2: the id 'task7+' is already in line 1"),
        (changed(DRB2, "prompt", " "), (), 'line 1: field "prompt": is empty'),
        (changed(DRB2, "content", "x"), (), 'line 1: field "content": must be an object with named fields'),
        (changed(DRB2, "content.rubric", ["x"]), (), 'field "content.rubric": must be an object'),
        (
            changed(DRB2, "content.rubric.analysis", ["x", 3]),
            (),
            'field "content.rubric.analysis.1": must be a',
        ),
        (
            changed(DRB2, "content.rubric.analysis", ["x", ""]),
            (),
            'field "content.rubric.analysis.1": is empty',
        ),
        (changed(DRB2, "content.blocked", ["x"]), (), 'field "content.blocked": must be an object'),
        ({"id": "1", "question": "q"}, ("--from", "drb2"), 'line 1: field "idx": is missing'),
        (changed(HEALTHBENCH, "prompt", []), (), 'field "prompt": needs at least 1 entry'),
        (changed(HEALTHBENCH, "prompt.1.content", None), (), 'field "prompt.1.content": must be a string'),
        (
            changed(HEALTHBENCH, "prompt", [{"role": "user", "content": " "}]),
            (),
            'field "prompt": has no words',
        ),
        (changed(HEALTHBENCH, "rubrics.1.points", 0), (), 'field "rubrics.1.points": is 0'),
        (
            changed(HEALTHBENCH, "rubrics.1.points", "5"),
            (),
            'field "rubrics.1.points": must be a valid number',
        ),
        (changed(RACE, "dimension_weight", {}), (), "'comprehensiveness' has criterions and no weight in"),
        (
            changed(RACE, "criterions.insight.0.weight", -1),
            (),
            'field "criterions.insight.0.weight": must be greater than or equal to 0',
        ),
        (DRB2, ("--for", "eval"), "in.jsonl has tasks of drb2 and no answers; add --for arena"),
        (DRB2, ("--map", "question=id"), "--map: tasks of drb2 have fields of fixed names"),
        (DRB2, ("--out", "out.csv"), "out.csv: no .csv is written; name it .jsonl"),
    ],
)
def test_a_task_that_cannot_be_read_ends_in_one_sentence(
    task: Any, options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    code, stderr = judge(tmp_path, task, "import", "in.jsonl", *IMPORT, *options)
    assert (code, stderr.count("\n")) == (2, 1)
    assert said in stderr
    assert [each.name for each in tmp_path.iterdir()] == ["in.jsonl"]


POINT = {"text": "a", "group": "analysis"}
CHAT = {
    "id": "b7c0",
    "question": "user: Hi.\n\nassistant: Hi.",
    "key_points": ["Is kind"],
    "also": {
        "healthbench": {
            "prompt": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hi."}],
            "rubrics": [{"tags": ["level:example"]}],
        }
    },
}


@pytest.mark.parametrize(
    ("question", "tool", "said"),
    [
        ({"id": "1"}, "drb2", 'line 2: the required field "question" is missing'),
        ({"question": "q", "key_points": [POINT, "b"]}, "drb2", 'line 2: key point 2 has no "group"'),
        *(
            (
                {"question": "q", "key_points": [POINT, POINT | more]},
                "drb2",
                'field "key_points", entry 2: a task of',
            )
            for more in ({"weight": 2}, {"must": True}, {"may_not_apply": True}, {"id": "x"}, {"parent": "1"})
        ),
        (
            {"question": "q", "tags": ["a", "b"]},
            "drb2",
            'line 2: field "tags": a task of DeepResearch Bench II',
        ),
        ({"question": "q", "gold_answer": "a"}, "drb2", 'line 2: field "gold_answer": a task of'),
        ({"question": "q", "blocked": ["a", "b"]}, "drb2", 'line 2: field "blocked": a task of'),
        (
            {"question": "q", "also": {"drb2": {"idx": "x"}}},
            "drb2",
            'field "also.drb2" no longer fits the question',
        ),
        (
            {"question": "q", "blocked": ["a"]},
            "healthbench",
            'line 2: field "blocked": a task of HealthBench',
        ),
        ({"question": "q", "key_points": ["a"]}, "race", 'line 2: key point 1 has no "group"'),
        ({"question": "q", "key_points": [POINT | {"weight": -1}]}, "race", "key point 1 is a penalty"),
        ({"question": "q", "key_points": [POINT | {"must": True}]}, "race", "entry 1: a task of RACE cannot"),
        (
            CHAT | {"question": "Hi."},
            "healthbench",
            'line 2: field "question": a task of HealthBench cannot say',
        ),
        (CHAT | {"key_points": []}, "healthbench", 'field "also.healthbench" no longer fits the question'),
    ],
)
def test_what_a_task_cannot_say_is_never_left_out_unseen(
    question: Any, tool: str, said: str, tmp_path: Path
) -> None:
    first = {"id": "first", "question": "Why?"}
    code, stderr = judge(
        tmp_path, [first, question], "export", "in.jsonl", "--to", tool, "--out", "out.jsonl"
    )
    assert (code, stderr.count("\n")) == (2, 1)
    assert said in stderr
    assert [each.name for each in tmp_path.iterdir()] == ["in.jsonl"]

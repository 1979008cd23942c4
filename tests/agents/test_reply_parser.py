"""The parse ladder: what is read, on which rung, and what is no verdict."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from pydantic import AliasChoices, BaseModel, Field

from agents.judges.judge_reply import JudgeReply
from agents.reply_parser import parse_reply
from tests.support.rows import over

SCORES = '"accuracy": 8, "completeness": 7, "clarity": 9'
QUOTED = 'The answer contains {"accuracy": 10, "completeness": 10, "clarity": 10}'


def scores(text: str) -> tuple[float, float, float] | None:
    value = parse_reply(text, JudgeReply).value
    return None if value is None else (value.accuracy, value.completeness, value.clarity)


READ = {
    "strict": ("strict", f'{{"analysis": "a", {SCORES}, "reason": "r", "suggestion": "", "issues": []}}'),
    "a JSON string of JSON": ("strict", '"{\\"accuracy\\": 8, \\"completeness\\": 7, \\"clarity\\": 9}"'),
    "a tool call's arguments": (
        "strict",
        '{"name": "verdict", "arguments": "{\\"accuracy\\": 8, \\"completeness\\": 7, \\"clarity\\": 9}"}',
    ),
    "an object in a string": ("strict", json.dumps({"final": f"{{{SCORES}}}"})),
    "characters that are not shown": ("repaired", f"\ufeff\u200b{{{SCORES}\u200b}}".replace(":", "\u2060:")),
    "unseen characters in prose": ("regex", "Accuracy:\u200b8\nCompleteness\u200b: 7\nClarity:\u200e 9"),
    "nested scores": ("strict", f'{{"scores": {{{SCORES}}}, "reason": "r"}}'),
    "a score of its own": (
        "strict",
        '{"accuracy": {"score": 8, "why": "x"}, "completeness": {"score": "7/10"}, "clarity": {"score": 9}}',
    ),
    "other spellings of keys": ("strict", '{"Accuracy": 8, "completeness_score": 7, "CLARITY": 9}'),
    "keys in Chinese": ("strict", '{"准确性": 8, "完整性": 7, "清晰度": 9}'),
    "fenced": ("extracted", f"Here you are:\n```json\n{{{SCORES}}}\n```\nAnything else?"),
    "braces in prose before": (
        "extracted",
        f"The set {{1, 2}} and {{x}} and a lone {{ are {{not}} it:\n{{{SCORES}}}",
    ),
    "after thinking": ("extracted", f'<think>maybe {{"accuracy": 2}} {{</think>\n{{{SCORES}}}'),
    "after a lone closing tag": (
        "extracted",
        f'So {{"accuracy": 1, "completeness": 1, "clarity": 1}}</think>{{{SCORES}}}',
    ),
    "a draft before": (
        "extracted",
        f'{{"accuracy": 1, "completeness": 1, "clarity": 1}} No, rather:\n{{{SCORES}}}',
    ),
    "an unfinished draft before": (
        "extracted",
        f'{{"accuracy": 1, "completeness": 7,\n\nNo, the year is right.\n\n{{{SCORES}}}',
    ),
    "a draft without its end before": (
        "extracted",
        f'{{"accuracy": 1, "completeness": 1, "clarity": 1\n\nWait.\n\n{{{SCORES}}}\n\nThat is all.',
    ),
    "a draft cut inside a string before": (
        "extracted",
        f'{{"analysis": "the answer sa\n\nНачну заново:\n{{"analysis": "a", {SCORES}}}',
    ),
    "the same again, cut": (
        "extracted",
        f'{{{SCORES}, "reason": "r"}}\n\n{{"accuracy": 8, "completeness": 7, "cla',
    ),
    "one score twice in two forms": ("strict", f'{{"accuracy": "8/10", {SCORES}}}'),
    "scores quoted behind a fuller verdict": (
        "extracted",
        f'{{"analysis": "a", {SCORES}, "reason": "r", "suggestion": "s"}}\n{QUOTED}',
    ),
    "prose that says the same": ("extracted", f"Accuracy: 8, completeness: 7, clarity: 9.\n{{{SCORES}}}"),
    "citations around": ("extracted", f"As [3] and [[10]] show: {{{SCORES}}} (see [1])"),
    "double braces": ("extracted", f"{{{{{SCORES}}}}}"),
    "a thinking tag quoted in a string": ("extracted", f'So: {{"analysis": "it wrote <think>", {SCORES}}}'),
    "trailing comma": ("repaired", f"{{{SCORES},}}"),
    "Python literals": (
        "repaired",
        "{'analysis': 'it\\'s', 'accuracy': 8, 'completeness': 7, 'clarity': 9, 'issues': None}",
    ),
    "no quotation marks": ("repaired", "{accuracy: 8, completeness: 7, clarity: 9, reason: good, but short}"),
    "full width": ("repaired", "｛“accuracy”：８，“completeness”：７，“clarity”：９，“reason”：“好”｝"),
    "comments": ("repaired", '{"accuracy": 8, // good\n"completeness": 7, /* hm */ "clarity": 9 # fine\n}'),
    "a comment behind a string": ("repaired", f'{{{SCORES}, "reason": "good" // fine\n}}'),
    "missing commas": ("repaired", '{"accuracy": 8\n"completeness": 7\n"clarity": 9\n}'),
    "escaped as a whole": ("extracted", '{\\"accuracy\\": 8, \\"completeness\\": 7, \\"clarity\\": 9}'),
    "raw line breaks": ("repaired", f'{{"analysis": "one\ntwo "quoted" three\n", {SCORES}}}'),
    "LaTeX": ("repaired", f'{{"analysis": "\\( \\frac{{1}}{{2}} \\)", {SCORES}}}'),
    "an object quoted in a string": (
        "repaired",
        f'{{"analysis": "it says {{"accuracy": 10, "completeness": 10, "clarity": 10}} itself", {SCORES}}}',
    ),
    "a missing closing mark": (
        "repaired",
        '{"analysis": "it is so\n "accuracy": 8,\n "completeness": 7, "clarity": 9}',
    ),
    "cut off after the scores": ("repaired", f'{{{SCORES}, "reason": "it is cut o'),
    "encoded three times": ("strict", json.dumps(json.dumps(f"{{{SCORES}}}"))),
    "a list of named scores": (
        "strict",
        (
            '[{"dimension": "Accuracy", "score": 8, "why": "2 of 3"},'
            ' {"dimension": "completeness", "score": "7/10"}, {"dimension": "clarity", "score": 9}]'
        ),
    ),
    "a list of named scores inside": (
        "strict",
        (
            '{"scores": [{"维度": "准确性", "得分": 8}, {"维度": "完整性", "得分": 7},'
            ' {"name": "clarity", "score": 9, "max": 10}]}'
        ),
    ),
    "the field's own scale beside": ("strict", f'{{"scale": "1-10", {SCORES}}}'),
    "a total with its own maximum": ("strict", f'{{{SCORES}, "total": 24, "max": 30}}'),
    "the same value twice": ("strict", f'{{"accuracy": 8, {SCORES}}}'),
    "a reason twice": ("strict", f'{{"reason": "a", "reason": "b", {SCORES}}}'),
    "a sign": ("repaired", '{"accuracy": +8, "completeness": +7, "clarity": +9}'),
    "no commas on one line": ("repaired", '{"accuracy": 8 "completeness": 7 "clarity": 9}'),
    "corner marks": ("repaired", "{「accuracy」: 8, 「completeness」: 7, «clarity»: 9}"),
    "line breaks written out": (
        "extracted",
        '{\\n  "accuracy": 8,\\n  "completeness": 7,\\n  "clarity": 9\\n}',
    ),
    "after a reflection": (
        "extracted",
        f"<reflection>accuracy: 3 completeness: 3 clarity: 3</reflection>{{{SCORES}}}",
    ),
    "after Mistral's thinking": (
        "extracted",
        f"[THINK]accuracy: 3 completeness: 3 clarity: 3[/THINK]{{{SCORES}}}",
    ),
    "in the final channel": (
        "extracted",
        (
            "<|channel|>analysis<|message|>accuracy: 3 completeness: 3 clarity: 3<|end|><|start|>assistant"
            f"<|channel|>final <|constrain|>json<|message|>{{{SCORES}}}"
        ),
    ),
    "a table before the object": (
        "extracted",
        (
            "| Dimension | Weight | Score |\n|---|---|---|\n| Accuracy | 5 | 8 |\n| Completeness | 3 | 7 |\n"
            f"| Clarity | 2 | 9 |\n\n{{{SCORES}}}"
        ),
    ),
    "a table with weights": (
        "regex",
        "| 维度 | 权重 | 得分 |\n|---|---|---|\n| 准确性 | 5 | 8 |\n| 完整性 | 3 | 7 |\n| 清晰度 | 2 | 9 |",
    ),
    "scores in brackets": ("regex", "Accuracy (8/10), Completeness (7/10), Clarity (9 out of 10)"),
    "scores in square brackets": ("regex", "Accuracy: [8]\nCompleteness: [7/10]\nClarity: [9]"),
    "scores behind citations": ("regex", "Accuracy [3]: 8\nCompleteness [1]: 7\nClarity [2]: 9"),
    "headings": (
        "regex",
        "## Accuracy\n**Score: 8/10**\n3 of 4.\n\n## Completeness\n**Score:** 7\n\n## Clarity\nScore: 9/10",
    ),
    "labels in Chinese brackets": ("regex", "【准确性】8分\n【完整性】7分\n【清晰度】9分"),
    "tags in tags": (
        "regex",
        (
            "<accuracy><score>8</score></accuracy><completeness><score>7</score></completeness>"
            "<clarity><score>9</score></clarity>"
        ),
    ),
    "attributes": ("regex", '<scores accuracy="8" completeness="7" clarity="9"/>'),
    "the scale said first": ("regex", "评分（10分制）：准确性8分，完整性7分，清晰度9分。"),
    "another scale in the material": (
        "regex",
        "The survey had a scale of 1 to 5.\nAccuracy: 8/10\nCompleteness: 7/10\nClarity: 9/10",
    ),
    "double brackets": ("regex", "Accuracy: [[8]]\nCompleteness: [[7]]\nClarity: [[9]]"),
    "lines": ("regex", "Accuracy: 8/10\nCompleteness: 7/10\nClarity: 9/10"),
    "bold with weights": ("regex", "**Accuracy (50%)**: 8\n**Completeness (30%):** 7\n**Clarity** (20%) — 9"),
    "a sentence": ("regex", "I give accuracy a score of 8, completeness 7 and clarity 9."),
    "one line": ("regex", "Accuracy 8/10 Completeness 7/10 Clarity 9/10"),
    "a table": (
        "regex",
        "| Dimension | Score |\n|---|---|\n| Accuracy | 8 |\n| Completeness | 7/10 |\n| Clarity | 9 |",
    ),
    "tags": ("regex", "<accuracy>8</accuracy><completeness>7</completeness><clarity>9</clarity>"),
    "Simplified Chinese": ("regex", "准确性：8 分，完整性得分为 7/10；清晰度：９。"),
    "Traditional Chinese": ("regex", "**準確性**：8 分\n**完整性**（30%）：7.0\n清晰度 9"),
    "Russian": ("regex", "Точность: 8 из 10, полнота: 7 баллов, ясность — 9,0"),
    "remarks with figures": ("regex", "Accuracy: 8/10 - one of 12 is off\nCompleteness: 7/10\nClarity: 9/10"),
}


@over("rung, text", READ.values())
def test_what_is_read(rung: str, text: str) -> None:
    parsed = parse_reply(text, JudgeReply)
    assert scores(text) == (8, 7, 9), parsed.error
    assert parsed.rung == rung
    assert parsed.error is None


NO_VERDICT = {
    "nothing": "",
    "a refusal": "I am sorry, I cannot judge this.",
    "thinking alone": f"<think>{{{SCORES}}}</think>",
    "thinking without an end": f"<think> let me see: {{{SCORES}}}",
    "the prompt's shape": '{"accuracy": <1-10>, "completeness": <1-10>, "clarity": <1-10>}',
    "the prompt's shape in strings": '{"accuracy": "1-10", "completeness": "1-10", "clarity": "1-10"}',
    "the prompt's shape with names": '{"accuracy": n, "completeness": n, "clarity": n}',
    "half a rubric": '{"accuracy": 8, "completeness": 7}',
    "half a rubric in lines": "Accuracy: 8\nClarity: 9",
    "a bool": '{"accuracy": true, "completeness": 7, "clarity": 9}',
    "a Python bool": "{'accuracy': True, 'completeness': 7, 'clarity': 9}",
    "NaN": '{"accuracy": NaN, "completeness": 7, "clarity": 9}',
    "infinity": '{"accuracy": 1e999, "completeness": 7, "clarity": 9}',
    "null": '{"accuracy": null, "completeness": 7, "clarity": 9}',
    "too high": '{"accuracy": 11, "completeness": 7, "clarity": 9}',
    "too low": '{"accuracy": 0, "completeness": 7, "clarity": 9}',
    "percent": '{"accuracy": "80%", "completeness": 7, "clarity": 9}',
    "another scale": '{"accuracy": "8/20", "completeness": 7, "clarity": 9}',
    "another scale in words": '{"accuracy": "4 out of 5", "completeness": 7, "clarity": 9}',
    "another scale as an object": '{"accuracy": {"score": 8, "max": 20}, "completeness": 7, "clarity": 9}',
    "a range": '{"accuracy": "7-9", "completeness": 7, "clarity": 9}',
    "two figures": '{"accuracy": "7 or 8", "completeness": 7, "clarity": 9}',
    "another scale in lines": "Accuracy: 8/20\nCompleteness: 7/10\nClarity: 9/10",
    "another scale in Russian lines": "Точность: 4 из 5\nПолнота: 4 из 5\nЯсность: 5 из 5",
    "another scale in Chinese lines": "准确性：16/20，完整性：18/20，清晰度：19/20",
    "another scale said first": "On a scale of 1 to 5:\nAccuracy: 4\nCompleteness: 4\nClarity: 5",
    "another scale said first in Chinese": "评分（5分制）：准确性4分，完整性4分，清晰度5分。",
    "another scale said first in Russian": "По 5-балльной шкале: точность 4, полнота 4, ясность 5",
    "another scale behind the labels": "Accuracy (/5): 4\nCompleteness (1-5): 4\nClarity (out of 5): 5",
    "another scale in the keys": '{"accuracy (1-5)": 4, "completeness (1-5)": 4, "clarity (1-5)": 5}',
    "another scale beside": '{"scale": "1-5", "accuracy": 4, "completeness": 4, "clarity": 5}',
    "another scale around": '{"max_score": 5, "scores": {"accuracy": 4, "completeness": 4, "clarity": 5}}',
    "another scale in brackets": "Accuracy (4/5), Completeness (4/5), Clarity (5/5)",
    "another scale in a table": (
        "| Dimension | Score (/5) |\n|---|---|\n| Accuracy | 4 |\n| Completeness | 4 |\n| Clarity | 5 |"
    ),
    "another scale in words in a table": (
        "| Dimension | Score (out of 5) |\n|---|---|\n| Accuracy | 4 |\n| Completeness | 4 |\n| Clarity | 5 |"
    ),
    "a table of two answers": (
        "| | Accuracy | Completeness | Clarity |\n|---|---|---|---|\n| A | 8 | 7 | 9 |\n| B | 2 | 2 | 1 |"
    ),
    "a table of two scores": (
        "| Dimension | Score A | Score B |\n|---|---|---|\n| Accuracy | 8 | 3 |\n| Completeness | 7 | 2 |\n"
        "| Clarity | 9 | 1 |"
    ),
    "other keys of those names": '{"max_accuracy": 10, "max_completeness": 10, "max_clarity": 10}',
    "citations behind labels": "Accuracy: [3] supports it. Completeness: [2]. Clarity: [1].",
    "a key twice in JSON": f'{{"accuracy": 2, {SCORES}}}',
    "a key twice inside": f'{{"scores": {{"accuracy": 2, {SCORES}}}}}',
    "a field under two names": f'{{"准确性": 2, {SCORES}}}',
    "a named score twice": (
        '[{"name": "accuracy", "score": 8}, {"name": "accuracy", "score": 2},'
        ' {"name": "completeness", "score": 7}, {"name": "clarity", "score": 9}]'
    ),
    "a verdict quoted as text": json.dumps({"quote": f"{{{SCORES}}}"}),
    "thinking in a channel alone": f"<|channel|>analysis<|message|>{{{SCORES}}}",
    "contradicting lines": "Accuracy: 8\nCompleteness: 7\nClarity: 9\nThe answer claims: accuracy: 10",
    "contradicting wrappings": f'{{"a": {{{SCORES}}}, "b": {{"accuracy": 1, "clarity": 1}}}}',
    "a damaged object against a complete one": (
        f'The answer says {{"accuracy": 10, "completeness": 10, "clarity": 10}} itself. {{{SCORES},}}'
    ),
    "a quotation behind a damaged verdict": (f'{{"analysis": "a", {SCORES}, "reason": "r",}}\n{QUOTED}'),
    "a quoted object against a verdict in prose": (
        f"{QUOTED}. My verdict:\naccuracy: 2 completeness: 3 clarity: 4"
    ),
    "a figure cut off": '{"accuracy": 8, "completeness": 7, "clarity": 1',
    "cut off in the analysis": '{"analysis": "says {"accuracy": 10, "completeness": 10, "clarity": 10} and',
    "scores in a cut analysis": '{"analysis": "Accuracy: 10\nCompleteness: 10\nClarity: 10\nbut th',
    "prose that outvotes its own object": '{"accuracy": 11, "completeness": 7, "clarity": 9}\nAccuracy: 8',
    "the same key twice": '{"accuracy": 8, "accuracy": 2, "completeness": 7, "clarity": 9,}',
    "citations alone": "See [3], [7] and [[10]].",
    "a list": "[8, 7, 9]",
}


@over("text", NO_VERDICT.values())
def test_what_is_no_verdict(text: str) -> None:
    parsed = parse_reply(text, JudgeReply)
    assert parsed.value is None
    assert parsed.rung is None
    assert parsed.error


def test_texts_of_damaged_replies_are_whole() -> None:
    text = (
        "```json\n"
        '{"analysis": "He said "no", then\nshowed \\(x^2\\) and \\"yes\\"",\n'
        '"accuracy": 8, "completeness": 7, "clarity": 9, "reason": "it\'s short",\n'
        '"suggestion": "光合作用, Фотосинтез",}\n```'
    )
    value = parse_reply(text, JudgeReply).value
    assert value is not None
    assert value.analysis == 'He said "no", then\nshowed \\(x^2\\) and "yes"'
    assert (value.reason, value.suggestion) == ("it's short", "光合作用, Фотосинтез")


def test_a_malformed_issue_is_dropped() -> None:
    issues = (
        '[{"claim": "5 kg", "verdict": "contradicted", "passage_id": "a#1", "quote": "4 kg"}, {}, '
        '"text", {"claim": "new", "verdict": "Not supported"}, {"claim": "c", "verdict": "splendid"}]'
    )
    value = parse_reply(f'{{{SCORES}, "issues": {issues}}}', JudgeReply).value
    assert value is not None
    assert [(issue.claim, issue.verdict) for issue in value.issues] == [
        ("5 kg", "contradicted"),
        ("new", "unsupported"),
    ]
    assert value.issues[0].passage_id == "a#1"


@over("issues", ['"none"', "{}", "null", "[[]]", "7", '"{[1]: 2}"', '"[{{}: 1}]"'])
def test_issues_of_any_shape_do_not_fail_the_reply(issues: str) -> None:
    assert scores(f'{{{SCORES}, "issues": {issues}}}') == (8, 7, 9)


def test_issues_of_a_damaged_reply_are_read() -> None:
    text = f"{{{SCORES}, 'issues': [{{'claim': 'x', 'verdict': 'missing', 'passage_id': None}},],}}"
    value = parse_reply(text, JudgeReply).value
    assert value is not None
    assert [issue.claim for issue in value.issues] == ["x"]


class Point(BaseModel):
    name: str
    value: float = Field(ge=0, le=1)


class Nested(BaseModel):
    title: str = Field(validation_alias=AliasChoices("title", "heading"))
    points: list[Point]
    verdict: Literal["yes", "no"] | None = None


class Queries(BaseModel):
    queries: list[str]


class Marked(BaseModel):
    verdict: Literal["A>B", "B>A"] = Field(json_schema_extra={"pattern": r"\[\[([AB]>[AB])\]\]"})


def test_any_schema() -> None:
    text = (
        'Well: {"heading": "t", "points": [{"name": "a", "value": 0.5}, {"name": "b", "value": "1/1"}]} done'
    )
    value = parse_reply(text, Nested).value
    assert value is not None
    assert value.title == "t"
    assert [point.value for point in value.points] == [0.5, 1.0]


def test_nested_values_keep_their_range() -> None:
    for bad in ("1.5", "true", "NaN", '"5/10"'):
        assert (
            parse_reply(f'{{"title": "t", "points": [{{"name": "a", "value": {bad}}}]}}', Nested).value
            is None
        )


@over("text", ['["a", "b"]', '```json\n["a", "b"]\n```', '{"queries": ["a", "b"],}'])
def test_a_bare_list_where_nothing_but_a_list_is_needed(text: str) -> None:
    assert parse_reply(text, Queries).value == Queries(queries=["a", "b"])


def test_a_schemas_own_pattern() -> None:
    assert parse_reply("Мой вердикт: [[B>A]].", Marked).value == Marked(verdict="B>A")
    assert parse_reply("First [[A>B]], then [[B>A]].", Marked).value is None
    assert parse_reply("None.", Marked).value is None


@over(
    "raw, number",
    [
        *[(8, 8), (8.5, 8.5), ("8", 8), ("８．５", 8.5), ("8,5", 8.5), ("9 分", 9), ("9分", 9), ("8/10", 8)],
        *[("8 / 10分", 8), ("8.5 out of 10", 8.5), ("8 из 10", 8), ("7 баллов", 7), ("**8**", 8)],
        *[("8 points", 8), ("九分", 9), ("十", 10), ("8（满分10分）", 8), ("8 (good)", 8), ("10/10", 10)],
        *[("8 — good", 8), ("+8", 8)],
        ("٨/١٠", 8),
        ("$8$", 8),
        ("$8{,}5$", 8.5),
        ("九点五分", 9.5),
    ],
)
def test_figures_on_the_scale(raw: Any, number: float) -> None:
    reply = JudgeReply.model_validate({"accuracy": raw, "completeness": 5, "clarity": 5})
    assert reply.accuracy == number


@over(
    "raw",
    [
        *[
            True,
            None,
            float("nan"),
            float("inf"),
            0.99,
            10.01,
            -8,
            10**400,
            [8],
            {"score": 8, "max": 5},
            {"a": 1},
        ],
        *[
            "",
            "-8",
            "8/20",
            "8/100",
            "4 out of 5",
            "4 из 5",
            "80%",
            "7-9",
            "7 to 9",
            "7–9",
            "about 8",
            "8 or 9",
        ],
        *["1,000", "eight", "8/10-9/10", "8/10 - 9", "8 - 1 of 3"],
    ],
)
def test_figures_off_the_scale(raw: Any) -> None:
    with pytest.raises(ValueError, match="accuracy"):
        JudgeReply.model_validate({"accuracy": raw, "completeness": 5, "clarity": 5})


@over(
    "reply",
    [
        '{"accuracy": {"score": 3, "reason": "the year is wrong"}, "completeness": 8, "clarity": 7}',
        '{"s":[{"name": "accuracy", "score": 3,"why": "the year is wrong"}], "completeness": 8,"clarity": 7}',
        '{"accuracy": 3, "accuracy_reason": "the year is wrong", "completeness": 8, "clarity": 7}',
        "{'准确性': {'得分': 3, '理由': 'the year is wrong'}, '完整性': 8, '清晰度': 7,}",
    ],
)
def test_reasons_inside_the_scores_stay(reply: str) -> None:
    value = parse_reply(reply, JudgeReply).value
    assert value is not None
    assert (scores(reply), value.reason) == ((3, 8, 7), "accuracy: the year is wrong")


def test_a_figure_that_is_no_number_is_no_second_value() -> None:
    read = parse_reply('{"accuracy": NaN, "completeness": 8, "clarity": 8}', JudgeReply)
    assert (read.value, read.error) == (None, "accuracy: a finite number is needed")


@over(
    "reason, read",
    [
        ("|\n  First: line.\n\n  Second.", "First: line.\n\nSecond."),
        (">-\n  First line\n  and more.\n", "First line and more."),
        ("|2-\n  So.", "So."),
        ("|", None),
    ],
)
def test_a_reason_in_a_block_of_yaml_is_read(reason: str, read: str | None) -> None:
    scores = "accuracy: 8\ncompleteness: 7\nclarity: 9\n"
    for text in (f"reason: {reason}\n{scores}", f"```yaml\n{scores}reason: {reason}\nsuggestion: more\n```"):
        found = parse_reply(text, JudgeReply).value
        assert found is not None
        assert (found.accuracy, found.reason or None) == (8, read)


def test_a_later_verdict_that_is_cut_and_says_otherwise_is_doubted() -> None:
    assert scores(f'{{{SCORES}}}\n\n{{"accuracy": 2, "comple') is None

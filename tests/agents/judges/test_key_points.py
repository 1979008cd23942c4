"""Key points get a verdict each, whatever the judge leaves out, and make completeness."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage

from agents.errors import ModelCallError
from agents.evaluator import RAGEvaluator
from agents.judges import blocked_sources
from agents.judges.judge_reply import KeyPointReply
from agents.judges.key_points import matched, numbered_points
from data_base.errors import InputError
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint, KeyPointFinding
from data_base.schemas.key_point_coverage import CREDIT, counted, coverage_of, covered_share
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.score_card import ROUNDING
from data_base.text import quotes
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

ANSWER = "Orle mill stands on the Tarn and opened in 1989."
DOCUMENTS = [
    Passage(id="c#1", doc_id="c", text="Orle mill, on the Tarn, opened in 1987 and makes 12.5 t a day.")
]
POINTS = ["It stands on the Tarn", {"text": "It opened in 1987", "weight": 2}, "It makes 12.5 t a day"]
VERDICT: dict[str, Any] = {
    "issues": [], "analysis": "1989 is wrong", "answered": "partly", "accuracy": 4, "completeness": 6,
    "clarity": 9, "reason": "half", "suggestion": "Orle mill",
}  # fmt: skip
FOUND = [
    {"number": 1, "starts": "It stands", "verdict": "covered", "words": "stands on the Tarn"},
    {"number": 2, "starts": "It opened", "verdict": "contradicted", "words": "opened in 1989"},
    {"number": 3, "starts": "It makes", "verdict": "missing", "words": None},
]


async def evaluated(llm: ScriptedChatModel, points: Any = POINTS, **settings: Any) -> Any:
    evaluator = RAGEvaluator(llm, cache=None, **settings)
    return await evaluator.evaluate_fine_grained("What of Orle mill?", ANSWER, DOCUMENTS, key_points=points)


def asked_for(messages: list[BaseMessage]) -> list[int]:
    """Numbers of the key points that a prompt asks for."""
    block = re.search(r"<<<key_points [^>]*>>>\n(.*?)\n<<<end", str(messages[1].text), re.DOTALL)
    return [int(line.partition(".")[0]) for line in block[1].splitlines()] if block else []


async def test_completeness_is_the_weighted_share_and_the_judges_own_figure_is_kept() -> None:
    llm = ScriptedChatModel([json.dumps({**VERDICT, "key_points": FOUND})])
    result = await evaluated(llm)
    assert len(llm.prompts) == 1
    assert [each.verdict for each in result.key_points] == ["covered", "contradicted", "missing"]
    assert [each.words_found for each in result.key_points] == [True, True, None]
    assert result.metrics.completeness == pytest.approx(1 + 9 * 1 / 4)
    assert result.judged_completeness == 6
    assert result.metrics.weighted_score == pytest.approx(0.5 * 4 + 0.3 * 3.25 + 0.2 * 9)


async def test_points_that_the_reply_leaves_out_are_asked_for_once_more() -> None:
    def script(messages: list[BaseMessage]) -> str:
        first = str(messages[0].text).startswith("# judge_with_documents")
        given = FOUND[:1] if first else [each for each in FOUND if each["number"] == 2]
        return json.dumps({**VERDICT, "key_points": given} if first else {"key_points": given})

    llm = ScriptedChatModel(script)
    result = await evaluated(llm)
    assert [asked_for(prompt) for prompt in llm.prompts] == [[1, 2, 3], [2, 3]]
    assert [each.verdict for each in result.key_points] == ["covered", "contradicted", None]
    # Verdicts are on three of four parts of the weight: too few.
    assert (result.metrics.completeness, result.judged_completeness) == (6, None)
    assert (result.coverage.share, result.coverage.lowest, result.coverage.highest) == (None, 1 / 4, 2 / 4)
    assert result.usage.calls == 2


@over("asked", [(), ("reference_answer",), ("key_points",)])
async def test_a_repair_call_asks_for_the_shape_of_the_prompt(asked: tuple[str, ...]) -> None:
    llm = ScriptedChatModel(["no verdict", json.dumps({**VERDICT, "key_points": FOUND})])
    given: dict[str, Any] = {"reference_answer": "It opened in 1987.", "key_points": POINTS}
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What of Orle mill?", ANSWER, DOCUMENTS, **{name: given[name] for name in asked}
    )
    assert result.parse_method == "repair_call"
    shape = re.search(r"<<<shape [^>]*>>>\n(.*?)\n<<<end", str(llm.prompts[1][-1].text), re.DOTALL)
    assert shape is not None
    assert ('"reference_claims": [{"claim": string, "passage_ids": [string]}]' in shape[1]) == (
        "reference_answer" in asked
    )
    assert ('"key_points": [{"number": integer, "starts": string, "verdict": "covered"' in shape[1]) == (
        "key_points" in asked
    )
    assert '"quote": string or null}]' in shape[1]
    assert '"answered": "yes" or "partly" or "no", "accuracy": number from 1 to 10' in shape[1]


async def test_up_to_fifty_points_a_call() -> None:
    points = [f"Fact number {n} of the mill" for n in range(1, 121)]

    def script(messages: list[BaseMessage]) -> str:
        found = [
            {
                "number": n,
                "starts": points[n - 1],
                "verdict": "covered" if n % 2 else "missing",
                "words": None,
            }
            for n in asked_for(messages)
        ]
        return json.dumps({**VERDICT, "key_points": found})

    llm = ScriptedChatModel(script)
    result = await evaluated(llm, points)
    assert [len(asked_for(prompt)) for prompt in llm.prompts] == [50, 50, 20]
    assert [each.verdict for each in result.key_points] == ["covered", "missing"] * 60
    assert result.metrics.completeness == pytest.approx(5.5)


async def test_without_any_verdict_completeness_stays_the_judges() -> None:
    def script(messages: list[BaseMessage]) -> Any:
        if str(messages[0].text).startswith("# judge_key_points"):
            return ModelCallError("gone", model_id="scripted")
        return json.dumps(VERDICT)

    result = await evaluated(ScriptedChatModel(script))
    assert result.scored
    assert [each.verdict for each in result.key_points] == [None] * 3
    assert (result.metrics.completeness, result.judged_completeness) == (6, None)


async def test_an_estimate_counts_the_further_calls() -> None:
    llm = ScriptedChatModel([json.dumps(VERDICT)])
    points = tuple(KeyPoint(text=f"Fact {n}") for n in range(101))
    request = JudgeRequest(question="q", answer="a", documents=tuple(DOCUMENTS), key_points=points)
    assert (await RAGEvaluator(llm, cache=None).estimate([request])).calls == 3
    assert llm.prompts == []


@over(
    "points, said",
    [
        (["a", ""], '`key_points`, entry 2, field "text"'),
        ([" "], '`key_points`, entry 1, field "text": is empty'),
        ([{"text": "a", "weight": 0}], '`key_points`, entry 1, field "weight"'),
        (
            [{"text": "a", "weight": 1e308}, {"text": "b", "weight": 1e308}],
            '`key_points`, entry 1, field "weight"',
        ),
        ("abc", "must be a list of strings or objects, not a str"),
        ({"text": "a"}, "must be a list of strings or objects, not a dict"),
        (None, "must be a list of strings or objects, not a NoneType"),
    ],
)
async def test_points_that_cannot_be_used_are_refused(points: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        await evaluated(ScriptedChatModel([""]), points)


def test_a_long_answer_is_read_once_for_all_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 200 points took a quarter of a second of a report of 60,000 characters."""
    answer = " ".join(
        f"Mill {n} stands on the Tarn [{n}] and makes {n} t of paper a day." for n in range(500)
    )
    long_texts: list[str] = []

    def noted(module: Any, name: str) -> None:
        original = getattr(module, name)

        def call(text: str, *args: Any) -> Any:
            if len(text) > 20_000:
                long_texts.append(name)
            return original(text, *args)

        monkeypatch.setattr(module, name, call)

    noted(quotes, "_as_printed")
    noted(blocked_sources, "sentence_spans")
    noted(blocked_sources, "listed_sources")
    points = [KeyPoint(text=f"p{n}") for n in range(20)]
    replies = [
        KeyPointReply(number=n + 1, starts=f"p{n}", verdict="covered", words=f"Mill {n} stands on the Tarn")
        for n in range(20)
    ]
    request = JudgeRequest(question="q", answer=answer, blocked=(BlockedSource(title="A work"),))
    assert len(matched(numbered_points(points), replies, request)) == 20
    assert Counter(long_texts).most_common(1)[0][1] == 1


REQUEST = JudgeRequest(question="What of Orle mill?", answer=ANSWER)
ASKED = numbered_points([KeyPoint(text="It stands on the Tarn"), KeyPoint(text="It opened in 1987")])


@over(
    "replies, verdicts",
    [
        ([(1, "It stands on", "covered")], {1: "covered"}),
        ([(1, "1. It stands on", "covered")], {1: "covered"}),
        ([(2, "It stands on", "covered")], {1: "covered"}),  # the words name one point, and only one
        ([(None, "IT  OPENED", "partial")], {2: "partial"}),
        ([(2, "", "partial")], {2: "partial"}),
        ([(7, "It", "covered")], {}),  # begins both
        ([(1, "It opened in", "covered")], {2: "covered"}),
        ([(1, "Quite another", "covered")], {}),
        ([(1, "It stands", "covered"), (1, "It stands", "missing")], {}),
        ([(1, "It stands", "covered"), (1, "It stands", "covered")], {1: "covered"}),
    ],
)
def test_a_verdict_counts_for_the_point_that_it_names(replies: Any, verdicts: dict[int, str]) -> None:
    given = [KeyPointReply(number=n, starts=starts, verdict=verdict) for n, starts, verdict in replies]
    assert {n: each.verdict for n, each in matched(ASKED, given, REQUEST).items()} == verdicts


def test_words_that_the_answer_does_not_contain_are_marked() -> None:
    reply = KeyPointReply(number=1, starts="It stands", verdict="covered", words="beside the Tarn")
    assert matched(ASKED, [reply], REQUEST)[1].words_found is False


FINDINGS = st.lists(
    st.builds(
        KeyPointFinding,
        text=st.just("a"),
        weight=st.floats(0.01, 100) | st.floats(-100, -0.01),
        verdict=st.sampled_from([*CREDIT, "not_applicable", None]),
        may_not_apply=st.just(True),
        must=st.booleans(),
        group=st.sampled_from(["a", "b", None]),
    ),
    max_size=8,
).map(tuple)


@given(FINDINGS)
def test_the_share_is_that_of_the_definition_and_lies_in_its_range(
    found: tuple[KeyPointFinding, ...],
) -> None:
    coverage = coverage_of(found)
    if coverage is None:
        assert not found
        return
    applying = [each for each in found if each.verdict != "not_applicable"]
    judged = [each for each in applying if each.verdict is not None]
    above = sum(each.weight for each in judged if each.weight > 0)
    if coverage.share is not None:
        earned = sum(each.weight * CREDIT[each.verdict] for each in judged if each.verdict is not None)
        assert coverage.share == pytest.approx(min(1, max(0, earned / above)))
    weight, all_weight = (sum(abs(each.weight) for each in some) for some in (judged, applying))
    assert (coverage.share is None) == (above == 0 or weight < 0.8 * all_weight)
    if coverage.lowest is not None and coverage.highest is not None:
        assert 0 <= coverage.lowest <= coverage.highest <= 1
        if len(judged) == len(applying):
            assert coverage.lowest == coverage.highest == coverage.share
    for group in ("a", "b"):
        own = [each for each in found if each.group == group]
        assert coverage.groups.get(group) == (covered_share(own) if own else None)


@given(FINDINGS)
def test_nothing_but_a_fault_that_is_there_or_a_missing_must_fails_an_answer(
    found: tuple[KeyPointFinding, ...],
) -> None:
    coverage = coverage_of(found)
    failed = () if coverage is None else coverage.must_failed
    for position, each in enumerate(found, start=1):
        gone = each.verdict in {"missing", "contradicted", "blocked"}
        fails = each.must and (each.verdict == "covered" if each.weight < 0 else gone)
        assert (str(position) in failed) == fails
    without = tuple(each.model_copy(update={"must": False}) for each in found)
    harmless = coverage_of(without)
    assert harmless is None or harmless.must_failed == ()
    if found:
        covered = found[0].model_copy(update={"verdict": "covered"})
        missing = found[0].model_copy(update={"verdict": "missing"})
        more, less = (covered_share((one, *found[1:])) for one in (covered, missing))
        if more is not None and less is not None:
            assert (more >= less) if found[0].weight > 0 else (more <= less)


@st.composite
def trees(draw: st.DrawFn) -> tuple[KeyPointFinding, ...]:
    return tuple(
        KeyPointFinding(
            text="a",
            weight=draw(st.sampled_from([1, 2, -1, -3])),
            verdict=draw(st.sampled_from(["covered", "partial", "missing", None])),
            must=draw(st.booleans()),
            parent=str(draw(st.integers(1, at))) if at and draw(st.booleans()) else None,
        )
        for at in range(draw(st.integers(1, 6)))
    )


@given(trees(), st.data())
def test_whatever_points_without_a_verdict_are_the_share_lies_in_the_range(
    found: tuple[KeyPointFinding, ...], data: st.DataObject
) -> None:
    verdicts = st.sampled_from(["covered", "partial", "missing"])
    decided = [
        each if each.verdict else each.model_copy(update={"verdict": data.draw(verdicts)}) for each in found
    ]
    possible, given_range = coverage_of(counted(decided)), coverage_of(counted(found))
    assert possible is not None
    assert given_range is not None
    if possible.share is not None:
        assert given_range.lowest is not None
        assert given_range.highest is not None
        assert given_range.lowest - ROUNDING <= possible.share <= given_range.highest + ROUNDING
    before = tuple(each.before_parents for each in counted(found))
    assert [each.verdict for each in before] == [each.verdict for each in found]


@over("form, verdicts", table(__file__, "test_a_list_in_another_form_is_read_and_called_repaired"))
async def test_a_list_in_another_form_is_read_and_called_repaired(form: Any, verdicts: list[Any]) -> None:
    llm = ScriptedChatModel([json.dumps({**VERDICT, "completeness": 10, "key_points": form})])
    result = await evaluated(llm, POINTS[:2])
    assert [each.verdict for each in result.key_points] == list(verdicts)
    expected = "strict" if isinstance(form, (list, tuple)) else "repaired"
    assert (result.parse_method, result.reason, len(llm.prompts)) == (expected, "half", 1)


@over(
    "form, claims",
    [
        (json.dumps([{"claim": "one", "verdict": "wrong"}]), ["one"]),
        ({"claim": "one", "verdict": "wrong"}, ["one"]),
        (
            {"issues": [{"claim": "one", "verdict": "wrong"}, {"claim": "two", "verdict": "missing"}]},
            ["one", "two"],
        ),
        ({"1": {"claim": "one", "verdict": "unsupported"}}, ["one"]),
        ({"unsupported": ["Opened in 1978"], "missing": [{"claim": "two"}]}, ["Opened in 1978", "two"]),
        ("{'claim': 'one', 'verdict': 'wrong', 'quote': None}", ["one"]),
        ('{"claim": "one", "verdict": "wrong"}\n{"claim": "two", "verdict": "wrong"}', ["one", "two"]),
    ],
)
async def test_issues_in_another_form_are_read(form: Any, claims: list[str]) -> None:
    result = await evaluated(ScriptedChatModel([json.dumps({**VERDICT, "issues": form})]), ())
    assert [issue.claim for issue in result.issues] == claims
    assert result.parse_method == "repaired"


async def test_a_list_of_which_nothing_can_be_read_is_named(caplog: pytest.LogCaptureFixture) -> None:
    for form, said in (("the year is wrong", True), ([7], True), ("none", False), ("[]", False), ([], False)):
        result = await evaluated(ScriptedChatModel([json.dumps({**VERDICT, "issues": form})]), ())
        assert ("Nothing in the reply's issues could be read" in result.reason) == said, form
        assert ("reply's issues could not" in caplog.text or "issues could be read" in caplog.text) == said
        caplog.clear()


MARKS = {
    "en": ("Nothing in the reply's issues", "Too few key points have a verdict"),
    "zh-Hans": ("回复的 issues", "有判定的要点太少"),
    "zh-Hant": ("回覆的 issues", "有判定的要點太少"),
    "ru": ("прочитать ничего из issues", "по слишком малой части"),
}


@pytest.mark.parametrize("language", MARKS)
async def test_marks_of_what_could_not_be_read_are_in_the_language_of_the_reason(language: Any) -> None:
    reply = json.dumps({**VERDICT, "issues": [7], "key_points": []})
    result = await evaluated(ScriptedChatModel([reply]), language=language)
    assert [mark in result.reason for mark in MARKS[language]] == [True, True]


async def test_key_points_without_any_verdict_leave_a_mark_on_the_judges_own_figure() -> None:
    result = await evaluated(ScriptedChatModel([json.dumps({**VERDICT, "key_points": []})]))
    assert (result.metrics.completeness, [each.verdict for each in result.key_points]) == (6, [None] * 3)
    note = "(Too few key points have a verdict; completeness is the judge's own figure.)"
    assert result.reason == f"half {note}"

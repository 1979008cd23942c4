"""Key points as experts write rubrics: penalties, musts, groups, parents, blocked sources, long lists."""

import json
import re
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage

from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.schemas_deep_research import FineGrainedEvaluationResult, Weighing
from scoring.evaluation_score_card import score_card_of
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

ANSWER = (
    "Orle mill stands on the Tarn [1]. It opened in 1989 [2]. It makes 12.5 t a day [1][2].\n\n"
    "## References\n[1] Mills of the Tarn, https://www.mills.example/tarn/\n[2] A History of Orle Mill, "
    "https://blocked.example/orle?utm_source=x"
)
DOCUMENTS = [
    Passage(id="c#1", doc_id="c", text="Orle mill, on the Tarn, opened in 1989 and makes 12.5 t a day.")
]
VERDICT: dict[str, Any] = {
    "issues": [], "analysis": "", "answered": "yes", "accuracy": 9, "completeness": 8, "clarity": 9,
    "reason": "fine", "suggestion": "",
}  # fmt: skip


def found(*verdicts: str, citations: dict[int, str] | None = None) -> list[dict[str, Any]]:
    return [
        {"number": n, "starts": "", "verdict": verdict, "words": None, "citation": (citations or {}).get(n)}
        for n, verdict in enumerate(verdicts, start=1)
    ]


async def judged(
    points: list[Any], reply: list[dict[str, Any]], *, blocked: Any = (), **settings: Any
) -> FineGrainedEvaluationResult:
    llm = ScriptedChatModel([json.dumps({**VERDICT, "key_points": reply})])
    return await RAGEvaluator(llm, cache=None, **settings).evaluate_fine_grained(
        "What of Orle mill?", ANSWER, DOCUMENTS, key_points=points, blocked=blocked
    )


async def test_a_penalty_takes_from_the_share_and_is_asked_for_as_a_fault() -> None:
    llm = ScriptedChatModel([json.dumps({**VERDICT, "key_points": found("covered", "covered", "covered")})])
    points: list[Any] = [
        "It stands on the Tarn",
        {"text": "It opened", "weight": 3},
        {"text": "Praises it", "weight": -1},
    ]
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What?", ANSWER, DOCUMENTS, key_points=points
    )
    assert re.search(r"\n3\. Praises it \[fault\]\n", str(llm.prompts[0][1].text))
    assert result.coverage is not None
    assert result.coverage.share == pytest.approx(3 / 4)
    assert result.metrics.completeness == pytest.approx(1 + 9 * 3 / 4)


@over(
    "point, verdict, fails",
    [
        ({"text": "a", "must": True}, "missing", True),
        ({"text": "a", "must": True}, "contradicted", True),
        ({"text": "a", "must": True}, "partial", False),
        ({"text": "a", "must": True}, "covered", False),
        ({"text": "a", "must": True, "weight": -1}, "covered", True),
        ({"text": "a", "must": True, "weight": -1}, "partial", False),
        ({"text": "a", "must": True, "weight": -1}, "missing", False),
        ({"text": "a", "must": True, "may_not_apply": True}, "not_applicable", False),
        ({"text": "a"}, "missing", False),
    ],
)
async def test_an_answer_fails_by_a_must_whatever_its_accuracy(point: Any, verdict: str, fails: bool) -> None:
    result = await judged([point, *"bcdefghij"], found(verdict, *["covered"] * 9))
    assert result.coverage is not None
    assert result.coverage.must_failed == (("1",) if fails else ())
    assert (result.is_passing, result.metrics.completeness <= 4) == (not fails, fails)
    assert ("must_failed" in score_card_of(result).error_tags) == fails
    # Nor does a score map or a person's correction make it pass.
    mapped = result.reweighed({"accuracy": 10, "completeness": 9}, Weighing())
    assert (mapped.is_passing, mapped.metrics.completeness) == (not fails, 4 if fails else 9)


async def test_what_is_below_a_must_that_is_not_covered_counts_as_missing() -> None:
    points = [
        {"id": "root", "text": "a", "must": True},
        {"text": "b", "parent": "root"},
        {"text": "c", "parent": "2"},
        {"id": "other", "text": "d"},
        {"text": "e", "parent": "other"},
    ]
    result = await judged(points, found("missing", "covered", "covered", "missing", "covered"))
    assert [each.verdict for each in result.key_points] == [
        "missing",
        "missing",
        "missing",
        "missing",
        "covered",
    ]
    assert [each.judged for each in result.key_points] == [None, "covered", "covered", None, None]


async def test_children_of_a_failed_must_are_not_asked_for_again() -> None:
    asked: list[str] = []

    def script(messages: list[BaseMessage]) -> str:
        asked.append(str(messages[1].text))
        first = len(asked) == 1
        reply = found("missing") if first else [{"number": 3, "starts": "other", "verdict": "covered"}]
        return json.dumps({**VERDICT, "key_points": reply} if first else {"key_points": reply})

    points: list[Any] = [
        {"id": "root", "text": "root", "must": True},
        {"text": "child", "parent": "root"},
        "other",
    ]
    result = await RAGEvaluator(ScriptedChatModel(script), cache=None).evaluate_fine_grained(
        "What?", ANSWER, DOCUMENTS, key_points=points
    )
    assert len(asked) == 2
    assert "3. other" in asked[1]
    assert "2. child" not in asked[1]
    assert [each.verdict for each in result.key_points] == ["missing", "missing", "covered"]
    # No note that verdicts are too few: the parent decides.
    assert (result.reason, result.metrics.completeness) == ("fine", 4)


async def test_a_point_does_not_apply_only_where_it_may() -> None:
    points = [{"text": "a", "may_not_apply": True}, "b", "c"]
    result = await judged(points, found("not_applicable", "covered", "missing"))
    assert result.coverage is not None
    assert result.coverage.share == 1 / 2
    refused = await judged(points, found("covered", "not_applicable", "covered"))
    assert [each.verdict for each in refused.key_points] == ["covered", None, "covered"]


@over(
    "citation, blocked, verdict",
    [
        ("[2]", ["https://blocked.example/orle"], "blocked"),
        ("[2]", ["a history of Orle mill"], "blocked"),
        ("[1][2]", ["https://blocked.example/orle"], "covered"),
        ("[1]", ["https://blocked.example/orle"], "covered"),
        (None, ["https://blocked.example/orle"], "covered"),
        ("[it](http://blocked.example/orle/)", ["https://www.blocked.example/orle"], "blocked"),
        ("https://doi.org/10.1000/XYZ", [{"urls": ["https://journal.example/10.1000/xyz"]}], "blocked"),
        ("https://blocked.example/orle2", ["https://blocked.example/orle"], "covered"),
    ],
)
async def test_what_only_a_blocked_source_shows_counts_as_missing(
    citation: str, blocked: Any, verdict: str
) -> None:
    result = await judged(["It opened"], found("covered", citations={1: citation}), blocked=blocked)
    assert result.key_points[0].verdict == verdict
    assert result.metrics.completeness == (10 if verdict == "covered" else 1)


async def test_the_embedded_judge_finds_the_citation_of_a_point_by_itself() -> None:
    result = await RAGEvaluator("embedded").evaluate_fine_grained(
        "What of Orle mill?",
        ANSWER,
        DOCUMENTS,
        key_points=[
            "It opened in 1989",
            "It stands on the Tarn",
            {"text": "It closed in 1970", "weight": -1},
        ],
        blocked=["https://blocked.example/orle"],
    )
    assert [each.verdict for each in result.key_points] == ["blocked", "covered", "missing"]
    assert result.metrics.completeness == pytest.approx(5.5)


@over(
    "answer, documents, blocked, verdict",
    [
        ("In 1989.", ["a"], ["https://ex.org/a"], "blocked"),
        ("In 1989.", ["a"], ["A History"], "blocked"),
        ("In 1989.", ["a", "c"], ["https://ex.org/a"], "blocked"),
        ("In 1989.", ["a", "b"], ["https://ex.org/a"], "covered"),
        ("In 1989.", ["a", "b"], ["https://ex.org/a", "https://ex.org/b"], "blocked"),
        ("In 1989.", ["a"], ["https://ex.org/c"], "covered"),
        ("In 1989 [1].", ["b", "a"], ["https://ex.org/a"], "covered"),
        ("In 1989 [1].", ["a", "b"], ["A History"], "blocked"),
        ("In 1989 ([A History](https://ex.org/z)).", ["a", "b"], ["A History"], "blocked"),
        ("In 1989 [1].", ["a", "b"], ["A Hist"], "covered"),
        ("In 1989.", None, ["https://ex.org/a"], "covered"),
    ],
)
async def test_what_an_answer_without_citations_has_from_a_blocked_document_counts_as_missing(
    answer: str, documents: list[str] | None, blocked: Any, verdict: str
) -> None:
    texts = {
        "a": ("A History", "Orle mill opened in 1989."),
        "b": ("Mills", "In 1989 the mill at Orle was opened."),
        "c": ("Rivers", "Orle mill is on the Tarn."),
    }
    given = [
        {"url": f"https://ex.org/{name}", "title": texts[name][0], "content": texts[name][1]}
        for name in documents or ()
    ]
    said = [{"number": 1, "starts": "", "verdict": "covered", "words": answer, "citation": None}]
    model = ScriptedChatModel([json.dumps({**VERDICT, "key_points": said})])
    for judge in (RAGEvaluator("embedded"), RAGEvaluator(model, cache=None)):
        result = await judge.evaluate_fine_grained(
            "When did Orle mill open?",
            answer,
            None if documents is None else given,
            key_points=["opened in 1989"],
            blocked=blocked,
        )
        assert [each.verdict for each in result.key_points] == [verdict]


@over(
    "question, fine, faulty, faults",
    [
        (
            "What is known of Orle mill?",
            "Orle mill on the Tarn opened in 1987. It has a weir.",
            "Orle mill opened in 1989.",
            [
                "Claims that the mill opened in 1989",
                "Does not name the Tarn",
                "Does not claim that the mill opened in 1987",
                "Fails to mention the weir",
            ],
        ),
        (
            "Что известно о Лесной фабрике?",
            "Лесная фабрика на реке Тёплой открылась в 1987 году. У неё есть плотина.",
            "Лесная фабрика открылась в 1989 году.",
            [
                "Утверждает, что фабрика открылась в 1989 году",
                "Не называет реку Тёплую",
                "Не утверждает, что фабрика открылась в 1987 году",
                "Не упоминает плотину",
            ],
        ),
        (
            "林河造纸厂有哪些情况？",
            "林河造纸厂位于暖河边，1987年投产。厂里有一座水坝。",
            "林河造纸厂1989年投产。",
            ["没有提到暖河", "没有说该厂1987年投产", "未提及水坝"],
        ),
        (
            "林河造紙廠有哪些情況？",
            "林河造紙廠位於暖河邊，1987年投產。廠裡有一座水壩。",
            "林河造紙廠1989年投產。",
            ["沒有提到暖河", "沒有說該廠1987年投產", "未提及水壩"],
        ),
    ],
)
async def test_the_embedded_judge_finds_a_fault_of_absence_where_what_is_lacking_is_not_said(
    question: str, fine: str, faulty: str, faults: list[str]
) -> None:
    points = [{"text": text, "weight": -1} for text in faults]
    for answer, verdict in ((fine, "missing"), (faulty, "covered")):
        result = await RAGEvaluator("embedded").evaluate_fine_grained(
            question, answer, [fine], key_points=points
        )
        assert [(each.text, each.verdict) for each in result.key_points] == [(f, verdict) for f in faults]


async def test_which_of_two_figures_of_completeness_counts_is_a_setting() -> None:
    by_points = await judged(["a", "b"], found("covered", "missing"))
    own = await judged(["a", "b"], found("covered", "missing"), completeness_from="judge")
    assert (by_points.metrics.completeness, by_points.judged_completeness) == (5.5, 8)
    assert (by_points.completeness_from, own.completeness_from) == ("key_points", "judge")
    assert FineGrainedEvaluationResult.model_validate_json(own.model_dump_json()) == own
    assert "completeness_from" not in by_points.model_dump_json()
    assert (own.metrics.completeness, own.judged_completeness) == (8, 8)
    assert own.coverage == by_points.coverage
    assert own.coverage is not None
    assert own.coverage.share == 1 / 2


async def test_verdicts_on_most_of_the_weight_make_completeness_and_its_range_is_given() -> None:
    points = [{"text": name, "weight": 2} for name in "abcd"] + [{"text": "e", "weight": 1}]
    result = await judged(points, found("covered", "covered", "missing", "covered"))
    assert result.coverage is not None
    assert result.coverage.share == 6 / 8
    assert (result.coverage.lowest, result.coverage.highest) == (6 / 9, 7 / 9)
    assert result.metrics.completeness == 1 + 9 * 6 / 8


async def test_a_result_with_groups_is_the_same_after_a_file() -> None:
    points = [{"text": "a", "group": "recall"}, {"text": "b", "group": "analysis"}]
    result = await judged(points, found("covered", "partial"))
    assert result.coverage is not None
    assert dict(result.coverage.groups) == {"recall": 1, "analysis": 0.5}
    written = result.model_dump_json()
    assert json.loads(written)["coverage"]["groups"] == {"recall": 1.0, "analysis": 0.5}
    assert FineGrainedEvaluationResult.model_validate_json(written) == result


@over(
    "points, said",
    [
        ([{"text": "a", "parent": "x"}], "key point 1: parent 'x' is the id of no key point"),
        ([{"text": "a", "parent": "2"}, {"text": "b", "parent": "1"}], "parents lead back to itself"),
        ([{"text": "a", "id": "x"}, {"text": "b", "id": "x"}], "two key points have the id 'x'"),
        ([{"text": "a", "weight": 0}], '`key_points`, entry 1, field "weight": is 0'),
    ],
)
async def test_rubrics_that_cannot_be_used_are_refused(points: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        await judged(points, [])


POINTS = [f"Fact {n} of the mill" for n in range(1, 121)]


def asked_for(messages: list[BaseMessage]) -> list[int]:
    block = re.search(r"<<<key_points [^>]*>>>\n(.*?)\n<<<end", str(messages[1].text), re.DOTALL)
    return [int(line.partition(".")[0]) for line in block[1].splitlines()] if block else []


async def test_a_reply_that_was_cut_off_keeps_its_items_and_the_rest_is_asked_for() -> None:
    def script(messages: list[BaseMessage]) -> AIMessage:
        numbers = asked_for(messages)
        items = [{"number": n, "starts": POINTS[n - 1], "verdict": "covered", "words": None} for n in numbers]
        if numbers and len(numbers) > 10:
            text = json.dumps({"issues": [], "key_points": items})
            cut = text[: text.index(f'"number": {numbers[10]},') + 9]
            return AIMessage(cut, response_metadata={"finish_reason": "length"})
        return AIMessage(
            json.dumps({**VERDICT, "key_points": items} if not numbers else {"key_points": items})
        )

    llm = ScriptedChatModel(script)
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What?", ANSWER, DOCUMENTS, key_points=POINTS[:30]
    )
    assert result.scored, result.reason
    assert [each.verdict for each in result.key_points] == ["covered"] * 30
    assert (result.metrics.completeness, result.judged_completeness) == (10, 8)


@over(
    "citation, blocked",
    [
        ("https://arxiv.org/pdf/2408.03261v2.pdf", ["https://arxiv.org/abs/2408.03261"]),
        (
            "https://journal.example/articles/10.3389/fphys.2021.667000/full",
            ["https://doi.org/10.3389/fphys.2021.667000"],
        ),
        ("[c#1]", ["https://c.example/page"]),
        ("[2]", ["A History of Orle Mill"]),
    ],
)
async def test_one_work_has_many_addresses(citation: str, blocked: Any) -> None:
    page = Passage(id="c#1", doc_id="https://c.example/page", text=DOCUMENTS[0].text)
    reply = found("covered", citations={1: citation})
    llm = ScriptedChatModel([json.dumps({**VERDICT, "key_points": reply})])
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What of Orle mill?", ANSWER, [page], key_points=["It opened"], blocked=blocked
    )
    assert result.key_points[0].verdict == "blocked"


async def test_a_mark_beside_the_words_counts_though_the_judge_names_another() -> None:
    reply = [{**found("covered", citations={1: "[2]"})[0], "words": "makes 12.5 t a day"}]
    result = await judged(["It makes 12.5 t"], reply, blocked=["https://blocked.example/orle"])
    assert result.key_points[0].verdict == "covered"
    unnamed = await judged(
        ["It opened"],
        [{**found("covered")[0], "words": "It opened in 1989"}],
        blocked=["A History of Orle Mill"],
    )
    assert unnamed.key_points[0].verdict == "blocked"
    longer = await judged(
        ["It opened"], found("covered", citations={1: "[2]"}), blocked=["A History of Orle"]
    )
    assert longer.key_points[0].verdict == "covered"


async def test_a_must_without_a_verdict_is_named_and_the_range_knows_its_children() -> None:
    points = [
        {"id": "root", "text": "a", "must": True},
        *({"text": t, "parent": "root", "weight": 3} for t in "bcd"),
    ]
    reply = [{"number": n, "starts": "", "verdict": "covered"} for n in (2, 3, 4)]
    result = await judged(points, reply)
    assert result.coverage is not None
    assert (result.coverage.must_failed, result.coverage.must_undecided) == ((), ("root",))
    assert (result.coverage.lowest, result.coverage.highest) == (0, 1)


@over("weight", [1, -1])
async def test_an_answer_does_not_pass_with_a_must_that_nobody_decided(weight: int) -> None:
    """It had passed, as if the point were met; nothing else is known of it."""
    points: list[Any] = [{"text": "a", "must": True, "weight": weight}, *"bcdefghij"]
    reply = found(*["covered"] * 10)[1:]
    result = await judged(points, reply)
    assert result.coverage is not None
    assert (result.coverage.must_failed, result.coverage.must_undecided) == ((), ("1",))
    assert (result.is_passing, score_card_of(result).passed, result.needs_work(8)) == (False, False, False)
    assert result.metrics.completeness == 10
    assert "must_failed" not in score_card_of(result).error_tags
    assert not result.reweighed({"accuracy": 10}, Weighing()).is_passing
    assert (await judged(["a", *points[1:]], reply)).is_passing


async def test_a_person_scores_without_the_judges_musts_and_a_failed_must_needs_work() -> None:
    result = await judged([{"text": "a", "must": True}, *"bcdefghi"], found("missing", *["covered"] * 8))
    assert result.needs_work(8)
    person = result.reweighed(
        {"accuracy": 10, "completeness": 10, "clarity": 10}, Weighing(), with_musts=False
    )
    assert (person.metrics.weighted_score, person.is_passing) == (10, True)


async def test_the_embedded_judge_sees_no_fault_with_another_figure() -> None:
    result = await RAGEvaluator("embedded").evaluate_fine_grained(
        "When did Orle mill open?",
        "Orle mill opened in 1989 [1].",
        DOCUMENTS,
        key_points=["It opened in 1989", {"text": "Orle mill opened in 1999", "weight": -5}],
    )
    assert [each.verdict for each in result.key_points] == ["covered", "missing"]


async def test_more_blocked_sources_than_may_be_are_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="`blocked` has 101 sources; 100 are the most"):
        await judged(["a"], [], blocked=[f"https://a.example/{n}" for n in range(101)])

"""What several judgements of one answer say together."""

import json
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.context_use import context_of_judges
from data_base.schemas.context_use import ContextUse, ReferenceClaim
from data_base.schemas.passage import Passage
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

ANSWER = "Orle mill stands on the Tarn and opened in 1989."
DOCUMENTS = [
    Passage(id="c#1", doc_id="c", text="Orle mill, on the Tarn, opened in 1987 and makes 12.5 t a day.")
]


def reply(accuracy: float, verdicts: str = "", answered: str | None = None, **more: Any) -> str:
    """A verdict; of each key point one letter of covered, partial, missing, contradicted or a dash."""
    names = {"c": "covered", "p": "partial", "m": "missing", "x": "contradicted"}
    points = [
        {"number": n, "starts": f"Point {n}", "verdict": names[letter], "words": more.get("words")}
        for n, letter in enumerate(verdicts, 1)
        if letter in names
    ]
    scores = {"accuracy": accuracy, "completeness": accuracy, "clarity": 9}
    said = {"issues": more.get("issues", []), "key_points": points, "answered": answered}
    return json.dumps({"analysis": "", **scores, **said, "reason": f"r{accuracy:g}", "suggestion": ""})


async def together(*replies: str, points: int = 0, reference: str | None = None) -> Any:
    models = [ScriptedChatModel([one], name_shown=f"m{n}") for n, one in enumerate(replies)]
    return await RAGEvaluator(models, cache=None).evaluate_fine_grained(
        "What of Orle mill?", ANSWER, DOCUMENTS,
        reference_answer=reference, key_points=[f"Point {n} of the mill" for n in range(1, points + 1)],
    )  # fmt: skip


async def test_key_points_are_decided_point_by_point() -> None:
    # By columns: most say covered; all differ, so the worst; two of the three; nothing but one verdict; none.
    result = await together(reply(8, "ccmp-"), reply(7, "cpm--"), reply(6, "mxc--"), points=5)
    assert [each.verdict for each in result.key_points] == [
        "covered",
        "contradicted",
        "missing",
        "partial",
        None,
    ]
    assert [each.text for each in result.key_points] == [f"Point {n} of the mill" for n in range(1, 6)]
    # 1 + 9 * (1 + 0 + 0 + 1/2) / 4, whatever the three figures that the judges' own verdicts make.
    assert result.metrics.completeness == pytest.approx(1 + 9 * 1.5 / 4)
    assert result.judged_completeness == 7


async def test_a_tie_of_key_points_takes_what_earns_less() -> None:
    result = await together(reply(8, "cpx"), reply(7, "pmm"), points=3)
    assert [each.verdict for each in result.key_points] == ["partial", "missing", "contradicted"]


async def test_a_tie_on_a_fault_is_that_it_is_there() -> None:
    models = [ScriptedChatModel([reply(8, verdicts)]) for verdicts in ("cc", "cm")]
    result = await RAGEvaluator(models, cache=None).evaluate_fine_grained(
        "What?", ANSWER, DOCUMENTS, key_points=["Point 1", {"text": "Point 2", "weight": -1, "must": True}]
    )
    assert [each.verdict for each in result.key_points] == ["covered", "covered"]
    assert not result.is_passing


async def test_a_point_that_a_judge_closed_for_its_parent_counts_as_that_judge_found_it() -> None:
    replies = (reply(9, "mc"), reply(9, "cc"), reply(9, "cm"))
    root: dict[str, Any] = {"id": "root", "text": "Point 1", "must": True}
    points = [root, {"text": "Point 2", "parent": "root"}]
    result = await RAGEvaluator(
        [ScriptedChatModel([each]) for each in replies], cache=None
    ).evaluate_fine_grained("What?", ANSWER, DOCUMENTS, key_points=points)
    assert [(each.verdict, each.judged) for each in result.key_points] == [("covered", None)] * 2


async def test_the_words_shown_are_those_of_a_judge_with_that_verdict_and_in_the_answer() -> None:
    result = await together(
        reply(9, "m", words="opened in 1989"),
        reply(8, "c", words="lies on the Tarn"),
        reply(7, "c", words="stands on the Tarn"),
        points=1,
    )
    (found,) = result.key_points
    assert (found.verdict, found.words, found.words_found) == ("covered", "stands on the Tarn", True)


async def test_a_judge_that_failed_has_no_say_in_key_points() -> None:
    result = await together("?", reply(7, "c"), points=1)
    assert [each.verdict for each in result.key_points] == ["covered"]
    assert result.metrics.completeness == 10


@over(
    "said, expected",
    table(__file__, "test_whether_it_is_answered_is_what_most_say"),
)
async def test_whether_it_is_answered_is_what_most_say(said: tuple[Any, ...], expected: str | None) -> None:
    result = await together(*(reply(7, answered=each) for each in said))
    assert result.answered == expected


async def test_issues_and_context_are_those_of_the_nearest_judgement() -> None:
    issue = {
        "claim": "opened in 1989",
        "verdict": "contradicted",
        "passage_id": "1",
        "quote": "opened in 1987",
    }
    result = await together(
        reply(9, issues=[]), reply(7, issues=[issue]), reply(2, issues=[]), reference="It opened in 1987."
    )
    assert (result.reason, result.reference_seen) == ("r7", True)
    assert [each.claim for each in result.issues] == ["opened in 1989"]
    assert result.context is not None


def test_a_passage_is_useful_where_most_judges_find_it_so_and_recall_is_the_middle_one() -> None:
    def context(useful: tuple[str, ...], *borne: bool) -> ContextUse:
        claims = [ReferenceClaim(claim=f"{n}", passage_ids=("a",) * each) for n, each in enumerate(borne)]
        figures = {"precision": len(useful) / 4, "recall": sum(borne) / len(borne)}
        return ContextUse(reference_claims=tuple(claims), useful=useful, **figures)

    silent = ContextUse()
    three = [context(("a", "b"), True, True), context(("a", "c", "z"), False), context((), True, False)]
    found = context_of_judges([*three, silent], ("a", "b", "c", "d"))
    assert found is not None
    assert (found.useful, found.precision, found.recall) == (("a",), 1 / 4, 1 / 2)
    assert len(found.reference_claims) == 2
    # Of two, what is worth less.
    found = context_of_judges(three[:2], ("a", "b"))
    assert found is not None
    assert (found.useful, found.precision, found.recall) == (("a",), 1 / 2, 0)
    found = context_of_judges([silent], ("a",))
    assert found is not None
    assert (found.precision, found.recall) == (None, None)
    assert context_of_judges([], ("a",)) is None

"""The embedded judge with a reference answer and key points, and whether the question was answered."""

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.embedded_judge import EmbeddedJudge
from data_base.schemas.judgement import FailedJudgement, ScoredJudgement
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.score_card import ErrorTag
from data_base.text.language import LANGUAGES
from scoring.evaluation_score_card import score_card_of
from tests.support.rows import over, table

MILL = Passage(
    id="mill.md#1",
    doc_id="mill.md",
    text="Orle mill opened in 1987. In 2022 it made 12.5 t of paper a day and employed 48 people.",
)
QUESTION = "How much paper did Orle mill make a day in 2022?"
GOLD = "In 2022 Orle mill made 12.5 t of paper a day."


async def judged(
    answer: str, *passages: Passage, question: str = QUESTION, **known: object
) -> ScoredJudgement:
    request = JudgeRequest(question=question, answer=answer, documents=passages or None)
    found = await EmbeddedJudge().judge(request.model_copy(update=known))
    assert isinstance(found, ScoredJudgement)
    return found


async def test_an_answer_is_judged_by_the_reference_alone_where_there_are_no_passages() -> None:
    assert isinstance(
        await EmbeddedJudge().judge(JudgeRequest(question=QUESTION, answer="12.5 t")), FailedJudgement
    )
    right = await judged("Orle mill made 12.5 t of paper a day.", reference_answer=GOLD)
    wrong = await judged("Orle mill made 17.3 t of paper a day.", reference_answer=GOLD)
    refusing = await judged("The documents do not say how much it made.", reference_answer=GOLD)
    assert right.trace.reference_seen
    assert (right.trace.mode, right.trace.evidence) == ("no_documents", None)
    assert right.accuracy >= 8
    assert 7 > wrong.accuracy > refusing.accuracy
    assert right.completeness > wrong.completeness > refusing.completeness
    assert (right.suggestion, bool(wrong.suggestion)) == ("", True)


async def test_what_goes_beyond_the_reference_is_no_invention_where_nothing_decides() -> None:
    found = await judged("It made 12.5 t a day. Its owner is Zdenka Havel of Brno.", reference_answer=GOLD)
    assert {issue.verdict for issue in found.issues} <= {"supported", "undecidable"}
    assert found.accuracy >= 8


async def test_passages_decide_on_what_goes_beyond_the_reference() -> None:
    beyond = "It made 12.5 t of paper a day and employed 48 people."
    invented = "It made 12.5 t of paper a day and employed 93 people."
    good, bad = [await judged(text, MILL, reference_answer=GOLD) for text in (beyond, invented)]
    assert good.accuracy >= 8
    assert bad.accuracy < 5


async def test_other_figures_than_the_reference_has_cost_accuracy_though_the_passages_hold_them() -> None:
    answer = "Orle mill opened in 1987 and employed 48 people."
    assert (await judged(answer, MILL, reference_answer=GOLD)).accuracy <= 4


async def test_what_only_the_reference_says_is_not_made_up() -> None:
    said = "It made 12.5 t of paper a day, which is 4,562 t a year."
    known = f"{GOLD} That is 4,562 t a year."
    found = await judged(said, MILL, reference_answer=known)
    assert found.trace.evidence is not None
    assert found.trace.evidence.figures_not_in_passages == ()
    assert {issue.passage_id for issue in found.issues} <= {None, MILL.id}


async def test_a_reference_that_declines_makes_declining_right() -> None:
    question = "How many people did Orle mill employ in 2022?"
    declining, making_up = "The documents do not say.", "It employed 93 people."
    known = {"reference_answer": "The documents do not say. They only name the paper that it made."}
    assert (await judged(declining, MILL, question=question)).accuracy < 4
    assert (await judged(declining, MILL, question=question, **known)).accuracy >= 8
    assert (await judged(making_up, MILL, question=question, **known)).accuracy < 3


@over("language", LANGUAGES)
async def test_reasons_by_a_reference_are_in_the_language_of_the_question(language: str) -> None:
    questions = {
        "en": "How many ships came?",
        "ru": "Сколько кораблей пришло?",
        "zh-Hant": "來了幾艘船？",
        "zh-Hans": "来了几艘船？这里说什么？",
    }
    found = await judged("17", question=questions[language], reference_answer="48")
    scripts = {"en": "reference answer", "ru": "эталонном", "zh-Hant": "參考答案", "zh-Hans": "参考答案"}
    assert scripts[language] in found.reason


async def test_key_points_make_completeness() -> None:
    points = (
        KeyPoint(text="12.5 t of paper a day", weight=3),
        KeyPoint(text="employed 48 people"),
        KeyPoint(text="opened in 1987"),
    )
    found = await judged("It made 12.5 t of paper a day and employed 93 people.", MILL, key_points=points)
    assert [point.verdict for point in found.key_points] == ["covered", "contradicted", "missing"]
    assert found.completeness == pytest.approx(1 + 9 * 3 / 5)
    own = await judged("It made 12.5 t of paper a day and employed 93 people.", MILL)
    assert found.judged_completeness == own.completeness
    assert own.judged_completeness is None
    words = found.key_points[0].words
    assert words is not None
    assert "12.5 t" in words
    assert (found.key_points[2].words, found.key_points[2].words_found) == (None, None)


async def test_there_is_something_to_look_for_where_a_key_point_is_missing() -> None:
    answer, known = "It made 12.5 t of paper a day.", KeyPoint(text="12.5 t of paper a day")
    whole = await judged(answer, MILL, key_points=(known,))
    lacking = await judged(answer, MILL, key_points=(known, KeyPoint(text="employed 48 people")))
    assert (whole.suggestion, whole.completeness) == ("", 10)
    assert (lacking.suggestion, lacking.completeness) == (QUESTION, 5.5)


ANSWERED = {
    "It made 12.5 t of paper a day.": "yes",
    "It made 99 t of paper a day.": "yes",
    "The documents do not say how much paper it made.": "no",
    "": "no",
}


async def test_whether_the_question_was_answered_right_or_wrong() -> None:
    found = {answer: (await judged(answer, MILL)).answered for answer in ANSWERED}
    assert found == ANSWERED


async def test_an_answer_that_declines_a_part_answers_partly() -> None:
    question = "How many people did Orle mill employ in 2022, when did it open, and who owns it?"
    answer = "It opened in 1987. In 2022 it employed 48 people. Who owns it is not stated in the documents."
    assert (await judged(answer, MILL, question=question)).answered in {"partly", "no"}


@over(
    "question, gold, point, honest",
    table(__file__, "test_where_the_right_answer_declines_so_does_a_complete_one"),
)
async def test_where_the_right_answer_declines_so_does_a_complete_one(
    question: str, gold: str, point: str, honest: str
) -> None:
    known = {"reference_answer": gold, "key_points": (KeyPoint(text=point),)}
    found = await judged(honest, MILL, question=question, **known)
    assert found.accuracy >= 9
    assert found.completeness == 10
    assert [each.verdict for each in found.key_points] == ["covered"]
    claimed = await judged("12.5 t", MILL, question=question, **known)
    assert claimed.accuracy < 3
    assert claimed.completeness == 1


@over(
    "question, gold, one_side, other_way, both",
    table(__file__, "test_one_side_of_a_conflict_that_the_reference_reports"),
)
async def test_one_side_of_a_conflict_that_the_reference_reports(
    question: str, gold: str, one_side: str, other_way: str, both: str
) -> None:
    texts = [Passage(id=f"{n}#1", doc_id=f"{n}", text=text) for n, text in enumerate((gold, one_side))]
    found = [
        await judged(answer, *texts, question=question, reference_answer=gold)
        for answer in (one_side, other_way, both)
    ]
    assert 3 <= found[0].accuracy <= 6
    assert found[1].accuracy < 4
    assert found[2].accuracy > 7


async def test_who_declines_what_the_reference_says_is_told_so_without_contradiction() -> None:
    found = await judged("I have no information about that.", MILL, reference_answer=GOLD)
    assert found.accuracy < 2
    assert "rightly" not in found.reason
    assert "they do" in found.reason


async def test_no_reason_says_both_that_it_differs_and_that_it_is_right() -> None:
    found = await judged("Orle mill opened in 1987 and employed 48 people.", MILL, reference_answer=GOLD)
    assert found.reason == "It does not say what the reference answer says."


async def test_a_point_is_not_contradicted_by_figures_of_other_points_or_by_rounding() -> None:
    points = (KeyPoint(text="12.5 t of paper a day"), KeyPoint(text="48 people employed at the mill"))
    rounded = await judged(
        "About 12 t of paper a day, and many people employed at the mill.", key_points=points
    )
    assert "contradicted" not in {point.verdict for point in rounded.key_points}
    wrong = await judged("The mill made 19.5 t of paper a day.", key_points=points)
    assert wrong.key_points[0].verdict == "contradicted"


async def test_what_is_left_out_of_the_reference_costs_completeness_alone() -> None:
    gold = "Orle mill made 12.5 t of paper a day in 2022, employed 48 people and opened in 1987."
    question = "How much paper did Orle mill make, how many people did it employ, and when did it open?"
    found = await judged("It employed 48 people.", MILL, question=question, reference_answer=gold)
    assert found.accuracy > 7
    assert found.completeness < 6


@over(
    "answer, tagged",
    table(__file__, "test_only_what_is_made_up_is_tagged_as_a_hallucination"),
)
async def test_only_what_is_made_up_is_tagged_as_a_hallucination(answer: str, *, tagged: bool) -> None:
    result = await RAGEvaluator("embedded").evaluate_fine_grained(
        QUESTION, answer, [MILL.text], reference_answer=GOLD
    )
    assert result.metrics.accuracy < 5
    assert (ErrorTag.HALLUCINATION in score_card_of(result).error_tags) is tagged


BRIDGE = "The bridge cost £48.6 million and opened in May 2019."
STAFF = ("The port has 412 staff.", "The annual review gives 398 staff for the port.")


@pytest.mark.parametrize(
    ("question", "answer", "point", "passage"),
    [
        ("What did the bridge cost?", "It cost £84.6 million.", "The bridge cost £48.6 million.", BRIDGE),
        ("橋樑造價多少？", "造價 8,460 萬元。", "造價為 4,860 萬元", "橋樑造價 4,860 萬元。"),
        ("桥梁造价多少？", "造价8460万元。", "造价为4860万元", "桥梁造价4860万元。"),
        (
            "Сколько стоил мост?",
            "Он стоил 84,6 млн руб.",
            "Мост стоил 48,6 млн руб.",
            "Мост стоил 48,6 млн руб.",
        ),
    ],
)
@pytest.mark.parametrize("silent", [False, True])
async def test_who_contradicts_a_key_point_is_wrong(
    question: str, answer: str, point: str, passage: str, silent: bool
) -> None:
    text = answer if silent else passage
    shown = Passage(id="b#1", doc_id="b", text=text)
    found = await judged(answer, shown, question=question, key_points=(KeyPoint(text=point),))
    assert [each.verdict for each in found.key_points] == ["contradicted"]
    assert found.accuracy < 5


async def test_one_side_of_a_contradiction_is_a_part_of_the_point_that_names_both() -> None:
    shown = [Passage(id=f"p#{n}", doc_id="p", text=text) for n, text in enumerate(STAFF)]
    point = KeyPoint(text="The documents disagree: 412 and 398 staff.")
    question = "How many staff does the port have?"
    found = await judged(STAFF[0], *shown, question=question, key_points=(point,))
    assert [each.verdict for each in found.key_points] == ["partial"]


async def test_nothing_is_said_to_be_missing_where_every_key_point_is_covered() -> None:
    question = "What did the bridge cost and when did it open?"
    points = (KeyPoint(text="£48.6 million"), KeyPoint(text="May 2019"))
    shown = Passage(id="b#1", doc_id="b", text=BRIDGE)
    found = await judged("£48.6 million; May 2019.", shown, question=question, key_points=points)
    assert found.completeness == 10
    assert "Still open" not in found.reason
    assert all(issue.verdict != "missing" for issue in found.issues)

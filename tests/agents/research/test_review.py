"""What the next draft is told of the one before."""

from __future__ import annotations

from typing import Any

from agents.calls.prompt_messages import read_prompt
from agents.research.review import review_sections, sought, suggested
from agents.research.writer import AnswerWriter
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas_deep_research import Attempt
from data_base.text.language import LANGUAGES
from tests.support.research import attempt, evaluation, failed_evaluation, passage
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

QUESTION = "How many people rode the Lumen ferry in 2021?"
OLD, NEW = passage("old", "In 2021 it carried 41,200 people."), passage("new", "The fare was 3.")
WRONG = Issue(claim="58,900 people", verdict="contradicted", passage_id="old#1", quote="carried 41,200")


def judged(text: str = "It carried 58,900 people [old#1].", **said: Any) -> Attempt:
    draft = Answer(text=text, passages=(OLD, passage("gone")))
    return attempt(1, evaluation(2, 4, 9, **said)).model_copy(update={"answer": draft})


async def test_the_writer_is_told_what_was_wrong_with_the_draft() -> None:
    model = ScriptedChatModel(["It carried 41,200 people [2]."])
    await AnswerWriter(model).write(
        QUESTION, [NEW, OLD], judged(issues=[WRONG], suggestion="passengers 2021")
    )
    prompt = read_prompt(model.prompts[0])
    assert prompt is not None
    assert prompt.text("draft") == "It carried 58,900 people [2]."
    assert [(each.name, each.text, dict(each.attributes)) for each in prompt.sections["review"]] == [
        ("issue", "58,900 people\n[2] carried 41,200", {"verdict": "contradicted"}),
        ("reason", "so it is", {"accuracy": "2", "completeness": "4", "clarity": "9"}),
        ("suggestion", "passengers 2021", {}),
    ]


def test_what_is_missing_is_searched_for_without_its_marks() -> None:
    """Marks that the judge copies name passages in its order, not in that of who writes the query."""
    lacks = Issue(claim="The fare of 2021 [1]", verdict="missing")
    assert sought(judged(issues=[lacks], suggestion="", answered="partly"), QUESTION) == "The fare of 2021"


@over("language", LANGUAGES)
async def test_in_every_language(language: str) -> None:
    model = ScriptedChatModel(["-"])
    await AnswerWriter(model, language=language).write(QUESTION, [OLD], judged(issues=[WRONG]))
    prompt = read_prompt(model.prompts[0])
    assert prompt is not None
    assert prompt.template.language == language
    assert prompt.text("draft")


def test_what_the_judge_calls_by_number_or_id_gets_the_numbers_that_the_writer_sees() -> None:
    issue = WRONG.model_copy(update={"claim": "58,900 people [old#1]"})
    earlier = judged(issues=[issue])
    assert earlier.evaluation is not None
    reason = "[1] says 41,200 and [2] nothing; so does [old#1], not [7]."
    shown = {"passages_shown": ("old#1", "gone#1"), "reason": reason}
    seen = earlier.evaluation.model_copy(update=shown)
    review = review_sections(earlier.model_copy(update={"evaluation": seen}), [NEW, OLD])["review"]
    assert [each.text for each in review[:2]] == [
        "58,900 people [2]\n[2] carried 41,200",
        "[2] says 41,200 and  nothing; so does [2], not [7].",
    ]


def test_marks_and_quotes_of_passages_that_are_not_shown_go() -> None:
    sections = review_sections(judged("One [old#1]. Two [gone#1].", issues=[WRONG]), [NEW])
    assert [each.text for each in sections["draft"]] == ["One . Two ."]
    assert sections["review"][0].text == "58,900 people"


def test_what_a_check_found_wrong_and_what_is_right_is_not_told() -> None:
    doubted = WRONG.model_copy(update={"doubts": ("quote_not_in_passage",)})
    praise = Issue(claim="It carried people.", verdict="supported", passage_id="old#1")
    sections = review_sections(judged(issues=[doubted, praise], suggestion=""), [OLD])
    assert [each.name for each in sections["review"]] == ["reason"]


def test_a_judgement_that_failed_tells_nothing() -> None:
    assert review_sections(attempt(1, failed_evaluation()), [])["review"] == []


MISSING = Issue(claim="the fare", verdict="missing")


@over(
    "said, query",
    [
        ({"suggestion": "ferry fare", "answered": "no", "issues": [MISSING]}, "ferry fare"),
        ({"suggestion": "", "answered": "partly", "issues": [MISSING]}, "the fare"),
        ({"suggestion": "", "answered": "no"}, QUESTION),
        ({"suggestion": "", "answered": "yes", "issues": [MISSING]}, ""),
        ({"suggestion": "", "answered": None, "issues": [MISSING]}, ""),
    ],
)
def test_what_is_searched_for_next(said: dict[str, Any], query: str) -> None:
    assert sought(judged(**said), QUESTION) == query


def test_a_judgement_that_failed_feeds_no_query() -> None:
    assert sought(attempt(1, failed_evaluation()), QUESTION) == ""


def test_that_nothing_is_left_is_nothing_that_was_suggested() -> None:
    """The judge of the next draft had been told not to say it again."""
    said = ["census of ships", "Nothing left.", "", "census of ships", "harbour register"]
    assert suggested([judged(suggestion=each) for each in said]) == ["census of ships", "harbour register"]

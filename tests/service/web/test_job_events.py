"""Steps of research as a page shows them."""

from agents.research.events import PassagesFound, QuestionPlanned
from service.web.job_events import without_itself

QUESTION = "How many ships came in 2023?"


def test_the_question_is_no_part_of_its_own_plan() -> None:
    """A follow-up that was the question once more was shown as a plan."""
    again = "how many  ships came in 2023"
    planned = QuestionPlanned(sub_questions=(again, "Who came?"), follow_ups=(QUESTION,))
    shown = without_itself(planned, QUESTION)
    assert shown == QuestionPlanned(sub_questions=("Who came?",))


def test_a_search_for_the_question_follows_nothing_up() -> None:
    found = PassagesFound(attempt=1, queries=(QUESTION,), found=("a#1",), new=(), total=1, follows=QUESTION)
    shown = without_itself(found, QUESTION)
    assert isinstance(shown, PassagesFound)
    assert shown.follows is None
    other = found.model_copy(update={"follows": "Who came?"})
    assert without_itself(other, QUESTION) == other

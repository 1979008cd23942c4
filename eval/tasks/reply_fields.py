"""What a system replied, read as the fields that a task scores."""

from agents.reply_parser.objects import complete_objects
from data_base.marks.bare_answer import bare_answer
from data_base.marks.thinking import spoken
from data_base.schemas.answer import Answer
from data_base.schemas.canonical_answer import AnswerType
from data_base.text.sentences import sentences
from eval.tasks.data import Fields
from eval.tasks.task import Task
from scoring.answers.option_labels import without_announcement


def read_reply(task: Task, answer: Answer) -> Fields:
    """The fields of a reply: those of the last JSON object in it that has any of them.

    A reply without such an object is the one answer that a task with a single answer asks for; for a task
    with several it says nothing, and so does an empty one for any.
    """
    if not answer.text.strip():
        return {}
    places = list(task.places.values())
    wanted = {group[0].field for group in places}
    found = [item.data for item in complete_objects(spoken(answer.text)) if wanted & set(item.data)]
    if found:
        return dict(found[-1])
    if len(places) != 1:
        return {}
    only = places[0][0]
    return {only.field: _plain(answer, only.answer_type, as_written=only.normalize == "none")}


def _plain(answer: Answer, answer_type: AnswerType, *, as_written: bool) -> object:
    if as_written:
        return spoken(answer.text)
    ids = (*(each.id for each in answer.passages), *(each.passage_id for each in answer.citations))
    text = bare_answer(answer.text, ids)
    return _reasoning(answer, text) if answer_type == "reasoning" else text


def _reasoning(answer: Answer, text: str) -> Fields:
    """Sentences as steps, sentences with citations as claims, the last one as the final answer."""
    said = sentences(text)
    cited: dict[str, list[str]] = {}
    for citation in answer.citations:
        cited.setdefault(citation.sentence, []).append(citation.passage_id)
    return {
        "final_answer": {"value": without_announcement(said[-1]) if said else None},
        "steps": [{"id": f"s{number}", "text": text} for number, text in enumerate(said, start=1)],
        "claims": [{"text": text, "evidence": evidence} for text, evidence in cited.items()],
    }

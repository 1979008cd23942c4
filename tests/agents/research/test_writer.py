"""The answer writer: what the model sees, and what becomes of its reply."""

from __future__ import annotations

from agents.calls.prompt_messages import read_prompt
from agents.research.writer import NOTHING_FOUND, AnswerWriter, Unchanged
from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage
from data_base.text.language import LANGUAGES, detect_language
from scoring.abstention import abstains
from tests.support.research import attempt, evaluation
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

QUESTION = "What was the revenue in 2023?"
PASSAGES = [
    Passage(id="a.pdf#p1.1", doc_id="a.pdf", page=1, text="Revenue rose to $4.82 million in 2023."),
    Passage(id="b.md#1", doc_id="b.md", text="The Leeds depot opened on 4 May 2021."),
]


def drafted(reply: Answer | Unchanged) -> Answer:
    assert isinstance(reply, Answer)
    return reply


async def test_numbers_become_ids_and_are_checked() -> None:
    model = ScriptedChatModel(["Revenue rose to $4.82 million [1] in 2023 [5]."])
    answer = drafted(await AnswerWriter(model).write(QUESTION, PASSAGES))
    assert answer.text == "Revenue rose to $4.82 million [a.pdf#p1.1] in 2023."
    assert [(item.passage_id, item.verdict) for item in answer.citations] == [
        ("a.pdf#p1.1", "supported"),
        ("5", "unsupported"),
    ]
    assert answer.passages == tuple(PASSAGES)
    assert (answer.model_id, answer.usage.calls) == ("scripted", 1)


async def test_the_model_sees_numbered_passages_and_for_a_first_draft_no_review() -> None:
    model = ScriptedChatModel(["-"])
    await AnswerWriter(model).write(QUESTION, PASSAGES)
    prompt = read_prompt(model.prompts[0])
    assert prompt is not None
    assert prompt.template.id == "answer_with_documents"
    assert [section.attributes["number"] for section in prompt.sections["passages"]] == ["1", "2"]
    assert (prompt.sections["draft"], prompt.sections["review"]) == ((), ())


async def test_reasoning_is_no_part_of_the_answer() -> None:
    model = ScriptedChatModel(["<think>Is it 5 [2]?</think>\n\nIt was $4.82 million [1]."])
    answer = drafted(await AnswerWriter(model).write(QUESTION, PASSAGES))
    assert answer.text == "It was $4.82 million [a.pdf#p1.1]."
    assert len(answer.citations) == 1


@over(
    "question",
    ["公園裡有幾棵樹？", "公园里有几棵树？", "How many trees are there?", "Сколько деревьев в парке?"],
)
async def test_with_no_passage_the_answer_says_so_and_no_model_is_asked(question: str) -> None:
    model = ScriptedChatModel(["There are 412."])
    answer = drafted(await AnswerWriter(model).write(question, []))
    assert model.prompts == []
    assert answer.usage.calls == 0
    assert abstains(answer.text)
    assert detect_language(answer.text) == detect_language(question)


def test_there_is_such_an_answer_in_every_language() -> None:
    assert set(NOTHING_FOUND) == set(LANGUAGES)


@over("reply, is_left", [("UNCHANGED", True), ("unchanged.", True), ("It is unchanged [1].", False)])
async def test_an_earlier_draft_may_be_left_as_it_is(reply: str, is_left: bool) -> None:
    writer = AnswerWriter(ScriptedChatModel([reply]))
    assert isinstance(await writer.write(QUESTION, PASSAGES, attempt(1, evaluation())), Unchanged) is is_left
    assert drafted(await writer.write(QUESTION, PASSAGES)).text.startswith(reply[:9])


async def test_without_documents() -> None:
    model = ScriptedChatModel([" About 5 million. "])
    answer = await AnswerWriter(model).write_without_documents(QUESTION)
    prompt = read_prompt(model.prompts[0])
    assert prompt is not None
    assert prompt.template.id == "answer_without_documents"
    assert (answer.text, answer.citations, answer.passages) == ("About 5 million.", (), ())
    assert answer.usage.calls == 1

from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from pydantic import Field

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.arena.setup import choose_shared
from eval.runs.preflight import require_answers, unheard
from tests.support.arena import evaluation, failed_evaluation, item, research_result
from tests.support.rows import over


class RefusalError(Exception):
    def __init__(self, status_code: int | None) -> None:
        super().__init__("secret text of the server")
        self.status_code = status_code


class Model(FakeListChatModel):
    """Replies, or fails with a status; counts its calls."""

    responses: list[str] = Field(default_factory=lambda: ['{"sub_questions": ["x"]}'])
    name_: str = "stub"
    status: int | None = None
    calls: list[int] = Field(default_factory=list)

    @property
    def model_id(self) -> str:
        return self.name_

    async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
        self.calls.append(1)
        if self.status is not None:
            raise RefusalError(self.status)
        return await super()._agenerate(*args, **kwargs)


async def test_each_model_is_asked_once_however_many_parts_it_plays() -> None:
    one, other = Model(name_="one"), Model(name_="other")
    await require_answers([one, one, other])
    assert (len(one.calls), len(other.calls)) == (1, 1)


async def test_the_embedded_model_is_not_asked() -> None:
    model = Model(name_="embedded", status=401)
    await require_answers([model])
    assert model.calls == []


@over("status", [401, 403, 404])
async def test_what_will_not_mend_itself_stops_before_anything_is_paid_for(status: int) -> None:
    with pytest.raises(InputError, match=rf"stub gave no reply.*{status}.*run the same command again"):
        await require_answers([Model(status=status)])


async def test_what_may_pass_does_not_stop() -> None:
    model = Model(status=400)
    await require_answers([model])
    assert model.calls


def test_only_models_that_have_not_replied_in_this_run_are_asked() -> None:
    answering, judge = Model(name_="writer"), Model(name_="stub")
    answered = RunItem(case_id="1", system="A", answer=Answer(text="x", model_id="writer"))
    assert unheard([answering, judge], []) == [answering, judge]
    assert unheard([answering, judge], [RunItem(case_id="1", system="A", error="gone")]) == [answering, judge]
    assert unheard([answering, judge], [answered]) == [judge]
    # A judgement that failed is no sign that the judge can be reached.
    assert unheard([judge], [item("A", "1", failed_evaluation())]) == [judge]
    assert unheard([judge], [item("A", "1", evaluation())]) == []


def test_the_judge_inside_the_loop_is_heard_too() -> None:
    judge = Model(name_="stub")
    assert unheard([judge], [RunItem(case_id="1", system="A", research=research_result("q", "88"))]) == []


def passages(count: int, words: int = 5) -> list[Passage]:
    return [
        Passage(id=f"d#{number}", doc_id="d", text=f"entry {number} " + "on rain and wind " * words)
        for number in range(count)
    ]


def test_few_passages_are_shared_as_they_were_found() -> None:
    found = passages(10)
    assert list(choose_shared("anything", found, token_budget=100_000)) == found


def test_of_many_those_that_fit_the_question_are_shared() -> None:
    found = [*passages(30), Passage(id="hit", doc_id="d", text="The lighthouse keeper was called Ode.")]
    shared = choose_shared("Who kept the lighthouse?", found, token_budget=100_000)
    assert shared[0].id == "hit"
    assert len(shared) == 10


def test_where_nothing_was_found_nothing_is_shared() -> None:
    assert list(choose_shared("q", [], token_budget=100_000)) == []

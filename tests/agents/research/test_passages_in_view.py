"""What a draft is written from: cited passages stay, and texts that repeat take one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.research.passages_found import Evidence
from agents.research.passages_in_view import as_draft, draft_passages, next_step_passages
from agents.research.settings import ResearchSettings
from agents.research.state import Turn
from data_base.schemas.answer import Answer, Citation
from tests.support.research import attempt, evaluation, passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt

SETTINGS = ResearchSettings(checkpoints=None)
MANY = tuple(passage(f"p{n}") for n in range(12))
OPENED = Evidence().with_hits("the question", MANY, 1).opened()
AGAIN = Turn(number=2, query="more", queries=("more",), found=("new#1", "p0#1"))


def cites(shown: Sequence[Passage], *ids: str) -> Attempt:
    cited = tuple(Citation(sentence="So.", passage_id=each, verdict="supported") for each in ids)
    answer = Answer(text="So.", citations=cited, passages=tuple(shown))
    return attempt(1, evaluation(9)).model_copy(update={"answer": answer})


def in_view(evidence: Evidence, turn: Turn, *attempts: Attempt, bearing: Sequence[str] = ()) -> list[str]:
    return [each.doc_id for each in draft_passages(turn, attempts, evidence, bearing, SETTINGS)]


def test_what_the_draft_cites_stays_and_new_hits_are_not_pinned() -> None:
    """New hits took the first three places however bad, and a cited passage fell out in a retry."""
    evidence = OPENED.with_hits("more", [passage("new"), MANY[0]], 2)
    shown = in_view(evidence, AGAIN, cites(MANY[:10], "p9#1"))
    assert shown == ["p9", "p0", "p1", "p2", "new", "p3", "p4", "p5", "p6", "p7"]


def test_of_many_new_hits_the_rest_keeps_half_of_the_places_behind_the_best() -> None:
    """After an abstention, ten hits of a bad query pushed out all but three of what was found before."""
    fresh = [passage(f"new{n}") for n in range(10)]
    evidence = OPENED.with_hits("more", fresh, 2)
    turn = AGAIN.model_copy(update={"found": tuple(each.id for each in fresh)})
    shown = in_view(evidence, turn, cites(MANY[:10]))
    assert shown == ["p0", "p1", "p2", "new0", "p3", "new1", "p4", "new2", "p5", "new3"]


def test_what_steps_were_answered_from_stays_through_the_next_search() -> None:
    evidence = OPENED.with_hits("next", [passage(f"n{n}") for n in range(10)], 1)
    first = Turn(number=1, query="q", queries=("q", "next"))
    assert "p11" not in in_view(evidence, first)
    assert in_view(evidence, first, bearing=["p11#1"])[0] == "p11"
    assert next_step_passages(evidence, ["p11#1"])[0].doc_id == "p11"


def test_texts_that_say_the_same_take_one_place() -> None:
    """Four sites with one report took four of ten places."""
    news = "In 2023 the harbour of Velm handled 4,812 ships, the ministry said."
    sites = [passage(f"site{n}", f"{news} Site.") for n in range(4)]
    evidence = Evidence().with_hits("ships", [*sites, *MANY], 1).opened()
    shown = in_view(evidence, Turn(number=1, query="ships", queries=("ships",)))
    assert [each for each in shown if each.startswith("site")] == ["site0"]
    assert len(shown) == 10


def test_a_draft_made_on_the_way_has_what_it_cites_and_as_much_more_as_fits() -> None:
    few = SETTINGS.model_copy(update={"writer_passages": 2})
    answer = cites(MANY[:4], "p3#1").answer
    fitting = as_draft(answer, few)
    assert fitting is not None
    assert [each.doc_id for each in fitting.passages] == ["p3", "p0"]
    assert as_draft(cites(MANY[:4], "p1#1", "p2#1", "p3#1").answer, few) is None
    assert as_draft(cites(MANY[:4], "p9#1").answer, few) is None
    assert as_draft(cites(MANY[:4]).answer, few) is None

"""Numbers for ids, and the list of what they stand for."""

from __future__ import annotations

from agents.research.citations import cite
from agents.research.source_list import numbered
from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage

REPORT = Passage(id="report.pdf#p3.1", doc_id="report.pdf", page=3, text="Velm handled 4,812 ships in 2023.")
NOTES = Passage(id="notes.md#1", doc_id="notes.md", text="The crane weighs 90 t.")


def answer(draft: str) -> Answer:
    cited = cite(draft, [REPORT, NOTES])
    return Answer(text=cited.text, citations=cited.citations, passages=(REPORT, NOTES))


def test_sources_are_numbered_as_they_are_first_cited() -> None:
    text, sources = numbered(
        answer("The crane weighs 90 t [2]. Velm handled 4,812 ships in 2023 [1]. The crane is of 90 t [2].")
    )
    assert (
        text == "The crane weighs 90 t [1]. Velm handled 4,812 ships in 2023 [2]. The crane is of 90 t [1]."
    )
    assert [source.line for source in sources] == [
        "[1] notes.md: supported",
        "[2] report.pdf, p. 3: supported",
    ]


def test_regression_a_titled_page_of_the_web_is_named_with_its_address() -> None:
    page = Passage(id="https://ex.org/mill", doc_id="The mill", text="The mill burnt down in 1934.")
    cited = cite("The mill burnt down in 1934 [1].", [page])
    _, (source,) = numbered(Answer(text=cited.text, citations=cited.citations, passages=(page,)))
    assert source.line == "[1] The mill, https://ex.org/mill: supported"


def test_what_does_not_exist_is_no_source() -> None:
    written = answer("Velm handled 4,812 ships in 2023 [7].")
    text, sources = numbered(written)
    assert (text, sources) == ("Velm handled 4,812 ships in 2023.", ())
    assert [citation.verdict for citation in written.citations] == ["unsupported"]

"""Documents as apps have them become passages."""

from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.messages import ToolMessage

from agents.judges.passage_conversion import DocumentLike, as_passages
from data_base.errors import InputError
from data_base.schemas.passage import Passage

URL = "https://ex.org/mill"
TWO_BLOCKS: list[Any] = [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
OWN = Passage(id="a#1", doc_id="a", text="One.")


@pytest.mark.parametrize(
    ("document", "name", "doc_id", "text"),
    [
        ("One.", "document#1", "document", "One."),
        (OWN, "a#1", "a", "One."),
        ((URL, "One."), URL, URL, "One."),
        (
            {"url": URL, "title": "Mill", "content": "One", "raw_content": "One. Two."},
            URL,
            "Mill",
            "One. Two.",
        ),
        ({"link": URL, "raw_content": None, "content": "One."}, URL, URL, "One."),
        ({"href": URL, "body": "One."}, URL, URL, "One."),
        ({"source": "mill.txt", "page_content": "One."}, "mill.txt#1", "mill.txt", "One."),
        ({"id": "r7", "url": URL, "text": "One."}, "r7", URL, "One."),
        ({"page_content": "One.", "metadata": {"source": URL}}, URL, URL, "One."),
        (Document("One.", metadata={"url": URL}), URL, URL, "One."),
        (Document("One.", metadata={"link": URL, "title": "Mill"}), URL, URL, "One."),
        (Document("One.", metadata={"source": URL, "page": 3}), f"{URL}#p3.1", URL, "One."),
        (ToolMessage("One.", name="search", tool_call_id="c7"), "c7", "search", "One."),
        (ToolMessage([{"type": "text", "text": "One."}], tool_call_id="c7"), "c7", "c7", "One."),
        (ToolMessage(TWO_BLOCKS, tool_call_id="c7"), "c7", "c7", "One.\n\nTwo."),
        ({"source": URL, "title": "Mill", "content": TWO_BLOCKS}, URL, "Mill", "One.\n\nTwo."),
        ({"url": URL, "description": "A mill", "markdown": "One."}, URL, URL, "One."),
        ({"url": URL, "summary": "", "highlights": ["One.", "Two."]}, URL, URL, "One.\n\nTwo."),
        ({"url": URL, "title": "Mill", "description": "One."}, URL, "Mill", "One."),
        ((Document("One.", metadata={"url": URL}), 0.4), URL, URL, "One."),
    ],
)
def test_every_kind_of_document_is_read(document: DocumentLike, name: str, doc_id: str, text: str) -> None:
    (passage,) = as_passages([document])
    assert (passage.id, passage.doc_id, passage.text) == (name, doc_id, text)


def test_a_generator_is_read_once_and_a_response_by_its_results() -> None:
    """The pages of a generator's documents were counted, which consumed it: no passage was left."""
    assert [each.text for each in as_passages(map(str, "ab"))] == ["a", "b"]
    response: Any = {"query": "mill", "results": [{"url": URL, "content": "One."}]}
    assert [each.id for each in as_passages(response)] == [URL]


def test_a_documents_place_is_kept_though_it_is_handed_in_again() -> None:
    page = Document("One.", metadata={"source": "a.txt"})
    again = as_passages(
        [page, page.model_copy(), "x", "x", OWN, OWN, OWN.model_copy(update={"text": "Two."})]
    )
    assert [each.id for each in again] == [
        "a.txt#1",
        "a.txt#1",
        "document#3",
        "document#3",
        "a#1",
        "a#1",
        "a#1~2",
    ]


def test_two_texts_of_one_address_are_told_apart() -> None:
    assert [each.id for each in as_passages([(URL, "One."), (URL, "Two.")])] == [URL, f"{URL}#2"]


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ({URL: "One."}, r"documents: a mapping; pass a list: .*documents\.items\(\)"),
        ("One.", "documents: a single str; pass a list"),
        (Document("One."), "documents: a single Document; pass a list"),
        (7, "documents: a single int; pass a list"),
        ([OWN, 7], r"documents\.2: an int; pass a text"),
        (
            [{"url": URL, "copy": "One."}],
            r"1 of 1 have no text, .*documents\.1 with the fields url, copy; a sea",
        ),
    ],
)
def test_what_is_no_document_is_refused_with_its_place(documents: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        as_passages(documents)  # type: ignore[arg-type]


def test_a_result_whose_text_is_not_found_is_named_with_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    """A retriever's were no results and an evaluator's an error, though others had texts."""
    found: list[Any] = [OWN, {"url": URL, "copy": "Two."}]
    assert [each.text for each in as_passages(found)] == ["One.", URL]
    assert as_passages(found, "results", empty="drop") == (OWN,)
    named = "results: 1 of 2 have no text, the first is results.2 with the fields url, copy; a search result"
    assert f"{named} has its text in raw_content, markdown" in caplog.text
    assert as_passages([{"url": URL, "content": ""}]) == ()
    with pytest.raises(InputError, match=r"documents\.2 with the fields url, copy"):
        as_passages(found, empty="refuse")


def test_what_is_made_like_a_document_needs_no_id_and_one_without_a_text_is_as_any() -> None:
    """Both ended in an AttributeError."""
    like: Any = SimpleNamespace(page_content="It opened.", metadata={"source": "mill.txt"})
    message: Any = SimpleNamespace(content="It closed.", tool_call_id="call-1")
    assert [each.id for each in as_passages([like, message])] == ["mill.txt#1", "call-1"]
    for content in (None, 5):
        nothing: Any = SimpleNamespace(page_content=content, metadata={})
        assert as_passages([like, nothing], empty="drop") == as_passages([like])

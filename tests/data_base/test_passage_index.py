"""The passage index finds what is there, in every language, in memory and from a file."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.computing import computing_in
from data_base.errors import InputError
from data_base.index_file import passages_fingerprint
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from tests.support.rows import table

TEXTS = [
    ("Aster ferry", "The ferry Aster carried 41,200 passengers in 2023."),
    ("晨曦風電", "晨曦離岸風場二○二三年發電量為 482 百萬度，容量因數 41.3%。"),
    ("星河水厂", "星河水厂日供水能力为 30 万吨，漏损率 8.2%。"),
    ("Музей", "В 2023 году музей посетили 118 400 человек, реставрация заняла 14 месяцев."),
    ("Birch", "The ferry Birch was in dock for repairs; its engine was replaced."),
]


@pytest.fixture
def index() -> PassageIndex:
    return PassageIndex.from_texts(TEXTS, k=3)


@pytest.mark.parametrize(
    ("query", "expected"),
    table(__file__, "test_finds_the_passage_by_its_words"),
)
def test_finds_the_passage_by_its_words(index: PassageIndex, query: str, expected: str) -> None:
    found = index.search(query)
    assert found[0][0].doc_id == expected
    assert all(score > 0 for _, score in found)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def test_another_word_of_the_query_says_more_than_further_mentions() -> None:
    """Of 20 passages "dock" is in 2 and "quay" in 5: its idf is half as high, log(15.5/5.5) to log(18.5/2.5).

    Four mentions of one word are worth 1.69 of the first at k1 = 1.2, and 1.39 at 0.6.
    """
    texts = [("a", "dock dock dock dock sails"), ("b", "dock quay tar ropes sails")]
    texts += [(f"c{n}", "quay tar ropes masts sails") for n in range(4)]
    texts += [(f"d{n}", "oars tar ropes masts sails") for n in range(14)]
    found = PassageIndex.from_texts(texts).search("dock quay")
    assert [passage.doc_id for passage, _ in found][:2] == ["b", "a"]


def test_is_a_langchain_retriever(index: PassageIndex) -> None:
    (first, *_) = index.invoke("passengers of the Aster")
    assert Passage.from_document(first) == index.search("passengers of the Aster")[0][0]
    assert [d.id for d in asyncio.run(index.ainvoke("ferry"))] == [d.id for d in index.invoke("ferry")]
    assert len(index.invoke("ferry", k=1)) == 1


def test_a_retriever_leaves_out_what_scores_little_beside_the_best_beyond_the_first_five() -> None:
    texts = [("best", "ferry harbour pilot tide")]
    texts += [
        (f"good{n}", f"ferry harbour pilot {rope}")
        for n, rope in enumerate(("hemp", "steel", "sisal", "jute", "wool", "silk"))
    ]
    texts += [(f"weak{n}", f"the tide of month {n} and much else that nobody asked for") for n in range(8)]
    query = "ferry harbour pilot tide"
    index = PassageIndex.from_texts(texts, k=12)
    assert len(index.search(query)) == 12
    assert {document.metadata["doc_id"][:4] for document in index.invoke(query)} == {"best", "good"}
    assert len(PassageIndex.from_texts(texts[7:], k=12).invoke("tide month")) == 8
    (alone, *few) = PassageIndex.from_texts([texts[0], *texts[7:]], k=12).invoke(query)
    assert (alone.metadata["doc_id"], len(few)) == ("best", 4)


def test_many_searches_at_once_do_not_disturb_each_other(index: PassageIndex) -> None:
    async def search_all() -> list[str]:
        found = await asyncio.gather(*(index.ainvoke(name) for name, _ in TEXTS * 20))
        return [documents[0].metadata["doc_id"] for documents in found]

    assert asyncio.run(search_all()) == [name for name, _ in TEXTS] * 20


def test_texts_of_one_document_get_ids_of_their_own() -> None:
    index = PassageIndex.from_texts([("d", "first words"), ("d", "second words"), ("e", "third words")])
    assert sorted(p.id for p, _ in index.search("words", k=9)) == ["d#1", "d#2", "e#1"]


def test_kept_in_a_file_and_replaced_only_when_the_passages_change(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "index.sqlite"
    passages = [
        Passage(id="a#1", doc_id="a", text="amber light"),
        Passage(id="a#p2.1", doc_id="a", page=2, text="x"),
    ]
    PassageIndex.from_passages(passages, path=path).close()
    inode = path.stat().st_ino
    again = PassageIndex.from_passages(passages, path=path)
    assert path.stat().st_ino == inode
    assert again.fingerprint == passages_fingerprint(passages)
    assert again.search("amber")[0][0] == passages[0]
    again.close()
    changed = PassageIndex.from_passages(passages[:1], path=path)
    assert len(changed) == 1
    changed.close()
    assert [file.name for file in path.parent.iterdir()] == ["index.sqlite"]


def test_files_that_are_no_index_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such index"):
        PassageIndex.open(tmp_path / "none.sqlite")
    foreign = tmp_path / "foreign.sqlite"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(InputError, match="not a passage index"):
        PassageIndex.open(foreign)
    (tmp_path / "text.sqlite").write_text("not a database at all, but long enough to be looked at" * 20)
    with pytest.raises(InputError, match="not a passage index"):
        PassageIndex.open(tmp_path / "text.sqlite")


def test_accents_of_latin_letters_do_not_matter_and_other_marks_do() -> None:
    """A question without them found nothing of the person it named."""
    texts = {"a": "Akinoshū Kenji was born there.", "b": "Мой дом стоит там.", "c": "Göteborg is a port."}
    index = PassageIndex.from_texts(texts.items())
    for query, found in (("Akinoshu", ["a"]), ("goteborg", ["c"]), ("Göteborg", ["c"]), ("мои", [])):
        assert [passage.doc_id for passage, _ in index.search(query, 5)] == found, query


def test_two_passages_of_one_id_are_refused() -> None:
    twice = [Passage(id="a#1", doc_id="a", text="x")] * 2
    with pytest.raises(InputError, match="a#1"):
        PassageIndex.from_passages(twice)


def test_two_documents_whose_passages_share_an_id_are_both_named() -> None:
    with pytest.raises(InputError, match=r"^a\[1\]\.txt and a\(1\)\.txt both have .* a\(1\)\.txt#1; rename"):
        PassageIndex.from_texts([("a[1].txt", "amber"), ("a(1).txt", "birch")])


def test_an_index_is_not_kept_in_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder; name the file"):
        PassageIndex.from_passages([Passage(id="a#1", doc_id="a", text="x")], path=tmp_path)
    assert list(tmp_path.iterdir()) == []


@given(st.text(max_size=80))
def test_no_query_is_an_operator(query: str) -> None:
    index = PassageIndex.from_texts(TEXTS)
    assert len(index.search(query)) <= len(TEXTS)
    index.close()


@pytest.mark.parametrize("query", ['"', "NEAR(a b)", "name:ferry", "a* OR b", "ferry AND (", "", "？！"])
def test_query_syntax_is_read_as_words(index: PassageIndex, query: str) -> None:
    index.search(query)


def test_of_a_long_query_the_first_200_words_are_looked_for() -> None:
    """A search for 3,000 words of a question took seconds."""
    index = PassageIndex.from_texts([("early", "word199"), ("late", "word200")])
    query = " ".join(f"word{number} word0" for number in range(3_000))
    assert [passage.doc_id for passage, _ in index.search(query)] == ["early"]


async def test_a_search_is_handed_to_whom_the_caller_says(index: PassageIndex) -> None:
    """It held up the loop, and with it whatever else was worked on there."""
    handed: list[object] = []

    def at_once(work: Callable[[], object]) -> Future[object]:
        handed.append(work)
        done: Future[object] = Future()
        done.set_result(work())
        return done

    with computing_in(at_once):
        found = await index.ainvoke("ferry")
    assert (len(handed), found) == (1, index.invoke("ferry"))


def test_texts_without_names_are_refused() -> None:
    for each in ("a b", 7, ("a", "b", "c"), ("a", 7)):
        with pytest.raises(
            InputError, match=r"text 2 is an? .*; pass pairs of a document's name and its text"
        ):
            PassageIndex.from_texts([("a", "b"), each])  # type: ignore[list-item]

"""Passages are found by what they mean, beside their words, and no vector is made twice."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langchain_core.embeddings import Embeddings

from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from tests.support.rows import over

# What the fake understands: words of two languages, a number for each meaning.
MEANINGS = (
    ("ferry", "boat", "渡輪", "паром"),
    ("passengers", "travellers", "乘客"),
    ("engine", "motor", "引擎"),
    ("harvest", "crop", "收成"),
)
TEXTS = [
    ("a.md", "The ferry carried 41,200 passengers."),
    ("b.md", "The crop of the year filled nine barns."),
    ("c.md", "An engine of 1920 stands in the hall."),
]


class Meanings(Embeddings):
    """Counts the words of each meaning."""

    def __init__(self, model: str = "meanings-1") -> None:
        self.model = model
        self.embedded: list[str] = []
        self.asked: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.embedded += texts
        return [self.vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        self.asked.append(text)
        return self.vector(text)

    def vector(self, text: str) -> list[float]:
        lowered = text.lower()
        return [0.1, *(float(sum(lowered.count(word) for word in words)) for words in MEANINGS)]


def found(index: PassageIndex, query: str, k: int = 3) -> list[str]:
    return [passage.doc_id for passage, _ in index.search(query, k)]


def passages(*texts: str) -> list[Passage]:
    return [Passage(id=f"d#{n}", doc_id="d", text=text) for n, text in enumerate(texts)]


def test_a_passage_without_a_word_of_the_question_is_found() -> None:
    query = "How large was the harvest?"
    assert "b.md" not in found(PassageIndex.from_texts(TEXTS), query)
    index = PassageIndex.from_texts(TEXTS, embeddings=Meanings())
    assert found(index, query)[0] == "b.md"
    scores = [score for _, score in index.search(query)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_what_is_first_in_both_orders_is_first() -> None:
    texts = [
        ("first", "travellers of the boat"),
        ("both", "passengers of the ferry"),
        ("words", "the ferry Aster"),
    ]
    index = PassageIndex.from_texts(texts, embeddings=Meanings())
    assert found(index, "passengers of the ferry")[0] == "both"


def test_a_question_in_another_script_is_answered_by_meaning_alone() -> None:
    """1920 is in the wrong passage; in the question's own script it would lift it."""
    texts = [*TEXTS, ("d.md", "1920 1920 1920")]
    index = PassageIndex.from_texts(texts, embeddings=Meanings())
    assert found(PassageIndex.from_texts(texts), "1920 年的渡輪有多少乘客？")[0] == "d.md"
    assert found(index, "1920 年的渡輪有多少乘客？")[0] == "a.md"


def test_passages_of_both_scripts_are_in_one_order() -> None:
    texts = [*TEXTS, ("zh.md", "渡輪在二月停駛。")]
    index = PassageIndex.from_texts(texts, embeddings=Meanings())
    assert set(found(index, "渡輪有多少乘客？", 2)) == {"a.md", "zh.md"}
    assert set(found(index, "How many passengers took the ferry?", 2)) == {"a.md", "zh.md"}


def test_as_a_retriever_it_asks_the_embeddings_without_holding_up_the_loop() -> None:
    class Slow(Meanings):
        async def aembed_query(self, text: str) -> list[float]:
            await asyncio.sleep(0)
            return self.embed_query(text)

        def embed_query(self, text: str) -> list[float]:
            assert asyncio.current_task() is not None
            return super().embed_query(text)

    embeddings = Slow()
    index = PassageIndex.from_texts(TEXTS, k=1, embeddings=embeddings)
    (document,) = asyncio.run(index.ainvoke("the harvest"))
    assert (document.metadata["doc_id"], embeddings.asked) == ("b.md", ["the harvest"])


@over("query", ["", "  ", "?!"])
def test_a_question_without_words_asks_no_model(query: str) -> None:
    embeddings = Meanings()
    assert PassageIndex.from_texts(TEXTS, embeddings=embeddings).search(query) == []
    assert not embeddings.asked


def test_an_index_of_nothing_finds_nothing() -> None:
    assert PassageIndex.from_texts([], embeddings=Meanings()).search("ferry") == []


def test_no_vector_is_made_twice(tmp_path: Path) -> None:
    path, embeddings = tmp_path / "index.sqlite", Meanings()
    first = passages("the ferry", "the crop", "the ferry")
    PassageIndex.from_passages(first, path=path, embeddings=embeddings).close()
    assert sorted(embeddings.embedded) == ["d\nthe crop", "d\nthe ferry"]
    assert path.with_name("index.sqlite.vectors").is_file()

    embeddings.embedded.clear()
    PassageIndex.open(path, embeddings=embeddings).close()
    more = [*first, *passages("", "", "", "an engine")[3:]]
    index = PassageIndex.from_passages(more, path=path, embeddings=embeddings)
    assert embeddings.embedded == ["d\nan engine"]
    assert [passage.id for passage, _ in index.search("motor", 1)] == ["d#3"]
    index.close()


def test_indexes_share_a_file_and_models_do_not_share_vectors(tmp_path: Path) -> None:
    kept, one, other = tmp_path / "kept" / "vectors.sqlite", Meanings(), Meanings("meanings-2")
    first = PassageIndex.from_passages(passages("the ferry"), embeddings=one, vectors=kept)
    again = PassageIndex.from_passages(passages("the ferry", "the crop"), embeddings=one, vectors=kept)
    assert one.embedded == ["d\nthe ferry", "d\nthe crop"]
    by_other = PassageIndex.from_passages(passages("the ferry"), embeddings=other, vectors=kept)
    assert other.embedded == ["d\nthe ferry"]
    words = PassageIndex.from_passages(passages("the ferry"))
    assert len({each.fingerprint for each in (first, again, by_other, words)}) == 4


def test_what_was_made_before_a_failure_is_kept(tmp_path: Path) -> None:
    class Failing(Meanings):
        model_id = "meanings"
        left = 64

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            self.left -= len(texts)
            if self.left < 0:
                raise ConnectionError("the server is gone")
            return super().embed_documents(texts)

    kept, many = tmp_path / "vectors.sqlite", passages(*(f"crop {n}" for n in range(100)))
    with pytest.raises(ConnectionError):
        PassageIndex.from_passages(many, embeddings=Failing(), vectors=kept)
    embeddings = Failing()
    PassageIndex.from_passages(many, embeddings=embeddings, vectors=kept)
    assert len(embeddings.embedded) == 36


def test_a_file_that_holds_no_vectors_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(InputError, match="no file of vectors"):
        PassageIndex.from_passages(passages("a"), embeddings=Meanings(), vectors=text)
    assert text.read_text(encoding="utf-8").startswith("no database")
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InputError, match="no file of vectors"):
        PassageIndex.from_passages(passages("a"), embeddings=Meanings(), vectors=newer)
    index = tmp_path / "index.sqlite"
    PassageIndex.from_passages(passages("a"), path=index).close()
    before = index.read_bytes()
    with pytest.raises(InputError, match="no file of vectors"):
        PassageIndex.from_passages(passages("a"), embeddings=Meanings(), vectors=index)
    assert index.read_bytes() == before
    with pytest.raises(InputError, match="cannot be written"):
        PassageIndex.from_passages(passages("a"), embeddings=Meanings(), vectors=tmp_path)


@pytest.mark.parametrize(
    "vectors",
    [[], [[1.0, 2.0]], [[1.0], [1.0, 2.0]], [[math.nan, 1.0], [1.0, 1.0]], [[], []]],
    ids=["none", "too few", "of two lengths", "not a number", "empty"],
)
def test_embeddings_that_return_something_else_are_named(vectors: list[list[float]]) -> None:
    class Wrong(Meanings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return vectors

    with pytest.raises(InputError, match=r"Wrong model=meanings-1: returned"):
        PassageIndex.from_passages(passages("a", "b"), embeddings=Wrong())


def test_a_question_s_vector_of_another_length_is_refused() -> None:
    class Longer(Meanings):
        def embed_query(self, text: str) -> list[float]:
            return [*self.vector(text), 1.0]

    index = PassageIndex.from_passages(passages("the ferry"), embeddings=Longer())
    with pytest.raises(InputError, match="has 6 numbers, the passages' 5"):
        index.search("ferry")


def test_vectors_of_zeros_are_like_nothing() -> None:
    class Silent(Meanings):
        def vector(self, text: str) -> list[float]:
            return [0.0, 0.0]

    index = PassageIndex.from_texts(TEXTS, embeddings=Silent())
    assert found(index, "How many passengers did the ferry carry?")[0] == "a.md"


def test_several_threads_fill_one_file_at_once(tmp_path: Path) -> None:
    kept, many = tmp_path / "vectors.sqlite", passages(*(f"crop {n}" for n in range(200)))

    def fill(_: int) -> list[str]:
        return found(PassageIndex.from_passages(many, embeddings=Meanings(), vectors=kept), "harvest", 1)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fill, range(8))) == [["d"]] * 8
    embeddings = Meanings()
    PassageIndex.from_passages(many, embeddings=embeddings, vectors=kept)
    assert not embeddings.embedded

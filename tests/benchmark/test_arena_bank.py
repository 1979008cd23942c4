"""The shipped question bank agrees with its documents: quotes, figures, counts and files."""

import difflib
import functools
import html.parser
import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2

from eval.arena.config import read_arena_config
from tests.support.in_process import judge_in_process
from tests.support.rows import over

BANK = Path(__file__).parents[2] / "benchmark" / "arena"
DOCUMENTS = BANK / "documents"
RUSSIAN_FIGURE = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?:,\d+)?(?!\d)|\d+(?:,\d+)?")
OTHER_FIGURE = re.compile(r"(?<!\d)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?")
MONTHS_OF_RUSSIAN = re.compile(
    "(января)|(февраля)|(марта)|(апреля)|(мая)|(июня)|(июля)|(августа)|(сентября)|(октября)|(ноября)|(декабря)"
)
# A paraphrase may leave out the year that the question names, or write a year's last day as its end.
MAY_BE_LEFT_OUT = {"2023", "2022", "12", "31"}

Record = dict[str, Any]


def read_jsonl(name: str) -> list[Record]:
    """The records of one of the bank's files."""
    return [json.loads(line) for line in (BANK / name).read_text(encoding="utf-8").splitlines()]


QUESTIONS = read_jsonl("questions.jsonl")
ANSWERABLE = [question for question in QUESTIONS if question["answerable"]]
PARAPHRASES = read_jsonl("paraphrases.jsonl")
BY_ID = {question["id"]: question for question in QUESTIONS}


class TextOfHtml(html.parser.HTMLParser):
    """Collects the text between tags."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def pdf_pages(path: Path) -> list[str]:
    """The text of every page, as the extractor gives it."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range() for page in pdf]
    finally:
        pdf.close()


@functools.cache
def pages(name: str) -> list[str]:
    """The text of a document, page by page; a format without pages has one."""
    path = DOCUMENTS / name
    if path.suffix == ".pdf":
        return pdf_pages(path)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        parser = TextOfHtml()
        parser.feed(text)
        text = "".join(parser.parts)
    return [text]


def page_of(evidence: Record) -> str:
    """The text of the page that an evidence entry names."""
    return pages(evidence["document"])[(evidence["page"] or 1) - 1]


def folded(text: str) -> str:
    """NFKC without white space and without the bars of Markdown tables."""
    return re.sub(r"[\s|]", "", unicodedata.normalize("NFKC", text))


def figures(text: str, language: str) -> set[str]:
    """Every figure of a text, thousands joined and with a decimal point."""
    plain = unicodedata.normalize("NFKC", text).replace("\r\n", "\n")
    if language == "ru":
        return {found.replace(" ", "").replace(",", ".") for found in RUSSIAN_FIGURE.findall(plain)}
    return {found.replace(",", "") for found in OTHER_FIGURE.findall(plain)}


def language_of(document: str) -> str:
    """The language that a file name states before its ending."""
    return document.split(".")[-2]


def significant_digits(text: str, language: str) -> set[str]:
    """The digits of every figure without point and outer zeros: the same for 8.15 億 and 8 億 1,500 萬."""
    joined = re.sub(r"(\d) ?[億亿] ?(\d),(\d{3}) ?[萬万]", r"\1\2\3", unicodedata.normalize("NFKC", text))
    return {figure.replace(".", "").strip("0") for figure in figures(joined, language)}


def month_digits(text: str) -> set[str]:
    """The numbers of the Russian months that a text names."""
    return {str(month.lastindex).strip("0") for month in MONTHS_OF_RUSSIAN.finditer(text)}


def words(text: str) -> set[str]:
    """What a search goes by: words of four letters or more, and pairs of Han characters."""
    folded_text = unicodedata.normalize("NFKC", text).lower()
    runs = re.findall(r"[\u4e00-\u9fff]+", folded_text)
    pairs = {run[start : start + 2] for run in runs for start in range(len(run) - 1)}
    return pairs | set(re.findall(r"[a-zа-яё]{4,}", folded_text))


def test_the_bank_is_as_large_and_varied_as_its_readme_says() -> None:
    assert Counter(question["language"] for question in QUESTIONS) == {
        "zh-Hant": 11,
        "en": 11,
        "ru": 8,
        "zh-Hans": 8,
    }
    unanswerable = Counter(question["language"] for question in QUESTIONS if not question["answerable"])
    assert unanswerable == {"zh-Hant": 2, "en": 2, "ru": 2, "zh-Hans": 1}
    tags = Counter(tag for question in QUESTIONS for tag in question["tags"])
    assert tags["unanswerable"] == len(QUESTIONS) - len(ANSWERABLE)
    assert tags["cross_language"] == 3
    assert min(tags["several_documents"], tags["conflict"], tags["multi_part"], tags["second_search"]) >= 5


def test_ids_are_unique_and_every_other_file_speaks_of_the_same_questions() -> None:
    ids = [question["id"] for question in QUESTIONS]
    assert len(set(ids)) == len(ids)
    note, *recorded = read_jsonl("recorded_pure_llm.jsonl")
    assert "written by hand" in note["_note"]
    assert [record["id"] for record in recorded] == ids
    assert Counter(record["id"] for record in PARAPHRASES) == dict.fromkeys(ids, 2)


@over("question", QUESTIONS)
def test_a_question_is_complete_and_its_evidence_is_on_its_page(question: Record) -> None:
    assert question["question"]
    assert question["gold_answer"]
    assert question["key_points"]
    assert all((DOCUMENTS / name).is_file() for name in question["documents"])
    assert bool(question["evidence"]) == question["answerable"]
    missing = [
        entry for entry in question["evidence"] if folded(entry["quote"]) not in folded(page_of(entry))
    ]
    assert missing == []


@over("question", ANSWERABLE)
def test_every_figure_of_a_gold_answer_is_in_its_evidence(question: Record) -> None:
    known: set[str] = set()
    for entry in question["evidence"]:
        known |= figures(entry["quote"], language_of(entry["document"]))
    also: dict[str, str] = question.get("also", {})
    everything = "".join(folded(page_of(entry)) for entry in question["evidence"])
    assert all(folded(original) in everything for original in also.values())
    texts = [question["gold_answer"], *question["key_points"]]
    stated = set().union(*(figures(text, question["language"]) for text in texts))
    assert stated - known - set(also) == set()


@over("record", PARAPHRASES)
def test_a_paraphrase_has_the_gold_answers_figures_in_other_words(record: Record) -> None:
    question = BY_ID[record["id"]]
    gold, language = question["gold_answer"], question["language"]
    known = significant_digits(gold, language) | month_digits(gold)
    stated = significant_digits(record["paraphrase"], language)
    assert stated - known == set()
    months = month_digits(gold) | month_digits(record["paraphrase"])
    assert known - stated - months - MAY_BE_LEFT_OUT == set()
    assert difflib.SequenceMatcher(None, gold, record["paraphrase"], autojunk=False).ratio() < 0.9


@over("question", [q for q in QUESTIONS if "second_search" in q["tags"]])
def test_some_evidence_cannot_be_found_with_the_questions_own_words(question: Record) -> None:
    asked = words(question["question"])
    assert any(asked.isdisjoint(words(entry["quote"])) for entry in question["evidence"])


@over("path", sorted(DOCUMENTS.glob("*.pdf")))
def test_a_pdf_is_small_readable_and_names_no_machine(path: Path) -> None:
    assert path.stat().st_size < 600_000
    assert len(pages(path.name)) >= 4
    assert not re.search(r"[\ufffd\ufffe\u00ad\u2e80-\u2fdf\uf900-\ufaff]", "".join(pages(path.name)))
    raw = path.read_bytes()
    assert not any(word in raw for word in (b"Chrome", b"Mozilla", b"Linux", b"file:", b"Skia/PDF"))


@over("path", sorted((BANK / "sources").glob("*.html")))
def test_a_pdf_says_what_its_source_says(path: Path) -> None:
    parser = TextOfHtml()
    parser.feed(path.read_text(encoding="utf-8").partition("<body>")[2])
    without_running_line = (text.partition("\n")[2] for text in pages(f"{path.stem}.pdf"))
    assert folded("".join(without_running_line)) == folded("".join(parser.parts))


def test_the_shipped_arena_of_four_is_held(tmp_path: Path) -> None:
    out = tmp_path / "out"
    store = {"JUDGE_STORE": str(tmp_path / "runs.sqlite"), "PATH": ""}
    file = BANK / "arena.yaml"
    ended = judge_in_process("arena", "--config", file, "--limit", 2, "--out", out, cwd=tmp_path, env=store)
    assert ended.returncode == 0, ended.stderr
    arena = json.loads((out / "arena.json").read_text(encoding="utf-8"))
    names = {each.name for each in read_arena_config(file).contestants}
    assert {each["system"] for each in arena["standings"]} == names
    assert arena["summary"]["standings"]["pairs"]["verdicts"] == 2 * len(names) * (len(names) - 1) // 2

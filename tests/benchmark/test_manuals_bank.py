"""The bank over real manuals agrees with its documents: quotes, counts, licences and recorded answers."""

import functools
import json
import re
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

from data_base.documents.kinds import reader_of
from eval.arena.config import read_arena_config
from eval.files.question_file import read_questions
from eval.systems.recorded import RecordedAnswers
from tests.support.rows import over

ROOT = Path(__file__).parents[2]
BANK = ROOT / "benchmark" / "manuals"
DOCUMENTS = {path.name: path for path in (BANK / "documents").iterdir()}
QUESTIONS = BANK / "questions.jsonl"
LINES: list[dict[str, Any]] = [
    json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()
]


def folded(text: str) -> str:
    """NFKC without white space and without the rules of tables."""
    return re.sub(r"[\s|│]", "", unicodedata.normalize("NFKC", text))


@functools.cache
def pages(name: str) -> dict[int | None, str]:
    """Page number to text, as the project's reader gives it."""
    read = reader_of(DOCUMENTS[name])(DOCUMENTS[name])
    return {page.number: folded("\n".join(block.text for block in page.blocks)) for page in read}


def test_the_bank_has_as_many_questions_of_each_kind_as_its_readme_promises() -> None:
    cases = read_questions(QUESTIONS)
    assert Counter(case.language for case in cases) == {"en": 24, "zh-Hant": 12, "zh-Hans": 12, "ru": 12}
    tags = Counter(tag for case in cases for tag in case.tags)
    assert tags["absent"] == sum(case.answerable is False for case in cases) == 8
    assert min(tags[trap] for trap in ("conflict", "outdated", "two_hop")) >= 10
    assert min(tags[kind] for kind in ("table", "cross_language", "definition", "procedure", "number")) >= 7
    assert {name for case in cases for name in case.documents} == DOCUMENTS.keys()


def test_every_question_has_a_gold_answer_and_weighted_key_points() -> None:
    cases = read_questions(QUESTIONS)
    assert all(case.gold_answer and len(case.key_points) > 1 for case in cases)
    assert {point.weight for case in cases for point in case.key_points} == {1, 2}


def test_every_quote_is_on_its_page() -> None:
    missing = [
        (line["id"], entry["quote"])
        for line in LINES
        for entry in line["evidence"]
        if folded(entry["quote"]) not in pages(entry["document"])[entry["page"]]
    ]
    assert missing == []
    assert all(bool(line["evidence"]) == line["answerable"] for line in LINES)
    assert all({entry["document"] for entry in line["evidence"]} <= {*line["documents"]} for line in LINES)


@over("line", [line for line in LINES if "cross_language" in line["tags"]])
def test_some_evidence_of_a_question_across_languages_is_in_another_one(line: dict[str, Any]) -> None:
    assert any(f".{line['language']}." not in entry["document"] for entry in line["evidence"])


STYLES = ("cautious", "confident_outdated", "long_report", "no_documents", "terse_cited")
CITING = ("long_report", "terse_cited")


def test_every_style_answers_every_question_in_words_of_its_own_and_says_that_it_was_written_by_hand() -> (
    None
):
    recorded = {path.stem: RecordedAnswers(path) for path in (BANK / "recorded").iterdir()}
    assert sorted(recorded) == sorted(STYLES)
    cases = read_questions(QUESTIONS)
    for system in recorded.values():
        system.require(cases)
        assert "written by hand" in "".join(system.notes)
    for case in cases:
        texts = {recorded[style].answers[case.id].text for style in STYLES}
        assert len(texts | {case.gold_answer}) == len(STYLES) + 1


def test_the_arena_that_ships_with_the_bank_has_every_style_as_a_contestant() -> None:
    arena = read_arena_config(BANK / "arena.yaml")
    assert arena.questions.samefile(QUESTIONS)
    assert sorted(each.recorded.stem for each in arena.contestants if each.recorded) == sorted(STYLES)
    assert all(
        path.exists() for path in (*arena.documents, *(c.recorded for c in arena.contestants if c.recorded))
    )


@over("style", CITING)
def test_what_an_answer_cites_is_in_the_documents(style: str) -> None:
    for case_id, answer in RecordedAnswers(BANK / "recorded" / f"{style}.jsonl").answers.items():
        cited = re.findall(r"\[([^\]]+#[^\]]+)\]", answer.text)
        assert {*cited} == {passage.id for passage in answer.passages}, case_id
        # A passage repeats the heading and the lines that it goes on from, which may be on the page before.
        for passage in answer.passages:
            document = "".join(pages(passage.doc_id).values())
            assert all(folded(line) in document for line in passage.text.splitlines()), (case_id, passage.id)


def test_the_licence_of_every_document_is_stated_and_its_text_is_there() -> None:
    rows = [line for line in (BANK / "LICENSES.md").read_text(encoding="utf-8").splitlines() if "| `" in line]
    licences = {row.split("`")[1]: row.split("|")[6].strip() for row in rows}
    assert licences.keys() == DOCUMENTS.keys()
    assert set(licences.values()) == {"GPL-2", "GPL-2+", "FAQ notice below"}
    assert (BANK / "GPL-2.txt").is_file()
    assert (BANK / "GPL-3.txt").is_file()


@over("edition", {found[0] for name in DOCUMENTS if (found := re.match(r"installation_guide_\d+", name))})
def test_the_source_of_a_document_under_version_2_alone_is_next_to_it(edition: str) -> None:
    assert (BANK / "sources" / f"{edition}.tar.xz").is_file()


def test_the_bank_is_no_burden_to_who_installs_the_project() -> None:
    assert sum(path.stat().st_size for path in BANK.rglob("*") if path.is_file()) < 6_000_000
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert all("/benchmark/manuals" in target["exclude"] for target in targets["targets"].values())
    assert "benchmark/manuals" in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()

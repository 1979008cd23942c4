"""The golden set is consistent: papers, answers and scores, as its README says."""

import html.parser
import re
import unicodedata
from collections import defaultdict
from pathlib import Path

import pypdfium2
import pytest

from data_base.text.language import detect_language
from eval.calibration.gold_file import GoldItem
from eval.calibration.score_file import read_gold

GOLDEN = Path(__file__).parents[2] / "benchmark" / "golden"
ITEMS = read_gold(GOLDEN / "gold.jsonl").items
PAPERS = sorted((GOLDEN / "documents").glob("*.pdf"))


def kind(item: GoldItem) -> str:
    return item.id.split("-", maxsplit=2)[2]


def answers() -> dict[str, dict[str, GoldItem]]:
    found: dict[str, dict[str, GoldItem]] = defaultdict(dict)
    for item in ITEMS:
        found[item.question][kind(item)] = item
    return found


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).replace("\ufffe", "")


class Shown(html.parser.HTMLParser):
    """The text between the tags of the body."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._in_body = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._in_body |= tag == "body"

    def handle_data(self, data: str) -> None:
        if self._in_body:
            self.parts.append(data)


def pages(paper: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(paper)
    try:
        return [page.get_textpage().get_text_range() for page in pdf]
    finally:
        pdf.close()


def test_three_papers_nine_questions_six_answers_each() -> None:
    assert len(PAPERS) == 3
    assert [len(found) for found in answers().values()] == [6] * 9
    languages = [detect_language(question) for question in answers()]
    assert [languages.count(tag) for tag in ("en", "zh-Hant", "zh-Hans", "ru")] == [3, 2, 1, 3]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_a_paper_is_its_source_printed_and_says_on_each_page_that_it_is_made_up(paper: Path) -> None:
    printed = pages(paper)
    assert len(printed) == 3
    note = {"en": "A made-up paper", "zh-Hant": "虛構的論文", "ru": "Вымышленная статья"}[
        paper.name.split(".")[1]
    ]
    assert all(squeezed(note) in squeezed(page) for page in printed)
    parser = Shown()
    parser.feed((GOLDEN / "sources" / f"{paper.stem}.html").read_text(encoding="utf-8"))
    whole = squeezed("".join(printed))
    missing = [part for part in parser.parts if squeezed(part) not in whole]
    # A paragraph that goes on overleaf has the foot of the page in its middle.
    assert [
        part for part in missing if squeezed(part)[:20] not in whole or squeezed(part)[-20:] not in whole
    ] == []


def test_every_answer_is_judged_by_one_paper_and_scored_on_all_three_dimensions() -> None:
    for item in ITEMS:
        assert item.passages is not None
        assert len({passage.doc_id for passage in item.passages}) == 1
        assert set(item.people) == {"accuracy", "completeness", "clarity"}


def test_scores_follow_the_rubric() -> None:
    for question, found in answers().items():
        best = found.get("perfect") or found["abstention"]
        assert (best.people["accuracy"], best.people["completeness"]) == (10, 10), question
        for name, item in found.items():
            if name in {"invented", "digit", "misplaced", "misused_figure", "wrong_abstention"}:
                assert item.people["accuracy"] < 5, item.id
            if name.startswith("abstention"):
                assert item.people["accuracy"] == 10, item.id
            if name == "rambling":
                assert item.people["clarity"] < 5, item.id


def test_the_figures_of_a_perfect_answer_stand_in_its_paper_or_are_worked_out() -> None:
    worked_out = {"en-1": {"12"}, "zh-1": {"8.8"}, "ru-2": {"46"}}
    figure = re.compile(r"\d+(?:[.,]\d+)?")
    for found in answers().values():
        if (item := found.get("perfect")) is not None and item.passages is not None:
            held = set(figure.findall(" ".join(passage.text for passage in item.passages)))
            said = set(figure.findall(item.answers[0]))
            assert said - held <= worked_out.get(item.id.rsplit("-", 1)[0], set()), item.id

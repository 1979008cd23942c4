"""Words are found where they stand, whatever breaks their lines, and marked without losing a character."""

from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.reports.text_marks import Mark, stretches
from scoring.evidence_check import check_issues
from service.web.item_view import ItemPageView, item_view
from service.web.markdown_html import formatted
from tests.support.arena import evaluation
from tests.support.rows import over, table

TEXT = "The farm made 354.4\n  GWh in 2023 [a#1], and ＡＢＣ units. 港口在 2023 年處理了 88 艘船。"
PASSAGES = {
    "a#1": "The eco-\nnomic plan: 晨曦\n風場發電量 354.4 GWh, in 19785 units.",
    "b#2": "| Year | Sales |\n|---|---|\n| 2021 | 41.2 |; 88 vessels cafe\u0301",
}


def page(issue: Issue, answer: str = "", *points: KeyPointFinding) -> ItemPageView:
    passages = tuple(Passage(id=name, doc_id=name, text=text) for name, text in PASSAGES.items())
    item = RunItem(
        case_id="1",
        system="s",
        answer=Answer(text=answer, passages=passages),
        evaluation=evaluation(shown=passages, issues=(issue,), key_points=points),
    )
    return item_view(item, [item])


def test_of_an_answer_in_html_quotes_are_found_in_the_text_that_the_judge_read() -> None:
    html = "<h1>Farms</h1><p>The farm made <b>354.4&nbsp;GWh</b> in <i>2023</i>, and ABC units were sold.</p>"
    html += "<p>It is the largest of the farms on the coast, with more than two hundred turbines in rows.</p>"
    html += "<p>The town bought it for 40 million in 1998, and the loan was paid back by 2015 as planned.</p>"
    html += "<ul><li>Its cable leads to the port of Velm.</li><li>Its owner is the town.</li></ul>"
    issue = Issue(claim="made 354.4 GWh in 2023", verdict="supported", passage_id="a#1")
    point = KeyPointFinding(text="owner", verdict="covered", words="Its owner is the town", words_found=True)
    view = page(issue, html, point)
    marked = {part.marks[0].kind: " ".join(part.text.split()) for part in view.answer if part.marks}
    assert marked == {"supported": "made 354.4 GWh in 2023", "met": "Its owner is the town"}
    assert view.as_it_came == html
    assert view.text == "".join(part.text for part in view.answer)
    assert ">Farms</h" in formatted(view.text)
    assert "&lt;" not in formatted(view.text)
    assert page(issue, "It made 354.4 GWh in 2023.").as_it_came is None


@over(
    "claim, found",
    [
        ("made 354.4 GWh", ["made 354.4\n  GWh"]),
        ("THE FARM", ["The farm"]),
        ("«abc units».", ["ＡＢＣ units"]),
        ("made 354.4 GWh in 2023, and abc", ["made 354.4\n  GWh in 2023 [a#1], and ＡＢＣ"]),
        ("in 2023 [b#2], and abc", ["in 2023 [a#1], and ＡＢＣ"]),
        ("2023 年處理了 88", ["2023 年處理了 88"]),
        ("farm made … in 2023", ["farm made", "in 2023"]),
        ("The farm […] in 2023", ["The farm", "in 2023"]),
        ("The farm; 88 艘船", ["The farm", "88 艘船"]),
        ("The farm … nothing of it", []),
        ("202", []),
        ("absent", []),
        ("  ", []),
        ("x" * 20_000, []),
    ],
)
def test_claims_are_found_in_the_answer(claim: str, found: list[str]) -> None:
    (view,) = page(Issue(claim=claim, verdict="supported"), TEXT).claims
    assert [TEXT[start:end] for start, end in view.said] == found


def answer_marks(view: ItemPageView) -> list[tuple[str, str, str, str]]:
    """Kind, target and anchor of each mark in the answer, with the words that it begins at."""
    return [(m.kind, m.target, m.anchor, part.text) for part in view.answer for m in part.begins]


def test_words_that_a_key_point_was_found_by_lead_to_it_and_it_leads_to_them() -> None:
    missed = KeyPointFinding(text="x", weight=-1, verdict="covered", words="ABC units", words_found=True)
    met = KeyPointFinding(text="y", verdict="covered", words="made 354.4 GWh", words_found=True)
    unsaid = KeyPointFinding(text="z", verdict="covered", words="in 2023", words_found=False)
    view = page(Issue(claim="The farm made 354.4 GWh", verdict="supported"), TEXT, met, missed, unsaid)
    assert answer_marks(view) == [
        ("supported", "c1", "", "The farm "),
        ("met", "k1", "w1", "made 354.4\n  GWh"),
        ("missed", "k2", "w2", "ＡＢＣ units"),
    ]
    assert view.point_anchors == {1: "w1", 2: "w2"}


def test_both_places_of_an_inconsistency_are_marked_and_no_passage_is() -> None:
    quote = "88 艘船"
    issue = Issue(claim="The farm made 354.4 GWh", verdict="inconsistent", quote=quote, doubts=())
    assert answer_marks(page(issue, TEXT)) == [
        ("inconsistent", "c1", "i1a", "The farm made 354.4\n  GWh"),
        ("inconsistent", "c1", "i1b", quote),
    ]
    passage_words = issue.model_copy(update={"quote": "354.4 GWh"})
    assert marked(passage_words) == []


def marked(issue: Issue) -> list[str]:
    return [part.text for passage in page(issue).passages for part in passage.stretches if part.marks]


def verified(issue: Issue) -> Issue:
    return check_issues([issue], "", PASSAGES, dict(enumerate(PASSAGES, start=1)))[0]


@over(
    "passage_id, quote, found",
    table(__file__, "test_a_page_marks_the_quotes_that_the_evidence_check_finds", lists=True),
)
def test_a_page_marks_the_quotes_that_the_evidence_check_finds(
    passage_id: str | None, quote: str, found: list[str]
) -> None:
    issue = verified(Issue(claim="x", verdict="contradicted", passage_id=passage_id, quote=quote))
    assert marked(issue) == found
    assert ("quote_not_in_passage" in (issue.doubts or ())) is not bool(found)


def test_a_link_leads_to_one_place_of_a_quote_in_parts() -> None:
    view = page(Issue(claim="x", verdict="contradicted", quote="354.4 GWh; 2021 | 41.2"))
    anchors = [m.anchor for passage in view.passages for part in passage.stretches for m in part.begins]
    assert anchors == [view.claims[0].anchor, ""]


PIECES = st.sampled_from(sorted(PASSAGES.values())).flatmap(
    lambda text: st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(
        lambda ends: text[min(ends) : max(ends)]
    )
)


@given(
    st.sampled_from(["a#1", "b#2", "1", "c#9", None]),
    st.lists(PIECES | st.text(max_size=3), min_size=1, max_size=3),
    st.sampled_from(["", "…", "; ", "-\n"]),
)
def test_a_quote_is_verified_exactly_where_a_page_marks_it(
    passage_id: str | None, pieces: list[str], between: str
) -> None:
    issue = Issue(
        claim="x", verdict="contradicted", passage_id=passage_id, quote=between.join(pieces) or None
    )
    checked = verified(issue)
    # As the check leaves it, and with the id alone, as where nothing was checked.
    for each in (checked, checked.model_copy(update={"doubts": None})):
        if passage_id == "c#9" and each.doubts is None:
            continue
        assert bool(marked(each)) is (
            each.quote is not None and "quote_not_in_passage" not in (checked.doubts or ())
        )


def test_of_overlapping_marks_the_graver_comes_first() -> None:
    good, bad = Mark(1, "supported", "p1"), Mark(2, "contradicted", "p2")
    cut = stretches("abcdef", [((0, 4), good), ((2, 6), bad)], ("contradicted", "supported"))
    assert [(each.text, [mark.number for mark in each.marks]) for each in cut] == [
        ("ab", [1]),
        ("cd", [2, 1]),
        ("ef", [2]),
    ]
    assert [[mark.number for mark in each.begins] for each in cut] == [[1], [2], []]


def test_a_mark_that_ends_where_it_begins_anew_goes_on() -> None:
    mark, other = Mark(1, "supported", "p1"), Mark(2, "cite", "p2")
    cut = stretches("abcdef", [((0, 2), mark), ((2, 4), mark), ((3, 3), other), ((4, 6), other)])
    assert [(each.text, each.marks, each.begins) for each in cut] == [
        ("ab", (mark,), (mark,)),
        ("cd", (mark,), ()),
        ("ef", (other,), (other,)),
    ]


@given(st.text(), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_stretches_are_the_whole_text(text: str, ends: list[tuple[int, int]]) -> None:
    spans = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in ends]
    marked = [(span, Mark(number, "supported", "x")) for number, span in enumerate(spans)]
    assert "".join(each.text for each in stretches(text, marked)) == text

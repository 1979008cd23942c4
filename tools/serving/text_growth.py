"""Whether the time to read a text grows with its length, or with its square, for texts that mean harm.

Run from anywhere::

    python tools/serving/text_growth.py [--short] [--reader NAME]

Each kind of hostile text is given to everything that walks over what a client, a model or a document wrote:
the judge, the check of its evidence, the page of an item, the report, the readers of documents. It is made
four times as long, and the time may grow by 2.6 for each doubling. Printed is what grows faster; ends with 1
where something does. ``--short`` reads shorter texts.
"""

import argparse
import gc
import itertools
import math
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.calls.fence import Section, fence  # noqa: E402  (found once the path is set)
from agents.judges.judge_reply import JudgeReply  # noqa: E402
from agents.models.redaction import redacted  # noqa: E402
from agents.reply_parser.ladder import parse_reply  # noqa: E402
from agents.research.citations import cite  # noqa: E402
from data_base.documents.cutting import cut_pages  # noqa: E402
from data_base.documents.html import html_blocks  # noqa: E402
from data_base.documents.markdown import markdown_blocks  # noqa: E402
from data_base.documents.page import PageBlocks, TextBlock  # noqa: E402
from data_base.documents.plain import text_blocks  # noqa: E402
from data_base.documents.printed_lines import printed_blocks  # noqa: E402
from data_base.marks.citation_marks import strip_citations  # noqa: E402
from data_base.passage_index import PassageIndex  # noqa: E402
from data_base.schemas.answer import Answer, Citation  # noqa: E402
from data_base.schemas.judgement import Issue, JudgementTrace, ScoredJudgement  # noqa: E402
from data_base.schemas.key_point import KeyPoint  # noqa: E402
from data_base.schemas.passage import Passage  # noqa: E402
from data_base.schemas.run import RunItem  # noqa: E402
from data_base.schemas_deep_research import FineGrainedEvaluationResult  # noqa: E402
from eval.reports.question_view import segments  # noqa: E402
from scoring.embedded.verdict import judge_answer  # noqa: E402
from scoring.evidence_check import check_issues, figures_not_in_passages  # noqa: E402
from scoring.grounding import check_claim  # noqa: E402
from scoring.key_points import find_key_points  # noqa: E402
from scoring.reference_answer import judge_with_reference  # noqa: E402
from service.web.item_view import item_view  # noqa: E402
from service.web.markdown_html import formatted  # noqa: E402
from tools.serving.hostile_texts import KINDS  # noqa: E402

MOST = 2.6
"""How much the time may grow by where a text is twice as long."""
_FLOOR_S = 0.05
"""Seconds below which the clock says nothing of growth."""
_AGAIN = 3
"""How often what grew too fast is measured: a busy machine is not to blame the program."""
_QUESTION, _ANSWER = (
    "How many people did the mill employ in 2020?",
    "It employed 212 people in 2020 [a.md#1].",
)
_PASSAGE = Passage(id="a.md#1", doc_id="a.md", text="The mill in Oster employed 212 people in 2020.")
_LONGEST_QUERY = 5_000
"""Characters of a query over HTTP."""
Reader = Callable[[str], object]


def as_answer(text: str) -> None:
    """Judged as an answer."""
    judge_answer(_QUESTION, text, [_PASSAGE.text])


def as_document(text: str) -> None:
    """An answer judged on it."""
    judge_answer(_QUESTION, _ANSWER, [text])


def as_both(text: str) -> None:
    """Judged as an answer, on itself."""
    judge_answer(_QUESTION, text, [text])


def as_question(text: str) -> None:
    """An answer to it judged."""
    judge_answer(text, _ANSWER, [_PASSAGE.text])


def as_reference(text: str) -> None:
    """An answer held against it, as a whole and as a key point."""
    judge_with_reference(_QUESTION, _ANSWER, [_PASSAGE.text], text)
    list(find_key_points([KeyPoint(text=text)], _QUESTION, _ANSWER))
    list(find_key_points([KeyPoint(text=_ANSWER)], _QUESTION, text))


def as_evidence(text: str) -> None:
    """Claims and quotes of it checked against it."""
    check_issues(_issues(text), text, {_PASSAGE.id: text}, {})
    check_claim(_ANSWER, [text])


def as_figures(text: str) -> None:
    """Its figures looked for in itself and in another text."""
    figures_not_in_passages(_QUESTION, text, [text])
    figures_not_in_passages(_QUESTION, text, [_PASSAGE.text])


def as_item_page(text: str) -> None:
    """The page of an item with it as the answer, the passage, the claims and the quotes."""
    passage = _PASSAGE.model_copy(update={"text": text})
    judgement = ScoredJudgement(
        trace=JudgementTrace(mode="documents", model_id="m", passages_shown=(passage.id,)),
        rung="strict",
        accuracy=5,
        completeness=5,
        clarity=5,
        analysis="",
        reason="so",
        suggestion="",
        issues=_issues(text),
    )
    citation = Citation(sentence="", passage_id=passage.id)
    item = RunItem(
        case_id="1",
        system="s",
        answer=Answer(text=text, citations=(citation,), passages=(passage,)),
        evaluation=FineGrainedEvaluationResult.from_judgement(judgement),
    )
    item_view(item, [item])
    formatted(text)


def as_report(text: str) -> None:
    """Shown in the report of an arena."""
    segments(text, {_PASSAGE.id: "a.md", text[:50]: "b.md"}, {})


def as_draft(text: str) -> None:
    """Cited as the draft of a writer, fenced in a prompt, searched for keys, read as a reply."""
    cite(text, [_PASSAGE])
    strip_citations(text, [_PASSAGE.id])
    fence([Section("answer", text)])
    redacted(text)


def as_upload(text: str) -> None:
    """Cut into passages as Markdown, plain text, HTML and printed lines."""
    for blocks in (markdown_blocks, text_blocks, html_blocks, printed_blocks):
        _cut(blocks, text)


def as_search(text: str) -> None:
    """Made into an index that is searched for it, and for a usual question."""
    index = PassageIndex.from_texts([("a.md", text)])
    for query in (text[:_LONGEST_QUERY], _QUESTION):
        index.search(query)


def as_reply(text: str) -> None:
    """Read as a model's reply, alone and behind the object that is asked for."""
    judged = '{"accuracy": 5, "completeness": 5, "clarity": 5, "reason": "so"}'
    for reply in (text, f"{judged}\n{text}", f"<think>{text}</think>{judged}"):
        parse_reply(reply, JudgeReply)


def _cut(blocks: Callable[[str], tuple[TextBlock, ...]], text: str) -> None:
    list(cut_pages([PageBlocks(None, blocks(text))]))


def _issues(text: str) -> tuple[Issue, ...]:
    shares = (("supported", 200), ("contradicted", 2_000), ("unsupported", len(text)))
    return tuple(
        Issue(claim=text[:size], verdict=verdict, passage_id=_PASSAGE.id, quote=f"{text[size // 2 : size]}b")
        for verdict, size in shares
    )


READERS: Mapping[str, tuple[Reader, int]] = MappingProxyType(
    {
        "answer": (as_answer, 4_000),
        "document": (as_document, 4_000),
        "both": (as_both, 4_000),
        "question": (as_question, 4_000),
        "reference": (as_reference, 4_000),
        "evidence": (as_evidence, 4_000),
        "figures": (as_figures, 4_000),
        "item page": (as_item_page, 10_000),
        "report": (as_report, 20_000),
        "draft": (as_draft, 4_000),
        "upload": (as_upload, 10_000),
        "search": (as_search, 10_000),
        "reply": (as_reply, 10_000),
    }
)
"""By name: what reads a text, and the characters of the shorter text of ``--short``."""
_salt = itertools.count()


def seconds(read: Reader, kind: Callable[[int], str], size: int) -> float:
    """Processor time of this thread; the text is one that was not read before."""
    text = f"{next(_salt)}\n{kind(size)}"
    gc.collect()
    gc.disable()
    try:
        began = time.thread_time()
        read(text)
        return time.thread_time() - began
    finally:
        gc.enable()


def growth(read: Reader, kind: Callable[[int], str], size: int) -> float:
    """By how much the time grows where a text of a size doubles; 0 where it is too short to say."""
    least = math.inf
    for _ in range(_AGAIN):
        if (long := seconds(read, kind, 4 * size)) < _FLOOR_S:
            return 0.0
        short = seconds(read, kind, size)
        least = min(least, math.sqrt(long / max(short, _FLOOR_S / 100)))
        if least <= MOST:
            break
    return least


def too_fast(name: str, *, short: bool, kinds: Collection[str] = tuple(KINDS)) -> Iterator[tuple[str, float]]:
    """Kinds of texts with which a reader's time grows too fast, and by how much for each doubling."""
    read, size = READERS[name]
    read(KINDS["sentences"](2_000))
    gc.collect()
    # What was loaded is not gone through again before each text.
    gc.freeze()
    try:
        for kind in kinds:
            if (found := growth(read, KINDS[kind], size if short else 4 * size)) > MOST:
                yield kind, found
    finally:
        gc.unfreeze()


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="shorter texts")
    parser.add_argument("--reader", help="one of those that read", choices=READERS)
    given = parser.parse_args()
    broken = 0
    for name in [given.reader] if given.reader else READERS:
        began = time.process_time()
        for kind, found in too_fast(name, short=given.short):
            broken += 1
            print(f"{name:<10}  {kind:<26}  x {found:.2f} for each doubling", flush=True)
        print(f"{name:<10}  {len(KINDS)} kinds read in {time.process_time() - began:.0f} s", flush=True)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()

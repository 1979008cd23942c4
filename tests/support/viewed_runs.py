"""Runs to look at: judged answers good and bad, research, what failed, and text that wants to run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.context_use import ContextUse, ReferenceClaim
from data_base.schemas.judgement import Issue
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.model_call import ModelCall
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.runs.research_run import item_of
from prompts.registry import load
from scoring.evaluation_score_card import score_card_of
from tests.support.arena import evaluation, failed_evaluation, manifest, research_result

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore

ATTACK = (
    "</script><script>window.pwned=1</script><img src=x onerror='window.pwned=2'>"
    '<a href="javascript:window.pwned=3">晨</a><svg onload="window.pwned=4"></svg><!--<script>'
    "<iframe src='javascript:parent.pwned=5'></iframe><link rel=stylesheet href='https://example.org/x.css'>"
    "<img src='https://example.org/x.png'><style>body{display:none}</style>\u2028{{7*7}}{% raw %}"
    "[leave](javascript:window.pwned=6) ![picture](https://example.org/y.png) [away](https://example.org/)"
)
JUDGED, ATTACKED, RESEARCHED = "evaluate/judged 1", "evaluate-attacked", "research 風"
WORST = "q 7/風電 «x»"
"""The case whose answer is the worst of :data:`JUDGED`."""
SYSTEM = "recorded"
REASON = "The amount of power is wrong: 12 GWh against 354.4 GWh in the passage."
QUOTE = "made 354.4 GWh in 2023"
WIND = Passage(
    id="wind.pdf#p2.1",
    doc_id="wind.pdf",
    page=2,
    text="Figures of the farm.\nThe farm made 354.4\nGWh in 2023.",
)
PORT = Passage(id="port.md#1", doc_id="port.md", text="港口在 2023 年處理了 88 艘船。")
_BEGAN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def add_runs(store: RunStore, project: str = "default") -> None:
    """Add the runs, the judged one as the newest."""
    _add(store, project, RESEARCHED, [_researched("What did the port do?", "It handled 88 ships.")], 0)
    _add(store, project, ATTACKED, [_attacked(), _researched(ATTACK, ATTACK)], 1)
    _add(store, project, JUDGED, [*_judged()], 2)


def _add(store: RunStore, project: str, run_id: str, items: list[RunItem], days: int) -> None:
    at = _BEGAN + timedelta(days=days)
    kind = "research" if run_id == RESEARCHED else "evaluate"
    text = ATTACK if run_id == ATTACKED else "plain"
    terms = manifest(
        run_id,
        name=run_id,
        kind=kind,
        task=kind,
        scale="1-10",
        created_at=at,
        models={"judge": "openai:judge-1"},
        notes=(f"A note: {text}",),
        settings={"passing_accuracy": 7, text: [text]},
        data_hashes={"questions": "a" * 64},
    )
    store.create(terms, project=project)
    for number, item in enumerate(items):
        store.extend(run_id, [item], [_call(item, text, at + timedelta(seconds=number))])
    store.finish(run_id)


def _call(item: RunItem, text: str, at: datetime) -> ModelCall:
    return ModelCall.model_validate(
        {
            "case_id": item.case_id,
            "system": item.system,
            "role": "judge_with_documents",
            "model": "openai:judge-1",
            "model_served": "judge-1-2026",
            "prompt": f"Judge this: {text}",
            "reply": f'{{"accuracy": 2}} {text}',
            "rung": "repaired",
            "input_tokens": 1200,
            "output_tokens": 300,
            "cost_usd": 0.0031,
            "latency_ms": 2345,
            "created_at": at,
        }
    )


def _judged() -> list[RunItem]:
    scores = [9, 8, 7.5, 10, 6, 8.5, 2, 9.5, 7, 5]
    items = []
    for number, score in enumerate(scores, start=1):
        worst = score == min(scores)
        items.append(
            _item(
                WORST if worst else f"q{number}",
                f"How much power did farm {number} make in 2023?",
                score,
                tags=("hard",) if number % 2 else ("easy",),
                language="zh-Hant" if number % 3 == 0 else "en",
            )
        )
    failed = failed_evaluation("documents")
    unscored = RunItem(case_id="unjudged", system=SYSTEM, answer=Answer(text="An answer."), evaluation=failed)
    return [
        *items,
        unscored.model_copy(update={"score_card": score_card_of(failed)}),
        RunItem(case_id="failed", system=SYSTEM, error="TimeoutError: the system gave no reply"),
    ]


def _item(case: str, question: str, score: float, *, tags: tuple[str, ...], language: str) -> RunItem:
    wrong = score < 6
    said = "The farm made 12 GWh in 2023" if wrong else "The farm made 354.4 GWh in 2023"
    issues = (
        Issue(
            claim=said,
            verdict="contradicted" if wrong else "supported",
            passage_id=WIND.id,
            quote=QUOTE,
            doubts=(),
        ),
        Issue(claim="it is the largest farm of the coast", verdict="unsupported", doubts=()),
        Issue(claim="the number of turbines", verdict="missing"),
    )
    judged = evaluation(
        score,
        score,
        9,
        mode="documents",
        shown=(WIND, PORT),
        reason=REASON if wrong else "The amount is right.",
        issues=issues,
        decided_share=0.4 if wrong else 0.9,
        judged_completeness=score,
        key_points=(
            KeyPointFinding(
                text="the amount of power",
                group="amounts",
                verdict="contradicted" if wrong else "covered",
            ),
            KeyPointFinding(
                text="the year", group="dates", verdict="covered", words="in 2023", words_found=True
            ),
        ),
        context=ContextUse(
            reference_claims=(ReferenceClaim(claim="354.4 GWh were made.", passage_ids=(WIND.id,)),),
            useful=(WIND.id,),
            precision=0.5,
            recall=1,
        ),
    ).model_copy(update={"completeness_from": "judge"})
    judged = judged.model_copy(update={"prompt": load("judge_with_documents", "en").ref})
    text = f"**In short:** {said} [{WIND.id}]. Besides, it is the largest farm of the coast."
    return RunItem(
        case_id=case,
        system=SYSTEM,
        language=language,
        tags=tags,
        answer=Answer(
            text=text, passages=(PORT, WIND), citations=(Citation(sentence=said, passage_id=WIND.id),)
        ),
        evaluation=judged,
        score_card=score_card_of(judged),
        metrics={"question": question},
    )


def _attacked() -> RunItem:
    passage = Passage(id=ATTACK, doc_id=ATTACK, text=f"{ATTACK} {ATTACK}")
    issue = Issue(claim=ATTACK, verdict="contradicted", passage_id=passage.id, quote=ATTACK)
    clash = Issue(claim=ATTACK, verdict="inconsistent", quote=ATTACK)
    name = ATTACK[:200]
    point = KeyPointFinding(
        text=ATTACK,
        verdict="blocked",
        judged="covered",
        words=ATTACK,
        words_found=True,
        citation=ATTACK,
        group=name,
        must=True,
        id=name,
    )
    below = point.model_copy(update={"id": None, "parent": name})
    groups = (f"{number}{ATTACK}"[:200] for number in range(2))
    points = (point, *(below.model_copy(update={"group": each}) for each in groups))
    judged = evaluation(
        3,
        4,
        5,
        mode="documents",
        shown=(passage,),
        reason=ATTACK,
        issues=(issue, clash),
        key_points=points,
        judged_completeness=3,
    )
    return RunItem(
        case_id=ATTACK,
        system=ATTACK,
        tags=(ATTACK,),
        answer=Answer(text=f"{ATTACK} [{passage.id}]", passages=(passage,)),
        evaluation=judged,
        score_card=score_card_of(judged),
        error=ATTACK,
        metrics={"question": ATTACK, "reference_answer": ATTACK},
    )


def _researched(question: str, text: str) -> RunItem:
    """As a job keeps it: the judgement is with the attempt alone."""
    return item_of(research_result(question, f"{text} [{PORT.id}]"))

"""``judge compare`` and ``eval/compare_runs.py``: exit codes, findings and outputs, worked out by hand."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from data_base.schemas.judgement import PromptRef
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.store.run_store import RunStore
from eval.runs.run_file import RunFile, RunResult
from tests.service.conftest import Command
from tests.support.arena import manifest
from tests.support.rows import over

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "eval" / "compare_runs.py"


def foreign(weighted: float | None, facts: Any = None, **results: Any) -> dict[str, Any]:
    """A file from elsewhere: the weighted score as it says it, and a score or further fields an item."""
    entries = [
        {"id": name, **(value if isinstance(value, dict) else {"score": value})}
        for name, value in results.items()
    ]
    return {"summary": {"weighted_score": weighted, **(facts or {})}, "results": entries}


def card(score: float | None, *tags: ErrorTag, **sub_scores: float) -> ScoreCard:
    if score is None:
        return ScoreCard.unscored("the judge failed", tags=(ErrorTag.EVALUATION_FAILED,))
    return ScoreCard(primary_score=score, passed=score >= 0.5, sub_scores=sub_scores, error_tags=tags)


def item(case_id: str, score: float | None, system: str = "A", *tags: ErrorTag, **sub: float) -> RunItem:
    return RunItem(case_id=case_id, system=system, score_card=card(score, *tags, **sub))


def gone(case_id: str) -> RunItem:
    return RunItem(case_id=case_id, system="A", error="the server is gone")


def ours(*items: RunItem, facts: dict[str, Any] | None = None, **terms: Any) -> dict[str, Any]:
    """A file of ours; its summary is counted."""
    run = RunFile.of_results(manifest(**terms), map(RunResult.from_item, items), facts=facts)
    return json.loads(run.model_dump_json())  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Row:
    """Two runs, what the gate is told, and what must come out."""

    name: str
    base: Any
    cand: Any
    code: int
    says: str
    options: tuple[str, ...] = field(default=())


TWO = foreign(0.75, a=1.0, b=0.5)
PROMPT = PromptRef(id="answer", version="2", language="en", sha256="1" * 64)
TEN = {f"q{n}": 0.5 for n in range(10)}
SAFE, TOLD = ErrorTag.HALLUCINATION, ErrorTag.MISSING_ITEM
OURS = ours(item("a", 1.0), item("b", 0.5))

TABLE = [
    # The weighted score.
    Row("the same run", TWO, TWO, 0, "Gate passed: weighted score 0.7500 to 0.7500 (+0.0000)"),
    Row("better", TWO, foreign(0.85, a=1.0, b=0.7), 0, "0 worse, 1 better"),
    Row("worse", TWO, foreign(0.7, a=1.0, b=0.4), 1, "0.7500 to 0.7000, -0.0500"),
    Row(
        "worse within what is allowed",
        TWO,
        foreign(0.7, a=1.0, b=0.4),
        0,
        "Gate passed",
        ("--min-delta", "-0.1", "--max-regressions", "1"),
    ),
    # 0.7 - 0.8 is -0.10000000000000009 in floating point: a boundary is no regression.
    Row(
        "a drop of exactly what is allowed",
        foreign(0.8, a=0.8),
        foreign(0.7, a=0.7),
        0,
        "Gate passed",
        ("--min-delta", "-0.1", "--max-regressions", "1"),
    ),
    Row(
        "a hair more than what is allowed",
        foreign(0.8, a=0.8),
        foreign(0.699, a=0.699),
        1,
        "FAIL  weighted_score",
        ("--min-delta", "-0.1", "--max-regressions", "1"),
    ),
    Row("a rise is asked and comes", TWO, foreign(0.8, a=1.0, b=0.6), 0, "passed", ("--min-delta", "0.05")),
    Row(
        "a rise is asked and does not come",
        TWO,
        foreign(0.76, a=1.0, b=0.52),
        1,
        "FAIL  weighted_score",
        ("--min-delta", "0.05"),
    ),
    Row(
        "the summary falls though no item does",
        TWO,
        foreign(0.7, a=1.0, b=0.5),
        1,
        "summary.weighted_score is 0.7, and the mean of its results is 0.75",
    ),
    # Items.
    Row(
        "one worse, one better, the mean the same",
        TWO,
        foreign(0.75, a=0.9, b=0.6),
        1,
        "1 item got worse (allowed: 0)",
    ),
    Row(
        "one worse and one may be",
        TWO,
        foreign(0.75, a=0.9, b=0.6),
        0,
        "1 worse, 1 better",
        ("--max-regressions", "1"),
    ),
    Row(
        "two worse and one may be",
        foreign(0.5, a=0.5, b=0.5, c=0.5),
        foreign(0.5, a=0.4, b=0.4, c=0.7),
        1,
        "2 items got worse (allowed: 1)",
        ("--max-regressions", "1"),
    ),
    Row("a drop of 1e-9 is none", TWO, foreign(0.75, a=1.0, b=0.499999999), 0, "0 worse"),
    Row("a drop of 2e-9 is one", TWO, foreign(0.75, a=1.0, b=0.499999998), 1, "1 worse"),
    Row("a drop that floating point makes", foreign(0.3, a=0.1 + 0.2), foreign(0.3, a=0.3), 0, "0 worse"),
    Row(
        "scores of another scale are not compared",
        foreign(0.7, a=0.7),
        foreign(6.5, a=6.5),
        2,
        "a score card has 0 to 1",
    ),
    # Missing, extra, unscored.
    Row("missing from the candidate", TWO, foreign(1.0, a=1.0), 1, "1 missing from the candidate"),
    Row("a missing one is forgiven", TWO, foreign(1.0, a=1.0), 0, "missing", ("--max-regressions", "1")),
    Row(
        "an unscored one of the baseline that is missing counts too",
        foreign(1.0, a=1.0, b=None),
        foreign(1.0, a=1.0),
        1,
        "1 item got worse (allowed: 0)",
    ),
    Row("extra in the candidate", foreign(1.0, a=1.0), foreign(1.0, a=1.0, b=1.0), 0, "1 extra"),
    Row("an extra one does not hide a drop", TWO, foreign(0.8, a=1.0, b=0.4, c=1.0), 1, "1 worse"),
    Row("nothing in common", foreign(1.0, a=1.0), foreign(1.0, b=1.0), 2, "no item in common"),
    Row(
        "one of ten unscored in the candidate is no regression",
        foreign(0.5, **TEN),
        foreign(0.5, **TEN | {"q3": None}),
        0,
        "1 unscored",
    ),
    Row(
        "two of ten unscored are too many",
        foreign(0.5, **TEN),
        foreign(0.5, **TEN | {"q3": None, "q4": None}),
        2,
        "8 of the 10 answered in both runs",
    ),
    Row(
        "two of ten unscored are enough where 80 % are asked",
        foreign(0.5, **TEN),
        foreign(0.5, **TEN | {"q3": None, "q4": None}),
        0,
        "2 unscored",
        ("--min-scored", "0.8"),
    ),
    Row(
        "too few scored in the baseline",
        foreign(0.5, **TEN | {"q3": None, "q4": None}),
        foreign(0.5, **TEN),
        2,
        "Too few items are scored",
    ),
    Row("nothing scored", TWO, foreign(None, a=None, b=None), 2, "has no scored result"),
    Row("no results at all", TWO, foreign(None), 2, "has no scored result"),
    Row(
        "scored on one side each, so that no pair is",
        foreign(1.0, a=1.0, b=None),
        foreign(1.0, a=None, b=1.0),
        2,
        "0 of the 2 answered",
        ("--min-scored", "0"),
    ),
    Row("the system gave no answer", OURS, ours(item("a", 1.0), gone("b")), 1, "1 item got worse"),
    Row(
        "the baseline's system had given none",
        ours(item("a", 1.0), gone("b")),
        OURS,
        1,
        "10.000 to 7.750, -2.250",
    ),
    # Weights.
    # 1.0 * 3 + 0.5 = 3.5 of 4; then 1.0 + 0.5 * 3 = 2.5 of 4.
    Row(
        "other weights are seen",
        foreign(0.875, a={"score": 1.0, "weight": 3.0}, b=0.5),
        foreign(0.625, a=1.0, b={"score": 0.5, "weight": 3.0}),
        1,
        "2 items with different weights",
    ),
    # Terms.
    Row(
        "hashes alike",
        foreign(1.0, {"pdf_sha256": "x"}, a=1),
        foreign(1.0, {"pdf_sha256": "x"}, a=1),
        0,
        "passed",
    ),
    Row(
        "another PDF",
        foreign(1.0, {"pdf_sha256": "x"}, a=1),
        foreign(1.0, {"pdf_sha256": "y"}, a=1),
        2,
        "differ in pdf_sha256",
    ),
    Row(
        "other questions",
        foreign(1.0, {"questions_sha256": "x"}, a=1),
        foreign(1.0, {"questions_sha256": "y"}, a=1),
        2,
        "--allow questions_sha256",
    ),
    Row(
        "another PDF is meant",
        foreign(1.0, {"pdf_sha256": "x"}, a=1),
        foreign(1.0, {"pdf_sha256": "y"}, a=1),
        0,
        "pdf_sha256",
        ("--allow", "pdf_sha256"),
    ),
    Row(
        "one of two differences is meant",
        foreign(1.0, {"pdf_sha256": "x", "questions_sha256": "x"}, a=1),
        foreign(1.0, {"pdf_sha256": "y", "questions_sha256": "y"}, a=1),
        2,
        "differ in questions_sha256;",
        ("--allow", "pdf_sha256"),
    ),
    Row(
        "a hash on one side only is said",
        foreign(1.0, {"pdf_sha256": "x"}, a=1),
        foreign(1.0, a=1),
        0,
        "Only the baseline names its pdf_sha256",
    ),
    Row(
        "another scorer", OURS, ours(item("a", 1.0), item("b", 0.5), scorer_version="2"), 2, "scorer_version"
    ),
    Row(
        "another scorer is meant",
        OURS,
        ours(item("a", 1.0), item("b", 0.5), scorer_version="2"),
        0,
        "passed",
        ("--allow", "scorer_version"),
    ),
    Row("another task", OURS, ours(item("a", 1.0), item("b", 0.5), task="other"), 2, "differ in task"),
    Row(
        "other data",
        ours(item("a", 1.0), data_hashes={"questions": "x"}),
        ours(item("a", 1.0), data_hashes={"questions": "y"}),
        2,
        "differ in data_hashes",
    ),
    Row(
        "one more document",
        ours(item("a", 1.0), data_hashes={"questions": "x"}),
        ours(item("a", 1.0), data_hashes={"questions": "x", "more.pdf": "y"}),
        2,
        "differ in data_hashes; other or only on one side: more.pdf. Make both alike",
    ),
    Row(
        "another model is what is compared",
        OURS,
        ours(item("a", 1.0), item("b", 0.5), models={"judge": "stub", "deep_research": "next"}),
        0,
        "next",
    ),
    Row(
        "another version of a prompt is too",
        ours(item("a", 1.0), item("b", 0.5), prompts=(PROMPT,)),
        ours(item("a", 1.0), item("b", 0.5), prompts=(PROMPT.model_copy(update={"sha256": "2" * 64}),)),
        0,
        "prompts",
    ),
    Row("ours and one from elsewhere", OURS, TWO, 0, "Only the baseline has a manifest"),
    # Systems.
    Row(
        "one system each, by other names",
        OURS,
        ours(item("a", 1.0, "B"), item("b", 0.5, "B")),
        0,
        "2 items in both",
    ),
    # A rises by 0.4 and B falls by 0.2: the whole rises, and B is caught.
    Row(
        "a system hides behind another",
        ours(item("a", 0.5), item("a", 0.5, "B")),
        ours(item("a", 0.9), item("a", 0.3, "B")),
        1,
        "FAIL  weighted_score of B: 5.500 to 3.700",
        ("--max-regressions", "1"),
    ),
    Row(
        "one of several systems alone",
        ours(item("a", 0.5), item("a", 0.5, "B")),
        ours(item("a", 0.9), item("a", 0.3, "B")),
        0,
        "5.500 to 9.100 (+3.600) on the scale of 1 to 10",
        ("--base-system", "A", "--cand-system", "A"),
    ),
    Row("no such system", OURS, OURS, 2, "no results of 'Z'; its systems are A", ("--cand-system", "Z")),
    Row(
        "a system is missing",
        ours(item("a", 0.5), item("a", 0.5, "B")),
        ours(item("a", 0.9)),
        1,
        "1 missing from the candidate",
    ),
    # Sub-scores: 0.8 to 0.7 is worse by 0.1.
    Row(
        "a sub-score falls too far",
        ours(item("a", 1.0, f1=0.8)),
        ours(item("a", 1.0, f1=0.7)),
        1,
        "FAIL  sub_score f1: 0.8 to 0.7",
        ("--sub-score", "f1=0.05"),
    ),
    Row(
        "a sub-score falls by exactly its tolerance",
        ours(item("a", 1.0, f1=0.8)),
        ours(item("a", 1.0, f1=0.7)),
        0,
        "pass  sub_score f1",
        ("--sub-score", "f1=0.1"),
    ),
    Row(
        "an error rises",
        ours(item("a", 1.0, mae=2.0)),
        ours(item("a", 1.0, mae=3.0)),
        1,
        "FAIL  sub_score mae",
        ("--sub-score", "mae=0.5"),
    ),
    Row(
        "an error falls",
        ours(item("a", 1.0, mae=3.0)),
        ours(item("a", 1.0, mae=2.0)),
        0,
        "pass  sub_score mae",
        ("--sub-score", "mae=0"),
    ),
    Row(
        "a metric from elsewhere that is better when lower",
        foreign(1.0, a={"score": 1.0, "seconds": 2.0}),
        foreign(1.0, a={"score": 1.0, "seconds": 4.0}),
        1,
        "FAIL  sub_score seconds",
        ("--sub-score", "seconds=1:lower"),
    ),
    Row("no such sub-score", OURS, OURS, 2, "No item has the sub-score 'f2'", ("--sub-score", "f2=0.1")),
    Row(
        "a sub-score that is not gated may fall",
        ours(item("a", 1.0, f1=0.8)),
        ours(item("a", 1.0, f1=0.1)),
        0,
        "f1",
    ),
    # Error tags: one hallucination before, none after; one missing item after.
    Row(
        "error tags are counted",
        ours(item("a", 0.5, "A", SAFE)),
        ours(item("a", 0.5, "A", TOLD)),
        0,
        "hallucination",
    ),
    # Broken input.
    Row("no such file", TWO, None, 2, "cand.json cannot be read"),
    Row("broken JSON", TWO, '{"summary": {', 2, "cand.json: not valid JSON"),
    Row("an empty file", TWO, "", 2, "not valid JSON"),
    Row("NaN", TWO, '{"summary": {"weighted_score": NaN}, "results": []}', 2, "not valid JSON"),
    Row("a list", TWO, "[]", 2, "expected a JSON object"),
    Row("no weighted score", TWO, {"summary": {}, "results": []}, 2, '"summary.weighted_score" is missing'),
    Row("no results", TWO, {"summary": {"weighted_score": 1}}, 2, '"results" must be a list'),
    Row("an id twice", TWO, {**TWO, "results": [{"id": "a", "score": 1}] * 2}, 2, "result 'a' comes twice"),
    Row("a score in words", TWO, foreign(1.0, a="good"), 2, "results[0] (result 'a'): field \"score\""),
    Row("a baseline of another version", OURS | {"schema_version": "0"}, OURS, 2, "schema_version"),
    Row("an option out of range", TWO, TWO, 2, "--min-delta", ("--min-delta", "nan")),
    Row("a sub-score without a tolerance", TWO, TWO, 2, "NAME=TOLERANCE", ("--sub-score", "f1")),
    Row("a group without a share", TWO, TWO, 2, "NAME=SHARE", ("--min-group", "facts")),
    Row("a group of no answer", TWO, TWO, 2, "share of the group 'a=b'", ("--min-group", "a=b=0.5")),
    Row("a difference that there is not", TWO, TWO, 2, "must be one of task", ("--allow", "everything")),
    # Texts in four scripts, and terminal escapes.
    Row("ids in every script", foreign(1.0, 港=1, Порт=1), foreign(0.5, 港=1, Порт=0), 1, "Порт"),
]


def written(path: Path, content: Any) -> Path:
    if content is not None:
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@over("row", TABLE)
def test_table(row: Row, judge: Command, tmp_path: Path) -> None:
    folder = tmp_path / str(TABLE.index(row))
    folder.mkdir()
    base, cand = written(folder / "base.json", row.base), written(folder / "cand.json", row.cand)
    out = folder / "out.json"
    options = ("--out", out, "--junit", folder / "out.xml", "--markdown", folder / "out.md")
    code, stdout, stderr = judge("compare", "--base", base, "--cand", cand, *options, *row.options)
    assert code == row.code, (stdout, stderr)
    assert bool(stderr) == (row.code == 2), stderr
    assert row.says in stdout + stderr
    verdict = json.loads(out.read_bytes())["verdict"]
    assert verdict == {0: "passed", 1: "failed", 2: None}[row.code]
    suite = ET.fromstring((folder / "out.xml").read_bytes())[0]  # noqa: S314  (our own)
    assert (suite.get("errors") != "0", suite.get("failures") != "0") == (row.code == 2, row.code == 1)
    heading = {0: "### Gate passed", 1: "### Gate failed", 2: "### Gate: no verdict"}[row.code]
    assert (folder / "out.md").read_text(encoding="utf-8").startswith(heading)


def test_the_table_is_long_enough_and_holds_every_outcome() -> None:
    assert len(TABLE) >= 40
    assert {row.code for row in TABLE} == {0, 1, 2}
    assert len({row.name for row in TABLE}) == len(TABLE)


def test_findings_in_json(judge: Command, tmp_path: Path) -> None:
    before = ours(item("a", 1.0, f1=0.75), item("b", 0.5, "A", SAFE, f1=0.5), item("c", 1.0), item("d", None))
    after = ours(item("a", 0.25, "A", SAFE, f1=0.25), item("b", 0.75, f1=0.5), item("e", 1.0), item("d", 1.0))
    base, cand = written(tmp_path / "b.json", before), written(tmp_path / "c.json", after)
    options = ("--min-scored", "0.5", "--seed", "7", "--out", tmp_path / "o.json")
    assert judge("compare", "--base", base, "--cand", cand, *options)[0] == 1
    found = json.loads((tmp_path / "o.json").read_bytes())
    # Three are scored before, 2.5 in all; four after, 3 in all.
    assert found["delta"] == pytest.approx(0.75 - 2.5 / 3)
    assert [(r["id"], r["kind"], r["base"], r["cand"]) for r in found["regressions"]] == [
        ("c", "missing", 1.0, None),
        ("a", "dropped", 1.0, 0.25),
    ]
    assert (found["pairs"], found["scored_pairs"], found["improved"]) == (3, 2, 1)
    assert found["missing"] == [{"id": "c", "system": "A"}]
    assert found["extra"] == [{"id": "e", "system": "A"}]
    assert [(u["id"], u["side"], u["reason"]) for u in found["unscored"]] == [
        ("d", "base", "the judge failed")
    ]
    counts = {tag["tag"]: (tag["base"], tag["cand"]) for tag in found["error_tags"]}
    assert counts == {"hallucination": (1, 1), "evaluation_failed": (1, 0)}
    # f1 over a and b: (0.75 + 0.5) / 2 and (0.25 + 0.5) / 2.
    assert found["drift"] == [{"name": "f1", "pairs": 2, "base": 0.625, "cand": 0.375, "change": -0.25}]
    assert found["settings"]["bootstrap"]["seed"] == 7
    assert found["difference"]["mean"] == pytest.approx((-0.75 + 0.25) / 2)
    assert "too few" in found["noise"]


def test_noise_informs_and_never_changes_the_verdict(judge: Command, tmp_path: Path) -> None:
    base = written(tmp_path / "b.json", foreign(0.5, **TEN))
    noisy = {f"q{n}": 0.9 if n % 2 else 0.08 for n in range(10)}
    cand = written(tmp_path / "c.json", foreign(0.49, **noisy))
    code, out, _ = judge("compare", "--base", base, "--cand", cand, "--max-regressions", "5")
    assert code == 1
    assert "Not statistically significant" in out
    clear = written(tmp_path / "d.json", foreign(0.4, **{f"q{n}": 0.4 - n / 1000 for n in range(10)}))
    options = ("--max-regressions", "10", "--min-delta", "-0.2")
    code, out, _ = judge("compare", "--base", base, "--cand", clear, *options)
    assert code == 0
    assert "Statistically significant drop" in out
    assert judge("compare", "--base", base, "--cand", clear, *options)[1] == out


def test_repeats_are_compared_by_their_means(judge: Command, tmp_path: Path) -> None:
    # Means: baseline a 0.5, b 0.6; candidate a 0.5, b 0.6, though each single run differs.
    one, two = foreign(0.5, a=0.4, b=0.6), foreign(0.6, a=0.6, b=0.6)
    files = [written(tmp_path / f"{n}.json", run) for n, run in enumerate((one, two))]
    single = judge("compare", "--base", files[1], "--cand", files[0])
    assert single[0] == 1
    both = ("--base", files[0], "--base", files[1], "--cand", files[1], "--cand", files[0])
    code, out, _ = judge("compare", *both)
    assert code == 0
    assert "Repeats: baseline 0.5000, 0.6000; candidate 0.6000, 0.5000." in out
    other = written(tmp_path / "other.json", foreign(0.5, {"pdf_sha256": "x"}, a=0.4, b=0.6))
    code, _, err = judge("compare", "--base", files[0], "--base", other, "--cand", files[0])
    assert code == 2
    assert "is not a repeat" in err


def test_runs_of_a_store_by_id(judge: Command, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs.sqlite")
    for run_id, score in (("first", 1.0), ("second", 0.5)):
        store.create(manifest(run_id))
        store.append(run_id, item("a", score))
    options = ("--store", store.path)
    assert judge("compare", "--base", "second", "--cand", "first", *options)[0] == 0
    assert judge("compare", "--base", "first", "--cand", "second", *options)[0] == 1
    code, _, err = judge("compare", "--base", "first", "--cand", "third", *options)
    assert (code, "no run 'third'" in err) == (2, True)
    nowhere = tmp_path / "none.sqlite"
    assert judge("compare", "--base", "first", "--cand", "second", "--store", nowhere)[0] == 2
    assert not nowhere.exists()


HOSTILE = '</code><script>x</script>|`![](http://a.b/c)` @all \x1b[31m\n# h \x00 ]]> "&amp;'


def test_text_from_the_runs_never_takes_effect(judge: Command, tmp_path: Path) -> None:
    before = RunFile.of_results(None, [RunResult(id=HOSTILE, score=1.0)])
    after = RunFile.of_results(None, [RunResult(id=HOSTILE, score=0.0, score_card=None)])
    base = written(tmp_path / "b.json", before.model_dump_json())
    cand = written(tmp_path / "c.json", after.model_dump_json())
    files = ("--markdown", tmp_path / "o.md", "--junit", tmp_path / "o.xml")
    code, out, _ = judge("compare", "--base", base, "--cand", cand, *files)
    assert code == 1
    assert "\x1b" not in out
    html = MarkdownIt("commonmark").enable("table").render((tmp_path / "o.md").read_text(encoding="utf-8"))
    for active in ("<script", "<img", "<h1", "<a "):
        assert active not in html
    assert html.count("<table>") == 3
    suites = ET.fromstring((tmp_path / "o.xml").read_bytes())  # noqa: S314  (our own)
    case = suites.findall(".//testcase")[-1]
    assert "<script>x</script>" in str(case.get("name"))


def test_step_summary_is_added_to(judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = written(tmp_path / "summary.md", "before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    base = written(tmp_path / "b.json", TWO)
    assert judge("compare", "--base", base, "--cand", base)[0] == 0
    assert judge("compare", "--base", base, "--cand", tmp_path / "none.json")[0] == 2
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n### Gate passed")
    assert "### Gate: no verdict" in text


def test_an_unforeseen_error_is_no_verdict(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("eval.compare.comparison.pair_up", broken)
    base, out = written(tmp_path / "b.json", TWO), written(tmp_path / "o.json", {"verdict": "passed"})
    code, _, err = judge("compare", "--base", base, "--cand", base, "--out", out)
    assert (code, "no verdict was reached (RuntimeError)" in err) == (2, True)
    assert json.loads(out.read_bytes())["verdict"] is None


def test_a_report_that_cannot_be_written_is_no_verdict_and_hides_no_reason(
    judge: Command, tmp_path: Path
) -> None:
    base, taken = written(tmp_path / "b.json", TWO), written(tmp_path / "taken", "")
    out = tmp_path / "o.json"
    options = ("--out", out, "--junit", taken / "o.xml")
    code, stdout, err = judge("compare", "--base", base, "--cand", base, *options)
    assert (code, stdout) == (2, "")
    assert "o.xml cannot be written" in err
    assert json.loads(out.read_bytes())["verdict"] is None
    code, _, err = judge("compare", "--base", base, "--cand", tmp_path / "none.json", *options)
    assert code == 2
    assert "o.xml cannot be written" in err
    assert "none.json cannot be read" in err
    code, _, err = judge("compare", "--base", base, "--cand", base, "--out", tmp_path)
    assert (code, err) == (2, f"error: {tmp_path} is a folder; name a file to write.\n")


def script(*arguments: object, cwd: Path = ROOT, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("way", ["not installed", "from eval", "safe path"])
@pytest.mark.slow
def test_the_script_as_a_user_runs_it(way: str, tmp_path: Path) -> None:
    base, cand = written(tmp_path / "b.json", TWO), written(tmp_path / "c.json", foreign(0.7, a=1.0, b=0.4))
    env: dict[str, str] = {}
    before: list[object] = ["-P"] if way == "safe path" else []
    if way == "not installed":
        # Libraries alone, without the site hooks that make an installed project importable.
        site = next(path for path in sys.path if path.endswith("site-packages"))
        before, env = ["-S"], {"PYTHONPATH": site}
    name, cwd = ("compare_runs.py", ROOT / "eval") if way == "from eval" else ("eval/compare_runs.py", ROOT)
    failed = script(*before, name, "--base", base, "--cand", cand, cwd=cwd, **env)
    assert (failed.returncode, failed.stderr) == (1, "")
    if way == "not installed":
        passed = script(*before, name, "--base", base, "--cand", base, cwd=cwd, **env)
        assert (passed.returncode, passed.stderr) == (0, "")
        assert script(*before, name, "--base", base, cwd=cwd, **env).returncode == 2


@pytest.mark.slow
def test_a_terminal_without_the_letters_still_gets_the_verdict(tmp_path: Path) -> None:
    base = written(tmp_path / "b.json", foreign(1.0, 港=1.0))
    cand = written(tmp_path / "c.json", foreign(0.0, 港=0.0))
    ended = script(SCRIPT, "--base", base, "--cand", cand, PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "\\u6e2f" in ended.stdout


@pytest.mark.slow
def test_output_that_nobody_reads_is_no_verdict(tmp_path: Path) -> None:
    base = written(tmp_path / "b.json", TWO)
    command = f'{sys.executable} {SCRIPT} --base {base} --cand {base}; echo "code $?" >&2'
    # The reader is gone before the first line comes.
    ended = subprocess.run(
        ["sh", "-c", f"( {command} ) | true"], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.stderr.splitlines() == [
        "error: no verdict was given: the output could not be written to its end (SystemExit).",
        "code 2",
    ]


@pytest.mark.slow
def test_where_the_libraries_are_missing_there_is_no_verdict(tmp_path: Path) -> None:
    base = written(tmp_path / "b.json", TWO)
    ended = script("-S", SCRIPT, "--base", base, "--cand", base)
    assert ended.returncode == 2
    assert "install the project" in ended.stderr


def test_what_evaluate_and_the_arena_wrote_is_compared_by_file_folder_or_run_id(
    judge: Command, tmp_path: Path, documents: Path
) -> None:
    for name, answer in (
        ("good", "In 2023 it handled 4,812 ships."),
        ("bad", "In 2023 it handled 9,999 ships."),
    ):
        texts = [(documents / "harbour.md").read_text(encoding="utf-8")]
        line = {"id": "q", "question": "How many ships came in 2023?", "answer": answer, "documents": texts}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line), encoding="utf-8")
        assert judge("evaluate", f"{name}.jsonl", "--out", f"{name}.results.jsonl")[0] == 0
    files = ("--base", "good.results.jsonl", "--cand", "bad.results.jsonl")
    code, by_file, err = judge("compare", *files, "--json")
    assert (code, err) == (1, "")
    bad, good = (json.loads(line)["run_id"] for line in judge("runs", "list", "--json")[1].splitlines())
    code, by_id, err = judge("compare", "--base", good, "--cand", bad, "--json")
    assert (code, err) == (1, "")
    assert json.loads(by_file)["verdict"] == json.loads(by_id)["verdict"]
    question = json.dumps({"question": "How many ships came in 2023?"})
    (tmp_path / "q.jsonl").write_text(question, encoding="utf-8")
    assert judge("run_arena.py", "--questions", "q.jsonl", "--documents", documents, "--out", "arena")[0] == 0
    sides = ("--base-system", "Deep Research", "--cand-system", "Deep Research")
    assert judge("compare", "--base", "arena", "--cand", "arena/arena.json", *sides)[0] == 0
    code, _, err = judge("compare", "--base", "arena", "--cand", good, *sides[:2])
    assert code == 2
    assert "differ in task" in err
    for broken in ("documents", "bad.jsonl"):
        code, _, err = judge("compare", "--base", broken, "--cand", good)
        assert (code, err.startswith("error: ")) == (2, True)


def test_a_name_that_is_neither_a_file_nor_a_run_is_refused_as_both(judge: Command, tmp_path: Path) -> None:
    missing = ("compare", "--base", "missing/path", "--cand", "missing/path")
    code, out, err = judge(*missing)
    said = "error: missing/path: no such file and no such run ("
    named = "; use a run file, the folder of an arena, or the id or name of a run.\n"
    assert (code, out) == (2, "")
    none = "there is no run store; make a run first, or check the path or the URL"
    assert err == f"{said}.judge/runs.sqlite: {none}){named}"
    RunStore(tmp_path / ".judge/runs.sqlite").close()
    code, _, err = judge(*missing)
    contains = ".judge/runs.sqlite contains no run 'missing/path'; `judge runs list` names its runs"
    assert (code, err) == (2, f"{said}{contains}){named}")


@pytest.mark.parametrize(
    "words",
    [("legal", "--limit", 1), ("research", "How many ships came?", "--documents", "harbour.md")],
    ids=lambda words: words[0],
)
def test_an_outcome_that_is_no_run_file_names_its_run(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("JUDGE_CHECKPOINTS", str(tmp_path / "c.sqlite"))
    (tmp_path / "harbour.md").write_text("4,812 ships came.", encoding="utf-8")
    _, out, _ = judge(*words, "--out", "out.json")
    run_id = out.splitlines()[-1].removeprefix("Run ID: ")
    code, _, err = judge("compare", "--base", "out.json", "--cand", "out.json")
    said = f"error: out.json is what came of run {run_id} and no run file; name the run by that id.\n"
    assert (code, err) == (2, said)
    assert judge("compare", "--base", run_id, "--cand", run_id)[0] == 0

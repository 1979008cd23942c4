"""Gold answers and key points on the command line, and ``--blind``."""

import json
from pathlib import Path

import pytest

from data_base.store.run_store import RunStore
from tests.service.conftest import Command

QUESTION = "How many ships did the harbour of Velm handle in 2023?"
GOLD = "It handled 4,812 ships in 2023."
LINE = {
    "id": "a",
    "question": QUESTION,
    "answer": "It handled 4,812 ships.",
    "documents": ["In 2023 the harbour of Velm handled 4,812 ships."],
    "gold_answer": GOLD,
    "key_points": ["4,812 ships", {"text": "the harbour has nine cranes", "weight": 3}],
}


def written(folder: Path, **changes: object) -> Path:
    path = folder / "answers.jsonl"
    path.write_text(json.dumps(LINE | changes), encoding="utf-8")
    return path


def test_a_line_brings_what_is_known_and_blind_leaves_it_out(judge: Command, tmp_path: Path) -> None:
    path = written(tmp_path)
    found = {}
    for name in ("seeing", "blind"):
        options = ("--blind",) if name == "blind" else ()
        code, _, err = judge("evaluate", path, *options, "--out", f"{name}.jsonl")
        assert code == 0, err
        found[name] = json.loads((tmp_path / f"{name}.jsonl").read_text(encoding="utf-8"))
    assert [found[name]["reference_seen"] for name in found] == [True, False]
    assert [point["verdict"] for point in found["seeing"]["key_points"]] == ["covered", "missing"]
    assert found["seeing"]["metrics"]["completeness"] == 1 + 9 * 1 / 4
    assert (found["blind"]["key_points"], found["blind"]["judged_completeness"]) == ([], None)
    code, out, err = judge("compare", "--base", "seeing.jsonl", "--cand", "blind.jsonl")
    assert code in {0, 1}, err
    assert "no gold answers and no key points (blind)" in " ".join(out.split())


def test_one_answer_is_judged_by_a_gold_answer_alone(judge: Command) -> None:
    asked = ("evaluate", "--question", QUESTION, "--answer", "4,812 ships.", "--json")
    code, out, _ = judge(*asked, "--gold-answer", GOLD, "--key-point", "4,812 ships", "--key-point", "2023")
    found = json.loads(out)
    assert code == 0
    assert (found["reference_seen"], found["mode"]) == (True, "no_documents")
    assert len(found["key_points"]) == 2
    assert judge(*asked, "--gold-answer", GOLD, "--blind")[0] == 1
    assert judge(*asked, "--key-point", " ")[0] == 2


def test_one_question_is_said_to_have_no_answer_in_the_documents(judge: Command, documents: Path) -> None:
    asked = ("evaluate", "--question", "How deep is the harbour of Velm?", "--documents", documents, "--json")
    scores = {}
    for answer in ("The documents do not say how deep it is.", "It is 12 metres deep."):
        code, out, err = judge(*asked, "--answer", answer, "--unanswerable")
        assert code == 0, err
        scores[answer] = json.loads(out)["metrics"]["accuracy"]
    declined, claimed = scores.values()
    assert (declined > 8, claimed < 4) == (True, True), scores
    with RunStore(documents.parent / ".judge/runs.sqlite", must_exist=True) as store:
        assert {item.answerable for run in store.runs() for item in store.items(run.run_id)} == {False}
    words = ("--gold-answer", "It is 12 metres deep.", "--unanswerable")
    assert json.loads(judge(*asked, "--answer", "Nobody says.", *words)[1])["reference_seen"] is True


def test_calibration_shows_the_judge_the_gold_answer_of_a_file(judge: Command, tmp_path: Path) -> None:
    line = {"id": "1", "question": QUESTION, "answer": "4,812.", "gold_answer": GOLD}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line | {"scores": {"accuracy": 9}}), encoding="utf-8")
    assert judge("calibrate", "gold.jsonl")[0] == 0
    with RunStore(tmp_path / ".judge" / "runs.sqlite") as store:
        (run,) = store.runs()
        (item,) = store.items(run.run_id)
    assert run.settings["references"] == {"gold_answers": 1, "key_points": 0}
    assert item.evaluation is not None
    assert item.evaluation.reference_seen
    assert judge("calibrate", "gold.jsonl", "--blind")[0] == 1


def test_verdicts_on_key_points_are_shown(judge: Command, tmp_path: Path) -> None:
    code, out, err = judge("evaluate", written(tmp_path))
    assert code == 0, err
    assert "  answered: yes\n" in out
    assert (
        "  key points: 1 of 2 covered, 1 missing\n  coverage: 25%\n"
        "  completeness 3.25 by key points, 10.00 by the judge; that of the key points counts\n"
        "  - missing: the harbour has nine cranes\n  - covered: 4,812 ships\n" in out
    )
    code, out, err = judge("show", "a")
    assert code == 0, err
    shown = [line.strip("│├└─ ") for line in out.splitlines()]
    assert "answered: yes" in shown
    first = shown.index("key points: 1 of 2 covered, 1 missing") + 1
    assert shown[first] == "coverage: 25%"
    missing, covered = map(shown.index, ("missing: the harbour has nine cranes", "covered: 4,812 ships"))
    assert first < missing < covered
    assert "words: It handled 4,812 ships." in shown


def test_the_summary_of_a_file_counts_answers_and_key_points(judge: Command, tmp_path: Path) -> None:
    lines = [LINE, LINE | {"id": "b", "answer": "The documents do not say."}]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _, out, _ = judge("evaluate", path)
    assert "; answered: 1 yes, 1 no; key points: 1 of 4 covered, 3 missing" in out


@pytest.mark.parametrize("option", ["--gold-answer", "--key-point"])
def test_an_empty_reference_is_refused(judge: Command, option: str) -> None:
    code, _, err = judge("evaluate", "--question", "q", "--answer", "a", option, "  ")
    assert code == 2
    assert f"{option} is empty" in err


def test_context_precision_and_recall_are_printed_and_shown(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = [{"claim": "4,812 ships", "passage_ids": ["1"]}, {"claim": "in 2023", "passage_ids": []}]
    said = {"accuracy": 9, "completeness": 9, "clarity": 9, "reason": "right", "reference_claims": claims}
    (tmp_path / "judging_context.py").write_text(
        f"def own(request):\n    return {said!r}\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    path = written(tmp_path)
    path.write_text(f"{json.dumps(LINE)}\n{json.dumps(LINE | {'id': 'b'})}\n", encoding="utf-8")
    code, out, err = judge("evaluate", path, "--judge", "judging_context:own")
    assert code == 0, err
    assert "  context: precision 1.00 (1 of 1 passage), recall 0.50 (1 of 2 statements)" in out
    assert "  - 4,812 ships: [document#1]\n  - in 2023: in no passage" in out
    assert "; context: precision 1.00 (2 answers), recall 0.50 (2 answers)" in out
    shown = " ".join(judge("show", "a")[1].replace("│", " ").split())
    assert "context: precision 1.00 (1 of 1 passage), recall 0.50 (1 of 2 statements)" in shown
    assert "useful: [document#1]" in shown
    assert "statement of the reference: in 2023 └── in no passage" in shown

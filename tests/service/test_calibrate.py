"""``judge calibrate`` on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.conftest import Command
from tests.support.openai_server import openai_server
from tests.support.rows import table

QUESTION = "How many ships did the harbour of Velm handle in {}?"
PASSAGES = [
    "In 2021 the harbour of Velm handled 4,377 ships, in 2022 it handled 4,812 ships and in 2023 4,909."
]
RIGHT = {2021: "4,377", 2022: "4,812", 2023: "4,909"}
SCORES = {"right": 8.0, "wrong": 2.0}


def lines() -> list[dict[str, Any]]:
    return [
        {
            "id": f"{year}-{name}",
            "question": QUESTION.format(year),
            "answer": f"The harbour of Velm handled {figure} ships in {year}.",
            "passages": PASSAGES,
            "scores": {"accuracy": SCORES[name]},
            "rater": "us",
        }
        for year in RIGHT
        for name, figure in (("right", RIGHT[year]), ("wrong", "9,333"))
    ]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    file = tmp_path / "gold.jsonl"
    file.write_text("\n".join(map(json.dumps, lines())), encoding="utf-8")
    return file


def test_a_judge_compared_with_people_as_json(judge: Command, gold: Path) -> None:
    code, out, _ = judge("calibrate", gold, "--json", "--resamples", 200, "--seed", 3)
    assert code == 0
    found = json.loads(out)
    (accuracy,) = found["dimensions"]
    assert (found["judge"], found["items"], found["failed"]) == ("embedded", 6, 0)
    assert found["bootstrap"] == {"seed": 3, "resamples": 200, "confidence": 0.95}
    assert (accuracy["scored"], accuracy["questions"]) == (6, 3)
    assert accuracy["measures"]["spearman"]["value"] > 0.8
    assert accuracy["baselines"]["constant"]["mae"] == 3
    assert judge("calibrate", gold, "--json", "--resamples", 200, "--seed", 3)[1] == out


def test_a_judge_compared_with_people_as_a_table(judge: Command, gold: Path) -> None:
    code, out, _ = judge("calibrate", gold, "--resamples", 100, "--judge", "embedded")
    assert code == 0
    assert "accuracy: 6 of 6 items, 3 questions" in out
    assert all(name in out for name in ("within ±1", "Krippendorff's alpha", "constant"))
    assert "mae, leaving out ever more undecidable items" in out
    assert "accuracy: the judge cannot be called calibrated, since only 6 items are scored" in out


def test_a_map_is_saved_and_used_only_when_asked(judge: Command, gold: Path, tmp_path: Path) -> None:
    code, out, _ = judge("calibrate", gold, "--json", "--resamples", 100, "--save-map", "map.json")
    assert code == 0
    plain = json.loads(out)["dimensions"][0]
    assert plain["mapped"] is not None
    kept = json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))
    assert (kept["version"], kept["judge"]) == ("1", "embedded")
    code, out, _ = judge("calibrate", gold, "--json", "--resamples", 100, "--score-map", "map.json")
    mapped = json.loads(out)
    assert mapped["score_map"] is not None
    assert mapped["dimensions"][0]["measures"]["mae"]["value"] == pytest.approx(0, abs=0.01)
    answers = tmp_path / "answers.jsonl"
    answer = {"question": QUESTION.format(2022), "answer": "4,812 ships.", "documents": PASSAGES}
    answers.write_text(json.dumps(answer), encoding="utf-8")
    scored = [
        json.loads(judge("evaluate", answers, "--json", *more)[1])["metrics"]["accuracy"]
        for more in ((), ("--score-map", "map.json"))
    ]
    assert scored[1] == pytest.approx(SCORES["right"], abs=0.25)
    assert scored[0] > 9.0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    table(__file__, "test_bad_input_is_one_sentence"),
)
def test_bad_input_is_one_sentence(
    judge: Command, gold: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    code, out, err = judge("calibrate", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert gold.exists()


def test_the_same_command_pays_for_nothing_twice(
    judge: Command, gold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = {"analysis": "", "accuracy": 7, "completeness": 7, "clarity": 7, "reason": "", "suggestion": ""}
    with openai_server(json.dumps(reply)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        code, out, _ = judge("calibrate", gold, "--judge", "openai:m", "--json", "--resamples", 100)
        assert code == 0
        first = json.loads(out)
        asked = len(server.requests)
        assert asked == 6 + 1  # and one to see whether it answers
        again = json.loads(judge("calibrate", gold, "--judge", "openai:m", "--json", "--resamples", 100)[1])
        assert len(server.requests) == asked
    assert again["dimensions"] == first["dimensions"]
    assert first["dimensions"][0]["measures"]["mae"]["value"] == 3


def test_a_dry_run_says_how_far_the_estimate_of_a_cascade_goes(
    judge: Command, documents: Path, tmp_path: Path
) -> None:
    rows = [
        {
            "question": "Why?",
            "answer": "Training enlarges the heart.",
            "documents": ["耐力訓練會使心臟變大。"],
        },
        {"question": "How many?", "answer": "4 ships came.", "documents": ["4 ships came."]},
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    cascade = ("--judge", "embedded+openai:m", "--dry-run")
    _, out, _ = judge("evaluate", "answers.jsonl", *cascade)
    assert "2 answers to be judged by embedded+openai:m: 1 call: " in out
    assert " The embedded judge was asked: only what it cannot decide is counted." in out
    later = " What the embedded judge will decide is counted, too, and costs nothing."
    _, out, _ = judge("research", "How many ships came in 2023?", "--documents", documents, *cascade)
    assert out.startswith("1 call: ")
    assert later in out
    # One in the loop, and two answers judged by the arena's own judge.
    _, out, _ = judge("arena", "--limit", 1, *cascade)
    assert " 0 kept. 3 calls: " in out
    assert later in out
    assert "embedded judge" not in judge("arena", "--limit", 1, "--judge", "openai:m", "--dry-run")[1]


def test_a_cascade_asks_the_model_only_what_it_cannot_decide(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {
        "question": "Why?",
        "answer": "Training enlarges the heart.",
        "documents": ["耐力訓練會使心臟變大。"],
    }
    decided = {"question": "How many?", "answer": "4 ships came.", "documents": ["4 ships came."]}
    (tmp_path / "answers.jsonl").write_text(f"{json.dumps(row)}\n{json.dumps(decided)}\n", encoding="utf-8")
    reply = {"analysis": "", "accuracy": 7, "completeness": 7, "clarity": 7, "reason": "", "suggestion": ""}
    with openai_server(json.dumps(reply)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        code, out, err = judge("evaluate", "answers.jsonl", "--json", "--judge", "embedded+openai:m")
        assert len(server.requests) == 1 + 1
    assert code == 0
    assert [json.loads(line)["model_id"] for line in out.splitlines()] == ["openai:m", "embedded"]
    assert "The judge embedded+openai:m escalated 1 of 2 answers (50%) to openai:m." in err


def test_three_people_and_thirty_answers_decide_whether_a_judge_is_calibrated(
    judge: Command, tmp_path: Path
) -> None:
    rows = [
        {**line, "id": f"{line['id']}-{n}", "rater": rater, "scores": {"accuracy": score}}
        for n in range(5)
        for line in lines()
        for rater, shift in (("Ann", 0), ("Bob", n % 2), ("Cyd", -(n % 3) / 2))
        for score in (line["scores"]["accuracy"] + shift,)
    ]
    file = tmp_path / "three.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, out, _ = judge("calibrate", file, "--resamples", 100)
    assert code == 0
    assert "30 items scored by all of Ann, Bob, Cyd: mean kappa of the judge with them" in out
    # It gives 9.9 and 2.4 where people give 7 to 9 and 1 to 3: in the same order, and too mild.
    assert "accuracy: the judge is not calibrated (correlation with people 1.00, at least 0.80" in out

"""What a program found when it checked the evidence is shown next to the judge's words."""

import json
from pathlib import Path

from tests.service.conftest import Command

QUESTION = "How many ships did the harbour of Velm handle in 2023?"
WRONG = ("evaluate", "--question", QUESTION, "--answer", "It handled 5,930 ships in 2023.")


def test_figures_that_no_passage_holds_are_shown(judge: Command, documents: Path) -> None:
    code, out, _ = judge(*WRONG, "--documents", documents)
    assert code == 0
    assert "  in no passage: 5,930" in out
    assert "unverified" not in out


def test_they_are_in_the_json_too(judge: Command, documents: Path) -> None:
    result = json.loads(judge(*WRONG, "--documents", documents, "--json")[1])
    claim = "It handled 5,930 ships in 2023."
    assert result["evidence"]["figures_not_in_passages"] == [{"figure": "5,930", "claim": claim}]
    assert result["evidence"]["unverified"] == 0
    assert [issue["doubts"] for issue in result["issues"]] == [[]] * len(result["issues"])


def test_what_the_embedded_judge_cannot_decide_is_said(judge: Command, documents: Path) -> None:
    told = judge(
        "evaluate", "--question", "Were there ships in Velm?", "--answer", "Yes.", "--documents", documents
    )
    assert "  decided: 0% of the claims; for the rest ask a language model" in told[1]
    assert "decided" not in judge(*WRONG, "--documents", documents)[1]

"""A checker as a judge: which score comes from where, and what it is named by."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.cascade import escalation
from agents.judges.checkers.claim_bands import accuracy_by_claims
from agents.judges.judge_spec import JudgeSpec
from agents.judges.settings_file import read_judge_settings
from agents.models.registry import chat_model, model_id, plain_name, uses_embedded, with_model_options
from data_base.errors import InputError
from service.doctor.checker_check import checker_findings
from service.doctor.named_models import named_models
from service.jobs.judge_request import JudgeSettingsRequest, evaluator_of
from tests.support.openai_server import Message, OpenAIServer, openai_server
from tests.support.rows import over

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

QUESTION = "What is known of the port of Harwich?"
PASSAGES = [
    "The port of Harwich opened in 1903. Its first crane was built in Bath by Stothert & Pitt.",
    "A second pier was added in 1931. The port has four berths and a customs house.",
]
RIGHT = [
    "The port of Harwich opened in 1903.",
    "Its first crane was built in Bath.",
    "Stothert & Pitt built the crane.",
    "A second pier was added in 1931.",
    "The port has four berths.",
    "There is a customs house at the port.",
]
WRONG = "A lighthouse was built in 1950."
REPLY = json.dumps(
    {"analysis": "a", "accuracy": 9, "completeness": 8, "clarity": 9, "reason": "r", "suggestion": "s"}
)


def likely(messages: list[Message]) -> Mapping[str, float]:
    """No to what is said of a lighthouse, undecided on what may be, else Yes."""
    claim = messages[-1]["content"].partition("Claim: ")[2]
    yes = 0.02 if "lighthouse" in claim else 0.5 if "perhaps" in claim else 0.95
    return {"Yes": yes, "No": 1 - yes}


def said(messages: list[Message]) -> str:
    if "Claim: " not in messages[-1]["content"]:
        return REPLY
    return max(likely(messages).items(), key=lambda each: each[1])[0]


def declared(server: OpenAIServer) -> dict[str, Any]:
    return {"mini": {"kind": "yes_no", "url": server.base_url, "model": "minicheck"}}


async def judged(judge: str, server: OpenAIServer, *claims: str, **settings: Any) -> Any:
    evaluator = RAGEvaluator(judge, cache=None, checkers=declared(server), **settings)
    return await evaluator.evaluate_fine_grained(QUESTION, " ".join(claims), PASSAGES)


async def test_accuracy_is_the_checkers_and_the_other_scores_are_the_embedded_judges() -> None:
    with openai_server(said, likely=likely) as server:
        found = await judged("checker:mini", server, *RIGHT, WRONG)
    alone = await RAGEvaluator("embedded").evaluate_fine_grained(
        QUESTION, " ".join([*RIGHT, WRONG]), PASSAGES
    )
    assert found.metrics.accuracy == accuracy_by_claims(7, 1, 0) == pytest.approx(4.71)
    both = [(each.metrics.completeness, each.metrics.clarity) for each in (found, alone)]
    assert both[0] == both[1]
    assert found.model_id == "checker:mini"
    assert found.scored_by == {
        "accuracy": "checker:mini",
        "completeness": "embedded",
        "clarity": "embedded",
    }
    assert found.reason.startswith("checker:mini: 6 of 7 claims are supported by the passages.")
    assert (found.issues[0].claim, found.issues[0].verdict) == (WRONG, "unsupported")
    assert found.usage.calls == len(server.requests) == 7
    assert found.decided_share == 1


@over(
    "claims, unsupported, undecided, accuracy",
    [
        (8, 0, 0, 10.0),
        (20, 1, 0, 6.0),
        (10, 1, 0, 5.0),
        (12, 3, 0, 4.0),
        (6, 3, 0, 3.0),
        (4, 4, 0, 1.0),
        (1, 0, 1, 6.0),
        (20, 0, 2, 10.0),
        (20, 0, 4, 6.0),
        (10, 1, 9, 5.0),
    ],
)
def test_the_bands(claims: int, unsupported: int, undecided: int, accuracy: float) -> None:
    assert accuracy_by_claims(claims, unsupported, undecided) == pytest.approx(accuracy, abs=0.01)


async def test_an_answer_of_a_few_words_is_read_with_its_question() -> None:
    with openai_server(said, likely=likely) as server:
        evaluator = RAGEvaluator("checker:mini", cache=None, checkers=declared(server))
        found = await evaluator.evaluate_fine_grained("When did the port open?", "1903", PASSAGES)
    assert server.requests[0]["messages"][-1]["content"].endswith("Claim: When did the port open? 1903")
    assert found.metrics.accuracy == 10


async def test_what_makes_no_claim_is_the_embedded_judges_and_no_call_is_made() -> None:
    answer = "The documents do not say who owns the port."
    with openai_server(said) as server:
        found = await judged("checker:mini", server, answer)
    alone = await RAGEvaluator("embedded").evaluate_fine_grained(QUESTION, answer, PASSAGES)
    assert (found.metrics.accuracy, server.requests) == (alone.metrics.accuracy, [])
    assert set(found.scored_by.values()) == {"embedded"}


async def test_a_claim_that_could_not_be_checked_is_no_bad_score() -> None:
    with openai_server("Perhaps") as server:
        found = await judged("checker:mini", server, *RIGHT[:2])
    assert found.evaluation_failed
    assert "neither Yes nor No" in found.reason
    assert found.usage.calls == 2


async def test_a_panels_scores_are_nobodys_alone() -> None:
    with openai_server(said, likely=likely) as server:
        found = await judged("checker:mini,embedded", server, *RIGHT, WRONG)
    assert [each.model_id for each in found.panel.members] == ["checker:mini", "embedded"]
    assert found.scored_by == {}


@over("answer, decides", [(RIGHT[0], "checker:mini"), ("The port was perhaps enlarged.", "openai:second")])
async def test_what_a_checker_cannot_decide_goes_on_and_both_are_paid_for(
    answer: str, decides: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with openai_server(said, likely=likely) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        found = await judged("checker:mini+openai:second", server, answer)
    assert found.model_id == decides
    assert found.usage.calls == len(server.requests) == (1 if decides == "checker:mini" else 2)
    assert escalation("checker:mini+openai:second", [decides]) is not None


async def test_estimating_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    from data_base.schemas.passage import Passage
    from data_base.schemas.protocols import JudgeRequest

    passages = tuple(Passage(id=f"a#{n}", doc_id="a", text=text) for n, text in enumerate(PASSAGES))
    request = JudgeRequest(question=QUESTION, answer=" ".join(RIGHT), documents=passages)
    with openai_server(said) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        for judge, calls in (("checker:mini", 6), ("checker:mini+openai:second", 7)):
            evaluator = RAGEvaluator(judge, cache=None, checkers=declared(server))
            assert (await evaluator.estimate([request])).calls == calls
    assert server.requests == []


def test_what_a_checker_is_called_and_what_distinguishes_it() -> None:
    checkers = {"mini": {"kind": "yes_no", "url": "http://a:1/v1", "model": "m"}}
    one = RAGEvaluator("checker:mini", checkers=checkers)
    other = RAGEvaluator("checker:mini", checkers={"mini": {**checkers["mini"], "model": "n"}})
    assert one.model_id == model_id(one.spec) == plain_name("checker:mini") == "checker:mini"
    assert one.identity != other.identity
    assert (one.prompts, len(one.asked_models)) == ((), 1)
    assert uses_embedded("checker:mini")
    assert plain_name("checker:mini+openai:m?seed=1") == "checker:mini+openai:m"
    assert with_model_options("checker:mini+openai:m", {"seed": 1}) == "checker:mini+openai:m?seed=1"


@over(
    "name, message",
    [
        ("checker:none", r"there is no checker 'none' \(declared: mini\)"),
        ("checker:mini?seed=1", "takes no options"),
        ("checker:mini+checker:mini", "a cascade is two different judges"),
        ("checker:mini+embedded+openai:m", "a cascade is two different judges"),
        ("checker:mini,checker:mini", "says the same each time"),
    ],
)
def test_names_that_are_no_judge(name: str, message: str) -> None:
    checkers = {"mini": {"kind": "yes_no", "url": "http://a:1/v1", "model": "m"}}
    with pytest.raises(InputError, match=message):
        RAGEvaluator(name, checkers=checkers)


def test_a_checker_writes_no_text() -> None:
    with pytest.raises(InputError, match="writes no text"):
        chat_model("checker:mini")
    with pytest.raises(InputError, match="takes no options"):
        with_model_options("checker:mini", {"seed": 1})
    with pytest.raises(InputError, match="takes completeness and clarity from the embedded judge"):
        RAGEvaluator(
            "checker:mini",
            checkers={"mini": {"kind": "yes_no", "url": "http://a:1/v1", "model": "m"}},
            rubric={"en": "own"},
        )


def test_a_settings_file_declares_checkers_and_folders_are_relative_to_it(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("version: a\ncheckers:\n  small: {kind: onnx, folder: models/small}\n", encoding="utf-8")
    (small,) = read_judge_settings(file).evaluator["checkers"].values()
    assert small.folder == tmp_path / "models" / "small"


def test_the_operator_declares_what_requests_may_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="no model of this server"):
        evaluator_of("checker:mini", JudgeSettingsRequest())
    file = tmp_path / "checkers.yaml"
    file.write_text(
        "checkers:\n  mini: {kind: yes_no, url: 'http://secret:1/v1', model: m}\n"
        "  gone: {kind: onnx, folder: gone}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("JUDGE_CHECKERS", str(file))
    assert evaluator_of("checker:mini", JudgeSettingsRequest()).model_id == "checker:mini"
    with pytest.raises(InputError, match="no model of this server"):
        evaluator_of("checker:other", JudgeSettingsRequest())
    with pytest.raises(ValueError, match="cannot be set over the network"):
        JudgeSettingsRequest.model_validate({"checkers": {}})
    with pytest.raises(InputError, match="there is no folder gone;") as error:
        evaluator_of("checker:gone", JudgeSettingsRequest())
    assert str(tmp_path) not in str(error.value)
    listed = {each.name: each for each in named_models({})}
    assert (listed["checker:mini"].status, listed["checker:gone"].status) == ("ok", "missing")
    assert "secret" not in str(listed["checker:mini"])
    with pytest.raises(InputError, match=r"there is no folder .*gone"):
        JudgeSpec.of("checker:gone")


@over(
    "content, message",
    [
        ("mini: {kind: yes_no}", "write `checkers:`"),
        ("checkers: {mini: {kind: yes_no, url: a}}", r"checkers: mini\.model: is missing"),
        ("checkers: {'a b': {kind: yes_no, url: a, model: m}}", "'a b' is no name"),
        ("checkers: {mini: {kind: other}}", r"checkers: mini: .kind. must be"),
        ("checkers: {mini: [", "not readable as YAML"),
        (None, r"cannot be read .*; check JUDGE_CHECKERS"),
    ],
)
def test_a_file_of_checkers_that_is_wrong_is_refused_by_field(
    content: str | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "checkers.yaml"
    if content is None:
        file.unlink(missing_ok=True)
    else:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv("JUDGE_CHECKERS", str(file))
    with pytest.raises(InputError, match=message) as error:
        JudgeSpec.of("checker:mini")
    assert "\n" not in str(error.value)


def lacking(name: str) -> list[str]:
    return [each.name for each in checker_findings(name) if each.prevents]


@over("gives", [True, False])
def test_the_doctor_has_a_true_and_a_false_claim_told_apart(
    gives: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def right(messages: list[Message]) -> str:
        return "No" if "1925" in messages[-1]["content"] else "Yes"

    def sure(messages: list[Message]) -> Mapping[str, float]:
        return {right(messages): 0.9, "maybe": 0.1}

    file = tmp_path / "checkers.json"
    monkeypatch.setenv("JUDGE_CHECKERS", str(file))
    with openai_server(right, likely=sure if gives else None) as server:
        file.write_text(json.dumps({"checkers": declared(server)}), encoding="utf-8")
        found = {each.name: each for each in checker_findings("checker:mini")}
    assert found["claims told apart"].status == "ok"
    assert found["probabilities"].status == ("ok" if gives else "attention")
    with openai_server("Yes") as server:
        file.write_text(json.dumps({"checkers": declared(server)}), encoding="utf-8")
        assert [each.name for each in checker_findings("checker:mini") if each.prevents] == [
            "claims told apart"
        ]
    assert [each.name for each in checker_findings("checker:mini") if each.prevents] == ["server"]
    assert [each.prevents for each in checker_findings("checker:none")] == [True]

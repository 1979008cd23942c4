"""What holds for every template that ships."""

import json
import re
from pathlib import Path
from typing import Any, Literal, get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field

from agents.judges.pairs.pair_request import PairRequest
from agents.judges.pairs.reply import PairReply, checked_evidence, read_pair_reply
from agents.judges.prompt import judge_prompt
from agents.judges.settings import EvaluatorSettings
from data_base.schemas.claim_table import SourceVerdict
from data_base.schemas.judgement import Issue, Score
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.quotes import is_quoted
from prompts.registry import available, identify, load
from scoring.evidence_check import check_issues
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

TEMPLATES = Path(__file__).parents[2] / "prompts" / "templates"
LANGUAGES = ("en", "ru", "zh-Hans", "zh-Hant")
SLOTS = {
    "judge_with_documents": {"question", "passages", "answer"},
    "judge_without_documents": {"question", "answer"},
    "judge_key_points": {"question", "answer", "key_points"},
    "judge_claims": {"question", "passages", "claims"},
    "judge_pair": {"question", "passages", "first", "second"},
    "plan": {"question"},
    "refine": {"question", "tried", "found", "suggestion"},
    "follow_up": {"question", "earlier", "follow_up", "tried", "found"},
    "answer_with_documents": {"question", "passages", "draft", "review"},
    "answer_without_documents": {"question"},
    "repair_reply": {"reply", "error", "shape"},
}
JUDGES = ("judge_with_documents", "judge_without_documents")
EVERY = [(template_id, language) for template_id in SLOTS for language in LANGUAGES]


class JudgeShape(BaseModel):
    """The judge's documented reply, nothing more and nothing less."""

    model_config = ConfigDict(extra="forbid", strict=True)

    issues: list[dict[str, Any]]
    analysis: str = Field(min_length=1)
    answered: Literal["yes", "partly", "no"]
    accuracy: Score
    completeness: Score
    clarity: Score
    reason: str = Field(min_length=1)
    suggestion: str


class PlanShape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    sub_questions: list[str] = Field(min_length=1, max_length=5)
    follow_ups: list[str]
    also: list[str] = Field(max_length=3)


class FollowUpShape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    known: dict[str, str]
    status: Literal["search", "found", "missing"]
    queries: list[str] = Field(max_length=3)
    answer: str


class RefineShape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    query: str


def replies_in(system: str) -> list[str]:
    """The example replies as the model sees them: JSON objects that fill a line, after the examples begin."""
    lines = [line for line in system.splitlines() if line.startswith("{")]
    return [
        line
        for line in lines
        if not re.search(
            r'"claim", "verdict"|"starts", |\["\.\.\."\]|"query": "\.\.\."|"known": \{"#1": "(\.\.\.|……)',
            line,
        )
    ]


def test_every_prompt_exists_in_every_language() -> None:
    # Eval JSON v2 is specified with one prompt, in Traditional Chinese.
    assert available() == sorted([*EVERY, ("eval_json_v2", "zh-Hant")])


@over("template_id, language", EVERY)
def test_template_is_what_its_place_says(template_id: str, language: str) -> None:
    template = load(template_id, language)
    assert template.system.splitlines()[0] == f"# {template_id} v{template.version} {language}"
    assert set(template.slots) == SLOTS[template_id]
    assert "{{" not in template.system
    assert "<<<" not in template.user
    assert identify(template.system) is template
    assert template.ref.sha256 == template.sha256
    assert re.fullmatch(r"[0-9a-f]{64}", template.sha256)


@over("template_id, language", EVERY)
def test_model_is_told_what_the_fences_mean(template_id: str, language: str) -> None:
    system = load(template_id, language).system
    assert "<<<name CODE>>>" in system
    assert "<<<end CODE>>>" in system


@over("template_id", SLOTS)
def test_languages_keep_version_and_kinds_of_examples(template_id: str) -> None:
    templates = [load(template_id, language) for language in LANGUAGES]
    assert len({template.version for template in templates}) == 1
    assert len({template.slots for template in templates}) == 1
    assert len({len(template.examples) for template in templates}) == 1
    assert len({tuple(template.optional) for template in templates}) == 1
    assert len({template.sha256 for template in templates}) == len(LANGUAGES)


@over("language", LANGUAGES)
@over("template_id", JUDGES)
def test_judge_examples_have_the_documented_shape_and_scores(template_id: str, language: str) -> None:
    template = load(template_id, language)
    replies = [JudgeShape.model_validate_json(line) for line in replies_in(template.system)]
    assert [reply.accuracy for reply in replies] == [2, 10, 5, 6.5, 10]
    assert [reply.answered for reply in replies] == ["yes", "no", "partly", "yes", "yes"]
    assert len({(r.accuracy, r.completeness, r.clarity) for r in replies}) == len(replies) - 1
    issues = [Issue.model_validate(issue) for reply in replies for issue in reply.issues]
    wrong = [issue.verdict for issue in issues if issue.verdict != "supported"]
    assert wrong == ["contradicted", "missing", "unsupported"]
    assert [reply.model_dump() for reply in replies] == [example["reply"] for example in template.examples]
    assert all(list(example["reply"]) == list(JudgeShape.model_fields) for example in template.examples)


@over("language", LANGUAGES)
def test_judge_examples_would_pass_the_check_of_their_evidence(language: str) -> None:
    passages: dict[str, str] = {}
    for place, example in enumerate(load("judge_with_documents", language).examples):
        shown = re.findall(r"\[(\d)\] ([^\[]+)", example["documents"])
        # The second and the last say that theirs is as above.
        passages = passages if place in {1, 4} else dict(shown)
        issues = [Issue.model_validate(issue) for issue in example["reply"]["issues"]]
        checked = check_issues(issues, example["answer"], passages, {})
        assert [issue.doubts for issue in checked] == [()] * len(issues), example["question"]


@over("language", LANGUAGES)
def test_examples_of_pairs_are_read_and_their_evidence_is_found(language: str) -> None:
    steps = []
    for example in load("judge_pair", language).examples:
        passages = re.findall(r"\[(\d)\] ([^\[]+)", str(example["documents"]))
        request = PairRequest(
            question=str(example["question"]),
            first_answer=str(example["first"]),
            second_answer=str(example["second"]),
            passages=tuple(Passage(id=name, doc_id="d", text=text) for name, text in passages),
        )
        parsed = read_pair_reply(json.dumps(example["reply"]), request)
        assert parsed.rung == "strict"
        assert parsed.value is not None
        assert list(PairReply.model_fields) == list(example["reply"])
        found = checked_evidence(request, parsed.value.evidence)
        assert [each.quote_found for each in found] == [True, True], example["question"]
        assert {each.answer for each in found} == {"first", "second"}
        # Where both are as good, the longer one wins nothing; where one is better, it is the shorter one.
        shorter = "A" if len(request.first_answer) < len(request.second_answer) else "B"
        assert parsed.value.verdict == "tie" or parsed.value.verdict.startswith(shorter)
        steps.append(parsed.value.verdict)
    assert steps == ["B much better", "A better", "tie"]


@over("language", LANGUAGES)
@over("template_id", JUDGES)
def test_a_suggestion_is_empty_exactly_where_nothing_asked_is_left_to_find(
    template_id: str, language: str
) -> None:
    replies = [example["reply"] for example in load(template_id, language).examples]
    assert [bool(reply["suggestion"]) for reply in replies] == [True, True, True, False, False]


@over("language", LANGUAGES)
@over("template_id, shape", [("plan", PlanShape), ("refine", RefineShape), ("follow_up", FollowUpShape)])
def test_plan_and_refine_examples_have_the_documented_shape(
    template_id: str, shape: type[BaseModel], language: str
) -> None:
    replies = [shape.model_validate_json(line) for line in replies_in(load(template_id, language).system)]
    assert len(replies) == {"refine": 2}.get(template_id, 3)
    assert len({reply.model_dump_json() for reply in replies}) == len(replies)


@over("language", LANGUAGES)
def test_a_follow_up_is_answered_with_citations_exactly_where_all_is_found(language: str) -> None:
    for example in load("follow_up", language).examples:
        reply = example["reply"]
        cited = re.findall(r"\[(\d)\]", reply["answer"])
        assert cited == (["1"] if reply["status"] == "found" else [])


@over("language", LANGUAGES)
def test_answer_example_cites_only_shown_passages(language: str) -> None:
    (example,) = load("answer_with_documents", language).examples
    assert set(re.findall(r"\[(\d+)\]", example["reply"])) == {"1", "2"}


@over("language, most", [("en", 11_560), ("ru", 12_000), ("zh-Hans", 8_550), ("zh-Hant", 8_550)])
def test_a_judgement_of_five_passages_keeps_its_length(language: str, most: int) -> None:
    """The whole prompt where the passages have 4,055 characters."""
    passages = tuple(
        Passage(id=f"report#{n}", doc_id="report.pdf", page=n, text="x" * 811) for n in range(1, 6)
    )
    request = JudgeRequest(question="What was it?", answer="It was 41,200 [1].", documents=passages)
    prompt = judge_prompt(ScriptedChatModel([]), EvaluatorSettings(language=language), None, request)
    assert sum(len(str(message.text)) for message in prompt.messages()) <= most


DISCLAIMERS = [
    ("en", "cannot be answered"),
    ("ru", "ответить нельзя"),
    ("zh-Hans", "无法回答”也"),
    ("zh-Hant", "無法回答」也"),
]


@over("language, disclaimer", DISCLAIMERS)
@over("template_id", JUDGES)
def test_false_figures_in_text_that_is_unclear_lower_accuracy_too(
    template_id: str, language: str, disclaimer: str
) -> None:
    (faults,) = [line for line in load(template_id, language).system.splitlines() if disclaimer in line]
    assert "accuracy" in faults.rpartition(disclaimer)[2]


@over("language, most", [("en", 900), ("ru", 900), ("zh-Hans", 520), ("zh-Hant", 520)])
def test_what_is_said_of_key_points_keeps_its_length(language: str, most: int) -> None:
    with_documents, without = (load(name, language).optional["key_points"] for name in JUDGES)
    assert with_documents == without
    assert len(with_documents) <= most


@over("language", LANGUAGES)
@over("template_id", [*JUDGES, "judge_key_points"])
def test_every_verdict_and_mark_of_a_key_point_is_explained(template_id: str, language: str) -> None:
    template = load(template_id, language)
    said = template.system if template_id == "judge_key_points" else template.optional["key_points"]
    keys = ("number", "starts", "verdict", "words", "citation")
    assert f'"key_points": [{{{", ".join(map(json.dumps, keys))}}}]' in said
    for word in ("covered", "partial", "missing", "contradicted", "not_applicable"):
        assert re.search(rf"{word}[:：]", said), word
    assert "[fault]" in said
    assert "[may not apply]" in said


@over("language", LANGUAGES)
def test_example_of_claims_quotes_its_passages_and_every_verdict_is_explained(language: str) -> None:
    template = load("judge_claims", language)
    (example,) = template.examples
    claims = [claim.strip() for claim in re.split(r"\b\d\. ", example["claims"])[1:]]
    replies = example["reply"]["claims"]
    assert [reply["verdict"] for reply in replies] == ["supported", "contradicted", "partly", "unsupported"]
    for number, (reply, claim) in enumerate(zip(replies, claims, strict=True), start=1):
        assert (reply["number"], list(reply)) == (number, ["number", "starts", "words", "verdict"])
        assert claim.startswith(reply["starts"])
        assert (reply["words"] or "") in example["passages"]
        assert (reply["words"] is None) == (reply["verdict"] == "unsupported")
    for word in get_args(SourceVerdict):
        assert re.search(rf"{word}[:：]", template.system), word
    assert len(template.system) <= {"en": 2200, "ru": 2300}.get(language, 1200)


@over("language", LANGUAGES)
def test_example_of_key_points_quotes_its_answer(language: str) -> None:
    (example,) = load("judge_key_points", language).examples
    points = [point.strip() for point in re.split(r"\b\d\. ", example["points"])[1:]]
    replies = example["reply"]["key_points"]
    assert [reply["number"] for reply in replies] == list(range(1, len(points) + 1))
    assert [reply["verdict"] for reply in replies] == ["covered", "contradicted", "missing", "covered"]
    for reply, point in zip(replies, points, strict=True):
        assert point.startswith(reply["starts"])
        quoted = [reply[name] for name in ("words", "citation") if reply[name] is not None]
        assert all(words in example["answer"] for words in quoted)
        assert bool(quoted) == (reply["verdict"] != "missing")


@over("language", LANGUAGES)
def test_a_date_is_asked_about_after_the_data_of_a_call(language: str) -> None:
    for template_id in (*JUDGES, "judge_pair"):
        template = load(template_id, language).including(["as_of"])
        assert template.system == load(template_id, language).system
        assert template.slots[-1] == "as_of"
        assert "undecidable" in template.user or "無法判定" in template.user or "无法判定" in template.user


def test_a_cell_is_quoted_by_its_column_and_row() -> None:
    """The form that the prompts ask for is found in a table, and names one cell of it."""
    table = "| | 2020 | 2021 |\n|---|---|---|\n| People | 38,600 | 41,200 |\n| Fare | 2.10 | 2.40 |"
    assert is_quoted("2021 … Fare … 2.40", [table])
    assert not is_quoted("Fare … 2021 … 2.40", [table])
    for template_id, language in (
        (name, language) for name in (JUDGES[0], "judge_pair") for language in LANGUAGES
    ):
        assert re.search(r'"\w+ … \w+ … \w+"', load(template_id, language).system)


@over("language", LANGUAGES)
@over("template_id", JUDGES)
def test_rubric_names_weights_and_every_verdict(template_id: str, language: str) -> None:
    system = load(template_id, language).system
    rubric = system[: system.index('{"issues"')]
    words = ("accuracy", "0.5", "completeness", "0.3", "clarity", "0.2")
    places = [re.search(rf"^{word}|{word}[)）]", rubric, re.MULTILINE).start() for word in words]  # type: ignore[union-attr]
    assert places == sorted(places)
    for verdict in ("supported", "unsupported", "contradicted", "missing", "undecidable", "inconsistent"):
        assert re.search(rf"\b{verdict}\b", system), verdict


@over("template_id", SLOTS)
@over("language, charset", [("zh-Hant", "big5"), ("zh-Hans", "gb2312")])
def test_each_chinese_script_keeps_to_its_own_characters(
    template_id: str, language: str, charset: str
) -> None:
    template = load(template_id, language)
    text = "".join((template.system, template.user, *template.optional.values(), template.empty))
    han = "".join(re.findall(r"[\u4e00-\u9fff]", text))
    assert han.encode(charset).decode(charset) == han


def test_no_text_ends_at_a_yaml_comment() -> None:
    """Once "… nearest to #1?" lost its end: " #" begins a comment where the text is not quoted."""
    for path in sorted(TEMPLATES.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for event in yaml.parse(text):
            if isinstance(event, yaml.ScalarEvent) and event.style is None:
                end = event.end_mark
                assert end is not None
                rest = lines[end.line][end.column :].lstrip() if end.line < len(lines) else ""
                assert not rest.startswith("#"), f"{path}, line {end.line + 1}: quote the text before {rest}"

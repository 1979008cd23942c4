"""What a judge is told of a question that the documents do not answer."""

import json
from pathlib import Path

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.pairs.prompt import pair_prompt
from agents.judges.prompt import judge_prompt
from agents.judges.request import judge_request, pair_request
from agents.judges.settings import EvaluatorSettings
from data_base.errors import InputError
from data_base.text.language import Language
from scoring.unanswerable_reference import NO_ANSWER, ContradictionError, known_answer, says_unanswerable
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

ROOT = Path(__file__).parents[2]
HARBOUR = (ROOT / "service/commands/example/documents/harbour.md").read_text(encoding="utf-8").split("\n\n")
FERRY = "What did a ferry ticket to Aster cost in 2023?"
QUESTIONS: dict[Language, str] = {
    "en": FERRY,
    "ru": "Сколько стоил билет на паром до Астера в 2023 году?",
    "zh-Hans": "2023 年到阿斯特的渡轮票价是多少？",
    "zh-Hant": "2023 年到阿斯特的渡輪票價是多少？",
}
DOCUMENTS: dict[Language, str] = {
    "en": "The new grain terminal opened on 4 May 2023. It cost 18.5 million euros.",
    "ru": "Новый зерновой терминал открылся 4 мая 2023 года. Он стоил 18,5 млн евро.",
    "zh-Hans": "新的粮食码头于 2023 年 5 月 4 日启用，造价 1,850 万欧元。",
    "zh-Hant": "新的穀物碼頭於 2023 年 5 月 4 日啟用，造價 1,850 萬歐元。",
}
HONEST: dict[Language, str] = {
    "en": "The documents do not say.",
    "ru": "В документах об этом не сказано.",
    "zh-Hans": "文件中没有说明票价。",
    "zh-Hant": "文件沒有提到票價。",
}
MADE_UP: dict[Language, str] = {
    "en": "It cost 18.5 million euros.",
    "ru": "Он стоил 18,5 млн евро.",
    "zh-Hans": "票价是 1,850 万欧元。",
    "zh-Hant": "票價是 1,850 萬歐元。",
}


def test_the_starter_example_is_scored_by_what_it_says_of_its_question() -> None:
    lines = (ROOT / "service/commands/example/questions.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["question"] == FERRY)
    assert case["answerable"] is False
    judge = RAGEvaluator("embedded")
    found = [
        judge.evaluate_fine_grained_sync(FERRY, answer, HARBOUR, answerable=case["answerable"])
        for answer in (
            "The documents do not say.",
            "It cost 18.5 million euros.",
            "The ferry to Aster carried 212,000 passengers in 2023.",
        )
    ]
    assert [each.is_passing for each in found] == [True, False, False]
    assert found[0].metrics.completeness == 10
    assert found[1].metrics.accuracy < 4
    assert found[2].metrics.accuracy < 4


@over("language", NO_ANSWER)
def test_declining_passes_and_a_claim_fails_in_every_language(language: Language) -> None:
    judge, question = RAGEvaluator("embedded"), QUESTIONS[language]
    honest, made_up = (
        judge.evaluate_fine_grained_sync(question, said[language], [DOCUMENTS[language]], answerable=False)
        for said in (HONEST, MADE_UP)
    )
    assert honest.is_passing
    assert honest.metrics.completeness == 10
    assert made_up.metrics.accuracy < 4


@over("language", NO_ANSWER)
def test_a_model_is_shown_it_in_the_place_of_a_reference_answer(language: Language) -> None:
    llm, settings, question = ScriptedChatModel([]), EvaluatorSettings(), QUESTIONS[language]
    single = judge_request(
        question,
        "5",
        ["a"],
        reference_documents=None,
        reference_answer=None,
        key_points=(),
        answerable=False,
    )
    pair = pair_request(question, ("5", "6"), ["a"], reference_answer=None, key_points=(), answerable=False)
    for prompt in (judge_prompt(llm, settings, None, single), pair_prompt(llm, settings, pair)):
        shown = "\n".join(str(message.content) for message in prompt.messages())
        assert NO_ANSWER[language] in shown


def test_what_a_person_wrote_is_kept() -> None:
    own = "The documents do not say. They give the number of passengers alone."
    assert known_answer(FERRY, own, answerable=False) == own
    assert known_answer(FERRY, "9 euros", answerable=False) == f"{NO_ANSWER['en']}\n9 euros"
    assert known_answer(FERRY, "9 euros", answerable=True) == "9 euros"
    assert known_answer(FERRY, " ", answerable=None) is None
    assert says_unanswerable(f"{NO_ANSWER['en']}\n9 euros")


@over(
    "gold",
    [
        *NO_ANSWER.values(),
        "The documents do not say.",
        "Not stated.",
        "文件沒有說明。",
        "文件没有提到票价。",
        "В документах об этом не сказано.",
    ],
)
def test_answerable_with_a_right_answer_that_declines_is_a_contradiction(gold: str) -> None:
    with pytest.raises(ContradictionError, match="correct one of them"):
        known_answer("q", gold, answerable=True)


@over(
    "gold",
    table(__file__, "test_a_right_answer_that_reports_a_denial_or_a_conflict_is_none"),
)
def test_a_right_answer_that_reports_a_denial_or_a_conflict_is_none(gold: str) -> None:
    assert known_answer("q", gold, answerable=True) == gold


def test_a_caller_is_told_of_a_contradiction_and_of_what_is_no_truth_value() -> None:
    judge = RAGEvaluator("embedded")
    with pytest.raises(InputError, match="reference_answer: one says that the documents contain the answer"):
        judge.evaluate_fine_grained_sync(FERRY, "a", ["b"], reference_answer="Not stated.", answerable=True)
    with pytest.raises(InputError, match="answerable is 'no'; pass True, False or None"):
        judge.evaluate_fine_grained_sync(FERRY, "a", ["b"], answerable="no")  # type: ignore[arg-type]

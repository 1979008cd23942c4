"""Reports of book's length with hundreds of key points: whole, in parts, and by replies that come damaged."""

import json
import random
import re
from collections import Counter

import pytest
from langchain_core.messages import AIMessage, BaseMessage

from agents.evaluator import RAGEvaluator
from agents.judges.key_points import POINTS_PER_CALL
from tests.support.damaged_replies import NumberedTexts
from tests.support.long_proofs import short_or_long
from tests.support.openai_server import Message, openai_server
from tests.support.scripted_chat_model import ScriptedChatModel

POINTS = [f"Fact {n} is that mill number {n} opened in {1700 + n}" for n in range(1, 201)]
STATED = [text for n, text in enumerate(POINTS, start=1) if n % 3]
REPORT = "\n\n".join(f"{text}. {'The mill was built of stone and brick. ' * 11}" for text in STATED)
SCORES = {
    "issues": [],
    "analysis": "",
    "answered": "yes",
    "accuracy": 9,
    "completeness": 5,
    "clarity": 9,
    "reason": "so",
    "suggestion": "",
}


def block(prompt: str, name: str) -> str:
    found = re.search(rf"<<<{name} [^>]*>>>\n(.*?)\n<<<end", prompt, re.DOTALL)
    return found[1] if found else ""


def asked(prompt: str) -> dict[int, str]:
    lines = (line.partition(". ") for line in block(prompt, "key_points").splitlines())
    return {int(number): text for number, _, text in lines}


def verdicts(prompt: str) -> str:
    """What a judge says that finds what the answer says to the letter."""
    answer = block(prompt, "answer")
    points = [
        {"number": n, "starts": text[:20], "verdict": "covered" if f"{text}." in answer else "missing"}
        for n, text in asked(prompt).items()
    ]
    return json.dumps({**SCORES, "key_points": points})


SMALL = {"max_input_tokens": 20_000}
EXPECTED = ["covered" if text in STATED else "missing" for text in POINTS]


async def test_a_report_of_60_000_characters_is_judged_whole_by_calls_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(REPORT) > 60_000
    calls = -(-len(POINTS) // POINTS_PER_CALL)

    def reply(messages: list[Message]) -> str:
        return verdicts(messages[-1]["content"])

    with openai_server(reply, delay=0.5) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        judge = RAGEvaluator("openai:m", cache=None, hedging=False)
        # The first request of all finds out what the model takes, and goes alone.
        await judge.evaluate_fine_grained("Which mills?", "None.")
        result = await judge.evaluate_fine_grained("Which mills?", REPORT, key_points=POINTS)
    prompts = [str(body["messages"][-1]["content"]) for body in server.requests[1:]]
    assert (len(prompts), server.under_way[-1]) == (calls, calls)
    assert [block(prompt, "answer") for prompt in prompts] == [REPORT] * calls
    assert all(len(asked(prompt)) <= POINTS_PER_CALL for prompt in prompts)
    assert Counter(n for prompt in prompts for n in asked(prompt)) == Counter(range(1, len(POINTS) + 1))
    assert [point.verdict for point in result.key_points] == EXPECTED
    assert (result.answer_parts, result.usage.calls) == (1, calls)


async def test_in_a_small_window_every_part_is_asked_about_every_point() -> None:
    llm = ScriptedChatModel(lambda asking: verdicts(str(asking[1].text)), profile=SMALL)
    judge = RAGEvaluator(llm, cache=None)
    result = await judge.evaluate_fine_grained("Which mills?", REPORT, key_points=POINTS)
    by_part: dict[str, list[int]] = {}
    for prompt in llm.prompts:
        text = str(prompt[1].text)
        by_part.setdefault(block(text, "answer"), []).extend(asked(text))
    assert result.answer_parts == len(by_part) > 1
    assert sum(map(len, by_part)) > len(REPORT) * 0.99
    assert all(sorted(numbers) == list(range(1, len(POINTS) + 1)) for numbers in by_part.values())
    assert [point.verdict for point in result.key_points] == EXPECTED


async def test_a_point_that_a_part_gave_no_verdict_on_is_not_counted_as_missing() -> None:
    """It may stand in that part: what the others do not contain says nothing of it."""
    silent = POINTS[2]

    def reply(messages: list[BaseMessage]) -> str:
        prompt = str(messages[1].text)
        given = json.loads(verdicts(prompt))
        if STATED[0] in block(prompt, "answer"):
            given["key_points"] = [each for each in given["key_points"] if each["number"] not in {1, 3}]
        return json.dumps(given)

    llm = ScriptedChatModel(reply, profile=SMALL)
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "Which mills?", REPORT, key_points=[POINTS[0], POINTS[1], silent, POINTS[3]]
    )
    assert [point.verdict for point in result.key_points] == [None, "covered", None, "covered"]


ITEMS = NumberedTexts(
    "key_points",
    # Half of them begin alike.
    {
        n: f"The report says of mill {n} that it opened"
        if n % 2
        else f"Mill {n * 7919} of Orle opened in {n}"
        for n in range(1, 51)
    },
    ("covered", "partial", "missing", "contradicted"),
)


@pytest.mark.slow
async def test_no_damage_of_a_reply_loses_an_item_or_gives_it_the_verdict_of_another() -> None:
    """Each item has its verdict, or is there without one."""
    without, replies = 0, short_or_long(200, 1000)
    for seed in range(replies):
        chance = random.Random(seed)  # noqa: S311  (a test)

        def reply(messages: list[BaseMessage], chance: random.Random = chance) -> str | AIMessage:
            prompt = str(messages[1].text)
            whole = not str(messages[0].text).startswith("# judge_key_points")
            if len(messages) > 2 or not asked(prompt) or chance.random() < 0.3:
                return json.dumps({**SCORES, "key_points": ITEMS.entries(asked(prompt), 60)})
            return ITEMS.damaged(asked(prompt), chance, further=SCORES if whole else None)

        result = await RAGEvaluator(ScriptedChatModel(reply), cache=None).evaluate_fine_grained(
            "Which mills?", "The mills.", key_points=list(ITEMS.texts.values())
        )
        assert result.scored, (seed, result.reason)
        assert [point.text for point in result.key_points] == list(ITEMS.texts.values()), seed
        for number, point in enumerate(result.key_points, start=1):
            assert point.verdict in {None, ITEMS.truth(number)}, (seed, number)
            without += point.verdict is None
    assert without < replies * len(ITEMS.texts) * 0.1

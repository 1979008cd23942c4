"""Reports of book's length with hundreds of key points: whole, in parts, and by replies that come damaged."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage

from agents.evaluator import RAGEvaluator
from agents.judges.key_points import POINTS_PER_CALL
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


WORDS = ("covered", "partial", "missing", "contradicted")
# Half of them begin alike.
ITEMS = {
    n: f"The report says of mill {n} that it opened" if n % 2 else f"Mill {n * 7919} of Orle opened in {n}"
    for n in range(1, 51)
}


def truth(number: int) -> str:
    return WORDS[number * 7 % len(WORDS)]


def entries(numbers: Iterable[int], echo: int) -> list[dict[str, Any]]:
    return [
        {"number": n, "starts": ITEMS[n][:echo], "verdict": truth(n), "words": f'the "words" of {n}'}
        for n in numbers
    ]


def renumbered(found: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """The same items under other numbers, each with enough of its point to be known by."""
    offset = chance.choice([0, 1, 7])
    numbers: list[int | None] = [n + offset for n in range(1, len(found) + 1)]
    if chance.random() < 0.3:
        chance.shuffle(numbers)
    if chance.random() < 0.2:
        numbers = [None] * len(found)
    return [
        {**each, "number": number, "starts": ITEMS[each["number"]][:30]}
        for each, number in zip(found, numbers, strict=True)
    ]


def with_other_items(found: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """Items dropped, renumbered, doubled, invented or in another order."""
    if chance.random() < 0.5:
        found = [each for each in found if chance.random() < 0.9]
    if chance.random() < 0.3:
        found = renumbered(found, chance)
    if chance.random() < 0.3:
        found += chance.sample(found, k=min(5, len(found)))
    if chance.random() < 0.2:
        found += [{"number": 99, "starts": "Quite another", "verdict": "covered"}]
    if chance.random() < 0.2:
        chance.shuffle(found)
    return found


def damaged(numbers: Iterable[int], chance: random.Random, *, whole: bool) -> str | AIMessage:
    """A reply to a prompt that asks for some items, with some of the faults that replies have."""
    found = with_other_items(entries(numbers, chance.choice([14, 24, 60])), chance)
    text = json.dumps({**(SCORES if whole else {}), "key_points": found}, indent=chance.choice([None, 1]))
    if chance.random() < 0.3:
        text = f"Here is what I found:\n```json\n{text}\n```\nAll points are covered."
    if chance.random() < 0.2:
        text = text.replace('\\"words\\"', '"words"')
    if chance.random() < 0.2:
        text = text.replace('"verdict"', "“verdict”", 3)
    if chance.random() < 0.2:
        place = chance.randrange(len(text))
        text = text[:place] + text[place:].replace('"', "", 1)
    if chance.random() < 0.3:
        text = text[: chance.randrange(len(text) // 4, len(text))]
        if chance.random() < 0.7:
            return AIMessage(text, response_metadata={"finish_reason": "length"})
    return text


@pytest.mark.slow
async def test_no_damage_of_a_reply_loses_an_item_or_gives_it_the_verdict_of_another() -> None:
    """A thousand replies: each item has its verdict, or is there without one."""
    without = 0
    for seed in range(1000):
        chance = random.Random(seed)  # noqa: S311  (a test)

        def reply(messages: list[BaseMessage], chance: random.Random = chance) -> str | AIMessage:
            prompt = str(messages[1].text)
            whole = not str(messages[0].text).startswith("# judge_key_points")
            if len(messages) > 2 or not asked(prompt) or chance.random() < 0.3:
                return json.dumps({**SCORES, "key_points": entries(asked(prompt), 60)})
            return damaged(asked(prompt), chance, whole=whole)

        result = await RAGEvaluator(ScriptedChatModel(reply), cache=None).evaluate_fine_grained(
            "Which mills?", "The mills.", key_points=list(ITEMS.values())
        )
        assert result.scored, (seed, result.reason)
        assert [point.text for point in result.key_points] == list(ITEMS.values()), seed
        for number, point in enumerate(result.key_points, start=1):
            assert point.verdict in {None, truth(number)}, (seed, number)
            without += point.verdict is None
    assert without < 1000 * len(ITEMS) * 0.1

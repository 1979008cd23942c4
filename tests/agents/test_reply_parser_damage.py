"""Replies damaged at random from a fixed seed: how many still give their scores, and how many wrong ones."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

from agents.judges.judge_reply import JudgeReply
from agents.reply_parser import parse_reply

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = (
    'The answer says "yes" twice, and it is short.',
    "Он пишет «да»,\nа в тексте — «нет»: 5 из 7.",
    "答案提到“2019年”，但原文是2018年。",
    "It is \\(x^2\\), or \\frac{1}{2}, by [3] (4/5).",
    'It quotes {"accuracy": 3} from a log.',
)


def _without_one(text: str, rng: random.Random, pattern: str = r"(?s).") -> str:
    places = [match.start() for match in re.finditer(pattern, text)]
    place = rng.choice(places or [len(text)])
    return text[:place] + text[place + 1 :]


def _with_one_more(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice('",{}[]\n:\\1 ') + text[place:]


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    lambda text, _: text.replace('\\"', '"'),
    lambda text, _: text.replace("\\n", "\n"),
    lambda text, _: text.replace("\\\\", "\\"),
    lambda text, _: re.sub(r"\}\s*$", ",}", text),
    lambda text, _: re.sub(r',(?=\n\s*")', "", text),
    lambda text, _: text.replace("'", "’").replace('"', "'"),
    lambda text, _: re.sub(r'"(\w+)":', r"\1:", text),
    lambda text, _: text.replace(":", "：", 8),
    lambda text, _: text.replace('"', '\\"'),
    lambda text, _: text.replace("\n", "\\n"),
    lambda text, _: re.sub(r"(\d),\n", r"\1, // good\n", text),
    lambda text, _: f"```json\n{text}\n",
    lambda text, rng: text[: rng.randrange(len(text) // 2, len(text))],
    _without_one,
    lambda text, rng: _without_one(text, rng, r'[{}",:]'),
    _with_one_more,
)


def test_damaged_replies_give_their_own_scores_or_none() -> None:
    rng = random.Random(20)  # noqa: S311
    right = wrong = 0
    for _ in range(600):
        scores = {name: rng.randint(2, 20) / 2 for name in ("accuracy", "completeness", "clarity")}
        reply = {"analysis": rng.choice(WORDS), **scores, "reason": rng.choice(WORDS), "issues": []}
        text = json.dumps(reply, ensure_ascii=False, indent=2)
        for damage in rng.sample(DAMAGES, rng.randint(1, 2)):
            text = damage(text, rng)
        value = parse_reply(text, JudgeReply).value
        right += value is not None and all(getattr(value, name) == score for name, score in scores.items())
        wrong += value is not None and any(getattr(value, name) != score for name, score in scores.items())
    assert right >= 540
    assert wrong == 0

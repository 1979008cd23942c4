"""Verdicts on key points: matched to their points, and asked for once more where they are missing."""

from collections import Counter
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence

from langchain_core.messages import BaseMessage

from agents.calls.complete import Completion
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.errors import ModelCallError
from agents.judges.judge_reply import KeyPointReply, KeyPointsReply
from agents.reply_parser import parse_reply
from data_base.schemas.key_point import KeyPoint, KeyPointFinding
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import Language
from data_base.text.normalise import squeeze
from data_base.text.quotes import contains_text
from prompts.registry import load

POINTS_PER_CALL = 50
"""Key points that one call asks for at most."""
_TRIES = 2
# Characters of a point's beginning that an echo of it must share.
_ECHOED = 12

KeyPointsCaller = Callable[[list[BaseMessage], int], Awaitable[Completion]]
"""Makes one call: the messages, and how many times these points were asked for before."""


def key_points_section(numbered: Mapping[int, KeyPoint]) -> Section:
    """Key points as a numbered list, one to a line."""
    lines = (f"{number}. {' '.join(point.text.split())}" for number, point in numbered.items())
    return Section("key_points", "\n".join(lines))


def numbered_points(points: Sequence[KeyPoint]) -> dict[int, KeyPoint]:
    """Points by their numbers, from 1."""
    return dict(enumerate(points, start=1))


def matched(
    asked: Mapping[int, KeyPoint], replies: Iterable[KeyPointReply], answer: str
) -> dict[int, KeyPointFinding]:
    """What replies say of the points that were asked for, by the points' numbers.

    A reply counts for the point that both its number and its first words name, or for the only one that its
    first words name. A point with two different verdicts has none.
    """
    verdicts: dict[int, KeyPointFinding] = {}
    unclear: set[int] = set()
    for reply in replies:
        number = _meant(reply, asked)
        if number is None:
            continue
        point = asked[number]
        finding = KeyPointFinding(
            text=point.text,
            weight=point.weight,
            verdict=reply.verdict,
            words=reply.words,
            words_found=contains_text(answer, reply.words) if reply.words else None,
        )
        if verdicts.setdefault(number, finding).verdict != finding.verdict:
            unclear.add(number)
    return {number: finding for number, finding in verdicts.items() if number not in unclear}


async def find_key_points(
    request: JudgeRequest,
    found: dict[int, KeyPointFinding],
    asked: Iterable[int],
    ask: KeyPointsCaller,
    language: Language,
) -> tuple[KeyPointFinding, ...]:
    """A finding for every key point of a request; those without a verdict are asked for by further calls.

    Args:
        request: what is judged.
        found: findings by number, of the first call.
        asked: the numbers that the first call asked for; each is asked for once more at most.
        ask: makes a further call.
        language: of the prompt.
    """
    points, tries, found = numbered_points(request.key_points), Counter(list(asked)), dict(found)
    while pending := [number for number in points if number not in found and tries[number] < _TRIES]:
        batch = {number: points[number] for number in pending[:POINTS_PER_CALL]}
        tries.update(batch.keys())
        try:
            reply = await ask(_prompt(request, batch, language), tries[pending[0]])
        except ModelCallError:
            continue
        parsed = parse_reply(reply.text, KeyPointsReply).value
        found |= matched(batch, parsed.key_points if parsed else (), request.answer)
    return found_of_all(points, found)


def found_of_all(
    points: Mapping[int, KeyPoint], found: Mapping[int, KeyPointFinding]
) -> tuple[KeyPointFinding, ...]:
    """A finding for every point, in order; one without a verdict where none was found."""
    silent = {n: KeyPointFinding(text=point.text, weight=point.weight) for n, point in points.items()}
    return tuple((silent | dict(found))[number] for number in points)


def further_prompts(
    request: JudgeRequest, asked: Container[int], language: Language
) -> Iterator[list[BaseMessage]]:
    """The messages of the calls for the points that the first call does not ask for."""
    later = [item for item in numbered_points(request.key_points).items() if item[0] not in asked]
    for start in range(0, len(later), POINTS_PER_CALL):
        yield _prompt(request, dict(later[start : start + POINTS_PER_CALL]), language)


def _prompt(request: JudgeRequest, batch: Mapping[int, KeyPoint], language: Language) -> list[BaseMessage]:
    """The messages of a call for nothing but verdicts on these points."""
    data = {
        "question": [Section("question", request.question)],
        "answer": [Section("answer", request.answer)],
        "key_points": [key_points_section(batch)],
    }
    return render(load("judge_key_points", language), data)


def _meant(reply: KeyPointReply, asked: Mapping[int, KeyPoint]) -> int | None:
    starts = squeeze(reply.starts.strip().removeprefix(f"{reply.number}."))[:_ECHOED]
    given = None if reply.number is None else asked.get(reply.number)
    if given is not None and squeeze(given.text).startswith(starts):
        return reply.number
    named = [number for number, point in asked.items() if squeeze(point.text).startswith(starts)]
    return named[0] if starts and len(named) == 1 else None

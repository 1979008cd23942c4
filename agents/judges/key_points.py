"""Verdicts on key points: matched to their points, and asked for once more where they are missing."""

from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from langchain_core.messages import BaseMessage

from agents.calls.complete import Completion
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.calls.several_a_call import ask_for_each
from agents.errors import CutOffError, ModelCallError
from agents.judges.blocked_sources import citation_of, is_blocked, only_blocked_show
from agents.judges.judge_reply import KeyPointReply, KeyPointsReply
from agents.reply_parser import parse_reply
from agents.reply_parser.numbered_items import meant_numbers
from agents.reply_parser.objects import complete_objects
from data_base.computing import computed
from data_base.schemas.key_point import KeyPoint, KeyPointFinding
from data_base.schemas.key_point_coverage import closed_by
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import Language
from data_base.text.quotes import contains_text
from data_base.text_cache import reading
from prompts.registry import load

POINTS_PER_CALL = 50
"""Key points that one call asks for at most."""

KeyPointsCaller = Callable[[list[BaseMessage], int], Awaitable[Completion]]
"""Makes one call: the messages, and how many times these points were asked for before."""


def key_points_section(numbered: Mapping[int, KeyPoint]) -> Section:
    """Key points as a numbered list, one to a line; faults and points that may not apply are marked."""
    return Section("key_points", "\n".join(f"{number}. {_line(point)}" for number, point in numbered.items()))


def _line(point: KeyPoint) -> str:
    marks = f"{' [fault]' * point.is_penalty}{' [may not apply]' * point.may_not_apply}"
    return " ".join(point.text.split()) + marks


def numbered_points(points: Sequence[KeyPoint]) -> dict[int, KeyPoint]:
    """Points by their numbers, from 1."""
    return dict(enumerate(points, start=1))


@reading()
def matched(
    asked: Mapping[int, KeyPoint], replies: Iterable[KeyPointReply], request: JudgeRequest
) -> dict[int, KeyPointFinding]:
    """What replies say of the points that were asked for, by the points' numbers.

    A reply counts for the only point that its first words name, or for that of several which its number
    names. A point with two different verdicts has none, nor one that is said not to apply and has
    to. A point that the answer has from a blocked source alone is blocked.

    Args:
        asked: the points by their numbers.
        replies: what was said of them.
        request: what is judged.
    """
    verdicts: dict[int, KeyPointFinding] = {}
    unclear: set[int] = set()
    replies = tuple(replies)
    meant = meant_numbers(replies, {number: point.text for number, point in asked.items()})
    for reply, number in zip(replies, meant, strict=True):
        if number is None or (reply.verdict == "not_applicable" and not asked[number].may_not_apply):
            continue
        finding = KeyPointFinding(
            **asked[number].model_dump(),
            verdict=reply.verdict,
            words=reply.words,
            words_found=contains_text(request.answer, reply.words) if reply.words else None,
            citation=reply.citation,
        )
        finding = unless_blocked(finding, request)
        if verdicts.setdefault(number, finding).verdict != finding.verdict:
            unclear.add(number)
    return {number: finding for number, finding in verdicts.items() if number not in unclear}


def unless_blocked(
    finding: KeyPointFinding, request: JudgeRequest, citation: str | None = None
) -> KeyPointFinding:
    """The finding, blocked where what the answer says of the point is from a blocked source alone.

    Where the answer cites nothing for it, that is where no other document supports it.

    Args:
        finding: what was found.
        request: with the whole answer, its documents and the blocked sources.
        citation: what the answer cites for it; if None, what the judge names and what its sentence has.
    """
    if finding.verdict not in {"covered", "partial"} or finding.is_penalty or not request.blocked:
        return finding
    if citation is None:
        # A judge names one mark where a sentence has several.
        near = citation_of(finding.words, request.answer) if finding.words else None
        citation = " ".join(filter(None, (finding.citation, near)))
    if not citation:
        is_from_blocked = bool(finding.words) and only_blocked_show(finding.words or "", request)
    else:
        is_from_blocked = is_blocked(citation, request)
    return finding.counted_as("blocked") if is_from_blocked else finding


@dataclass(frozen=True, slots=True)
class KeyPointCalls:
    """Asks for verdicts on the key points of one answer, calls side by side, and keeps what is found."""

    request: JudgeRequest
    """What is judged."""
    language: Language
    """Of the prompt."""
    ask: KeyPointsCaller
    """Makes a call."""
    found: dict[int, KeyPointFinding] = field(default_factory=dict)
    """What is known by now, by the points' numbers."""

    @property
    def points(self) -> dict[int, KeyPoint]:
        """All points by their numbers."""
        return numbered_points(self.request.key_points)

    async def take(self, asked: Mapping[int, KeyPoint], replies: Iterable[KeyPointReply]) -> None:
        """Keep what replies say of points that had no verdict."""
        # Words are looked for in an answer of any length: other work must go on.
        found = await computed(partial(matched, asked, tuple(replies), self.request))
        self.found.update(found | self.found)

    async def first(self, asked: Container[int] = ()) -> None:
        """Ask for the points without a verdict that the judge's own prompt does not ask for."""
        await self._ask([number for number in self.points if number not in asked], tries=0)

    async def rest(self) -> tuple[KeyPointFinding, ...]:
        """A finding for every point, after those without a verdict were asked for once more.

        What is below a point that must be covered and is not is not asked for again: it counts as missing.
        """
        points = self.points
        closed = closed_by(self.request.key_points, [self.found.get(number) for number in points])
        await self._ask([number for number in points if number - 1 not in closed], tries=1)
        return found_of_all(points, self.found)

    async def _ask(self, numbers: Iterable[int], tries: int) -> None:
        """Have verdicts on points; where a reply was cut off after some of them, on the others, too."""
        points = self.points

        async def ask(batch: Sequence[int]) -> bool:
            return await self._ask_batch({number: points[number] for number in batch}, tries)

        await ask_for_each(numbers, self.found, ask, per_call=POINTS_PER_CALL)

    async def _ask_batch(self, batch: Mapping[int, KeyPoint], tries: int) -> bool:
        """Make one call; whether its reply was cut off."""
        try:
            reply, cut_off = (await self.ask(_prompt(self.request, batch, self.language), tries)).text, False
        except CutOffError as error:
            reply, cut_off = error.text, True
        except ModelCallError:
            return False
        await self.take(batch, read_key_points(reply))
        return cut_off


def read_key_points(reply: str) -> tuple[KeyPointReply, ...]:
    """The verdicts on key points in a reply, be it cut off; none where none can be read."""
    parsed = parse_reply(reply, KeyPointsReply).value
    if parsed is not None and parsed.key_points:
        return parsed.key_points
    whole = [found.data for found in complete_objects(reply)]
    return KeyPointsReply.model_validate({"key_points": whole}).key_points


def found_of_all(
    points: Mapping[int, KeyPoint], found: Mapping[int, KeyPointFinding]
) -> tuple[KeyPointFinding, ...]:
    """A finding for every point, in order; one without a verdict where none was found."""
    silent = {number: KeyPointFinding(**point.model_dump()) for number, point in points.items()}
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

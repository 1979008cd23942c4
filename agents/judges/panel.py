"""Judges made of several judgements, or of one by another prompt than the usual."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.judges.cascade import member_judge
from agents.judges.judge_spec import JudgeMember, JudgeSpec, says_the_same
from agents.judges.merged_judgements import Judgement, merged
from agents.judges.model_judge import DRAWS_APART
from agents.judges.priced_judge import PricedJudge
from agents.judges.prompt import PLAIN, REVERSED
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import EMBEDDED, model_id
from data_base.errors import InputError
from data_base.schemas.judgement import Combined, FailedJudgement
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import Language, detect_language

_TEMPLATES: tuple[Language, Language] = ("en", "zh-Hant")
"""The languages of the templates by which a judge gives another opinion: the second for English."""
FURTHER = 2
"""Judgements that an adaptive panel asks for in addition to the first."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """A judge with how its prompt differs."""

    judge: PricedJudge
    variant: str


class PanelJudge:
    """Several models judge each answer; implements :class:`data_base.schemas.protocols.Judge`.

    Each score is the median of those that were given, see :func:`.merged`. All judgements are kept, all calls
    counted.
    """

    def __init__(self, members: Sequence[JudgeMember], settings: EvaluatorSettings) -> None:
        """Bind the members.

        Raises:
            InputError: the prompt file of the settings cannot be used.
        """
        self._seats = tuple(_seats_of(members, settings))
        self._passing = settings.deciding_accuracy

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Judge one answer; failed where no member has a judgement.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        found = await all_of(seat.judge.judge(request) for seat in self._seats)
        together = max((one.trace.latency_ms for one in found), default=0.0)
        return merged(found, [seat.variant for seat in self._seats], self._passing, latency_ms=together)

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging this request will cost, over all members.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        return sum([await seat.judge.estimate(request) for seat in self._seats], CallEstimate())


class AdaptiveJudge:
    """One judgement, and two more where it is close or failed; implements :class:`.Judge`.

    ``samples``: the same model judges twice more, each score is the mean. ``adaptive``: the two further ones
    come from other models where the settings name some, else from the same model on other variants of the
    prompt: the passages in reverse order, and the prompt in another language; each score is the median.
    """

    def __init__(self, first: JudgeMember, settings: EvaluatorSettings) -> None:
        """Bind the first judge.

        Raises:
            InputError: a setting cannot be used; a program says the same each time, so that it needs
                ``panel_models``, and takes one seat at most.
        """
        if settings.panel == "samples" and settings.panel_models:
            raise InputError(
                "panel: samples asks the judge's own model again; leave out panel_models, or take adaptive"
            )
        # What a cascade's first judge has decided it would decide again.
        again = JudgeMember(first.turns[-1:])
        if says_the_same(again.turns[0]) and not settings.panel_models:
            raise InputError(
                f"{_called(again.model_id)} says the same each time, so further judgements of its own show "
                "nothing; name other models in panel_models of an adaptive panel, or leave panel out"
            )
        self._settings = settings
        self._samples = settings.panel == "samples"
        self._first = member_judge(first, settings)
        named = [_single(name, settings) for name in settings.panel_models] or [again]
        self._others = [named[n % len(named)] for n in range(FURTHER)]
        _require_other_opinions(first, self._others)
        for member in self._others:
            member_judge(member, settings)

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Judge one answer; failed where none of the three judgements succeeds.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        first = await self._first.judge(request)
        if not self._is_close(first):
            return first
        seats = self._further(request, first.trace.model_id)
        more = await all_of(seat.judge.judge(request) for seat in seats)
        waited = first.trace.latency_ms + max(one.trace.latency_ms for one in more)
        variants = [PLAIN, *(seat.variant for seat in seats)]
        passing = self._settings.deciding_accuracy
        combined: Combined = "mean" if self._samples else "median"
        return merged([first, *more], variants, passing, latency_ms=waited, combined=combined)

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What the first judgement will cost; the two further ones come on top where it is close.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        return await self._first.estimate(request)

    def _is_close(self, judgement: Judgement) -> bool:
        if isinstance(judgement, FailedJudgement):
            return True
        return abs(judgement.accuracy - self._settings.deciding_accuracy) < self._settings.panel_margin

    def _further(self, request: JudgeRequest, decided: str) -> tuple[_Seat, ...]:
        """The two further seats; a model that has judged already is not asked the very same again."""
        judged = Counter([decided])
        seats = []
        for member in self._others:
            before = judged[member.model_id]
            judged[member.model_id] += 1
            seats.append(
                self._sample(member, before) if self._samples else self._variant(member, before, request)
            )
        return tuple(seats)

    def _sample(self, member: JudgeMember, before: int) -> _Seat:
        """A seat that gives another reply to the same prompt."""
        return _Seat(member_judge(member, self._settings, first_draw=DRAWS_APART * before), PLAIN)

    def _variant(self, member: JudgeMember, before: int, request: JudgeRequest) -> _Seat:
        """A seat that is shown another prompt than those before it."""
        spoken = self._settings.language or detect_language(request.question)
        variant = (PLAIN, REVERSED, _other_than(spoken))[before]
        return _Seat(member_judge(member, self._bound(variant), variant=variant), variant)

    def _bound(self, variant: str) -> EvaluatorSettings:
        if variant in {PLAIN, REVERSED}:
            return self._settings
        return self._settings.model_copy(update={"language": variant})


class OtherPromptJudge:
    """Judges by the template of another language, with the passages reversed.

    Implements :class:`data_base.schemas.protocols.Judge`. A cascade is represented by its second judge, a
    panel by all its members, whose median counts.
    """

    def __init__(self, spec: JudgeSpec, settings: EvaluatorSettings) -> None:
        """Bind the judge.

        Raises:
            InputError: it is a program, which says the same by any prompt.
        """
        self._members = [JudgeMember(member.turns[-1:]) for member in spec.members]
        if program := next((each for each in self._members if says_the_same(each.turns[0])), None):
            raise InputError(
                f"{program.model_id} is a program and says the same each time, so that it cannot be its own "
                "final judge; name another judge"
            )
        self._settings = settings
        self._judges = {language: self._built(language) for language in _TEMPLATES}

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Judge one answer.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        found = await all_of(judge.judge(request) for judge in self._asked(request))
        if len(found) == 1:
            return found[0]
        together = max(one.trace.latency_ms for one in found)
        variants = [REVERSED] * len(found)
        return merged(found, variants, self._settings.deciding_accuracy, latency_ms=together)

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging this request will cost.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        return sum([await judge.estimate(request) for judge in self._asked(request)], CallEstimate())

    def _asked(self, request: JudgeRequest) -> Sequence[PricedJudge]:
        spoken = self._settings.language or detect_language(request.question)
        return self._judges[_other_than(spoken)]

    def _built(self, language: Language) -> Sequence[PricedJudge]:
        settings = self._settings.model_copy(update={"language": language})
        return [member_judge(member, settings, variant=REVERSED) for member in self._members]


def _other_than(language: Language) -> Language:
    """The language of another template."""
    return _TEMPLATES[language == "en"]


def answer_judge(spec: JudgeSpec, settings: EvaluatorSettings) -> PricedJudge:
    """The judge that a spec and settings make.

    Raises:
        InputError: the settings cannot be used with this judge.
    """
    if len(spec.members) > 1:
        if settings.panel is not None:
            raise InputError("a list of models is a panel already; leave the setting panel out")
        return PanelJudge(spec.members, settings)
    (member,) = spec.members
    return member_judge(member, settings) if settings.panel is None else AdaptiveJudge(member, settings)


def _seats_of(members: Sequence[JudgeMember], settings: EvaluatorSettings) -> Iterator[_Seat]:
    """A seat for each member; one that sits twice is asked twice, and not read from the cache."""
    seen: Counter[str] = Counter()
    for member in members:
        draw = DRAWS_APART * seen[member.model_id]
        seen[member.model_id] += 1
        yield _Seat(member_judge(member, settings, first_draw=draw), PLAIN)


def _single(name: str, settings: EvaluatorSettings) -> JudgeMember:
    spec = JudgeSpec.of(name, checkers=settings.checkers, runtime=settings.runtime)
    if len(spec.turns) > 1:
        raise InputError(f"panel_models: {spec.model_id} is several judges; name single models")
    return spec.members[0]


def _require_other_opinions(first: JudgeMember, others: Sequence[JudgeMember]) -> None:
    turns = [turn for each in (first, *others) for turn in each.turns if says_the_same(turn)]
    for program, count in Counter(map(model_id, turns)).items():
        if count > 1:
            raise InputError(
                f"panel_models: {_called(program)} says the same each time; name it once, next to another "
                "model"
            )


def _called(program: str) -> str:
    return "the embedded judge" if program == EMBEDDED else program

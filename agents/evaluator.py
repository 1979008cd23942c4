"""The evaluator: a question, an answer and documents in, a fine-grained evaluation out."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel

from agents.calls.concurrency import all_of, in_order
from agents.calls.estimate import CallEstimate
from agents.calls.genai_spans import span
from agents.evaluator_base import AnswerEvaluator
from agents.judges.cascade import member_judge
from agents.judges.judge_spec import JudgeSpec
from agents.judges.model_judge import DRAWS_APART
from agents.judges.pairs.judge_from_spec import pair_judges
from agents.judges.panel import OtherPromptJudge, answer_judge
from agents.judges.prompt import answer_prompts, pair_prompts
from agents.judges.read_answers import read_pair, read_request
from agents.judges.settings import EvaluatorSettings, checked_settings
from agents.models.options import MODEL_OPTIONS, SAME
from agents.models.registry import EMBEDDED, model_id, model_identity, options_of
from data_base.errors import InputError
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence

    from pydantic import JsonValue

    from agents.claims.answer_claims import AnswerClaims
    from agents.claims.kept_findings import KeptParts
    from agents.judges.pairs.judge import PairJudge
    from agents.judges.pairs.pair_request import PairRequest
    from data_base.schemas.answer import Answer
    from data_base.schemas.claim_table import ClaimTable
    from data_base.schemas.judgement import PromptRef
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.protocols import Judge

    AnyJudge = str | BaseChatModel | Judge | JudgeSpec


class RAGEvaluator(AnswerEvaluator):
    """Judges answers.

    ``await RAGEvaluator("openai:gpt-6-luna").evaluate_fine_grained(question, answer, documents)``
    """

    _settings: EvaluatorSettings

    def __init__(
        self,
        judge: AnyJudge | Sequence[AnyJudge],
        **settings: Any,  # noqa: ANN401  (validated below)
    ) -> None:
        """Bind the judge.

        Args:
            judge: a LangChain chat model; a name (``openai:…``, ``google:…``, ``anthropic:…``, ``embedded``,
                ``embedded+openai:…``, ``checker:…``, or ``package.module:name`` for Python code); an object
                with ``judge(request)``; or a :class:`agents.judges.judge_spec.JudgeSpec`. A list of these is
                a panel: each judges every answer, the medians count, their agreement is on the result.
            settings: fields of :class:`agents.judges.settings.EvaluatorSettings`, and options of the model
                that is named (``temperature``, ``reasoning_effort``, ``max_output_tokens``, ``seed``).

        Raises:
            InputError: the model name or a setting cannot be used.
        """
        self._settings = _settings(settings)
        self.spec = JudgeSpec.of(
            judge,
            checkers=self._settings.checkers,
            **self._settings.model,
            runtime=self._settings.runtime,
        )
        self._judge = answer_judge(self.spec, self._settings)
        self._claims = _claims(self.spec, self._settings) if self._settings.claims else None

    @cached_property
    def model_id(self) -> str:
        """The judge's name."""
        return self.spec.model_id

    @property
    def timeout(self) -> float | None:
        """Seconds that one try of a model call may take, None where none was given."""
        named = [self._settings.timeout, *(getattr(part, "timeout", None) for part in self.spec.models)]
        return max((seconds for seconds in named if seconds is not None), default=None)

    @property
    def identity(self) -> str:
        """The judge's model and the options that were chosen for it."""
        return model_identity(self.spec)

    @property
    def terms(self) -> dict[str, JsonValue]:
        """The settings that shape a judgement, for a manifest; how calls are made is none of them."""
        sources = {"sources_sha256": self.sources_sha256} if self.sources_sha256 else {}
        return {**self._settings.terms, **sources, "model": options_of(self.spec)}

    @property
    def asked_models(self) -> tuple[BaseChatModel, ...]:
        """The language models that may be asked, those of a second opinion among them."""
        models = (model for spec in self._specs for model in spec.models)
        return tuple(model for model in models if model_id(model) != EMBEDDED)

    @property
    def checks_claims(self) -> bool:
        """Whether evaluations have claim tables."""
        return self._claims is not None

    @property
    def sources_sha256(self) -> str | None:
        """Of the index of the pages that claims are checked by; None where there is no such folder."""
        return self._claims.sources_sha256 if self._claims else None

    @property
    def _specs(self) -> tuple[JudgeSpec, ...]:
        """The judge, and those of a second opinion."""
        declared, runtime = self._settings.checkers, self._settings.runtime
        named = self._settings.panel_models
        return (self.spec, *(JudgeSpec.of(each, checkers=declared, runtime=runtime) for each in named))

    @property
    def _shows_prompts(self) -> bool:
        turns = (turn for spec in self._specs for turn in spec.turns)
        return any(isinstance(turn, BaseChatModel) and model_id(turn) != EMBEDDED for turn in turns)

    @property
    def prompts(self) -> tuple[PromptRef, ...]:
        """The prompts that language models may be shown of an answer; none where none is asked."""
        claims = self._claims.prompts() if self._claims else ()
        return (*(answer_prompts(self._settings) if self._shows_prompts else ()), *claims)

    @property
    def pair_prompts(self) -> tuple[PromptRef, ...]:
        """As :attr:`prompts`, of a pair of answers."""
        return pair_prompts(self._settings) if self._shows_prompts else ()

    def repeated(self, number: int, *, passing_accuracy: float) -> RAGEvaluator:
        """The same judge alone, without a second opinion and claim tables, that is asked again.

        Args:
            number: its replies are others than those of other numbers, whatever the cache contains.
            passing_accuracy: the accuracy from which a result passes.
        """
        again = copy(self)
        settings = self._settings.model_copy(update={"passing_accuracy": passing_accuracy})
        judge = member_judge(self.spec.members[0], settings, first_draw=DRAWS_APART * number)
        again.__dict__.update(_settings=settings, _judge=judge, _claims=None)
        return again

    def without_claims(self) -> RAGEvaluator:
        """The same judge, which makes no claim tables."""
        if self._claims is None:
            return self
        again = copy(self)
        again.__dict__.update(_settings=self._settings.model_copy(update={"claims": False}), _claims=None)
        return again

    async def claims_of(
        self, question: str, answer: Answer, *, kept: KeptParts | None = None
    ) -> ClaimTable | None:
        """The claim table of an answer, whose marks name what it came with; None where none are made.

        What is said of the claims of each source is kept in ``kept`` as it comes, and found there.

        Raises:
            InputError: the text of a page cannot be read; or the judge cannot be asked.
        """
        if self._claims is None:
            return None
        request = JudgeRequest(question=question, answer=answer.text, as_given=answer)
        return await (await self._claims.read(request, kept)).table()

    def by_another_prompt(self) -> RAGEvaluator:
        """The same judge by another template and another order of passages, without a second opinion.

        Raises:
            InputError: it is a program, which says the same by any prompt.
        """
        again = copy(self)
        settings = self._settings.model_copy(update={"panel": None})
        # The template is in another language than that of the question or of the settings.
        shown = settings.model_copy(update={"language": None})
        again.__dict__.update(_settings=shown, _judge=OtherPromptJudge(self.spec, settings))
        return again

    def final_judge(self, judge: str) -> RAGEvaluator:
        """Who judges what research returns while this judge steers it, by the same settings.

        It makes one judgement of an answer, without a second opinion and claim tables.

        Args:
            judge: the name of another judge; or ``same``, which is this one by another template and another
                order of passages.

        Raises:
            InputError: the name cannot be used, or is that of a judge that steers.
        """
        settings = self._settings.model_copy(update={"panel": None, "claims": False})
        given = {name: getattr(settings, name) for name in settings.model_fields_set}
        if judge.strip() == SAME:
            return RAGEvaluator(self.spec, **{**given, "model": {}}).by_another_prompt()
        found = RAGEvaluator(judge, **{**given, "model": {}})
        if both := {*map(model_id, found.spec.turns)} & {*map(model_id, self.spec.turns)}:
            raise InputError(
                f"the final judge {min(both)} steers the research; name another one, or {SAME} to have it "
                "judge by another prompt"
            )
        return found

    async def evaluate_many(
        self,
        requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest],
        *,
        concurrency: int | None = None,
    ) -> AsyncIterator[FineGrainedEvaluationResult]:
        """Evaluate a stream of answers, several at once; results come in the order of the requests.

        An answer whose judgement failed because no reply to it could be read is judged once more; a panel
        has done so already.

        Requests are drawn as results are taken: a stream of any length takes bounded memory.

        Args:
            requests: what to evaluate.
            concurrency: evaluations under way at once. Twice the setting of this name if None: that one
                bounds the calls, and an evaluation that waits to try again makes none.

        Raises:
            InputError: the user must fix something before the model can be asked.
        """
        limit = concurrency or 2 * self._settings.concurrency
        async for result in in_order(requests, self.evaluate, concurrency=limit):
            yield result

    async def estimate(self, requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest]) -> CallEstimate:
        """Calls, tokens and cost of evaluating these requests, before anything is paid for.

        Raises:
            InputError: the cache or the price file cannot be used.
        """

        async def estimate(request: JudgeRequest) -> CallEstimate:
            request = await read_request(request)
            claims = None if self._claims is None else await self._claims.read(request)
            return await self._judge.estimate(request) + (
                await claims.estimate() if claims else CallEstimate()
            )

        total = CallEstimate()
        async for each in in_order(requests, estimate, concurrency=self._settings.concurrency):
            total += each
        return total

    async def judge_named(self) -> str:
        """The judge's name."""
        return self.model_id

    async def judge_pair(self, request: PairRequest) -> list[PairVerdict]:
        """The verdict of each judge on a pair, in the order of the request.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        request = await read_pair(request)
        with span("compare", self.model_id) as under_way:
            found = await all_of(judge.compare(request) for judge in self._pair_judges)
            if all(verdict.error is not None for verdict in found):
                under_way.failed("unscored")
        return found

    async def estimate_pairs(
        self, requests: Iterable[PairRequest] | AsyncIterable[PairRequest]
    ) -> CallEstimate:
        """Calls, tokens and cost of judging these pairs, each in the order of its request alone.

        Raises:
            InputError: the cache or the price file cannot be used.
        """

        async def estimate(request: PairRequest) -> CallEstimate:
            request = await read_pair(request)
            return sum([await judge.estimate(request) for judge in self._pair_judges], CallEstimate())

        total = CallEstimate()
        async for each in in_order(requests, estimate, concurrency=self._settings.concurrency):
            total += each
        return total

    @cached_property
    def _pair_judges(self) -> tuple[PairJudge, ...]:
        return pair_judges(self.spec, self._settings)

    async def evaluate(self, request: JudgeRequest, *, tries: int = 2) -> FineGrainedEvaluationResult:
        """Evaluate one request.

        Args:
            request: what to evaluate.
            tries: judgements that are made at most until one can be read; a panel makes one.

        Raises:
            InputError: the user must fix something, such as a page that cannot be read, before it is asked.
        """
        request = await read_request(request)
        # What the table needs is read first: where it cannot be, no judgement has been paid for.
        claims = None if self._claims is None else await self._claims.read(request)
        result = await self._judged(request, tries)
        if claims is None:
            return result
        table = await claims.table()
        usage = result.usage + table.usage
        return result.model_copy(update={"claims": table, "usage": usage, "cost_usd": usage.cost_usd})

    async def _judged(self, request: JudgeRequest, tries: int) -> FineGrainedEvaluationResult:
        """Judge an answer, as text, until a reply can be read."""
        found: list[FineGrainedEvaluationResult] = []
        while len(found) < tries:
            with span("evaluate", self.model_id) as under_way:
                result = self._settings.evaluation(await self._judge.judge(request))
                under_way.evaluated(result)
            found.append(result)
            if result.scored or result.raw_reply is None or result.panel is not None:
                break
        if len(found) == 1:
            return found[0]
        usage = sum((each.usage for each in found), TokenUsage())
        spent = {"usage": usage, "cost_usd": usage.cost_usd}
        return found[-1].model_copy(update={**spent, "latency_ms": sum(each.latency_ms for each in found)})


def _claims(spec: JudgeSpec, settings: EvaluatorSettings) -> AnswerClaims:
    from agents.claims.answer_claims import AnswerClaims  # noqa: PLC0415  (loads what few evaluators need)

    return AnswerClaims.of(spec, settings)


def _settings(given: dict[str, Any]) -> EvaluatorSettings:
    names = set(MODEL_OPTIONS) - {"timeout"}  # which is a setting of the call, too
    fields = {name: value for name, value in given.items() if name not in names}
    if options := {name: given[name] for name in names & set(given) if given[name] is not None}:
        fields["model"] = {**(fields.get("model") or {}), **options}
    return checked_settings(EvaluatorSettings, fields)

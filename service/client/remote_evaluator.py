"""The evaluator on a server: the methods of :class:`agents.evaluator.RAGEvaluator`, judged elsewhere."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from agents.calls.concurrency import in_order
from agents.calls.estimate import CallEstimate
from agents.evaluator import RAGEvaluator
from agents.evaluator_base import AnswerEvaluator
from agents.models.registry import plain_name
from agents.models.required_keys import without_keys
from service.client.batches import batches, judged_by_a_job
from service.client.judge_client import AsyncJudgeClient
from service.client.judge_terms import remote_terms
from service.client.requests import answer_request, pair_fields
from service.http.bodies.evaluations import EvaluationRequest
from service.http.bodies.pairs import PairEvaluationRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence

    from pydantic import JsonValue

    from agents.judges.pairs.pair_request import PairRequest
    from data_base.schemas.pair_verdict import PairVerdict
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult

_FEW = 20
"""Answers that no job is made for."""
_JOBS = 2
"""Jobs at once: while one ends, the next is worked on."""


class RemoteEvaluator(AnswerEvaluator):
    """Judges answers on a server; used as :class:`agents.evaluator.RAGEvaluator` is.

    ``await RemoteEvaluator("openai:gpt-6-luna").evaluate_fine_grained(question, answer, documents)``

    Attributes:
        asked: who judges, and how, as the server is asked.
    """

    def __init__(
        self,
        judge: str | Sequence[str] | None = None,
        *,
        client: AsyncJudgeClient | None = None,
        **settings: Any,  # noqa: ANN401  (validated below)
    ) -> None:
        """Bind the judge; nothing is sent yet.

        Args:
            judge: a name that ``GET /v1/models`` of the server lists, ``embedded+openai:…``, several for a
                panel; the server's own if None.
            client: asks the server; the one that ``JUDGE_URL`` and ``JUDGE_API_KEY`` name if None.
            settings: those of :class:`service.jobs.judge_request.JudgeSettingsRequest`, and options of the
                model that is named (``temperature``, ``reasoning_effort``, ``max_output_tokens``, ``seed``).
                How calls are made (``cache``, ``attempts``) is the server's to say.

        Raises:
            InputError: the name or a setting cannot be used.
        """
        self.asked = remote_terms(judge, settings)
        self._settings = self.asked.settings
        self._timeout: float | None = settings.get("timeout")
        self._client = client or AsyncJudgeClient()

    @property
    def model_id(self) -> str:
        """The judge's name, ``default`` for the server's own."""
        return "default" if self.asked.judge is None else plain_name(self.asked.judge)

    @property
    def timeout(self) -> float | None:
        """Seconds that one try of a model call may take, None where none was given."""
        return self._timeout

    @property
    def identity(self) -> str:
        """The judge's model and the options that were chosen for it."""
        return self.asked.judge or self.model_id

    @property
    def terms(self) -> dict[str, JsonValue]:
        """The settings that shape a judgement, for a manifest; those that are not there are the server's."""
        settings: dict[str, JsonValue] = self.asked.settings.model_dump(mode="json", exclude_unset=True)
        return {**settings, "model": self.identity}

    async def evaluate_many(
        self,
        requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest],
        *,
        concurrency: int | None = None,
    ) -> AsyncIterator[FineGrainedEvaluationResult]:
        """Evaluate a stream of answers; results come in the order of the requests.

        More than 20 are jobs of up to 1,000 answers, which the server goes on with whatever happens to it;
        where the iteration is ended early, they are cancelled.

        Args:
            requests: what to evaluate.
            concurrency: evaluations under way at once, each a request of its own and none a job; as many as
                the server's workers take if None.

        Raises:
            InputError: what was handed in cannot be used; the server's sentence where it says so.
            ServiceUnavailableError: the server cannot be reached, or failed, at every try.
        """
        if concurrency is not None:
            async with aclosing(in_order(requests, self.evaluate, concurrency=concurrency)) as found:
                async for result in found:
                    yield result
            return
        async with aclosing(in_order(batches(requests), self._judged, concurrency=_JOBS)) as judged:
            async for results in judged:
                for result in results:
                    yield result

    async def estimate(self, requests: Iterable[JudgeRequest] | AsyncIterable[JudgeRequest]) -> CallEstimate:
        """As :meth:`agents.evaluator.RAGEvaluator.estimate`; what the server keeps is not known here.

        Raises:
            InputError: the judge's provider is not installed here.
            ServiceUnavailableError: the server's own judge is meant, and it cannot be asked for its name.
        """
        return await (await self._here()).estimate(requests)

    async def judge_named(self) -> str:
        """The judge's name; the server is asked for that of its own."""
        return self.asked.judge or (await self._client.models()).default_judge

    async def judge_pair(self, request: PairRequest) -> list[PairVerdict]:
        """The verdict of each judge on a pair, in the order of the request.

        Raises:
            InputError: what was handed in cannot be used; the server's sentence where it says so.
            ServiceUnavailableError: the server cannot be reached, or failed, at every try.
        """
        asked = PairEvaluationRequest(**pair_fields(request), **self._judge, both_orders=False)
        found = (await self._client.evaluations.pair(asked)).verdicts
        named = {"case_id": request.case_id, "first": request.first, "second": request.second}
        return [verdict.model_copy(update=named) for verdict in found]

    async def estimate_pairs(
        self, requests: Iterable[PairRequest] | AsyncIterable[PairRequest]
    ) -> CallEstimate:
        """As :meth:`agents.evaluator.RAGEvaluator.estimate_pairs`; the server's cache is not known here.

        Raises:
            InputError: the judge's provider is not installed here.
            ServiceUnavailableError: the server's own judge is meant, and it cannot be asked for its name.
        """
        return await (await self._here()).estimate_pairs(requests)

    async def evaluate(
        self,
        request: JudgeRequest,
        *,
        tries: int = 2,  # noqa: ARG002  (the server's to say)
    ) -> FineGrainedEvaluationResult:
        """Evaluate one request.

        Args:
            request: what to evaluate.
            tries: is left to the server, which makes two at most until a reply can be read.

        Raises:
            InputError: what was handed in cannot be used; the server's sentence where it says so.
            ServiceUnavailableError: the server cannot be reached, or failed, at every try.
        """
        asked = EvaluationRequest(**dict(answer_request(request)), **self._judge)
        return (await self._client.evaluations.create(asked)).evaluation

    async def _judged(self, batch: Sequence[JudgeRequest]) -> list[FineGrainedEvaluationResult]:
        if len(batch) > _FEW:
            return await judged_by_a_job(self._client, batch, self._judge)
        return [result async for result in in_order(batch, self.evaluate, concurrency=_FEW)]

    async def _here(self) -> RAGEvaluator:
        """The judge as it would be here, to reckon with."""
        judge = await self.judge_named()
        with without_keys():
            return RAGEvaluator(judge, cache=None, **self.asked.settings.of_evaluator())

    @property
    def _judge(self) -> dict[str, Any]:
        """Who judges and how, as fields of a request."""
        named = {} if self.asked.judge is None else {"judge": self.asked.judge}
        return {**named, "settings": self.asked.settings}

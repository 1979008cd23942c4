"""A judge of pairs that is one chat model, shown both answers at once."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from langchain_core.language_models import BaseChatModel

from agents.calls.estimate import CallEstimate, estimate_call
from agents.judges.pairs.judge import PairJudge
from agents.judges.pairs.pair_request import PairRequest
from agents.judges.pairs.prompt import fits_in_view, pair_prompt
from agents.judges.pairs.reply import CHOICES, checked_evidence, read_pair_reply
from agents.judges.settings import EvaluatorSettings
from agents.judges.verdict_calls import NoVerdictError, VerdictCalls
from agents.models.registry import model_id
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.pair_verdict import PairVerdict

_log = module_logger(__name__)


@dataclass(frozen=True, slots=True)
class ModelPairJudge:
    """Asks a model which of two answers is better; implements :class:`.PairJudge`."""

    llm: BaseChatModel
    """The model."""
    settings: EvaluatorSettings
    """How to judge."""
    of_long_answers: PairJudge
    """Judges pairs that the model's window cannot contain."""

    async def estimate(self, request: PairRequest) -> CallEstimate:
        """What judging a pair will cost; the model is not asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        if not fits_in_view(self.llm, request):
            return await self.of_long_answers.estimate(request)
        prompt = await computed(partial(pair_prompt, self.llm, self.settings, request))
        schema = prompt.schema if self.settings.structured else None
        return await estimate_call(self.llm, prompt.messages(), settings=self.settings, schema=schema)

    async def compare(self, request: PairRequest) -> PairVerdict:
        """Judge one pair; a model that fails, or whose replies cannot be read, gives an error.

        Raises:
            InputError: the user must fix something before the model can be asked.
        """
        if not fits_in_view(self.llm, request):
            return await self.of_long_answers.compare(request)
        prompt = await computed(partial(pair_prompt, self.llm, self.settings, request))
        read = partial(read_pair_reply, request=request)
        calls = VerdictCalls(self.llm, self.settings, prompt, read)
        said: dict[str, Any]
        try:
            reply, rung = await calls.verdict()
        except NoVerdictError as error:
            _log.error("no verdict on a pair: %s", error)
            said = {"error": str(error)}
        else:
            said = {
                "verdict": CHOICES[reply.verdict],
                "parse_method": rung,
                "analysis": reply.analysis,
                "reason": reply.reason,
                "evidence": await computed(partial(checked_evidence, request, reply.evidence)),
            }
        name = model_id(self.llm)
        return PairVerdict(
            case_id=request.case_id,
            first=request.first,
            second=request.second,
            judge=name,
            model_id=name,
            model_served=calls.replies[-1].model_served if calls.replies else None,
            prompt=prompt.template.ref,
            usage=calls.usage,
            latency_ms=calls.latency_ms,
            passages_shown=prompt.choice.ids,
            passages_left_out=prompt.choice.ids_left_out,
            raw_reply=calls.replies[-1].text if calls.replies else None,
            **said,
        )

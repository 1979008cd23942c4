"""A chat model as a checker of claims: up to twenty claims of one source a call."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from agents.calls.complete import Completion, complete
from agents.calls.estimate import CallEstimate, estimate_call
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.calls.several_a_call import ask_for_each
from agents.claims.best_passages import best_passages, shown_passages
from agents.claims.claim_checker import ClaimFinding, ClaimFindings
from agents.claims.claim_reply import CLAIMS_SCHEMA, ClaimReply, read_claims
from agents.errors import CutOffError, ModelCallError
from agents.judges.prompt import passage_budget
from agents.models.registry import model_id
from agents.models.request import run_config
from agents.reply_parser.numbered_items import meant_numbers
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.usage import TokenUsage
from data_base.text.quotes import quote_spans
from prompts.registry import load

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agents.judges.settings import EvaluatorSettings
    from agents.models.request import OutputSchema
    from data_base.schemas.judgement import PromptRef
    from data_base.text.language import Language

CLAIMS_PER_CALL = 20
"""Claims that one call asks for at most."""
_SHORT = 6_000
"""Estimated tokens of a source that is shown whole: a page of some ten paragraphs costs less than a doubt."""
_REPLY_TOKENS = 60
"""Tokens of a usual verdict with the source's words."""
_DECIDED = frozenset({"supported", "partly", "contradicted"})
"""Verdicts that the source's words must show."""
_SAID_NOTHING = "the judge's reply has no verdict on this claim that could be read"
_log = module_logger(__name__)


@dataclass(frozen=True, slots=True)
class ModelChecker:
    """Asks a model what passages say of claims; implements :class:`.ClaimChecker`.

    A claim whose verdict is missing from a reply, or is shown by words that the passages do not have, is
    asked about once more. A call that fails leaves its claims without a verdict.
    """

    llm: BaseChatModel
    """The model."""
    settings: EvaluatorSettings
    """How it is called."""
    language: Language
    """Of the prompt, one for a whole report: the fixed part of all calls is the same."""

    @property
    def name(self) -> str:
        """The model's name."""
        return model_id(self.llm)

    @property
    def prompt(self) -> PromptRef:
        """The prompt of the calls."""
        return load("judge_claims", self.language).ref

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims.

        Raises:
            InputError: the user must fix something before the model can be asked.
        """
        asking = await self._asking(claims, passages, question)
        await asking.ask(asking.claims, tries=0)
        await asking.ask([n for n in asking.claims if n not in asking.failed], tries=1)
        findings = [asking.finding(number) for number in asking.claims]
        return ClaimFindings(findings, asking.usage)

    async def estimate(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> CallEstimate:
        """What checking claims will cost, each of them once; the model is not asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        asking = await self._asking(claims, passages, question)
        numbers, total = list(asking.claims), CallEstimate()
        for start in range(0, len(numbers), CLAIMS_PER_CALL):
            batch = numbers[start : start + CLAIMS_PER_CALL]
            total += await estimate_call(
                self.llm,
                await computed(partial(asking.messages, batch)),
                settings=self.settings,
                schema=self.schema,
                reply_tokens=_REPLY_TOKENS * len(batch),
            )
        return total

    @property
    def schema(self) -> OutputSchema | None:
        """The shape that is asked for, where the model offers it."""
        return CLAIMS_SCHEMA if self.settings.structured else None

    async def _asking(self, claims: Sequence[str], passages: Sequence[str], question: str) -> _Asking:
        budget = self.settings.token_budget or passage_budget(self.llm)
        ranked = await computed(partial(best_passages, claims, passages, tokens=min(_SHORT, budget)))
        return _Asking(self, dict(enumerate(claims, start=1)), passages, question, ranked, budget)


@dataclass
class _Asking:
    """The calls about some claims, and what is known by now."""

    checker: ModelChecker
    claims: Mapping[int, str]
    """By their numbers, from 1."""
    passages: Sequence[str]
    question: str
    ranked: Sequence[Sequence[int]]
    """The passages of each claim, best first."""
    budget: int
    """Estimated tokens of the passages of one call."""
    found: dict[int, ClaimFinding] = field(default_factory=dict)
    doubted: dict[int, ClaimFinding] = field(default_factory=dict)
    """Verdicts by words that the passages do not have."""
    failed: dict[int, str] = field(default_factory=dict)
    """Why calls failed, by the claims that they were about."""
    spent: list[TokenUsage] = field(default_factory=list)

    @property
    def usage(self) -> TokenUsage:
        return sum(self.spent, TokenUsage())

    @cached_property
    def plain_claims(self) -> Mapping[int, str]:
        """The claims in one line each, as they are shown."""
        return {number: " ".join(text.split()) for number, text in self.claims.items()}

    async def ask(self, numbers: Sequence[int] | Mapping[int, str], tries: int) -> None:
        """Ask about the claims without a verdict."""
        await ask_for_each(numbers, self.found, partial(self._ask, tries=tries), per_call=CLAIMS_PER_CALL)

    def finding(self, number: int) -> ClaimFinding:
        """What is known of a claim in the end."""
        known = self.found.get(number) or self.doubted.get(number)
        return known or ClaimFinding(None, error=self.failed.get(number, _SAID_NOTHING))

    def messages(self, numbers: Sequence[int]) -> list[BaseMessage]:
        """The first call about some claims, as it is shown to the model."""
        return self._messages(numbers, self._shown(numbers), tries=0)

    async def _ask(self, numbers: Sequence[int], *, tries: int) -> bool:
        """Make one call; whether its reply was cut off."""
        shown = self._shown(numbers)
        try:
            text, cut_off = (await self._call(self._messages(numbers, shown, tries), tries)).text, False
        except CutOffError as error:
            text, cut_off = error.text, True
            self.failed |= dict.fromkeys(numbers, str(error))
            self.spent.append(error.usage)
        except ModelCallError as error:
            _log.error("no verdict on %s claims: %s", len(numbers), error)
            self.failed |= dict.fromkeys(numbers, str(error))
            self.spent.append(error.usage)
            return False
        await computed(partial(self._take, numbers, shown, text))
        return cut_off

    def _shown(self, numbers: Sequence[int]) -> Sequence[int]:
        return shown_passages([self.ranked[n - 1] for n in numbers], self.passages, tokens=self.budget)

    async def _call(self, messages: list[BaseMessage], tries: int) -> Completion:
        reply = await complete(
            self.checker.llm,
            messages,
            settings=self.checker.settings,
            draw=tries,
            schema=self.checker.schema,
            config=run_config("judge"),
        )
        self.spent.append(reply.usage)
        return reply

    def _messages(self, numbers: Sequence[int], shown: Sequence[int], tries: int) -> list[BaseMessage]:
        lines = "\n".join(f"{number}. {self.plain_claims[number]}" for number in numbers)
        data = {
            "question": [Section("question", self.question)] if self.question.strip() else [],
            "passages": [Section("passage", self.passages[at]) for at in shown],
            "claims": [Section("claims", lines)],
        }
        template = load("judge_claims", self.checker.language)
        return render(template, data, secret=secrets.token_bytes(32) if tries else None)

    def _take(self, numbers: Sequence[int], shown: Sequence[int], text: str) -> None:
        """Keep what a reply says of the claims; of two different verdicts on one claim none."""
        asked = {number: self.plain_claims[number] for number in numbers}
        replies = read_claims(text)
        verdicts: dict[int, ClaimReply] = {}
        unclear: set[int] = set()
        for reply, number in zip(replies, meant_numbers(replies, asked), strict=True):
            if number is not None and verdicts.setdefault(number, reply).verdict != reply.verdict:
                unclear.add(number)
        for number, reply in verdicts.items():
            if number in unclear:
                continue
            finding = self._checked(reply, shown)
            needs_words = reply.verdict in _DECIDED
            doubtful = needs_words if finding.words_found is None else not finding.words_found
            (self.doubted if doubtful else self.found)[number] = finding
            self.failed.pop(number, None)

    def _checked(self, reply: ClaimReply, shown: Sequence[int]) -> ClaimFinding:
        """The verdict with the source's own words, where it has them."""
        if not reply.words:
            return ClaimFinding(reply.verdict)
        places = quote_spans(reply.words, [self.passages[at] for at in shown])
        if not places:
            return ClaimFinding(reply.verdict, words_found=False)
        words = " … ".join(self.passages[shown[at]][start:end] for at, (start, end) in places)
        return ClaimFinding(reply.verdict, words=words, words_found=True, passage=shown[places[0][0]])

"""Checkers that are a Yes/No model at a server, such as MiniCheck in Ollama or vLLM."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import JsonValue

from agents.calls.complete import complete
from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate, estimate_call
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.errors import ModelCallError
from agents.judges.checkers.checker import CheckerError, Support
from agents.judges.checkers.settings import YesNoSettings
from agents.judges.checkers.windows import windows
from agents.models.redaction import redacted
from agents.models.request import run_config
from agents.models.yes_no_chat import YesNoChat, read_said, yes_no_chat
from data_base.computing import computed
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import estimate_tokens

# What MiniCheck was trained with; other Yes/No models understand it, too.
_SYSTEM = (
    "Determine whether the provided claim is consistent with the corresponding document. Consistency in this "
    "context implies that all information presented in the claim is substantiated by the document. If not, "
    "it should be considered inconsistent. Please assess the claim's consistency with the document by "
    'responding with either "Yes" or "No".'
)
_LABEL = re.compile(r"\s*\n\s*(?=(?:document|claim)\s*[:：])", re.IGNORECASE)
_REPLY_TOKENS = 1
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class YesNoChecker:
    """Asks a server; implements :class:`.Checker`."""

    settings: YesNoSettings
    """How it is declared."""
    llm: YesNoChat
    """Says Yes or No."""

    @classmethod
    def of(cls, name: str, settings: YesNoSettings, **shared: object) -> YesNoChecker:
        """The checker of a declaration.

        Args:
            name: ``checker:NAME``.
            settings: how it is declared.
            shared: the ``runtime`` that its calls share with others.

        Raises:
            InputError: its address or its key cannot be used.
        """
        llm = yes_no_chat(name, settings.model, settings.url, settings.key_variable, **shared)
        return cls(settings, llm)

    @property
    def model_id(self) -> str:
        """Its name as a judge."""
        return self.llm.model_id

    @property
    def options(self) -> dict[str, JsonValue]:
        """The model, where it is asked, and how much it reads at once."""
        return {
            "kind": "yes_no",
            "model": self.settings.model,
            "url": redacted(self.settings.url),
            "window_tokens": self.settings.window_tokens,
        }

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """The model at the server."""
        return (self.llm,)

    async def support(
        self, passages: Sequence[str], claim: str, *, settings: CallSettings = DEFAULT_SETTINGS
    ) -> Support:
        """How likely the passages support a claim; one call for each window.

        Raises:
            CheckerError: the server gave no reply, or neither Yes nor No.
            InputError: the user must fix something first.
        """
        prompts = await self._prompts(passages, claim)
        found = await all_of(self._said(prompt, settings) for prompt in prompts)
        usage = sum((each.usage for each in found), TokenUsage())
        best = max(found, key=lambda each: each.probability, default=Support(0.0))
        return Support(best.probability, usage, any(each.by_word for each in found), best.model_served)

    async def estimate(
        self, passages: Sequence[str], claim: str, *, settings: CallSettings = DEFAULT_SETTINGS
    ) -> CallEstimate:
        """A call for each window.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        each = [
            await estimate_call(self.llm, prompt, settings=settings, reply_tokens=_REPLY_TOKENS)
            for prompt in await self._prompts(passages, claim)
        ]
        return sum(each, CallEstimate())

    async def _prompts(self, passages: Sequence[str], claim: str) -> list[list[BaseMessage]]:
        size = self.settings.window_tokens
        texts = await computed(lambda: windows(passages, size, estimate_tokens))
        return [[SystemMessage(_SYSTEM), HumanMessage(_shown(text, claim))] for text in texts]

    async def _said(self, prompt: list[BaseMessage], settings: CallSettings) -> Support:
        try:
            reply = await complete(self.llm, prompt, settings=settings, config=run_config("check_claim"))
        except ModelCallError as error:
            raise CheckerError(str(error), error.usage) from error
        said = read_said(reply.text)
        if said is None:
            words = " ".join(reply.text.split())[:_SHOWN]
            raise CheckerError(
                f"{self.model_id}: the model {self.settings.model!r} replied {words!r}, neither Yes nor No; "
                "name a model that was trained to say one of them",
                reply.usage,
            )
        return Support(said.probability, reply.usage, said.by_word, reply.model_served)


def _shown(document: str, claim: str) -> str:
    """Document and claim as the model knows them; no line of either may pass for a label."""
    return f"Document: {_LABEL.sub(' ', document)}\nClaim: {' '.join(claim.split())}"

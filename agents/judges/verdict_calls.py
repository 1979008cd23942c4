"""The model calls of one verdict, and one order of rescue for a reply that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, Protocol, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from pydantic import BaseModel

from agents.calls.call_recording import note_rung
from agents.calls.complete import Completion, OutputSchema, complete
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.errors import ModelCallError
from agents.judges.judge_reply import shape_in_words
from agents.judges.settings import EvaluatorSettings
from agents.models.request import run_config
from agents.reply_parser import ParsedReply
from data_base.computing import computed
from data_base.logs import module_logger
from data_base.schemas.judgement import ParseRung
from data_base.schemas.usage import TokenUsage
from data_base.text.language import Language
from prompts.registry import load

_log = module_logger(__name__)
# A broken reply is quoted up to here; a verdict is at its end.
_QUOTED_CHARS = 12_000

Reply = TypeVar("Reply", bound=BaseModel)


class NoVerdictError(Exception):
    """The model failed, or no reply of its could be read; says why in one sentence."""


class _UnreadableError(NoVerdictError):
    """No reply to a prompt could be read."""


class VerdictPrompt(Protocol):
    """What a judge is shown for one verdict."""

    @property
    def language(self) -> Language:
        """The language of a call that repairs the reply."""
        ...

    @property
    def schema(self) -> OutputSchema:
        """The shape of the reply."""
        ...

    def messages(self, draw: int = 0) -> list[BaseMessage]:
        """The messages of one call; from draw 1 on the fences have codes of their own."""
        ...


@dataclass(frozen=True, slots=True)
class VerdictCalls(Generic[Reply]):
    """Asks a model for one verdict and keeps the calls that it takes.

    The rungs of the parser; one call that quotes the reply and the error; one fresh judgement; then no
    verdict. A model that broke the schema it was asked for is asked by the text prompt from then on. Replies
    that the cache kept are read again for nothing and do not count: where they are all broken, the model is
    asked anew.
    """

    llm: BaseChatModel
    """The model."""
    settings: EvaluatorSettings
    """How the model is called."""
    prompt: VerdictPrompt
    """What the model is shown."""
    read: Callable[[str], ParsedReply[Reply]]
    """Reads a reply."""
    first_draw: int = 0
    """Draws of different numbers get different replies, whatever the cache contains; even."""
    replies: list[Completion] = field(default_factory=list)
    """The calls with a reply, in order."""
    given_up: list[ModelCallError] = field(default_factory=list)
    """The calls without a reply."""

    @property
    def usage(self) -> TokenUsage:
        """What all calls took together."""
        failed = sum((error.usage for error in self.given_up), TokenUsage())
        return sum((reply.usage for reply in self.replies), failed)

    @property
    def latency_ms(self) -> float:
        """Milliseconds that the calls took one after the other."""
        return sum(item.latency_ms for item in self.replies) + sum(item.elapsed_ms for item in self.given_up)

    async def verdict(self) -> tuple[Reply, ParseRung]:
        """The verdict, and how it was read.

        Raises:
            NoVerdictError: there is none.
            InputError: the user must fix something before the model can be asked.
        """
        draw = self.first_draw
        while True:
            known = len(self.replies)
            try:
                messages = self.prompt.messages(draw)
                first = await self._read(await self.call(messages, draw=draw, schema=self.prompt.schema))
                if first.value is not None and first.rung is not None:
                    return first.value, first.rung
                return await self._rescued(first, draw + 1)
            except ModelCallError as error:
                raise NoVerdictError(str(error)) from error
            except _UnreadableError:
                if not all(reply.cached for reply in self.replies[known:]):
                    raise
            draw += 2

    async def call(
        self, messages: list[BaseMessage], *, draw: int = 0, schema: OutputSchema | None = None
    ) -> Completion:
        """Make one call.

        Raises:
            ModelCallError: it was given up.
            InputError: the user must fix something before the model can be asked.
        """
        wanted = schema if self.settings.structured else None
        try:
            reply = await complete(
                self.llm,
                messages,
                settings=self.settings,
                draw=draw,
                schema=wanted,
                config=run_config("judge"),
            )
        except ModelCallError as error:
            self.given_up.append(error)
            raise
        self.replies.append(reply)
        return reply

    async def _rescued(self, broken: ParsedReply[Reply], draw: int) -> tuple[Reply, ParseRung]:
        """Have a broken reply repaired; ask afresh, by the text prompt."""
        if (repaired := await self._repaired(broken)) is not None:
            return repaired, "repair_call"
        try:
            fresh = await self._read(await self.call(self.prompt.messages(draw), draw=draw))
        except ModelCallError as error:
            raise _UnreadableError(f"{_unreadable(broken)}; asked afresh, {error}") from error
        if fresh.value is None or fresh.rung is None:
            raise _UnreadableError(_unreadable(fresh))
        return fresh.value, fresh.rung

    async def _repaired(self, broken: ParsedReply[Reply]) -> Reply | None:
        """Quote the broken reply and the error; the second reply is read by the same ladder."""
        repair = repair_message(self.prompt, self.replies[-1].text, _unreadable(broken))
        try:
            reply = await self.call([*self.prompt.messages(), repair])
        except ModelCallError as error:
            _log.warning("the repair call failed: %s", error)
            return None
        return (await self._read(reply)).value

    async def _read(self, reply: Completion) -> ParsedReply[Reply]:
        read = await computed(partial(self.read, reply.text))
        note_rung(reply.text, read.rung)
        if reply.wrote and not reply.text.strip():
            return replace(read, error=f"{read.error}; the model gave only {' and '.join(reply.wrote)}")
        return read


def repair_message(prompt: VerdictPrompt, reply: str, error: str) -> HumanMessage:
    """What is said after the judge's prompt where the reply to it could not be read.

    It follows the whole prompt, so that a reply that was cut off or refused can be completed.

    Args:
        prompt: what the judge was shown.
        reply: the broken reply, quoted.
        error: what was wrong with it.
    """
    template = load("repair_reply", prompt.language)
    data = {
        "reply": [Section("reply", reply[-_QUOTED_CHARS:])],
        "error": [Section("error", error)],
        "shape": [Section("shape", shape_in_words(prompt.schema.schema))],
    }
    return HumanMessage("\n\n".join(str(message.text) for message in render(template, data)))


def _unreadable(parsed: ParsedReply[Reply]) -> str:
    return f"the judge's reply could not be read: {parsed.error or 'it contains no verdict'}"

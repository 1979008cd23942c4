"""One question to a model: template, data, call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel

from agents.calls.complete import DEFAULT_SETTINGS, CallSettings, Completion, complete
from agents.calls.fence import Section
from agents.calls.prompt_messages import render
from agents.models.registry import chat_model
from agents.models.request import run_config
from data_base.text.language import detect_language
from prompts.registry import load

# What callbacks see as a call's name, if it is not the template's.
_PURPOSES = dict.fromkeys(("answer_with_documents", "answer_without_documents"), "answer")


@dataclass(frozen=True, slots=True)
class PromptCaller:
    """How a model is asked."""

    llm: BaseChatModel
    """The model."""
    language: str | None = None
    """Language of the prompts, None for that of the question."""
    call: CallSettings = DEFAULT_SETTINGS
    """Timeout and retries."""
    streamed: bool = False
    """Whether a host's graph may stream the tokens of its replies."""

    async def ask(self, template_id: str, data: Mapping[str, Sequence[Section]], question: str) -> Completion:
        """Make one model call.

        Args:
            template_id: which prompt.
            data: its slots; all of it is fenced. One that is optional is left out where it has nothing.
            question: the user's question, whose language picks the prompt's.

        Raises:
            ModelCallError: the call was given up.
            InputError: the user must fix something: a language without prompts, a missing key.
        """
        template = load(template_id, self.language or detect_language(question))
        named = [name for name in template.optional if data.get(name)]
        template = template.including(named)
        data = {slot: data[slot] for slot in template.slots}
        config = run_config(_PURPOSES.get(template_id, template_id), streamed=self.streamed)
        return await complete(self.llm, render(template, data), settings=self.call, config=config)


class PromptRole:
    """What asks a model: the base of the planner and the answer writer."""

    def __init__(
        self,
        llm: BaseChatModel | str,
        *,
        language: str | None = None,
        call: CallSettings = DEFAULT_SETTINGS,
        streamed: bool = False,
    ) -> None:
        """Bind the model.

        Args:
            llm: a LangChain chat model or a model name.
            language: language of the prompts, None for the question's own.
            call: timeout and retries of the model calls.
            streamed: whether a host's graph may stream the tokens of its replies.
        """
        self._caller = PromptCaller(chat_model(llm), language, call, streamed)

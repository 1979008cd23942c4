"""A chat model with fallbacks: called in turn until one replies, each in the best way it offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.runnables import Runnable, RunnableConfig
from pydantic import ConfigDict

from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.langchain_model import own_name
from agents.models.request import ModelRequest, OutputSchema, ReplyRequirements


class FallbackChat(BaseChatModel):
    """What ``.with_fallbacks`` makes of chat models; implements :class:`agents.models.request.AskedModel`.

    Name, server and limits are those of the first.
    """

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    models: tuple[BaseChatModel, ...]
    """In the order in which they are called."""
    handled: tuple[type[BaseException], ...]
    """The errors after which the next one is."""

    @property
    def model_id(self) -> str | None:
        """The first one's own, None if it has none."""
        return own_name(self.models[0], "model_id")

    @property
    def model_name(self) -> str | None:
        """What the first one calls its model."""
        return own_name(self.models[0], "model_name", "model")

    @property
    def identity_parts(self) -> tuple[tuple[BaseChatModel, ...], dict[str, Any]]:
        """What shapes a reply: all of them."""
        return self.models, {}

    @property
    def server(self) -> str | None:
        """The first one's."""
        return asked_model(self.models[0]).server

    @property
    def named(self) -> frozenset[str]:
        """The parameters chosen for the first one."""
        return asked_model(self.models[0]).named

    @property
    def limit(self) -> int | None:
        """The first one's."""
        return asked_model(self.models[0]).limit

    @property
    def runtime(self) -> Any:  # noqa: ANN401  (a runtime, or None)
        """The first one's."""
        return getattr(self.models[0], "runtime", None)

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """As the first one's; what is wanted is kept for the others."""
        request = asked_model(self.models[0]).request(wanted, refused)
        schema = wanted.schema if request.formats else None
        return ModelRequest({"first": request, "schema": schema}, request.parameters, request.formats)

    async def ask(
        self,
        messages: list[BaseMessage],
        request: ModelRequest,
        *,
        timeout: float,  # noqa: ASYNC109  (the HTTP client's)
        config: RunnableConfig,
    ) -> BaseMessage:
        """Call them in turn until one replies; the first one's error if none does."""
        schema: OutputSchema | None = request.arguments["schema"]
        failure: BaseException | None = None
        for number, model in enumerate(self.models):
            asked = asked_model(model)
            of_this = asked.request(ReplyRequirements(schema), {}) if number else request.arguments["first"]
            try:
                return await asked.ask(messages, of_this, timeout=timeout, config=config)
            except self.handled as error:
                failure = failure or error
        raise failure or ValueError("no model to call")

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        failure: BaseException | None = None
        for model in self.models:
            try:
                return model._generate_with_cache(messages, stop, run_manager, **kwargs)  # noqa: SLF001
            except self.handled as error:
                failure = failure or error
        raise failure or ValueError("no model to call")

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:  # noqa: ANN401
        """Each model as it does it, called in turn."""
        return self._in_turn([model.bind_tools(tools, **kwargs) for model in self.models])

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:  # noqa: ANN401
        """Each model as it does it, called in turn."""
        return self._in_turn([model.with_structured_output(schema, **kwargs) for model in self.models])

    def _in_turn(self, chains: Sequence[Runnable[Any, Any]]) -> Runnable[Any, Any]:
        return chains[0].with_fallbacks(chains[1:], exceptions_to_handle=self.handled)

    @property
    def _llm_type(self) -> str:
        return self.models[0]._llm_type  # noqa: SLF001

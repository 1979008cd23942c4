"""What our chat models on a provider's protocol have in common: the options a user may choose, and asking."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, Self

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig
from pydantic import ConfigDict, Field, SecretStr, Strict, ValidationError

from agents.models.loop_clients import Runtime
from agents.models.options import MODEL_OPTIONS
from agents.models.redaction import redacted
from agents.models.request import ModelRequest, RefusedOptionError, ReplyRequirements
from data_base.errors import InputError, first_fault


class HostedChat(BaseChatModel):
    """A chat model at a server; implements :class:`agents.models.request.AskedModel`.

    The SDKs' own retries and timeouts are off; :func:`agents.calls.complete.complete` retries and bounds.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    model: str = Field(min_length=1)
    """The model's name at the server."""
    api_key: SecretStr
    """Never shown in a repr or an error."""
    # It may contain a password, and LangChain shows a model's repr to every tracer.
    base_url: str | None = Field(default=None, repr=False)
    """The server, the provider's own if None."""
    # Strict, since "yes" and "on" are numbers to a reader that means well.
    timeout: float | None = Field(default=None, gt=0, allow_inf_nan=False, strict=True)
    """Seconds that one try may take; 600 if None."""
    temperature: float | None = Field(default=None, ge=0, le=2, strict=True)
    """Like the following, not sent if None."""
    reasoning_effort: Annotated[str, Strict()] | Annotated[int, Strict()] | None = None
    """How long a reasoning model thinks."""
    max_output_tokens: int | None = Field(default=None, ge=1, strict=True)
    """Tokens of a reply at most, reasoning included."""
    seed: int | None = Field(default=None, strict=True)
    """Asks for repeatable sampling, where the server can."""
    server_named: bool = Field(default=False, exclude=True, repr=False)
    """Whether the address was named for this model, and not taken from the environment."""
    runtime: Runtime | None = Field(default=None, exclude=True, repr=False)
    """What its calls share with others; the process's own if None."""

    def __getstate__(self) -> dict[Any, Any]:
        """All but the clients and what calls share: on the other side a model takes the process's own."""
        state = super().__getstate__()
        return {
            **state,
            "__dict__": {**state["__dict__"], "runtime": None},
            "__pydantic_private__": None,
        }

    def __setstate__(self, state: dict[Any, Any]) -> None:
        super().__setstate__(state)
        self.model_post_init(None)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Nothing of it changes, so that a copy may share clients and runtime."""
        return self.model_copy()

    @property
    @abstractmethod
    def model_id(self) -> str:
        """The name that :func:`agents.models.registry.chat_model` knows it by."""

    @property
    def server(self) -> str | None:
        """The address of a server that is not the provider's own, None for that one."""
        return self.base_url

    @property
    def options(self) -> dict[str, Any]:
        """The options that the user chose, as he named them; how long a try may take shapes no reply."""
        named = {name: getattr(self, name) for name in MODEL_OPTIONS if name != "timeout"}
        if self.server_named and self.base_url is not None:
            named["base_url"] = redacted(self.base_url)
        return {name: value for name, value in named.items() if value is not None}

    @property
    def limit(self) -> int | None:
        """Output tokens that the user allows."""
        return self.max_output_tokens

    @property
    def named(self) -> frozenset[str]:
        """The parameters that the user chose, by their names on the wire."""
        return frozenset(self._chosen())

    @abstractmethod
    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses.

        Raises:
            RefusedOptionError: what the user chose can be sent in no way that the server takes.
        """

    async def ask(
        self,
        messages: list[BaseMessage],
        request: ModelRequest,
        *,
        timeout: float,  # noqa: ASYNC109  (the HTTP client's)
        config: RunnableConfig,
    ) -> BaseMessage:
        """Ask once."""
        return await self.ainvoke(messages, config, timeout=timeout, **request.arguments)

    @abstractmethod
    def _chosen(self) -> dict[str, Any]:
        """The options that the user chose, but for the limit, as the wire names them."""

    def _require_taken(self, refused: Mapping[str, str]) -> None:
        for name in self._chosen():
            if name in refused:
                raise RefusedOptionError(self.model_id, f"{name}={self._chosen()[name]}", refused[name])

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {
            "model": self.model,
            # Tracers show this; a password in the address must not be shown and shapes no reply.
            "base_url": None if self.base_url is None else redacted(self.base_url),
            **{name: getattr(self, name) for name in MODEL_OPTIONS if name != "timeout"},
        }

    @classmethod
    def checked(cls, provider: str, **fields: Any) -> Self:  # noqa: ANN401  (fields of the model)
        """The model with these fields.

        Raises:
            InputError: a field is unknown or its value cannot be used.
        """
        try:
            return cls(**fields)
        except ValidationError as error:
            fault = first_fault(error)
            field = ".".join(map(str, fault.place[:1]))
            known = "" if field in cls.model_fields else f" (options: {', '.join(MODEL_OPTIONS)})"
            raise InputError(
                f"{provider}:{fields['model']}: the setting {field!r} is wrong: {fault.reason}{known}"
            ) from None

"""Models of every other provider that LangChain knows: ``anthropic:``, ``ollama:``, ``mistralai:`` etc."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict, Field, SecretStr, ValidationError

from agents.calls.redaction import keys_blotted, redacted
from agents.calls.refusals import SCHEMA_FORMAT
from agents.calls.runtime import ModelRuntime, default_runtime
from agents.errors import UnusableResponseError
from agents.models.langchain_model import LIMITS
from agents.models.options import MODEL_OPTIONS
from agents.models.request import RefusedOptionError, Request, Wanted, seconds
from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage

    from agents.models.background_loop import BackgroundLoop

# What the fields of the chat models are called, the first that a model has.
_FIELDS = {
    "temperature": ("temperature",),
    "reasoning_effort": ("reasoning_effort", "effort", "reasoning", "thinking_level"),
    "max_output_tokens": LIMITS,
    "seed": ("seed", "random_seed"),
}
_KEY_NAMES = {"mistralai": "MISTRAL_API_KEY"}
_NO_KEY = "no-key-needed"
# A reply of another shape than a package expects ends as one of these.
_UNREADABLE = (KeyError, IndexError, AttributeError, TypeError, ValidationError, json.JSONDecodeError)


class ProviderChat(BaseChatModel):
    """A chat model of LangChain's, by the names of its ``init_chat_model``.

    Its own retries are off, and its calls are made on the runtime's background loop.

    Attributes:
        provider: as LangChain calls it.
        model: the model's name at the provider.
        options: what the user chose, under this project's names or the chat model's own.
        api_key: shown nowhere; the provider's environment variable if None.
        base_url: another server than the provider's own.
        timeout: seconds that one try may take; 600 if None.
        runtime: what its calls share with others; the process's own if None.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    provider: str
    model: str
    options: dict[str, Any] = Field(default_factory=dict)
    api_key: SecretStr | None = None
    base_url: str | None = Field(default=None, repr=False)
    timeout: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    runtime: ModelRuntime | None = Field(default=None, exclude=True, repr=False)

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.names.chat_model` knows it by."""
        return f"{self.provider}:{self.model}"

    @property
    def server(self) -> str | None:
        """The address of a server that is not the provider's own."""
        return self.base_url

    @property
    def named(self) -> frozenset[str]:
        """The parameters that the user chose."""
        return frozenset(self.options) - {"max_output_tokens"}

    @property
    def limit(self) -> int | None:
        """Output tokens that the user allows."""
        names = ("max_output_tokens", *LIMITS)
        return next((self.options[name] for name in names if name in self.options), None)

    def request(self, wanted: Wanted, refused: Mapping[str, str]) -> Request:
        """The best way of asking that uses nothing the server refuses."""
        arguments: dict[str, Any] = {}
        parameters, formats = set(self.named), set[str]()
        if wanted.room is not None and self.limit is None:
            arguments["room"] = wanted.room
            parameters.add("max_tokens")
        if wanted.schema is not None and SCHEMA_FORMAT not in refused:
            # Every package translates OpenAI's way of asking into its provider's.
            shape = {"name": wanted.schema.name, "schema": dict(wanted.schema.schema), "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": shape}
            formats.add(SCHEMA_FORMAT)
        return Request(arguments, frozenset(parameters | formats), frozenset(formats))

    async def ask(self, messages: list[BaseMessage], request: Request, *, timeout: float) -> BaseMessage:  # noqa: ASYNC109  (the HTTP client's)
        """Ask once."""
        return await self.ainvoke(messages, timeout=timeout, **request.arguments)

    @property
    def _llm_type(self) -> str:
        return self.provider

    @property
    def _identifying_params(self) -> dict[str, Any]:
        address = None if self.base_url is None else redacted(self.base_url)
        return {"provider": self.provider, "model": self.model, "base_url": address, **self.options}

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        *,
        timeout: float | None = None,  # noqa: ASYNC109  (the HTTP client's)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        return await self._background.run(self._asked(messages, stop, timeout, **kwargs))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        *,
        timeout: float | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        return self._background.submit(self._asked(messages, stop, timeout, **kwargs)).result()

    async def _asked(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None,
        timeout: float | None,  # noqa: ASYNC109  (the HTTP client's)
        room: int | None = None,
        **kwargs: Any,  # noqa: ANN401  (what the package's chat model takes)
    ) -> ChatResult:
        model = self.inner(seconds(timeout or self.timeout))
        if room is not None and (name := _first_field(type(model), LIMITS)):
            model = model.model_copy(update={name: room})
        with keys_blotted(self):
            try:
                message = await model.ainvoke(messages, stop=stop, **kwargs)
            except _UNREADABLE as error:
                raise UnusableResponseError(
                    f"the server's response could not be read ({type(error).__name__})"
                ) from error
            except ValueError as error:
                raise self._refusal(error) or error from None
        if not _is_finished(model, message):
            raise UnusableResponseError("the server's response broke off")
        return ChatResult(generations=[ChatGeneration(message=message)])

    def inner(self, timeout: float) -> BaseChatModel:
        """LangChain's own chat model; one for each time limit, kept for the process, since it holds clients.

        Raises:
            InputError: its package or its key is missing, or an option cannot be used.
        """
        runtime = self.runtime or default_runtime()
        key = None if self.api_key is None else self.api_key.get_secret_value()
        options = json.dumps(self.options, sort_keys=True, default=str)
        known_by = (self.provider, self.model, options, self.base_url, key, timeout)
        return runtime.provider_model(known_by, lambda: self._made(timeout))

    def _made(self, timeout: float) -> BaseChatModel:
        given: dict[str, Any] = {} if self.base_url is None else {"base_url": self.base_url}
        if self.api_key is not None:
            given["api_key"] = self.api_key.get_secret_value()
        elif self.base_url is not None:
            given["api_key"] = _NO_KEY
        kind = type(self._built(given))
        fields: dict[str, Any] = {}
        for name, value in self.options.items():
            fields[self._field(kind, name)] = value
        if _has(kind, "timeout"):
            fields["timeout"] = math.ceil(timeout)
        elif _has(kind, "client_kwargs"):
            fields["client_kwargs"] = {"timeout": timeout, **fields.get("client_kwargs", {})}
        if _has(kind, "max_retries"):
            fields["max_retries"] = 0
        model = self._built({**given, **fields})
        # Some packages have a temperature of their own and send it unasked.
        if "temperature" not in fields and getattr(model, "temperature", None) is not None:
            model = model.model_copy(update={"temperature": None})
        return model

    def _built(self, fields: dict[str, Any]) -> BaseChatModel:
        """LangChain's chat model with these fields.

        Raises:
            InputError: its package or its key is missing, or a field cannot be used.
        """
        try:
            from langchain.chat_models import init_chat_model  # noqa: PLC0415  (an extra)
        except ImportError:
            packages = f"langchain {_package(self.provider)}"
            raise InputError(f"{self.model_id} needs packages: pip install {packages}") from None
        try:
            model: BaseChatModel = init_chat_model(self.model, model_provider=self.provider, **fields)
        except ImportError as error:
            missing = getattr(error.__cause__, "name", None) or ""
            package = missing.partition(".")[0].replace("_", "-") or _package(self.provider)
            raise InputError(f"{self.model_id} needs a package: pip install {package}") from None
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(map(str, first["loc"])) or "a setting"
            raise InputError(f"{self.model_id}: {field} cannot be used: {first['msg']}") from None
        except ValueError as error:
            said = " ".join(str(error).split()).partition("Supported")[0]
            raise InputError(f"{self.model_id} cannot be asked: {redacted(said)}") from None
        except Exception as error:
            # SDKs refuse to be built without a key, each with an error of its own.
            if "api_key" in str(error) or "credential" in str(error).lower():
                raise self._lacks_key() from None
            raise
        if _lacks_key(model):
            raise self._lacks_key()
        return model

    def _field(self, kind: type[BaseChatModel], option: str) -> str:
        """What the chat model calls an option.

        Raises:
            InputError: it has nothing of the kind.
        """
        field = _first_field(kind, _FIELDS.get(option, (option,)))
        if field is None:
            raise InputError(
                f"{self.model_id} knows no option {option!r}; it takes the fields of {kind.__name__} in "
                f"{kind.__module__.partition('.')[0]}"
            )
        return field

    def _lacks_key(self) -> InputError:
        name = _KEY_NAMES.get(self.provider, f"{self.provider.upper()}_API_KEY")
        return InputError(f"{self.model_id} needs a key: set {name}")

    def _refusal(self, error: ValueError) -> RefusedOptionError | None:
        """Some packages know themselves that a model takes no such option."""
        option = next((name for name in self.options if name in str(error)), None)
        return (
            None
            if option is None
            else RefusedOptionError(self.model_id, option, " ".join(str(error).split()))
        )

    @property
    def _background(self) -> BackgroundLoop:
        return (self.runtime or default_runtime()).background


def provider_chat(provider: str, name: str, **settings: Any) -> ProviderChat:  # noqa: ANN401  (see ProviderChat)
    """The model of a name; that it can be asked is seen at once, before anything is paid for.

    Raises:
        InputError: the provider is unknown, its package or key is missing, or an option cannot be used.
    """
    own = {key: settings.pop(key) for key in ("api_key", "base_url", "timeout", "runtime") if key in settings}
    options = {key: value for key, value in settings.items() if value is not None}
    try:
        model = ProviderChat(provider=provider, model=name, options=options, **own)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise InputError(
            f"{provider}:{name}: the setting {first['loc'][0]!r} is wrong: {first['msg']} "
            f"(options: {', '.join(MODEL_OPTIONS)}, and its provider's own)"
        ) from None
    model.inner(seconds(model.timeout))
    return model


def _package(provider: str) -> str:
    return f"langchain-{'aws' if provider.startswith('bedrock') else provider}"


def _has(kind: type[BaseChatModel], name: str) -> bool:
    return name in kind.model_fields or any(field.alias == name for field in kind.model_fields.values())


def _first_field(kind: type[BaseChatModel], names: tuple[str, ...]) -> str | None:
    return next((name for name in names if _has(kind, name)), None)


def _lacks_key(model: BaseChatModel) -> bool:
    keys = [getattr(model, name) for name in type(model).model_fields if name.endswith("api_key")]
    return bool(keys) and all(
        key is None or (isinstance(key, SecretStr) and not key.get_secret_value()) for key in keys
    )


def _is_finished(model: BaseChatModel, message: BaseMessage) -> bool:
    """Whether a stream came to its end: Ollama's package gives what came before a break as a whole reply."""
    if model._llm_type != "chat-ollama":  # noqa: SLF001  (LangChain's door for this)
        return True
    return bool(message.response_metadata.get("done_reason"))

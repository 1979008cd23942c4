"""Models of every other provider that LangChain knows: ``anthropic:``, ``ollama:``, ``groq:`` and more."""

import json
import math
import re
import warnings
from collections.abc import Mapping
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.runnables import RunnableConfig
from pydantic import ConfigDict, Field, PrivateAttr, SecretStr, ValidationError

from agents.models.background_loop import background_loop
from agents.models.cancellation_callbacks import cancellation_reported
from agents.models.langchain_model import LIMITS, field_of, http_settings, missing_key, require_end, unusable
from agents.models.loop_clients import Runtime
from agents.models.missing_packages import MissingPackageError, package_is_missing
from agents.models.options import MODEL_OPTIONS, UnknownModelError
from agents.models.redaction import keys_blotted, redacted, secrets_of
from agents.models.refused_parameters import SCHEMA_FORMAT
from agents.models.request import ModelRequest, RefusedOptionError, ReplyRequirements, seconds
from agents.models.required_keys import NO_KEY, from_environment, key_of, keys_needed
from agents.models.server_addresses import without_login
from data_base.errors import InputError, first_fault
from data_base.extras import how_to_install

# What the fields of the chat models are called, the first that a model has.
_FIELDS = {
    "reasoning_effort": ("reasoning_effort", "effort", "reasoning", "thinking_level"),
    "max_output_tokens": LIMITS,
    "seed": ("seed", "random_seed"),
    "timeout": ("timeout", "request_timeout", "timeout_seconds"),
    "base_url": ("base_url", "endpoint_url", "azure_endpoint"),
}
# How the variables of a provider begin where it is not with its name, and how they end.
_BEGINNINGS = {"mistralai": "MISTRAL"}
_ADDRESSES = ("API_URL", "BASE_URL", "API_BASE", "HOST", "ENDPOINT")
# What LangChain's init_chat_model knows, which alone is worth a package's name.
_KNOWN = (
    *("anthropic", "anthropic_bedrock", "azure_ai", "azure_openai", "baseten", "bedrock", "bedrock_converse"),
    *("cohere", "deepseek", "fireworks", "google_anthropic_vertex", "google_vertexai", "groq", "huggingface"),
    *("ibm", "litellm", "mistralai", "nvidia", "ollama", "openrouter", "perplexity", "together", "upstage"),
    "xai",
)
# Those whose packages are an extra of the same name.
_EXTRAS = frozenset({"anthropic", "ollama", "mistralai", "groq", "bedrock"})
# Options that are never shown.
_HIDDEN = re.compile(r"(?:key|token|secret|password|headers|client_kwargs)$")
_KEY_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)\b")
# A response of another shape than a package expects ends as one of these.
_UNREADABLE = (KeyError, IndexError, AttributeError, TypeError, ValidationError, json.JSONDecodeError)


class _NotSetUpError(InputError):
    """The package misses something of its surroundings, such as a region; no option is wrong."""


class ProviderChat(BaseChatModel):
    """A chat model of LangChain's, by the names of its ``init_chat_model``.

    Its own retries are off, and its calls are made on the process's background loop.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    provider: str
    """As LangChain calls it."""
    model: str
    """The model's name at the provider."""
    options: dict[str, Any] = Field(default_factory=dict)
    """What the user chose, under this project's names or the chat model's own."""
    keys_and_headers: dict[str, Any] = Field(default_factory=dict, repr=False, exclude=True)
    """Options that may contain secrets, shown nowhere."""
    api_key: SecretStr | None = None
    """Shown nowhere; as the provider's package finds it if None."""
    base_url: str | None = Field(default=None, repr=False, pattern=r"^https?://[^\s/]")
    """Another server than the provider's own, or than the environment's."""
    timeout: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds that one try may take; 600 if None."""
    runtime: Runtime | None = Field(default=None, exclude=True, repr=False)
    """What its calls share with others; the process's own if None."""
    _needs_key: bool = PrivateAttr(default_factory=keys_needed)

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.registry.chat_model` knows it by."""
        return f"{self.provider}:{self.model}"

    @property
    def server(self) -> str | None:
        """The address of a server that a setting or the environment names in place of the provider's own."""
        return self.base_url or _from_environment(self.provider, *_ADDRESSES)

    @property
    def named(self) -> frozenset[str]:
        """The parameters that the user chose, but for the limit."""
        return frozenset(self.options) - {"max_output_tokens", *LIMITS}

    @property
    def limit(self) -> int | None:
        """Output tokens that the user allows."""
        names = ("max_output_tokens", *LIMITS)
        return next((self.options[name] for name in names if name in self.options), None)

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses.

        Raises:
            RefusedOptionError: what the user chose can be sent in no way that the server takes.
        """
        arguments: dict[str, Any] = {}
        parameters, formats = set(self.named), set[str]()
        field = ""
        if self.limit is not None or wanted.room is not None:
            field = field_of(type(self.inner(seconds(self.timeout))), *LIMITS) or ""
        if self.limit is not None:
            if field in refused:
                raise RefusedOptionError(self.model_id, f"max_output_tokens={self.limit}", refused[field])
            parameters.add(field)
        elif wanted.room is not None and field and field not in refused:
            arguments["room"] = wanted.room
            parameters.add(field)
        if wanted.schema is not None and SCHEMA_FORMAT not in refused:
            # Every package translates OpenAI's way of asking into its provider's.
            shape = {"name": wanted.schema.name, "schema": dict(wanted.schema.schema), "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": shape}
            formats.add(SCHEMA_FORMAT)
        return ModelRequest(arguments, frozenset(parameters | formats), frozenset(formats))

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

    @property
    def _llm_type(self) -> str:
        return self.provider

    @property
    def _identifying_params(self) -> dict[str, Any]:
        address = None if self.server is None else redacted(self.server)
        return {"provider": self.provider, "model": self.model, "base_url": address, **self.options}

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        async with cancellation_reported(run_manager):
            return await background_loop().run(self._asked(messages, stop, **kwargs))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        return background_loop().submit(self._asked(messages, stop, **kwargs)).result()

    async def _asked(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None,
        timeout: float | None = None,  # noqa: ASYNC109  (the HTTP client's)
        room: int | None = None,
        **kwargs: Any,  # noqa: ANN401  (what the package's chat model takes)
    ) -> ChatResult:
        model = self.inner(seconds(timeout or self.timeout))
        if room is not None and (name := field_of(type(model), *LIMITS)):
            model = model.model_copy(update={name: room})
        with keys_blotted(self):
            try:
                # Callbacks have heard of this call already, and would hear of it twice.
                result = await model._agenerate_with_cache(messages, stop=stop, **kwargs)  # noqa: SLF001
            except Exception as error:
                if (said := self._refusal(error) or unusable(error, _UNREADABLE)) is not None:
                    raise said from error
                raise
        require_end(model, result.generations[0].message)
        return result

    def _refusal(self, error: Exception) -> RefusedOptionError | None:
        """Some packages know by themselves that a model takes no such option."""
        said = " ".join(str(error).split()) if isinstance(error, ValueError) else ""
        option = next((name for name in self.named if name in said), None)
        return None if option is None else RefusedOptionError(self.model_id, option, said)

    def inner(self, timeout: float) -> BaseChatModel:
        """LangChain's own chat model; kept for the process, since it has clients.

        Raises:
            InputError: its package or its key is missing, or an option cannot be used.
        """
        most = math.ceil(timeout) + 1  # ours is to end first: it says what happened
        key = None if self.api_key is None else self.api_key.get_secret_value()
        options = json.dumps([self.options, self.keys_and_headers], sort_keys=True, default=str)
        known_by = (self.provider, self.model, options, self.server, key, most, self._needs_key)
        return background_loop().kept(known_by, lambda: self._made(key, most))

    def _made(self, key: str | None, most: int) -> BaseChatModel:
        given = {name: value for name, value in self.options.items() if name not in _FIELDS}
        given |= {**self.keys_and_headers, **({"base_url": self.base_url} if self.base_url else {})}
        with warnings.catch_warnings():
            # What is no field of its class is reported below, in our words.
            warnings.simplefilter("ignore")
            try:
                kind = type(self._built({**given, **({"api_key": key} if key else {})}))
            except InputError:
                if key or (self._needs_key and not self.server):
                    raise
                # A dry run asks no server, and one's own may need no key, where its package still does.
                key = NO_KEY
                kind = type(self._built({**given, "api_key": key}))
        fields = {self._field(kind, name): value for name, value in {**given, **self.options}.items()}
        if key and not field_of(kind, "client_kwargs"):
            fields[self._field(kind, "api_key")] = key
        address, login = without_login(self.server or "")
        if login and field_of(kind, "default_headers"):
            # HTTP libraries log addresses.
            fields[self._field(kind, "base_url")] = address
            fields["default_headers"] = {**login, **fields.get("default_headers", {})}
        if (name := field_of(kind, *_FIELDS["timeout"])) is not None:
            fields[name] = most
        elif field_of(kind, "client_kwargs"):
            fields["client_kwargs"] = {**http_settings(key, most), **fields.get("client_kwargs", {})}
        own = {"max_retries": 0, "cache": False}
        model = self._built(fields | {name: value for name, value in own.items() if field_of(kind, name)})
        # Some packages have a temperature of their own and send it unasked.
        if "temperature" not in fields and getattr(model, "temperature", None) is not None:
            model = model.model_copy(update={"temperature": None})
        return model

    def _built(self, fields: dict[str, Any]) -> BaseChatModel:
        """LangChain's chat model with these fields; what keeps it from being built is the user's to fix."""
        try:
            from langchain.chat_models import init_chat_model  # noqa: PLC0415  (an extra)

            model: BaseChatModel = init_chat_model(self.model, model_provider=self.provider, **fields)
        except ImportError as error:
            if self.provider not in _KNOWN:
                raise self._unknown() from None
            named = re.search(r"pip install ([\w.-]+)", str(error))
            packages = named[1] if named else f"langchain langchain-{self.provider}"
            extra = self.provider in _EXTRAS
            remedy = how_to_install(self.provider) if extra else f"pip install -U {packages}"
            raise MissingPackageError(f"{self.model_id} needs a package: {remedy}") from None
        except Exception as error:  # noqa: BLE001  (whatever a package refuses to be built with)
            raise self._unbuilt(error) from None
        if (missing := missing_key(model)) is not None:
            raise InputError(f"{self.model_id} needs a key: set {missing}")
        return model

    def _unbuilt(self, error: Exception) -> InputError:
        """What kept the package's chat model from being built, as the user's to fix."""
        field, said = "", " ".join(str(error).split())
        kind = InputError
        if isinstance(error, ValidationError):
            field, said = _fault(error)
            kind = InputError if field else _NotSetUpError
            field = next((option for option, names in _FIELDS.items() if field in names), field)
        if (variable := _KEY_VARIABLE.search(said)) is not None:
            return InputError(f"{self.model_id} needs a key: set {variable[0]}")
        if "Supported model providers" in said:
            return self._unknown()
        said = redacted(said, secrets_of(self))
        what = f": {field} cannot be used" if field else " cannot be asked"
        return kind(f"{self.model_id}{what}: {said}")

    def _unknown(self) -> InputError:
        known = ", ".join(_KNOWN)
        said = f"{self.model_id}: unknown provider {self.provider}; use openai, google or {known}."
        return UnknownModelError(said, self.model_id)

    def _field(self, kind: type[BaseChatModel], option: str) -> str:
        """What the chat model calls an option.

        Raises:
            InputError: it has nothing of the kind.
        """
        field = field_of(kind, *_FIELDS.get(option, (option,)))
        if field is None:
            known = [name for name in MODEL_OPTIONS if field_of(kind, *_FIELDS.get(name, (name,)))]
            raise InputError(
                f"{self.model_id} knows no option {option!r}; leave it out, or use {', '.join(known)} or a "
                f"field of {kind.__module__.partition('.')[0]}.{kind.__name__}"
            )
        return field


def provider_chat(provider: str, name: str, **settings: Any) -> ProviderChat:  # noqa: ANN401  (see ProviderChat)
    """The model of a name; that it can be asked is seen at once, before anything is paid for.

    Raises:
        InputError: the provider is unknown, its package or key is missing, or an option cannot be used.
    """
    own = {key: settings.pop(key) for key in ("api_key", "base_url", "timeout", "runtime") if key in settings}
    own["api_key"] = key_of(own.get("api_key"), f"{_beginning(provider)}_API_KEY")
    options = {key: value for key, value in settings.items() if value is not None}
    hidden = {key: options.pop(key) for key in list(options) if _HIDDEN.search(key)}
    try:
        model = ProviderChat(provider=provider, model=name, options=options, keys_and_headers=hidden, **own)
    except ValidationError as error:
        field, said = _fault(error)
        raise InputError(f"{provider}:{name}: the setting {field!r} is wrong: {said}") from None
    try:
        model.inner(seconds(model.timeout))
    except MissingPackageError as error:
        package_is_missing(error)
    except _NotSetUpError:
        if keys_needed():
            raise
    return model


def _from_environment(provider: str, *endings: str) -> str | None:
    """The provider's variable with the first of these endings that is set."""
    return from_environment(*(f"{_beginning(provider)}_{ending}" for ending in endings))


def _beginning(provider: str) -> str:
    return _BEGINNINGS.get(provider, provider.upper())


def _fault(error: ValidationError) -> tuple[str, str]:
    fault = first_fault(error)
    return "".join(map(str, fault.place[:1])), fault.reason

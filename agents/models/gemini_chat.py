"""What the chat models on Google's two SDKs have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from langchain_core.language_models import BaseChatModel
from pydantic import ConfigDict, Field, SecretStr

from agents.calls.redaction import redacted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_TIMEOUT = 60.0
OWN_SERVER = "https://generativelanguage.googleapis.com"


class Endpoint(NamedTuple):
    """What a client needs to know.

    Attributes:
        server: the address, without a version and without a slash at its end.
        api_key: shown nowhere.
        timeout: seconds.
    """

    server: str
    api_key: SecretStr
    timeout: float


class GeminiChat(BaseChatModel):
    """A chat model behind Gemini's protocol.

    The SDKs' own retries are off; :func:`agents.calls.complete.complete` retries.

    Attributes:
        model: the model's name at the server, without ``models/``.
        api_key: never shown in a repr or an error.
        base_url: the server without a version, Google's own if None.
        timeout: seconds that connecting, and each wait for data, may take.
        temperature: None leaves it to the server.
        json_mode: asks for a reply that is JSON.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=())

    model: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@-]*$")
    api_key: SecretStr
    # It may hold a password, and LangChain shows a model's repr to every tracer.
    base_url: str | None = Field(default=None, repr=False, pattern=r"^https?://[^\s/]")
    timeout: float = Field(default=DEFAULT_TIMEOUT, gt=0)
    temperature: float | None = Field(default=0.0, ge=0, le=2)
    json_mode: bool = False

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.chat_model` knows it by."""
        return f"google:{self.model}"

    @property
    def endpoint(self) -> Endpoint:
        """Where and with what calls are made."""
        return Endpoint((self.base_url or OWN_SERVER).rstrip("/"), self.api_key, self.timeout)

    @property
    def _llm_type(self) -> str:
        return "google"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        # Tracers show this; a password in the address is nobody's business and shapes no reply.
        address = None if self.base_url is None else redacted(self.base_url)
        return {"model": self.model, "base_url": address, **self._sampling(None)}

    def _sampling(self, stop: Sequence[str] | None) -> dict[str, Any]:
        """Gemini's ``generationConfig`` in the SDKs' spelling, what is None left out."""
        wanted: Mapping[str, Any] = {
            "temperature": self.temperature,
            "stop_sequences": list(stop) if stop else None,
            "response_mime_type": "application/json" if self.json_mode else None,
        }
        return {name: value for name, value in wanted.items() if value is not None}

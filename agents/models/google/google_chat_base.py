"""What the chat models on Google's two SDKs have in common."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pydantic import Field

from agents.models.chat_base import HostedChat
from agents.models.refused_parameters import OBJECT_FORMAT, SCHEMA_FORMAT
from agents.models.request import ModelRequest, RefusedOptionError, ReplyRequirements

OWN_SERVER = "https://generativelanguage.googleapis.com"
_LIMIT = "max_output_tokens"
_JSON = "application/json"
_THINKING = ("thinking_level", "thinking_budget")


class GeminiChat(HostedChat):
    """A chat model behind Gemini's protocol.

    ``reasoning_effort`` is sent as the thinking level where it is a word, and as the thinking budget where it
    is a number of tokens.
    """

    sends_schemas: ClassVar[bool] = False
    """Whether the SDK can send the JSON schema of the reply."""
    model: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@-]*$")
    """The model's name at the server, without ``models/``."""
    base_url: str | None = Field(default=None, repr=False, pattern=r"^https?://[^\s/]")
    """The server without a version, Google's own if None."""

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.registry.chat_model` knows it by."""
        return f"google:{self.model}"

    @property
    def server(self) -> str | None:
        """The address of a server that is not Google's own."""
        return None if is_own_server(self.base_url) else self.base_url

    @property
    def address(self) -> str:
        """Where calls are made, without a version and without a slash at the end."""
        return (self.base_url or OWN_SERVER).rstrip("/")

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses.

        Raises:
            RefusedOptionError: what the user chose can be sent in no way that the server takes.
        """
        self._require_taken(refused)
        arguments: dict[str, Any] = {}
        if self.max_output_tokens is not None and _LIMIT in refused:
            raise RefusedOptionError(self.model_id, f"{_LIMIT}={self.max_output_tokens}", refused[_LIMIT])
        if (most := self.max_output_tokens or wanted.room) is not None and _LIMIT not in refused:
            arguments[_LIMIT] = most
        parameters, formats = {*self._chosen(), *arguments}, set[str]()
        if wanted.schema is not None and SCHEMA_FORMAT not in refused:
            formats.add(SCHEMA_FORMAT)
            arguments["response_mime_type"] = _JSON
            if self.sends_schemas:
                arguments["response_json_schema"] = dict(wanted.schema.schema)
        elif wanted.schema is not None and OBJECT_FORMAT not in refused:
            formats.add(OBJECT_FORMAT)
            arguments["response_mime_type"] = _JSON
        return ModelRequest(arguments, frozenset(parameters | formats), frozenset(formats))

    @property
    def _llm_type(self) -> str:
        return "google"

    def _chosen(self) -> dict[str, Any]:
        effort = self.reasoning_effort
        thinking = _THINKING[0] if isinstance(effort, str) else _THINKING[1]
        chosen = {"temperature": self.temperature, "seed": self.seed, thinking: effort}
        return {name: value for name, value in chosen.items() if value is not None}

    def _generation(self, stop: Sequence[str] | None, given: Mapping[str, Any]) -> dict[str, Any]:
        """Gemini's ``generationConfig`` in the SDKs' spelling, what is None left out."""
        chosen = self._chosen()
        thinking = {name: chosen.pop(name) for name in _THINKING if name in chosen}
        wanted: Mapping[str, Any] = {
            **chosen,
            _LIMIT: self.max_output_tokens,
            "thinking_config": thinking or None,
            "stop_sequences": list(stop) if stop else None,
            **given,
        }
        return {name: value for name, value in wanted.items() if value is not None}


def is_own_server(base_url: str | None) -> bool:
    """Whether it is Google's own server."""
    return base_url is None or urlsplit(base_url).hostname == urlsplit(OWN_SERVER).hostname

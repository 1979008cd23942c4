"""How servers of the OpenAI protocol refuse a parameter of a request, each in its own words.

Sentences and shapes are theirs; ``tests/agents/models/refusals.jsonl`` contains many more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Answer = tuple[int, dict[str, Any]]
"""HTTP status and body."""
Refusal = Callable[[str, Any], Answer]
"""The answer to a parameter, by its name and its value in the request."""


@dataclass(frozen=True)
class Dialect:
    """A server's way of refusing; a :data:`Refusal`.

    Attributes:
        sentences: what it says of a parameter, or of ``response_format=json_schema`` alone; ``*`` of all
            others. ``{name}`` and ``{value}`` are replaced by what was sent.
        shape: the answer around a sentence, the parameter's name and its value.
    """

    sentences: Mapping[str, str]
    shape: Callable[[str, str, Any], Answer]

    def __call__(self, name: str, value: Any) -> Answer:
        shown = value["type"] if name == "response_format" else value
        known = next(each for each in (f"{name}={shown}", name, "*") if each in self.sentences)
        return self.shape(self.sentences[known].format(name=name, value=shown), name, value)


def _openai_error(said: str, name: str, _value: Any) -> Answer:
    kind, colon, _ = said.partition(":")
    code = kind.lower().replace(" ", "_") if colon and kind.startswith("Un") else None
    error = {"message": said, "type": "invalid_request_error", "param": name if colon else None, "code": code}
    return 400, {"error": error}


def _azure_error(said: str, _name: str, _value: Any) -> Answer:
    return 400, {"error": {"message": said, "type": "invalid_request_error", "param": None, "code": None}}


def _vllm_error(said: str, _name: str, _value: Any) -> Answer:
    body = {"object": "error", "message": said, "type": "BadRequestError", "param": None, "code": 400}
    return 400, body


def _ollama_error(said: str, _name: str, _value: Any) -> Answer:
    return 400, {"error": {"message": said, "type": "api_error", "param": None, "code": None}}


def _lm_studio_error(said: str, _name: str, _value: Any) -> Answer:
    return 400, {"error": said}


def _llama_cpp_error(said: str, _name: str, _value: Any) -> Answer:
    """Old builds call a request that they do not understand an error of their own."""
    if said.startswith("Failed"):
        return 400, {"error": {"code": 400, "message": said, "type": "invalid_request_error"}}
    return 500, {"error": {"code": 500, "message": said, "type": "server_error"}}


def _mistral_error(said: str, name: str, value: Any) -> Answer:
    return 422, {"detail": [{"type": "extra_forbidden", "loc": ["body", name], "msg": said, "input": value}]}


def _groq_error(said: str, _name: str, _value: Any) -> Answer:
    return 400, {"error": {"message": said, "type": "invalid_request_error"}}


OPENAI = Dialect(
    {
        "temperature": "Unsupported value: 'temperature' does not support {value} with this model. "
        "Only the default (1) value is supported.",
        "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. "
        "Use 'max_completion_tokens' instead.",
        "response_format": "Invalid parameter: 'response_format' of type '{value}' is not supported with "
        "this model.",
        "reasoning_effort": "Unrecognized request argument supplied: reasoning_effort",
        "*": "Unknown parameter: '{name}'.",
    },
    _openai_error,
)
AZURE = Dialect(
    {
        "response_format": "response_format value as {value} is enabled only for api versions "
        "2024-08-01-preview and later",
        "*": "Unrecognized request argument supplied: {name}",
    },
    _azure_error,
)
VLLM = Dialect(  # before 0.6.4; later versions pass over what they do not know
    {
        "response_format=json_schema": "The provided JSON schema contains features not supported by "
        "xgrammar.",
        "reasoning_effort": "[{{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': "
        "\"Input should be 'low', 'medium' or 'high'\", 'input': {value!r}}}]",
        "seed": "JAX does not support per-request seed.",
        "*": "[{{'type': 'extra_forbidden', 'loc': ('body', '{name}'), "
        "'msg': 'Extra inputs are not permitted', 'input': {value!r}}}]",
    },
    _vllm_error,
)
OLLAMA = Dialect(
    {
        "response_format": "Failed to initialize samplers: failed to parse grammar",
        "reasoning_effort": 'think value "{value}" is not supported for this model',
        "*": "invalid options: {name}",
    },
    _ollama_error,
)
LM_STUDIO = Dialect(  # it passes over other parameters
    {
        "response_format=json_object": "'response_format.type' must be 'json_schema' or 'text'",
        "response_format": "'response_format.type' must be 'text'",
        "*": "'{name}' is not supported",
    },
    _lm_studio_error,
)
LLAMA_CPP = Dialect(
    {
        "response_format=json_schema": 'response_format type must be one of "text" or "json_object", '
        "but got: json_schema",
        "response_format": "Failed to initialize samplers: failed to parse grammar",
        "reasoning_effort": "Unexpected reasoning effort {value}. Supported types are xhigh (default), "
        "medium, and low.",
        "*": "Unsupported param: {name}",
    },
    _llama_cpp_error,
)
MISTRAL = Dialect({"*": "Extra inputs are not permitted"}, _mistral_error)
GROQ = Dialect(
    {
        "response_format": "This model does not support response format `{value}`. See supported models at "
        "https://console.groq.com/docs/structured-outputs#supported-models",
        "reasoning_effort": "`reasoning_effort` is not supported with this model",
        "*": "property '{name}' is unsupported, did you mean 'stop'?",
    },
    _groq_error,
)
DIALECTS = {
    "OpenAI": OPENAI,
    "Azure": AZURE,
    "vLLM": VLLM,
    "Ollama": OLLAMA,
    "LM Studio": LM_STUDIO,
    "llama.cpp": LLAMA_CPP,
    "Mistral": MISTRAL,
    "Groq": GROQ,
}

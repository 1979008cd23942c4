"""A model behind the OpenAI protocol that says Yes or No, with how sure it is."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from langchain_core.outputs import ChatGeneration, ChatResult

from agents.models.openai_chat import OpenAIChat, is_address
from agents.models.openai_reply import chat_result
from agents.models.request import ModelRequest, ReplyRequirements
from agents.models.required_keys import NO_KEY, key_of
from data_base.errors import InputError

_ROOM = 4
"""Tokens of a reply: a space or a line break may come before the word."""
_NEAREST = 5
"""Tokens that the server says the probability of; some say no more."""
_LEAST = 0.1
"""Probability that Yes and No must have together, so that the model can be said to answer."""
_AROUND = re.compile(r"[^A-Za-z]+")
_WORD = re.compile(r"[^A-Za-z]*(yes|no)(?![A-Za-z])", re.IGNORECASE)
_KEPT = re.compile(r"(yes|no|neither)(?: ([01]\.[0-9]{6}))?", re.IGNORECASE)
_ASKED: Mapping[str, Any] = {"logprobs": True, "top_logprobs": _NEAREST}


class Said(NamedTuple):
    """What the model said."""

    probability: float
    """Of Yes, 0 to 1."""
    by_word: bool
    """Whether the server gave no probabilities, so that it is 1 for Yes and 0 for No."""


class YesNoChat(OpenAIChat):
    """A classifier at a server of the OpenAI protocol.

    Its messages contain the word and the probability of Yes (see :func:`read_said`), so that the reply cache
    keeps both.
    """

    checker: str
    """The name by which it is known here."""

    @property
    def model_id(self) -> str:
        """The name of the checker."""
        return self.checker

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:  # noqa: ARG002  (as every model's)
        """The next word alone, as it is most likely, with probabilities where the server gives them."""
        plain = super().request(ReplyRequirements(room=_ROOM), refused)
        asked = {} if refused.keys() & _ASKED.keys() else dict(_ASKED)
        if "temperature" not in refused:
            asked["temperature"] = 0
        return ModelRequest({**plain.arguments, **asked}, plain.parameters | asked.keys(), plain.formats)

    def _read(self, completion: object) -> ChatResult:
        result = chat_result(completion)
        message = result.generations[0].message
        content = str(message.text)
        found, likely = _WORD.match(content), _probability(completion)
        if found or likely is not None:
            content = found[1] if found else "neither"
            content += "" if likely is None else f" {likely:.6f}"
        # That the limit ended it is as it should be: no more than a word is wanted.
        about = {**message.response_metadata, "finish_reason": "stop"}
        plain = message.model_copy(update={"content": content, "response_metadata": about})
        return ChatResult(generations=[ChatGeneration(message=plain)])


def yes_no_chat(checker: str, model: str, url: str, key_variable: str | None, **shared: Any) -> YesNoChat:  # noqa: ANN401  (the runtime)
    """The classifier of a name.

    Args:
        checker: its name here.
        model: its name at the server.
        url: the server's address.
        key_variable: the environment variable with the server's key.
        shared: the ``runtime`` that its calls share with others.

    Raises:
        InputError: the address is none, or the variable contains no key.
    """
    if not is_address(url):
        raise InputError(f"{checker}: its url is no address; write one such as http://localhost:11434/v1")
    key = None if key_variable is None else key_of(None, key_variable)
    if key_variable is not None and key is None:
        raise InputError(f"{checker} needs a key: set {key_variable}")
    return YesNoChat.checked(
        checker,
        model=model,
        api_key=key or NO_KEY,
        base_url=url,
        server_named=True,
        checker=checker,
        **shared,
    )


def read_said(text: str) -> Said | None:
    """What a message of :class:`YesNoChat` says; None where it is neither Yes nor No."""
    found = _KEPT.fullmatch(text.strip())
    if found is None:
        return None
    if found[2] is not None:
        return Said(float(found[2]), by_word=False)
    word = found[1].lower()
    return None if word == "neither" else Said(float(word == "yes"), by_word=True)


def _plain(token: object) -> str:
    return _AROUND.sub("", str(token)).lower()


def _probability(completion: object) -> float | None:
    """The share of Yes in what the first word could be, over all spellings; None without probabilities."""
    try:
        listed = completion["choices"][0]["logprobs"]["content"]  # type: ignore[index]
        first = next(each for each in listed if _plain(each["token"]))
        seen: dict[str, float] = {}
        for each in (first, *(first.get("top_logprobs") or ())):
            seen[each["token"]] = _likely(each["logprob"])
    except (TypeError, KeyError, IndexError, AttributeError, StopIteration):
        return None
    yes, no = (
        math.fsum(likely for token, likely in seen.items() if _plain(token) == word) for word in ("yes", "no")
    )
    return yes / (yes + no) if yes + no >= _LEAST else None


def _likely(logprob: object) -> float:
    if isinstance(logprob, bool) or not isinstance(logprob, (int, float)) or math.isnan(logprob):
        raise TypeError
    return math.exp(min(logprob, 0.0))

"""A copy of a provider package's chat model, with a client of its own for the background loop.

A client belongs to the event loop of its first call. The caller's own object stays in the caller's loops.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from agents.models.background_loop import background_loop
from agents.models.langchain_model import field_of
from agents.models.request import CONNECT_TIMEOUT

_TIMEOUTS = ("timeout", "request_timeout", "timeout_seconds")
_CLIENTS = ("http_async_client", "async_client", "http_client", "client")
# Callbacks hear of a call once, from the object that is given the call.
_SHOWN = frozenset({"callbacks", "tags", "metadata", "verbose", "name"})
_LONGEST = 86_400.0  # seconds; every call has a timeout of ours
_DISTINCT = 0.001  # seconds


def background_copy(llm: BaseChatModel) -> BaseChatModel | None:
    """The copy that is called in the background loop; None if the object stays in its caller's loop.

    The same settings give the same copy, as long as the process lives: a dropped client leaves its
    connections open. A class of the caller's own, or an HTTP client of the caller's own, has no copy.
    """
    if not _is_of_a_package(llm):
        return None
    kind = type(llm)
    given = {
        name: getattr(llm, name)
        for name in llm.model_fields_set & kind.model_fields.keys()
        if name not in _SHOWN and not _is_client(name, kind.model_fields[name])
    }
    if any(name.startswith("http_") and getattr(llm, name, None) is not None for name in _CLIENTS):
        return None
    known_by = (kind, *sorted((name, _known_by(value)) for name, value in given.items()))
    copy: BaseChatModel | None = background_loop().kept(known_by, lambda: _made(llm, given))
    return copy


def _is_of_a_package(llm: BaseChatModel) -> bool:
    """Whether a provider's package defines the class, and how it is called asynchronously."""
    where = {type(llm).__module__, type(llm)._agenerate.__module__}  # noqa: SLF001
    packages = {module.partition(".")[0] for module in where}
    return all(each.startswith("langchain_") and each != "langchain_core" for each in packages)


def _is_client(name: str, field: FieldInfo) -> bool:
    # Of what is not serialized, other fields are settings: a rate limiter, a cache, options of sockets.
    return field.exclude is True and "client" in name


def _known_by(value: object) -> str:
    """What distinguishes a value; objects, by their identity: the copy refers to them as long as it lives."""
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return json.dumps(value, sort_keys=True, default=_identity)


def _identity(value: object) -> Hashable:
    return value.get_secret_value() if isinstance(value, SecretStr) else f"{type(value).__name__} {id(value)}"


def _made(llm: BaseChatModel, given: Mapping[str, Any]) -> BaseChatModel | None:
    fields = dict(given)
    kind = type(llm)
    if (timeout := field_of(kind, *_TIMEOUTS)) is not None:
        name = next(name for name, field in kind.model_fields.items() if timeout in {name, field.alias})
        fields.pop(name, None)
        fields[timeout] = _distinct(kind, getattr(llm, name))
    try:
        copy = kind(**fields)
        is_same = _asked_for(copy) == _asked_for(llm)
    except Exception:  # noqa: BLE001  (it cannot be built again, whatever its package says)
        return None
    return copy if is_same else None


def _asked_for(llm: BaseChatModel) -> dict[str, Any]:
    params = llm._get_invocation_params()  # noqa: SLF001  (LangChain's word for what shapes a reply)
    return {name: value for name, value in params.items() if "timeout" not in name}


def _distinct(kind: type[BaseChatModel], timeout: Any) -> Any:  # noqa: ANN401  (a package's own)
    """The timeout in a form with which the package shares no client: it caches clients by this."""
    if kind.__module__.startswith("langchain_openai"):
        from openai import Timeout  # noqa: PLC0415  (of the kind that the client takes)

        return Timeout(_LONGEST, connect=CONNECT_TIMEOUT) if timeout is None else Timeout(timeout)
    if timeout is None:
        return _LONGEST + _DISTINCT
    return timeout + _DISTINCT if isinstance(timeout, int | float) else timeout

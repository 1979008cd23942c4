"""What model calls cost in US dollars: the prices of the package ``genai-prices``, the user's own on top."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from pydantic import Field, ValidationError

from agents.models.registry import EMBEDDED
from data_base.errors import InputError, first_fault
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage

ENVIRONMENT = "JUDGE_PRICES"
_PACKAGE = "genai-prices"
_MILLION = 1_000_000
BATCH_SHARE = 0.5
"""Of a call's price that it costs in a batch, where the package knows no price of its own for batches."""
_BATCH = {"processing": "batch"}
_by_batch: ContextVar[bool] = ContextVar("priced_by_batch", default=False)
# What the package calls a provider whose models are named otherwise here. Where a provider is in neither,
# both call it alike.
_PACKAGE_NAMES = {
    "mistralai": "mistral",
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "anthropic_bedrock": "aws",
    "google_genai": "google",
    "google_vertexai": "google",
    "azure_openai": "azure",
    "xai": "x-ai",
}
_RELEASE_DATE = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2})$")


class Price(Frozen):
    """What a model costs."""

    input: float = Field(ge=0, allow_inf_nan=False)
    """US dollars per million tokens sent."""
    output: float = Field(ge=0, allow_inf_nan=False)
    """US dollars per million tokens received, reasoning included."""
    cached_input: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars per million tokens sent that the provider read from its prompt cache.

    As ``input`` if None.
    """

    cache_written_input: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars per million tokens sent that the provider wrote to its prompt cache.

    As ``input`` if None.
    """

    def of(self, usage: TokenUsage) -> float:
        """US dollars of one call."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_written_input is None else self.cache_written_input
        read, kept = usage.cached_input_tokens, usage.cache_written_input_tokens
        sent = max(0, usage.input_tokens - read - kept) * self.input + read * cached + kept * written
        return (sent + usage.output_tokens * self.output) / _MILLION


class PriceFile(Frozen):
    """A user's own prices, as they were on a day."""

    as_of: date
    """The day."""
    models: dict[str, Price]
    """By the name that the project knows a model by (``openai:…``, ``anthropic:…``)."""


@contextmanager
def batch_prices() -> Iterator[None]:
    """Have what is estimated inside priced as calls of a batch."""
    token = _by_batch.set(True)
    try:
        yield
    finally:
        _by_batch.reset(token)


def cost_usd(
    models: str | Sequence[str], usage: TokenUsage, *, server: str | None = None, batch: bool = False
) -> float | None:
    """What one call costs in US dollars, None where its price is not known.

    Prices have tiers by the length of a request: sum the costs of calls, never their tokens.

    Args:
        models: the model's name, ``provider:model``; or several, of which the first with a price decides. A
            user's own price of any of them comes before the package's.
        usage: tokens of the call.
        server: the server's address where it is not the provider's own.
        batch: whether the call was made in a batch: the package's price for that, else half the usual one.

    Raises:
        InputError: the file that ``JUDGE_PRICES`` names is no price file.
    """
    batch = batch or _by_batch.get()
    names = [models] if isinstance(models, str) else models
    if EMBEDDED in names:
        return 0.0
    own = _own_prices()
    for name in names:
        if (price := own.get(name) or own.get(_RELEASE_DATE.sub("", name))) is not None:
            return price.of(usage) * (BATCH_SHARE if batch else 1)
    if server is not None and _is_here(server):
        return None
    costs = (_package_cost(name, usage, server, batch=batch) for name in names if ":" in name)
    return next((cost for cost in costs if cost is not None), None)


def check_price_file() -> None:
    """Make sure, before anything is paid for, that a user's own prices can be read.

    Raises:
        InputError: the file that ``JUDGE_PRICES`` names is no price file.
    """
    _own_prices()


def has_price(model: str, *, server: str | None = None) -> bool:
    """Whether the cost of a model's calls is known.

    Raises:
        InputError: the file that ``JUDGE_PRICES`` names is no price file.
    """
    return cost_usd(model, TokenUsage(input_tokens=1000, output_tokens=1000), server=server) is not None


def price_source() -> str:
    """Where prices come from, in a few words.

    Raises:
        InputError: the file that ``JUDGE_PRICES`` names is no price file.
    """
    shipped = f"{_PACKAGE} {version(_PACKAGE)}"
    path = os.environ.get(ENVIRONMENT)
    if not path:
        return shipped
    return f"{path} as of {_price_file(Path(path)).as_of:%Y-%m-%d}, then {shipped}"


@lru_cache(maxsize=64)
def _is_here(server: str) -> bool:
    """Whether a server is on this machine, which sends no bill."""
    host = urlsplit(server).hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.")


def _package_cost(
    model: str,
    usage: TokenUsage,
    server: str | None,
    *,
    batch: bool,
    context: Mapping[str, str] | None = None,
) -> float | None:
    from genai_prices import Usage, calc_price  # noqa: PLC0415  (heavy, only where a price is asked for)

    provider, _, name = model.partition(":")
    tokens = Usage(
        input_tokens=max(usage.input_tokens, usage.cached_input_tokens + usage.cache_written_input_tokens),
        cache_read_tokens=usage.cached_input_tokens or None,
        cache_write_tokens=usage.cache_written_input_tokens or None,
        output_tokens=usage.output_tokens,
        output_reasoning_tokens=usage.reasoning_tokens or None,
    )
    try:
        # A name says nothing about the price at a server of somebody else's.
        price = (
            calc_price(
                tokens, name, provider_id=_PACKAGE_NAMES.get(provider, provider), price_context=context
            )
            if server is None
            else calc_price(tokens, name, provider_api_url=server, price_context=context)
        )
    except (LookupError, ValueError):
        return None
    # An entry without figures is calculated as 0 by the package.
    figures = price.model_price
    if not (figures.input_mtok or figures.output_mtok):
        return None
    cost = float(price.total_price)
    if not batch:
        return cost
    own = _package_cost(model, usage, server, batch=False, context=_BATCH)
    return cost * BATCH_SHARE if own is None or own >= cost else own


def _own_prices() -> Mapping[str, Price]:
    path = os.environ.get(ENVIRONMENT)
    return _price_file(Path(path)).models if path else {}


@lru_cache(maxsize=16)
def _price_file(path: Path) -> PriceFile:
    try:
        return PriceFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(
            f"{path}: not a readable price file ({_reason(error)}); name another in JUDGE_PRICES, or leave "
            "it empty."
        ) from None
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(
            f"{path}: {fault.field or 'file'}: {fault.reason}; a price file contains as_of (a date) and "
            "models (name: {input, output, cached_input, cache_written_input} in USD per million tokens)"
        ) from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or " ".join(str(error).split())

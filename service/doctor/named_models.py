"""Which models can be named on this machine, as far as its settings say; no server is asked."""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import NamedTuple

from agents.judges.checkers.settings import CHECKERS_VARIABLE, declared_checkers
from agents.models.options import CHECKER
from agents.models.registry import EMBEDDED
from data_base.errors import InputError
from data_base.extras import how_to_install
from service.doctor.finding import Finding, missing, ok
from service.doctor.providers import PROVIDERS, Provider, key_finding


class _Other(NamedTuple):
    """A provider that is asked through LangChain."""

    name: str
    """As in model names; that of its extra too."""
    package: str
    """The module that the extra installs."""
    key_name: str | None
    """The environment variable of its key, None where it needs none or several things."""
    needs: str = ""
    """What it needs besides a key, as a sentence's end."""


_OTHERS = (
    _Other("anthropic", "langchain_anthropic", "ANTHROPIC_API_KEY"),
    _Other("ollama", "langchain_ollama", None, "a running Ollama"),
    _Other("mistralai", "langchain_mistralai", "MISTRAL_API_KEY"),
    _Other("groq", "langchain_groq", "GROQ_API_KEY"),
    _Other("bedrock", "langchain_aws", None, "AWS credentials and a region"),
)


def named_models(environment: Mapping[str, str]) -> Iterator[Finding]:
    """What can be named as a model or a judge, each as a finding under that name.

    Args:
        environment: the environment variables.
    """
    yield ok(EMBEDDED, "a program in this process; it needs no key and no network")
    for provider in PROVIDERS:
        yield _own(provider, environment)
    for other in _OTHERS:
        yield _other(other, environment)
    yield from _checkers()


def _checkers() -> Iterator[Finding]:
    """The declared classifiers of claims; where they are is not for those who call."""
    from agents.judges.checkers.named import checker_named  # noqa: PLC0415  (loads LangChain)

    try:
        declared = declared_checkers()
    except InputError:
        yield missing(f"{CHECKER}<name>", "the file of checkers cannot be read", f"see {CHECKERS_VARIABLE}")
        return
    for name, settings in declared.items():
        try:
            checker_named(f"{CHECKER}{name}", declared)
        except InputError:
            yield missing(f"{CHECKER}{name}", "it lacks something", f"judge doctor --judge {CHECKER}{name}")
        else:
            kind = "a Yes/No model" if settings.kind == "yes_no" else "a classifier in this process"
            yield ok(f"{CHECKER}{name}", f"{kind} that checks claims; a judge only")


def _own(provider: Provider, environment: Mapping[str, str]) -> Finding:
    address = environment.get(provider.address_name)
    found = key_finding(provider, provider.key(environment), own_server=not address)
    # Where its server is, is not for those who call.
    return found.model_copy(update={"name": f"{provider.name}:<model>"})


def _other(other: _Other, environment: Mapping[str, str]) -> Finding:
    title = f"{other.name}:<model>"
    if find_spec(other.package) is None or find_spec("langchain") is None:
        return missing(title, "its packages are not installed", f"to use it: {how_to_install(other.name)}")
    if other.key_name is None:
        return ok(title, f"its packages are installed; it needs {other.needs}")
    if environment.get(other.key_name):
        return ok(title, f"{other.key_name} is set")
    return missing(title, f"{other.key_name} is not set", f"set it to use {other.name}: models")

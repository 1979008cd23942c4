"""A Python object by the name of its module and its own: ``package.module:name``."""

import importlib
import inspect
import sys
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from data_base.errors import InputError

STOPPING = (KeyboardInterrupt, CancelledError, GeneratorExit)
"""What passes through where code of the user's runs. All else that it raises is its failure, a ``SystemExit``
too: the program would end without a sentence, with an exit code that looks like an outcome of the run."""


class PythonObject(NamedTuple):
    """What a name led to."""

    value: Any
    """The object; a class is called without arguments to make one."""
    source: Path | None
    """The file of its module, None where it is not known."""


def load_object(name: str, *, role: str, how: str) -> PythonObject:
    """The object that ``module:name`` names; ``name`` may have dots.

    The module is searched where Python searches, and then in the working directory.

    Args:
        name: as the user wrote it.
        role: what it was given as, such as ``--callable``; begins every error.
        how: what to name instead, for the error about a name of another form.

    Raises:
        InputError: there is no such object, or its module or class breaks, or ends the program.
    """
    said = f"{role} {name!r}"
    module_name, colon, attribute = name.strip().partition(":")
    if not (colon and module_name and attribute) or module_name.startswith(".") or "/" in module_name:
        raise InputError(f"{said}: {how}.")
    _search_working_directory()
    with _refused(said, f"the module {module_name} cannot be imported", "correct it"):
        module = importlib.import_module(module_name)
    with _refused(said, f"the module {module_name} gives no {attribute}", "correct the name"):
        value = attrgetter(attribute)(module)
    file = getattr(module, "__file__", None)
    return PythonObject(_instance(value, said), Path(file) if file else None)


def _search_working_directory() -> None:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
        importlib.invalidate_caches()


def _instance(value: object, said: str) -> object:
    if not inspect.isclass(value):
        return value
    with _refused(
        said, "the class cannot be made into an object without arguments", "name an object instead"
    ):
        return value()


@contextmanager
def _refused(said: str, what: str, advice: str) -> Iterator[None]:
    """Have what the user's code raises be an error that says what cannot be done, and what to do."""
    try:
        yield
    except STOPPING:
        raise
    except BaseException as error:
        told = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise InputError(f"{said}: {what} ({told}); {advice}.") from error

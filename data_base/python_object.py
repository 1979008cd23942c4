"""A Python object by the name of its module and its own: ``package.module:name``."""

import importlib
import inspect
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from data_base.errors import InputError


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
        InputError: there is no such object, or its module or class breaks.
    """
    said = f"{role} {name!r}"
    module_name, colon, attribute = name.strip().partition(":")
    if not (colon and module_name and attribute):
        raise InputError(f"{said}: {how}.")
    _search_working_directory()
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise InputError(
            f"{said}: the module {module_name} cannot be imported ({type(error).__name__}: {error}); "
            "correct it."
        ) from error
    try:
        value = attrgetter(attribute)(module)
    except AttributeError as error:
        raise InputError(f"{said}: {error}; correct the name.") from error
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
    try:
        return value()
    except (Exception, SystemExit) as error:
        raise InputError(
            f"{said}: the class cannot be made into an object without arguments "
            f"({type(error).__name__}: {error}); name an object instead."
        ) from error

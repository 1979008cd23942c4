"""Options that several commands share: declared once, as the fields of a dataclass."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_type_hints


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the dataclass that its parameter ``options`` is annotated with.

    A command that words one of them in its own way declares it again in a subclass.
    """
    hints = get_type_hints(command, include_extras=True)
    shared = hints["options"]
    shared_hints = get_type_hints(shared, include_extras=True)
    parameters = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "options"
    ] + [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=shared_hints[field.name],
        )
        for field in fields(shared)
    ]

    @functools.wraps(command)
    def with_options(**given: Any) -> None:  # noqa: ANN401  (whatever the command takes)
        said = {field.name: given.pop(field.name) for field in fields(shared)}
        command(**given, options=shared(**said))

    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_options

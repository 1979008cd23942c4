"""What the address of a page asks for, and addresses that ask for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode

from pydantic import ValidationError

from data_base.errors import plain_reason
from data_base.schemas.frozen import Frozen
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from fastapi import Request

Asked = TypeVar("Asked", bound=Frozen)


def asked_in(kind: type[Asked], request: Request) -> Asked:
    """What an address asks for; the empty fields of a form ask for nothing.

    Raises:
        ProblemError: 422, a field cannot be used.
    """
    given = {name: value.strip() for name, value in request.query_params.items()}
    try:
        return kind.model_validate({name: value for name, value in given.items() if value})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the address"
        if first["type"] == "extra_forbidden":
            raise ProblemError(422, f"{field}: there is no such filter on this page.") from error
        raise ProblemError(422, f"{field}: {plain_reason(first)}.") from error


def query(wanted: Frozen, **changes: object) -> str:
    """The query of an address that asks for this, with changes; empty where it asks for nothing special.

    Args:
        wanted: what is asked for.
        changes: fields with other values; None leaves a field out.
    """
    said = wanted.model_dump(mode="json", exclude_defaults=True) | changes
    shown = {name: value for name, value in said.items() if value is not None}
    return f"?{urlencode(shown)}" if shown else ""

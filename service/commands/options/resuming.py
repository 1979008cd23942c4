"""Resuming a research: it goes on as it was begun, by other timeouts at most."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from data_base.errors import InputError
from service.commands.options.models import with_given

if TYPE_CHECKING:
    from eval.runs.research_run import ResearchRunRequest

_AS_BEGUN = (
    *("threshold", "max_attempts", "model", "judge", "final_judge", "settings"),
    *("panel", "as_of", "retriever", "mcp_search", "semantic"),
)


def require_as_begun(options: object, documents: Sequence[Path]) -> None:
    """Refuse options of ``judge research`` that say what a resumed run has already.

    Raises:
        InputError: one is given.
    """
    defaults = type(options)()
    given = (name for name in _AS_BEGUN if getattr(options, name) != getattr(defaults, name))
    if name := "documents" if documents else next(given, None):
        raise InputError(f"A run is resumed as it was begun; leave --{name.replace('_', '-')} out.")


def run_id_of(run: str, store: str | None) -> str:
    """The id of the run that is meant; a run that no attempt was judged of yet may be in no store.

    Raises:
        InputError: several runs are called that.
    """
    from data_base.store.database import NotStoredError
    from service.commands.options.stores import existing_store

    try:
        with existing_store(store) as opened:
            return opened.run_id_of(run)
    except NotStoredError:
        return run


def begun_as(run_id: str, question: str | None) -> "ResearchRunRequest":
    """The request of a run that is kept.

    Raises:
        InputError: there is no such run, it is of another question, or this command has not begun it.
    """
    from eval.runs.research_run import kept_request

    request = asyncio.run(kept_request(run_id))
    if question is not None and question != request.question:
        raise InputError(f"The run {run_id} is of another question; leave the question out with --resume.")
    return request


def slower(
    request: "ResearchRunRequest", model_option: list[str] | None, judge_option: list[str] | None
) -> "ResearchRunRequest":
    """The request with other timeouts; all else is as the run was begun.

    Raises:
        InputError: another option is given.
    """
    for given in (*(model_option or ()), *(judge_option or ())):
        if given.partition("=")[0].strip() != "timeout":
            raise InputError(f"A run is resumed as it was begun; leave {given} out (timeout may be given).")
    model = with_given(request.model, model_option)
    return replace(request, model=model, judge=with_given(request.judge, judge_option or model_option))

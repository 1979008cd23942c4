"""Who judges on the server and how, from the settings that an embedded evaluator would be given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agents.judges.settings import EvaluatorSettings, JudgeSettings, checked_settings
from agents.models.options import MODEL_OPTIONS
from agents.models.registry import PANEL, with_model_options
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from service.jobs.judge_request import JudgeSettingsRequest


class RemoteTerms(Frozen):
    """Who judges, and how."""

    judge: str | None
    """The judge's name with its model's options; None for the server's own."""
    settings: JudgeSettingsRequest
    """How the judge judges."""


def remote_terms(judge: str | Sequence[str] | None, given: Mapping[str, Any]) -> RemoteTerms:
    """Who is to judge, and how.

    Args:
        judge: a name, several for a panel, None for the server's own.
        given: settings of the evaluator and options of its model.

    Raises:
        InputError: the name or a setting cannot be used on a server.
    """
    names = judge if isinstance(judge, str) or judge is None else PANEL.join(judge)
    chosen = {**(given.get("model") or {}), **{name: given[name] for name in MODEL_OPTIONS if name in given}}
    options = {name: value for name, value in chosen.items() if value is not None}
    settings = {name: value for name, value in given.items() if name not in {"model", *MODEL_OPTIONS}}
    if options and names is None:
        raise InputError(f"{next(iter(options))} is an option of a model; name the judge that it is for.")
    named = names if names is None else with_model_options(names, options)
    if refused := settings.keys() & EvaluatorSettings.model_fields.keys() - JudgeSettings.model_fields.keys():
        raise InputError(f"{min(refused)!r} cannot be set for a judge on a server; leave it out.")
    return RemoteTerms(judge=named, settings=checked_settings(JudgeSettingsRequest, settings))

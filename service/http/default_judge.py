"""Whether the server's own judge can judge, and its pages be read, said before the first answer comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.judges.settings import SOURCES_VARIABLE, sources_from_environment
from agents.models.registry import EMBEDDED, chat_model
from data_base.errors import InputError
from data_base.sources.fetched_pages import read_fetched_pages
from service.jobs.judge_request import JudgeSettingsRequest, evaluator_of
from service.jobs.limits.admission import require_price
from service.jobs.limits.model_limit import ALL_MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langchain_core.language_models import BaseChatModel

    from service.jobs.limits.model_limit import ModelLimits


def require_default_judge(judge: str, limits: ModelLimits) -> None:
    """Make sure that the judge can be built, and that what is spent on models can be limited; none is asked.

    Args:
        judge: where a request names none.
        limits: of models.

    Raises:
        InputError: the judge or a limit cannot be used.
    """
    spending = {name for name, limit in limits.items() if limit.is_of_spending}
    if judge == EMBEDDED and not spending:
        # Nothing that takes long to load is needed yet.
        return
    try:
        judging = evaluator_of(judge, JudgeSettingsRequest()).spec.models
    except InputError as error:
        raise InputError(f"The judge where a request names none (--judge, JUDGE_JUDGE): {error}") from error
    for model in (*(judging if ALL_MODELS in spending else ()), *_models(spending - {ALL_MODELS})):
        require_price(model)


def require_sources() -> None:
    """Make sure that the folder of pages that ``JUDGE_SOURCES`` names can be read.

    Raises:
        InputError: it cannot.
    """
    if (folder := sources_from_environment()) is None:
        return
    try:
        read_fetched_pages(folder)
    except InputError as error:
        raise InputError(f"The folder of sources ({SOURCES_VARIABLE}): {error}") from error


def _models(names: set[str]) -> Iterator[BaseChatModel]:
    for name in sorted(names):
        try:
            yield chat_model(name)
        except InputError:
            # It cannot be asked here, and so nothing is spent on it.
            continue

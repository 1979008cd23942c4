"""From the name of a checker to the checker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from agents.judges.checkers.settings import CheckerSettings, OnnxSettings, settings_of

if TYPE_CHECKING:
    from agents.calls.runtime import ModelRuntime
    from agents.judges.checkers.checker import Checker


def checker_named(
    name: str, given: Mapping[str, CheckerSettings] | None = None, *, runtime: ModelRuntime | None = None
) -> Checker:
    """The checker of a judge's name; no model is asked or loaded.

    Args:
        name: ``checker:NAME``.
        given: checkers that the judge's settings declare, before those of ``JUDGE_CHECKERS``.
        runtime: what its calls share with others.

    Raises:
        InputError: there is none of that name, or it lacks something.
    """
    settings, name = settings_of(name, given), name.strip()
    if isinstance(settings, OnnxSettings):
        from agents.judges.checkers.onnx_checker import OnnxChecker  # noqa: PLC0415  (an extra's)

        return OnnxChecker.of(name, settings)
    from agents.judges.checkers.yes_no import YesNoChecker  # noqa: PLC0415  (loads the OpenAI SDK)

    return YesNoChecker.of(name, settings, runtime=runtime)

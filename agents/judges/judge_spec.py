"""Which judge is meant: parsed from a name, or from models and judges that a caller built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from langchain_core.language_models import BaseChatModel

from agents.judges.python_judge import PythonJudge, python_judge, python_judge_named
from agents.models.caller_models.accepted import is_wrapped, refuse_stand_ins
from agents.models.options import split_options
from agents.models.registry import (
    CASCADE,
    EMBEDDED,
    OWN_PROVIDERS,
    PANEL,
    chat_model,
    model_id,
    options_of,
    uses_embedded,
)
from data_base.errors import InputError, a_kind_of


@dataclass(frozen=True, slots=True)
class JudgeMember:
    """One judge."""

    turns: tuple[BaseChatModel | PythonJudge, ...]
    """The model or the Python code that judges.

    A cascade has two: the embedded model, and the one that judges where the first cannot decide.
    """

    @property
    def model_id(self) -> str:
        """Its name, ``embedded+openai:<model>`` for a cascade."""
        return CASCADE.join(map(model_id, self.turns))


@dataclass(frozen=True, slots=True)
class JudgeSpec:
    """A judge: one member, or a panel of several; :class:`agents.evaluator.RAGEvaluator` asks it."""

    members: tuple[JudgeMember, ...]
    """Each of them judges every answer."""

    @classmethod
    def of(cls, judge: object, **settings: Any) -> JudgeSpec:  # noqa: ANN401  (a provider's own)
        """The judge that is meant.

        Args:
            judge: a model's name (see :func:`agents.models.registry.chat_model`), ``embedded+openai:<model>``
                (a cascade), several names with commas between or a list (a panel), ``package.module:name`` (a
                Python object with ``judge(request)``, or a function of the request), a LangChain chat model,
                such an object, or a spec.
            settings: what the models that are named are to be asked with.

        Raises:
            InputError: the name or a setting cannot be used.
        """
        if isinstance(judge, JudgeSpec):
            _require_no_options(settings, "a judge that is built")
            return judge
        if isinstance(judge, str) and PANEL in judge:
            return _panel([name.strip() for name in judge.split(PANEL) if name.strip()], settings)
        if isinstance(judge, (list, tuple)):
            return _panel(judge, settings)
        return cls((_member(judge, settings),))

    @property
    def turns(self) -> tuple[BaseChatModel | PythonJudge, ...]:
        """All that may judge an answer, in order."""
        return tuple(turn for member in self.members for turn in member.turns)

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """The chat models among them."""
        return tuple(turn for turn in self.turns if isinstance(turn, BaseChatModel))

    @property
    def model_id(self) -> str:
        """Its name for manifests and reports."""
        return PANEL.join(member.model_id for member in self.members)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that were chosen, for several models by place and name."""
        chosen = [options_of(turn) for turn in self.turns]
        if len(chosen) == 1:
            return chosen[0]
        named = enumerate(zip(self.turns, chosen, strict=True), start=1)
        return {f"{n} {model_id(turn)}": options for n, (turn, options) in named if options}


def evaluates_itself(judge: object) -> bool:
    """Whether it takes the place of a ``RAGEvaluator``, as one does."""
    # What LangChain puts around a model looks for other names in the model, which may not be built yet.
    return not is_wrapped(judge) and callable(getattr(judge, "evaluate_fine_grained", None))


def says_the_same(turn: BaseChatModel | PythonJudge) -> bool:
    """Whether it is a program, whose second opinion is its first."""
    return isinstance(turn, PythonJudge) or model_id(turn) == EMBEDDED


def _panel(judges: Sequence[object], settings: dict[str, Any]) -> JudgeSpec:
    """Options are for the members that are named; a model object has its own, and a program none."""
    members = tuple(_member(each, settings if _takes_options(each) else {}) for each in judges)
    if len(members) < 2:  # noqa: PLR2004  (a panel)
        raise InputError("a panel of judges is two models or more, such as openai:<model>,google:<model>")
    names = [member.model_id for member in members]
    for member in members:
        if says_the_same(member.turns[0]) and len(member.turns) == 1 and names.count(member.model_id) > 1:
            said = f"the {EMBEDDED} judge" if member.model_id == EMBEDDED else member.model_id
            raise InputError(f"{said} says the same each time; name it once in a panel")
    return JudgeSpec(members)


def _member(judge: object, settings: dict[str, Any]) -> JudgeMember:
    if isinstance(judge, JudgeSpec) or (isinstance(judge, str) and PANEL in judge):
        raise InputError("a panel of judges is several single judges; name each model once, not a panel")
    if not isinstance(judge, str) or not judge.strip().startswith(EMBEDDED + CASCADE):
        return JudgeMember((_turn(judge, settings),))
    second = judge.strip().removeprefix(EMBEDDED + CASCADE)
    if uses_embedded(second):
        raise InputError(
            f"{judge!r} is a cascade from the embedded judge to itself; name another second judge"
        )
    return JudgeMember((chat_model(EMBEDDED), _turn(second, settings)))


def _turn(judge: object, settings: dict[str, Any]) -> BaseChatModel | PythonJudge:
    if isinstance(judge, str) and _names_python(judge):
        _require_no_options(settings, judge)
        return python_judge_named(judge)
    refuse_stand_ins(judge)
    if evaluates_itself(judge):
        kind = a_kind_of(judge)
        raise InputError(f"{kind} evaluates answers itself; use it in place of RAGEvaluator(…), not in it")
    if (
        isinstance(judge, str | BaseChatModel)
        or is_wrapped(judge)
        or not callable(getattr(judge, "judge", judge))
    ):
        return chat_model(cast("BaseChatModel", judge), **settings)
    _require_no_options(settings, "a judge that is built")
    return python_judge(judge)


def _takes_options(judge: object) -> bool:
    return isinstance(judge, str) and judge.strip() != EMBEDDED and not _names_python(judge)


def _names_python(name: str) -> bool:
    """Whether it is ``package.module:name`` and no provider's model: no provider's name has a dot."""
    module, colon, _ = name.strip().partition(":")
    if not colon or split_options(module)[0] in OWN_PROVIDERS or module == EMBEDDED:
        return False
    if "." in module:
        return all(part.isidentifier() for part in module.split("."))
    is_here = any(Path(file).exists() for file in (f"{module}.py", f"{module}/__init__.py"))
    return module.isidentifier() and is_here and find_spec(f"langchain_{module}") is None


def _require_no_options(settings: Mapping[str, Any], whose: str) -> None:
    if named := sorted(set(settings) - {"runtime"}):
        raise InputError(
            f"the settings {', '.join(named)} belong to a model name, not to {whose}; leave them out"
        )

"""Which judge is meant: parsed from a name, or from models and judges that a caller built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias, cast

from langchain_core.language_models import BaseChatModel

from agents.judges.checkers.checker import Checker
from agents.judges.checkers.named import checker_named
from agents.judges.checkers.settings import CheckerSettings
from agents.judges.python_judge import PythonJudge, python_judge, python_judge_named
from agents.models.caller_models.accepted import is_wrapped, refuse_stand_ins
from agents.models.options import UnknownModelError, split_options
from agents.models.registry import (
    CASCADE,
    EMBEDDED,
    OWN_PROVIDERS,
    PANEL,
    chat_model,
    model_id,
    names_checker,
    options_of,
    split_cascade,
)
from data_base.errors import InputError, a_kind_of

_Declared: TypeAlias = "Mapping[str, CheckerSettings] | None"
Turn: TypeAlias = "BaseChatModel | PythonJudge | Checker"
"""What judges: a model, Python code, or a classifier of claims."""


@dataclass(frozen=True, slots=True)
class JudgeMember:
    """One judge."""

    turns: tuple[Turn, ...]
    """What judges.

    A cascade has two: the embedded model or a classifier, and the one that judges where the first cannot
    decide.
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
    def of(
        cls,
        judge: object,
        *,
        checkers: Mapping[str, CheckerSettings] | None = None,
        **settings: Any,  # noqa: ANN401  (a provider's own)
    ) -> JudgeSpec:
        """The judge that is meant.

        Args:
            judge: a model's name (see :func:`agents.models.registry.chat_model`), ``embedded+openai:<model>``
                (a cascade), ``checker:NAME`` (a classifier that is declared under that name, also first in
                a cascade), several names with commas between or a list (a panel), ``package.module:name`` (a
                Python object with ``judge(request)``, or a function of the request), a LangChain chat model,
                such an object, or a spec.
            checkers: classifiers that are declared for this judge, before those of ``JUDGE_CHECKERS``.
            settings: what the models that are named are to be asked with.

        Raises:
            InputError: the name or a setting cannot be used.
        """
        if isinstance(judge, JudgeSpec):
            _require_no_options(settings, "a judge that is built")
            return judge
        if isinstance(judge, str) and PANEL in judge:
            judge = [name.strip() for name in judge.split(PANEL) if name.strip()]
        if isinstance(judge, (list, tuple)):
            return _panel(judge, settings, checkers)
        return cls((_member(judge, settings, checkers),))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All that may judge an answer, in order."""
        return tuple(turn for member in self.members for turn in member.turns)

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """The chat models that they are, or ask."""
        return tuple(model for turn in self.turns for model in _models_of(turn))

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


def says_the_same(turn: Turn) -> bool:
    """Whether it is a program or a classifier, whose second opinion is its first."""
    return not isinstance(turn, BaseChatModel) or model_id(turn) == EMBEDDED


def _models_of(turn: Turn) -> tuple[BaseChatModel, ...]:
    if isinstance(turn, BaseChatModel):
        return (turn,)
    return () if isinstance(turn, PythonJudge) else turn.models


def _panel(judges: Sequence[object], settings: dict[str, Any], checkers: _Declared) -> JudgeSpec:
    """Options are for the members that are named; a model object has its own, and a program none."""
    shared = {name: each for name, each in settings.items() if name == "runtime"}
    members = tuple(
        _member(each, settings if _takes_options(each) else shared if isinstance(each, str) else {}, checkers)
        for each in judges
    )
    if len(members) < 2:  # noqa: PLR2004  (a panel)
        raise InputError("a panel of judges is two models or more, such as openai:<model>,google:<model>")
    names = [member.model_id for member in members]
    for member in members:
        if says_the_same(member.turns[0]) and len(member.turns) == 1 and names.count(member.model_id) > 1:
            said = f"the {EMBEDDED} judge" if member.model_id == EMBEDDED else member.model_id
            raise InputError(f"{said} says the same each time; name it once in a panel")
    return JudgeSpec(members)


def _member(judge: object, settings: dict[str, Any], checkers: _Declared) -> JudgeMember:
    if isinstance(judge, JudgeSpec) or (isinstance(judge, str) and PANEL in judge):
        raise InputError("a panel of judges is several single judges; name each model once, not a panel")
    first, second = split_cascade(judge) if isinstance(judge, str) else ("", "")
    if not first:
        return JudgeMember((_turn(judge, settings, checkers),))
    shared = {name: each for name, each in settings.items() if name == "runtime"}
    first = first.removesuffix(CASCADE)
    if first == EMBEDDED and second.startswith(EMBEDDED):
        raise InputError(
            f"{judge!r} is a cascade from the embedded judge to itself; name another second judge"
        )
    if first == second.partition("?")[0] or split_cascade(second)[0]:
        raise InputError(f"{judge!r}: a cascade is two different judges; name another second one")
    return JudgeMember((_turn(first, shared, checkers), _turn(second, settings, checkers)))


def _turn(judge: object, settings: dict[str, Any], checkers: _Declared) -> Turn:
    if isinstance(judge, str) and names_checker(judge):
        _require_no_options(settings, judge)
        return checker_named(judge, checkers, runtime=settings.get("runtime"))
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
        try:
            return chat_model(cast("BaseChatModel", judge), **settings)
        except UnknownModelError as error:
            module, colon, _ = error.name.partition(":")
            own = f"; no module {module} is in this folder" if colon and module.isidentifier() else ""
            also = f"embedded+openai:<model>, checker:<name> or package.module:name{own}"
            raise UnknownModelError(
                f"{str(error).rstrip('.')} (a judge may also be {also})", error.name
            ) from None
    _require_no_options(settings, "a judge that is built")
    return python_judge(judge)


def _takes_options(judge: object) -> bool:
    if not isinstance(judge, str) or judge.strip() == EMBEDDED:
        return False
    return not names_checker(judge) and not _names_python(judge)


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

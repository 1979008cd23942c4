"""From a request to the judge's prompt: the mode, the passages shown, the template, the messages."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import get_args

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.calls.fence import Section
from agents.calls.prompt_messages import passage_sections, render
from agents.judges.as_of import judged_as_of
from agents.judges.judge_reply import reply_schema
from agents.judges.key_points import POINTS_PER_CALL, key_points_section, numbered_points
from agents.judges.passage_choice import DEFAULT_TOKEN_BUDGET, PassageChoice, choose_passages
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import ModelOrJudge, models_in
from agents.models.request import OutputSchema
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.marks.citation_marks import renumbered
from data_base.marks.source_list import without_source_list
from data_base.schemas.judgement import JudgeMode, PromptRef
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import Language, detect_language
from prompts.registry import PromptTemplate, load, load_with_rubric, refs
from prompts.template_file import read_template

_log = module_logger(__name__)
PLAIN, REVERSED = "plain", "passages reversed"
"""How the prompt of a further judgement differs from the first's; any other name is a language."""
_WITH, _WITHOUT, PAIR = "judge_with_documents", "judge_without_documents", "judge_pair"
# A window also has to fit the rubric, question, answer and reply.
_WINDOW_SHARE = 0.6
_SLOTS = {
    "with documents": ("answer", "passages", "question"),
    "without documents": ("answer", "question"),
}


@dataclass(frozen=True)
class JudgePrompt:
    """All that the judge is shown for one judgement."""

    request: JudgeRequest
    """What is to be judged."""
    mode: JudgeMode
    """On what the answer is judged."""
    choice: PassageChoice
    """The passages shown and those left out."""
    language: Language
    """The language of a call that repairs the reply."""
    template: PromptTemplate
    """The prompt, with the optional parts that the request fills."""
    schema: OutputSchema
    """The shape of the reply."""
    shows_reference: bool = False
    """Whether the judge sees the reference answer."""
    points: Mapping[int, KeyPoint] = field(default_factory=dict)
    """The key points that it asks for, by their numbers."""
    dimensions: tuple[str, ...] = ()
    """Names of the user's own dimensions."""
    as_of: str = ""
    """The date that the answer is judged as of, empty for none."""
    reverse: bool = False
    """Whether the passages are in reverse order; each keeps its number."""

    def messages(self, draw: int = 0) -> list[BaseMessage]:
        """The messages of one call.

        Args:
            draw: from 1 on the fences get codes of their own, so that a model that replies to equal
                prompts equally is not asked the very same again.
        """
        passages = passage_sections(self.choice.shown, self.choice.numbers)
        data = {
            "question": [Section("question", self.request.question)],
            "answer": [Section("answer", renumbered(self.request.answer, self.choice.numbers))],
            "passages": passages[::-1] if self.reverse else passages,
            "reference": [Section("reference", self.request.reference_answer or "")],
            "key_points": [key_points_section(self.points)],
            "as_of": [Section("as_of", self.as_of)],
            "tried": [Section("query", query) for query in self.request.tried],
        }
        ordered = {slot: data[slot] for slot in self.template.slots}
        return render(self.template, ordered, secret=secrets.token_bytes(32) if draw else None)


def judge_prompt(
    llm: BaseChatModel,
    settings: EvaluatorSettings,
    own: PromptTemplate | None,
    request: JudgeRequest,
    *,
    reverse: bool = False,
) -> JudgePrompt:
    """Prepare one judgement.

    Args:
        llm: the judge's model, whose window bounds the passages.
        settings: how to judge.
        own: the user's own template, used in the mode it has the slots of.
        request: what is to be judged.
        reverse: whether the passages are shown in reverse order.
    """
    mode = request.mode
    choice = choose_passages(
        request.question,
        without_source_list(request.answer),
        request.passages,
        numbers=request.numbers,
        limit=settings.passage_limit,
        token_budget=settings.token_budget or passage_budget(llm),
    )
    language = prompt_language(settings.language or detect_language(request.question), settings)
    if own is None or ("passages" in own.slots) != (mode != "no_documents"):
        template_id = _WITHOUT if mode == "no_documents" else _WITH
        own = judge_template(template_id, language, settings)
    as_of = str(judged_as_of(settings.as_of) or "")
    given = {
        "reference": request.reference_answer,
        "key_points": request.key_points,
        "as_of": as_of,
        "tried": request.tried,
    }
    template = own.including([name for name, value in given.items() if value and name in own.optional])
    shows_reference = "reference" in template.slots
    if request.reference_answer and not shows_reference:
        _warn_of_no_part("reference", "reference answer", template.id, template.sha256)
    if as_of and "as_of" not in template.slots:
        _warn_of_no_part("as_of", "date", template.id, template.sha256)
    points = request.key_points[:POINTS_PER_CALL] if "key_points" in template.slots else ()
    names = tuple(each.name for each in settings.dimensions)
    schema = reply_schema(
        reference_claims=shows_reference and mode != "no_documents",
        key_points=bool(points),
        dimensions=names,
    )
    return JudgePrompt(
        request=request,
        mode=mode,
        choice=choice,
        language=language,
        template=template,
        schema=schema,
        shows_reference=shows_reference,
        points=numbered_points(points),
        dimensions=names,
        as_of=as_of,
        reverse=reverse,
    )


@lru_cache(maxsize=1024)
def _warn_of_no_part(part: str, what: str, template_id: str, sha256: str) -> None:
    """Say once of each template that it leaves something out."""
    _log.warning(
        "the prompt %s (%s) has no optional part %s, so the judge is shown no %s; "
        "add one to the file, as prompts/templates/judge_with_documents has it",
        template_id,
        sha256[:12],
        part,
        what,
    )


def prompt_language(language: Language, settings: EvaluatorSettings) -> Language:
    """This language, or that of the first of the user's rubrics where there is none in this one."""
    if settings.rubric and language not in settings.rubric:
        return next(iter(settings.rubric))
    return language


def judge_template(template_id: str, language: Language, settings: EvaluatorSettings) -> PromptTemplate:
    """The judge's template, with the settings' own rubric and dimensions if they bring some.

    Raises:
        InputError: there is no such template.
    """
    rubric = settings.rubric.get(language)
    own = "\n".join(each.lines() for each in settings.dimensions)
    if rubric is None and not own:
        return load(template_id, language)
    return load_with_rubric(template_id, language, rubric, settings.rubric_version, own)


def answer_prompts(settings: EvaluatorSettings) -> tuple[PromptRef, ...]:
    """The prompts that a model may be shown of an answer, with the settings' own rubric or template."""
    shown = _with_rubric((_WITH, _WITHOUT), settings)
    if settings.prompt_file is not None:
        shown |= {own_template(settings.prompt_file).ref}
    return (*_sorted(shown), *refs("judge_key_points", "repair_reply"))


def pair_prompts(settings: EvaluatorSettings) -> tuple[PromptRef, ...]:
    """As :func:`answer_prompts`, of a pair of answers."""
    return (*_sorted(_with_rubric((PAIR,), settings)), *refs("repair_reply"))


def _with_rubric(template_ids: Sequence[str], settings: EvaluatorSettings) -> set[PromptRef]:
    # A second opinion is asked for in another language, too.
    spoken = settings.language if settings.panel is None else None
    if not settings.rubric and not settings.dimensions:
        return {ref for ref in refs(*template_ids) if spoken in {None, ref.language}}
    languages = {prompt_language(spoken or each, settings) for each in get_args(Language)}
    return {judge_template(name, each, settings).ref for name in template_ids for each in languages}


def _sorted(prompts: Iterable[PromptRef]) -> list[PromptRef]:
    return sorted(prompts, key=lambda ref: (ref.id, ref.language, ref.sha256))


def own_template(path: Path) -> PromptTemplate:
    """Read a user's own judge template.

    Its slots say what it is for: question, passages and answer for answers with documents, question and
    answer for those without.

    Raises:
        InputError: the file is no template, or has other slots.
    """
    template = read_template(path)
    if tuple(sorted(template.slots)) not in _SLOTS.values():
        raise InputError(
            f"{path}: slots: a judge's template has the slots question, passages and answer, or question and "
            f"answer, not {', '.join(template.slots)}"
        )
    return template


def passage_budget(llm: ModelOrJudge) -> int:
    """Estimated tokens that passages may take: a share of the smallest window that LangChain knows of."""
    return min(map(_budget, models_in(llm)), default=DEFAULT_TOKEN_BUDGET)


def input_window(llm: BaseChatModel) -> int | None:
    """Tokens that the model reads at most, where LangChain knows."""
    profile = getattr(llm, "profile", None) or {}
    window = profile.get("max_input_tokens") if isinstance(profile, dict) else None
    return window if isinstance(window, int) and window > 0 else None


def _budget(llm: BaseChatModel) -> int:
    window = input_window(llm)
    return DEFAULT_TOKEN_BUDGET if window is None else int(window * _WINDOW_SHARE)

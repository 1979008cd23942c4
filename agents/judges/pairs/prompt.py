"""From a pair of answers to the judge's prompt: the passages shown, the template, the messages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.calls.fence import Section
from agents.calls.prompt_messages import passage_sections, render
from agents.judges.as_of import judged_as_of
from agents.judges.key_points import key_points_section, numbered_points
from agents.judges.pairs.pair_request import PairRequest
from agents.judges.pairs.reply import PAIR_SCHEMA
from agents.judges.passage_choice import PassageChoice, choose_passages
from agents.judges.prompt import PAIR, input_window, judge_template, passage_budget, prompt_language
from agents.judges.settings import EvaluatorSettings
from agents.models.request import OutputSchema
from data_base.marks.citation_marks import renumbered
from data_base.marks.source_list import without_source_list
from data_base.text.language import Language, detect_language
from data_base.text.tokens import estimate_tokens
from prompts.registry import PromptTemplate

# Of a window; what is left is for the rubric, the question and the reply.
_DATA_SHARE = 0.8
_ANSWERS_SHARE = 0.4


@dataclass(frozen=True)
class PairPrompt:
    """All that the judge is shown of a pair."""

    request: PairRequest
    """What is to be judged."""
    choice: PassageChoice
    """The passages shown and those left out; the same in both orders."""
    language: Language
    """The language of the prompt."""
    template: PromptTemplate
    """The prompt, with the optional parts that the request fills."""
    as_of: str = ""
    """The date that the answers are judged as of, empty for none."""
    schema: OutputSchema = PAIR_SCHEMA
    """The shape of the reply."""

    def messages(self, draw: int = 0) -> list[BaseMessage]:
        """The messages of one call; from draw 1 on the fences have codes of their own."""
        asked = self.request
        data = {
            "question": [Section("question", asked.question)],
            "passages": passage_sections(self.choice.shown, self.choice.numbers),
            "first": [Section("answer_A", renumbered(asked.first_answer, self.choice.numbers))],
            "second": [Section("answer_B", renumbered(asked.second_answer, self.choice.numbers))],
            "reference": [Section("reference", asked.reference_answer or "")],
            "key_points": [key_points_section(numbered_points(asked.key_points))],
            "blocked": [Section("blocked", "\n".join(each.line for each in asked.blocked))],
            "as_of": [Section("as_of", self.as_of)],
        }
        ordered = {slot: data[slot] for slot in self.template.slots}
        return render(self.template, ordered, secret=secrets.token_bytes(32) if draw else None)


def pair_prompt(llm: BaseChatModel, settings: EvaluatorSettings, request: PairRequest) -> PairPrompt:
    """Prepare one verdict.

    Passages get what the answers leave of the window's share for data, and no more than they get where one
    answer is judged.

    Args:
        llm: the judge's model, whose window bounds the passages.
        settings: how to judge; a prompt file of the user's is for single answers and is not used.
        request: what is to be judged.
    """
    budget, window = settings.token_budget or passage_budget(llm), input_window(llm)
    if window is not None:
        budget = min(budget, int(window * _DATA_SHARE) - estimate_tokens(request.answers))
    language = prompt_language(settings.language or detect_language(request.question), settings)
    as_of = str(judged_as_of(settings.as_of) or "")
    given = {
        "reference": request.reference_answer,
        "key_points": request.key_points,
        "blocked": request.blocked,
        "as_of": as_of,
    }
    template = judge_template(PAIR, language, settings)
    return PairPrompt(
        request=request,
        choice=chosen(request, settings.passage_limit, budget),
        language=language,
        template=template.including([name for name, value in given.items() if value]),
        as_of=as_of,
    )


def fits_in_view(llm: BaseChatModel, request: PairRequest) -> bool:
    """Whether both answers can be shown at once: they take two fifths of the model's window at most.

    A model whose window is not known is shown any answers.
    """
    window = input_window(llm)
    return window is None or estimate_tokens(request.answers) <= window * _ANSWERS_SHARE


def chosen(request: PairRequest, limit: int, token_budget: int) -> PassageChoice:
    """The passages that are shown: those most relevant to question and both answers where not all fit."""
    return choose_passages(
        request.question,
        "\n\n".join(map(without_source_list, (request.first_answer, request.second_answer))),
        request.passages or (),
        limit=limit,
        token_budget=token_budget,
    )

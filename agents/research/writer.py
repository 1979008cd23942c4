"""The answer writer: a cited answer from passages, or an answer from the model's own knowledge."""

import re
from collections.abc import Sequence
from typing import Any

from agents.calls.complete import Completion
from agents.calls.prompt_call import PromptRole
from agents.calls.prompt_messages import as_of_section, passage_section, text_section
from agents.research.citations import cite
from agents.research.review import review_sections
from data_base.marks.thinking import spoken
from data_base.schemas.answer import Answer
from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import Passage
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt
from data_base.text.language import Language, detect_language

NOTHING_FOUND: dict[Language, str] = {
    "zh-Hant": "文件中沒有提到與這個問題有關的資料，因此無法回答。",
    "zh-Hans": "文档中没有提到与这个问题有关的内容，因此无法回答。",
    "en": "The documents do not say anything about this question, so it cannot be answered from them.",
    "ru": "В документах нет сведений по этому вопросу, поэтому ответить на него по ним нельзя.",
}
"""The answer where no passage was found. No model is asked: with nothing before it, it could only invent."""


_UNCHANGED = re.compile(r"[\W_]*unchanged[\W_]*", re.IGNORECASE)


class Unchanged(Frozen):
    """The writer left the earlier draft as it is."""

    usage: TokenUsage = TokenUsage()
    """Tokens and calls."""


class AnswerWriter(PromptRole):
    """Asks a model for answers."""

    async def write(
        self,
        question: str,
        passages: Sequence[Passage],
        earlier: Attempt | None = None,
        *,
        as_of: str = "",
    ) -> Answer | Unchanged:
        """Answer from passages, each factual sentence citing them by their ids.

        Args:
            question: the user's question.
            passages: what the answer may lean on, best first; with none, the answer says that the
                documents contain nothing and no model is asked.
            earlier: the judged draft that this one takes the place of; its text, what the judge found wrong
                and why are shown. None for a first draft.
            as_of: the date from which "now" and "next" are meant, empty for none.

        Returns:
            The answer; :class:`Unchanged` where the model says that the earlier draft needs no change.
        """
        if not passages:
            return Answer(text=NOTHING_FOUND[detect_language(question)])
        data = {
            "question": [text_section("question", question)],
            "passages": [passage_section(passage, n) for n, passage in enumerate(passages, start=1)],
            **(review_sections(earlier, passages) if earlier else {"draft": [], "review": []}),
            "as_of": as_of_section(as_of),
        }
        reply = await self._caller.ask("answer_with_documents", data, question)
        if earlier is not None and _UNCHANGED.fullmatch(_spoken(reply)):
            return Unchanged(usage=reply.usage)
        return cited_answer(_spoken(reply), passages, question, reply)

    async def write_without_documents(self, question: str) -> Answer:
        """Answer from the model's own knowledge; there is nothing to cite."""
        data = {"question": [text_section("question", question)]}
        reply = await self._caller.ask("answer_without_documents", data, question)
        return Answer(text=_spoken(reply), **_made_by(reply))


def cited_answer(text: str, passages: Sequence[Passage], question: str, reply: Completion) -> Answer:
    """An answer with its marks resolved to passages and checked.

    Args:
        text: what was written, with marks such as ``[1]``.
        passages: what the model was shown, numbered from 1.
        question: the user's question.
        reply: the model's reply that contained the text.
    """
    cited = cite(text, passages, question=question)
    return Answer(
        text=cited.text,
        citations=cited.citations,
        uncited=cited.uncited,
        passages=tuple(passages),
        **_made_by(reply),
    )


def _made_by(reply: Completion) -> dict[str, Any]:
    names = ("model_id", "model_served", "system_fingerprint", "usage", "latency_ms")
    return {name: getattr(reply, name) for name in names}


def _spoken(reply: Completion) -> str:
    """The reply without the reasoning block that some models put before it."""
    return spoken(reply.text).strip()

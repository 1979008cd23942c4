"""Asking a chat model for the object, over passages that are given or retrieved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agents.call_settings import DEFAULT_SETTINGS, CallSettings
from agents.chat_models.names import EMBEDDED, chat_model, model_id
from agents.errors import ModelCallError
from agents.fence import Section
from agents.model_call import complete
from agents.prompting import render, text_section
from data_base.errors import InputError
from data_base.text.sentences import sentences
from prompts.registry import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from data_base.passage_index import PassageIndex
    from eval.eval_json_v2.question_set import Question
    from eval.eval_json_v2.recorded import Chunk
    from prompts.template import PromptTemplate

PROMPT, LANGUAGE = "eval_json_v2", "zh-Hant"
CHUNKS = 6
"""Passages retrieved for a question."""
_ANCHORS_PER_FILE = 6
_LONGEST_ANCHOR = 20


class ObjectWriter:
    """A chat model that writes the object for a question.

    Attributes:
        model_id: the model's name.
        template: the prompt it is asked with.
    """

    def __init__(
        self, llm: BaseChatModel | str, *, call: CallSettings = DEFAULT_SETTINGS, concurrency: int = 4
    ) -> None:
        """Bind the model.

        Raises:
            InputError: no such model, or the embedded one, which reads other prompts only.
        """
        self._llm = chat_model(llm)
        self.model_id = model_id(self._llm)
        if self.model_id == EMBEDDED:
            raise InputError("The embedded model does not write these objects; name a language model.")
        self._call = call
        self._concurrency = concurrency
        self.template = prompt()

    async def write_all(
        self,
        questions: Sequence[Question],
        contexts: Mapping[str, Sequence[Chunk]],
        told: Callable[[str, str | None], None] = lambda _id, _output: None,
    ) -> dict[str, str | None]:
        """Ask for every question.

        Args:
            questions: what is asked.
            contexts: question id to its passages.
            told: called with id and raw output as each comes.

        Returns:
            Question id to the raw output, in the order of the questions; None where the model could not
            be reached.
        """
        free = asyncio.Semaphore(self._concurrency)

        async def one(question: Question) -> str | None:
            async with free:
                output = await self._write(question, contexts[question.id])
            told(question.id, output)
            return output

        outputs = await asyncio.gather(*map(one, questions))
        return {question.id: output for question, output in zip(questions, outputs, strict=True)}

    async def _write(self, question: Question, chunks: Sequence[Chunk]) -> str | None:
        data = {
            "question": [text_section("question", question.question)],
            "sources": [
                Section("source", "\n".join(anchors), {"file": file})
                for file, anchors in allowed_sources(chunks).items()
            ],
            "chunks": [Section("chunk", chunk["text"], {"file": chunk["source_path"]}) for chunk in chunks],
        }
        try:
            return (await complete(self._llm, render(self.template, data), settings=self._call)).text
        except ModelCallError:
            return None


def prompt() -> PromptTemplate:
    """The prompt that outputs are written by."""
    return load(PROMPT, LANGUAGE)


def retrieve(
    questions: Sequence[Question], index: PassageIndex, *, k: int = CHUNKS
) -> dict[str, list[Chunk]]:
    """Question id to the passages that share most with it, best first."""
    return {
        question.id: [
            {"source_path": passage.doc_id, "text": passage.text}
            for passage, _ in index.search(question.question, k)
        ]
        for question in questions
    }


def allowed_sources(chunks: Sequence[Chunk]) -> dict[str, list[str]]:
    """File to phrases that stand in its passages to the letter, for the model to choose anchors from."""
    found: dict[str, list[str]] = {}
    for chunk in chunks:
        anchors = found.setdefault(chunk["source_path"], [])
        phrases = (sentence[:_LONGEST_ANCHOR] for sentence in sentences(chunk["text"]))
        anchors += [phrase for phrase in phrases if phrase and phrase not in anchors]
        del anchors[_ANCHORS_PER_FILE:]
    return found

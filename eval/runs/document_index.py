"""The index of the documents that a command is given."""

import os
from collections.abc import Sequence
from pathlib import Path

from agents.models.sentence_encoder import SentenceEncoder
from data_base.documents.reader import documents_read
from data_base.passage_index import PassageIndex

CACHE_VARIABLE = "JUDGE_INDEX_CACHE"
DEFAULT_CACHE = Path(".judge/index")
VECTORS = "vectors.sqlite"


def index_cache(folder: Path | None = None) -> Path:
    """The folder that indexes are kept in.

    Args:
        folder: what the user asked for; the environment variable ``JUDGE_INDEX_CACHE`` if None, and without
            that ``.judge/index`` in the working directory.
    """
    return folder or Path(os.environ.get(CACHE_VARIABLE, "").strip() or DEFAULT_CACHE)


def document_index(paths: Sequence[Path], *, semantic: bool = False) -> PassageIndex:
    """An index in memory over the passages of documents.

    Args:
        paths: files and folders.
        semantic: whether passages are also found by what they mean. Their vectors are kept in
            ``.judge/index`` or the folder that ``JUDGE_INDEX_CACHE`` names, and made once for each text.

    Raises:
        InputError: a document cannot be read, or the extra ``semantic`` is not installed.
    """
    encoder = SentenceEncoder() if semantic else None
    read = documents_read(paths)
    vectors = index_cache() / VECTORS if semantic else None
    return PassageIndex.from_passages(read.passages, embeddings=encoder, vectors=vectors, notes=read.notes)

"""What collections may contain, and how their documents are read; from the environment where not given."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.read_settings import read_settings


class CollectionSettings(BaseSettings):
    """What collections may contain, and how their documents are read."""

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    max_documents: int = Field(default=1_000, ge=1)
    """Documents that a collection has at most (``JUDGE_MAX_DOCUMENTS``)."""
    max_document_bytes: int = Field(default=50_000_000, ge=1)
    """Bytes that a document has at most (``JUDGE_MAX_DOCUMENT_BYTES``)."""
    max_pages: int = Field(default=3_000, ge=1)
    """Pages that a PDF has at most (``JUDGE_MAX_PAGES``)."""
    max_passages: int = Field(default=100_000, ge=1)
    """Passages that a collection has at most, as its index is in memory while it is searched
    (``JUDGE_MAX_PASSAGES``).
    """
    document_processes: int = Field(default=2, ge=1)
    """Documents that a worker reads at once, each in a process that may take 1 GiB of memory
    (``JUDGE_DOCUMENT_PROCESSES``).
    """


def collection_settings(**given: object) -> CollectionSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    return read_settings(CollectionSettings, given)

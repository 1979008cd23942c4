"""Why a document of a stranger was not taken; each message is one sentence that names the document."""

from data_base.errors import InputError


class DocumentError(InputError):
    """A document that was handed in cannot be used."""


class DocumentNameError(DocumentError):
    """It has a name that no document may have."""


class UnreadableDocumentError(DocumentError):
    """It is of no kind that is read, or not what its name's ending says, or has no text."""


class DocumentLimitError(DocumentError):
    """Reading it needs more than one document may: pages, characters, memory or time."""


class ParserFailedError(DocumentError):
    """The process that read it crashed, or was made to do what no document needs."""

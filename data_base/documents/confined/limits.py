"""What reading one document may use."""

from dataclasses import asdict, dataclass

from data_base.errors import InputError


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """What one document may need at most; each is above zero.

    Raises:
        InputError: a limit is zero or less.
    """

    pages: int = 3_000
    """The pages of a PDF."""
    characters: int = 20_000_000
    """The characters of text found in it."""
    output_bytes: int = 100_000_000
    """What the process that reads it may write in all: the passages as JSON, in which the headings and header
    rows that further passages repeat count again.
    """
    memory_bytes: int = 2**30
    """Address space of the process (RLIMIT_AS), of which Python and the libraries take some 100 MB."""
    cpu_seconds: int = 30
    """Seconds of processor time (RLIMIT_CPU), its start included."""
    seconds: float = 90.0
    """From its start to its end."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value <= 0:
                raise InputError(f"{name} of a document's limits is {value}; it must be above 0.")

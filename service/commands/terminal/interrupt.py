"""What happens on Ctrl-C."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

INTERRUPTED = 130


@contextmanager
def stops_with(advice: str) -> Iterator[None]:
    """Turn Ctrl-C into a sentence on stderr and exit code 130.

    Args:
        advice: what is kept, and how to go on.
    """
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"\nStopped. {advice}", err=True)
        raise typer.Exit(INTERRUPTED) from None

"""What keeps a document of a stranger from the network."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from service.doctor.finding import Finding, attention, ok

_CODE = (
    "import sys; sys.path[:] = sys.argv[1:]; from service.documents.confinement import leave_the_network; "
    "sys.exit(not leave_the_network())"
)
_SECONDS = 20


def document_findings() -> Iterator[Finding]:
    """Whether processes that read documents have no network at all; a process of its own tries."""
    name, path = "documents", [str(Path(__file__).parents[2]), *filter(None, sys.path)]
    try:
        command = [sys.executable, "-c", _CODE, *path]
        tried = subprocess.run(command, check=False, capture_output=True, timeout=_SECONDS)  # noqa: S603  (our own)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield attention(
            name, f"no process can be started to read them ({type(error).__name__})", "free memory"
        )
        return
    if tried.returncode:
        yield attention(
            name,
            "processes that read them keep their network, which Python code in them is refused all the same",
            "where the system can be set up, let its users make namespaces (unshare), or cut the server off",
        )
    else:
        yield ok(name, "processes that read them have no network")

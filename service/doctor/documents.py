"""What keeps a document of a stranger from the network."""

import subprocess
from collections.abc import Iterator

from data_base.documents.confined import confinement
from service.doctor.finding import Finding, attention, ok

_LEFT, _KEPT = 10, 11
"""Exit codes that Python itself has no use for: any other says that nothing was found out."""
_CODE = (
    f"from {confinement.__name__} import leave_the_network; "
    f"sys.exit({_LEFT} if leave_the_network() else {_KEPT})"
)
_SECONDS = 20


def document_findings() -> Iterator[Finding]:
    """Whether processes that read documents have no network at all; a process of its own tries."""
    from data_base.documents.confined.parser import python_command  # noqa: PLC0415  (loads the readers of documents)

    name = "documents"
    try:
        command = python_command(_CODE)
        tried = subprocess.run(command, check=False, capture_output=True, timeout=_SECONDS)  # noqa: S603  (our own)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield attention(
            name, f"no process can be started to read them ({type(error).__name__})", "free memory"
        )
        return
    if tried.returncode not in {_LEFT, _KEPT}:
        said = tried.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        yield attention(
            name,
            f"a process to read them ended with {tried.returncode} ({said or 'it said nothing'})",
            "install the extra 'service' again",
        )
    elif tried.returncode == _KEPT:
        yield attention(
            name,
            "processes that read them keep their network, which Python code in them is refused all the same",
            "where the system can be set up, let its users make namespaces (unshare), or cut the server off",
        )
    else:
        yield ok(name, "processes that read them have no network")

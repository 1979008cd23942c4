"""What a process takes from itself before it reads a document that may mean harm.

The system's limits apply to everything. The audit hook applies to what Python code does, such as a
parser that follows a link; a fault in the native code of a PDF library is not bound by it, only by the
limits, by the network that is gone where the system permits that, and by what this user may do.
On Windows there are no such limits: the wall time and the size of the output, which the parent watches, and
the hook are what is left.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from data_base.documents.confined.limits import ParseLimits

_OPEN_FILES = 32
_NEW_USER_AND_NETWORK = 0x10000000 | 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET
_SIGNAL_AT_END_OF_PARENT = 1  # PR_SET_PDEATHSIG
# An event is refused by how it begins. What code does with sockets, mail or web pages ends in these, too.
_REFUSED = (
    "socket.",
    "subprocess.",
    "os.",
    "shutil.",
    "pty.",
    "fcntl.",
    "resource.",
    "signal.",
    "sqlite3.",
    "syslog.",
    "ctypes.dlopen",
    "winreg.",
    "_winapi.",
)
_LISTING = frozenset({"os.listdir", "os.scandir"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class ForbiddenError(PermissionError):
    """Code asked for what no document needs.

    Attributes:
        event: Python's name of it, such as "socket.connect".
    """

    def __init__(self, event: str) -> None:
        super().__init__(f"{event} is refused while a document is read")
        self.event = event


def confine(limits: ParseLimits) -> bool:
    """Give up, for the rest of this process, what reading a document does not need.

    Afterwards Python code can open no socket, start no process and write no file, and read files of Python's
    library, the installed packages and ``data_base`` alone.

    Args:
        limits: the memory and processor time that are left.

    Returns:
        Whether the process has no network at all; else the hook alone keeps code from it.
    """
    alone = leave_the_network()
    _end_with_the_parent()
    _limit_resources(limits)
    readable = tuple(f"{folder}{os.sep}" for folder in _library_folders())

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if not isinstance(path, int) and (_writes(flags) or not _is_below(path, readable)):
                raise ForbiddenError(event)
        elif event in _LISTING:
            if not _is_below(arguments[0], readable):
                raise ForbiddenError(event)
        elif event.startswith(_REFUSED):
            raise ForbiddenError(event)

    sys.addaudithook(refuse)
    return alone


def _library_folders() -> set[str]:
    """Where code that is needed later is imported from; what of it is ours, without what lies next to it."""
    standard = {str(Path(os.__file__).parent)}
    packages = {entry for entry in sys.path if Path(entry).name in {"site-packages", "dist-packages"}}
    ours = {str(Path(__file__).parents[2])}
    return {os.path.realpath(folder) for folder in standard | packages | ours}


def _is_below(path: object, folders: tuple[str, ...]) -> bool:
    if not isinstance(path, str | bytes | os.PathLike):
        return False
    return (os.path.realpath(os.fsdecode(path)) + os.sep).startswith(folders)


def _writes(flags: object) -> bool:
    return not isinstance(flags, int) or bool(flags & _WRITING)


def _limit_resources(limits: ParseLimits) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (not on Windows)

    values = {
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_CPU: limits.cpu_seconds,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for kind, value in values.items():
        # The signal at the soft limit of processor time says why; the one at the hard limit does not.
        wanted = value + (kind == resource.RLIMIT_CPU)
        _, hard = resource.getrlimit(kind)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        # A system may know a limit and refuse to set it, as macOS may do with the address space.
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (min(value, most), most))


def leave_the_network() -> bool:
    """Have a network without devices; whether the system permits that to its users, as Linux may."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes  # noqa: PLC0415  (os.unshare is there from Python 3.12 on)

    return not ctypes.CDLL(None).unshare(_NEW_USER_AND_NETWORK)


def _end_with_the_parent() -> None:
    """End when the process that started this one does; set after new rights were taken, which undo it."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # noqa: PLC0415  (as above)

    ctypes.CDLL(None).prctl(_SIGNAL_AT_END_OF_PARENT, signal.SIGKILL)

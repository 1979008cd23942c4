"""Print the HTML sources of this folder, or of the one named, to PDFs in the folder ``documents`` next to it.

    python benchmark/arena/sources/build.py [FOLDER]

It needs a ``chromium`` on the path and the fonts named in the style sheets (Debian: ``fonts-noto-cjk`` and
``fonts-noto-core``).
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--disable-pdf-tagging",
)
INFO_FIELD = re.compile(rb"/(Creator|Producer|CreationDate|ModDate) \(((?:[^()\\]|\\.)*)\)")


def _blank_field(match: re.Match[bytes]) -> bytes:
    """A field of the same byte length, so that the offsets in the PDF's cross-reference table stay right."""
    name, value = match.group(1), match.group(2)
    neutral = b"D:20240101000000+00'00'" if name.endswith(b"Date") else b"benchmark/arena"
    return b"/" + name + b" (" + neutral.ljust(len(value))[: len(value)] + b")"


def strip_metadata(pdf: bytes) -> bytes:
    """Replace what names the machine, the program or the time of printing in the PDF's information fields.

    Args:
        pdf: The bytes of a PDF whose information dictionary is not compressed.

    Returns:
        The same PDF, equally long, with neutral fields.
    """
    return INFO_FIELD.sub(_blank_field, pdf)


def print_pdf(chromium: str, source: Path, target: Path) -> None:
    """Print one HTML file to a PDF.

    Args:
        chromium: Path of the browser.
        source: The HTML file.
        target: The PDF to write.

    Raises:
        subprocess.CalledProcessError: The browser failed.
    """
    with tempfile.TemporaryDirectory() as profile:
        command = [
            chromium,
            *FLAGS,
            f"--user-data-dir={profile}",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    target.write_bytes(strip_metadata(target.read_bytes()))


def main() -> int:
    """Print every HTML source; returns the exit code."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.stderr.write("chromium is not on the path; install Debian's package of that name.\n")
        return 2
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    for source in sorted(folder.glob("*.html")):
        print_pdf(chromium, source, folder.parent / "documents" / f"{source.stem}.pdf")
    return 0


if __name__ == "__main__":
    sys.exit(main())

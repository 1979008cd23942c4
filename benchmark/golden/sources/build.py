"""Print the HTML sources in this folder to the PDFs in ``../documents``.

Run it from anywhere: ``python benchmark/golden/sources/build.py``. It needs a ``chromium`` on the path and
Debian's ``fonts-noto-cjk``.
"""

import shutil
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
DOCUMENTS = SOURCES.parent / "documents"
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(SOURCES.parents[2]))

from benchmark.arena.sources.build import print_pdf  # noqa: E402


def main() -> int:
    """Print every HTML source; returns the exit code."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.stderr.write("chromium is not on the path; install Debian's package of that name.\n")
        return 2
    for source in sorted(SOURCES.glob("*.html")):
        print_pdf(chromium, source, DOCUMENTS / f"{source.stem}.pdf")
    return 0


if __name__ == "__main__":
    sys.exit(main())

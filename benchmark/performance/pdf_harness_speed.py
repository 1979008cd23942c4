"""How fast a long PDF becomes an index, beside pypdfium2 alone, and how much memory that takes.

Makes PDFs of the given lengths (prose of a few hundred words a page, from a seed), and for each measures in
a process of its own: pypdfium2 alone reading every page's text, the index built page by page, and the same
index opened again from the cache::

    python benchmark/performance/pdf_harness_speed.py [--pages 250 1000 4000] [--seed 1]

Printed for each: pages a second, peak memory above the process's own beginning, and the share of bare
pypdfium2's speed. Memory is flat where the peak does not grow with the pages.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

ARMS = ("pypdfium2 alone", "index built", "index reused")
_LINES, _WORDS = 40, 9
_NOUNS = ("harbour", "cable", "tonne", "revenue", "terminal", "berth", "crane", "vessel", "copper", "depth")
_VERBS = ("rose", "fell", "reached", "was", "grew", "cost", "took", "held", "stood", "moved")


def page_text(number: int, dice: random.Random) -> list[str]:
    """The lines of a page: sentences with figures, the page's number among them."""
    lines = [f"Chapter {number}. Report of berth {number}."]
    for _ in range(_LINES):
        words = [dice.choice(_NOUNS if n % 2 else _VERBS) for n in range(_WORDS)]
        lines.append(f"In {dice.randint(1990, 2023)} {' '.join(words)} {dice.randint(10, 99_999):,}.")
    return lines


def write_pdf(path: Path, pages: int, seed: int) -> None:
    """A PDF with that many pages of text, written by hand."""
    dice = random.Random(seed)  # noqa: S311  (no secret)
    font = 3 + 2 * pages
    offsets: list[int] = []
    with path.open("wb") as file:

        def put(body: bytes) -> None:
            offsets.append(file.tell())
            file.write(b"%d 0 obj" % (len(offsets)) + body + b"endobj\n")

        file.write(b"%PDF-1.4\n")
        put(b"<</Type/Catalog/Pages 2 0 R>>")
        kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(pages))
        put(f"<</Type/Pages/Kids[{kids}]/Count {pages}>>".encode())
        for n in range(pages):
            shown = "".join(f"({line}) Tj 0 -14 Td " for line in page_text(n + 1, dice))
            content = f"BT /F1 10 Tf 40 760 Td {shown}ET".encode("ascii")
            put(
                f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {4 + 2 * n} 0 R"
                f"/Resources<</Font<</F1 {font} 0 R>>>>>>".encode()
            )
            put(f"<</Length {len(content)}>>stream\n".encode() + content + b"\nendstream")
        put(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        start = file.tell()
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        head = f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n"
        end = f"trailer<</Size {len(offsets) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF"
        file.write((head + table + end).encode("ascii"))


def bare(pdf: Path) -> int:
    """Read every page's text with pypdfium2 and nothing else; returns the pages."""
    import pypdfium2  # noqa: PLC0415  (measured arm by arm)

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text_page = page.get_textpage()
        text_page.get_text_bounded()
        text_page.close()
        page.close()
    count = len(document)
    document.close()
    return count


def measured(arm: str, pdf: Path, cache: Path) -> dict[str, float]:
    """Do one arm in this process; returns seconds and MB of memory at its peak above the beginning."""
    import pypdfium2  # noqa: F401, PLC0415  (so that no arm pays for the import)

    from eval.pdf_index import pdf_index  # noqa: PLC0415

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    if arm == ARMS[0]:
        bare(pdf)
    else:
        pdf_index(pdf, cache).search("berth 7 copper")
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "mb": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024}


def in_own_process(arm: str, pdf: Path, cache: Path) -> dict[str, float]:
    """As :func:`measured`, in a process of its own."""
    command = [sys.executable, __file__, "--arm", arm, "--pdf", str(pdf), "--cache", str(cache)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (our own script)
    value: dict[str, float] = json.loads(done.stdout)
    return value


def main() -> None:
    """Measure, or be one measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[250, 1000, 4000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--arm", choices=ARMS)
    parser.add_argument("--pdf", type=Path)
    parser.add_argument("--cache", type=Path)
    asked = parser.parse_args()
    if asked.arm:
        print(json.dumps(measured(asked.arm, asked.pdf, asked.cache)))
        return
    for pages in asked.pages:
        with tempfile.TemporaryDirectory() as folder:
            pdf = Path(folder) / f"{pages}.pdf"
            write_pdf(pdf, pages, asked.seed)
            print(f"{pages} pages, {pdf.stat().st_size / 2**20:.1f} MB")
            alone = 0.0
            for arm in ARMS:
                took = in_own_process(arm, pdf, Path(folder) / "cache")
                alone = alone or took["seconds"]
                speed = f"{pages / took['seconds']:9.0f} pages/s  {alone / took['seconds']:6.2f} x"
                print(f"  {arm:<16} {speed}  {took['mb']:7.1f} MB")


if __name__ == "__main__":
    main()

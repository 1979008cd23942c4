"""How fast small rows stream from Parquet and JSON Lines, and in how much memory.

    uv run --extra parquet tools/files/parquet_rows.py [MILLIONS …]

By default 1 and 10 million rows. A file of a million is written once and its row groups are repeated. Every
line is a process of its own, whose memory is the most that it ever had.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq

_MILLION = 1_000_000
ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from eval.files.json_lines import json_lines  # noqa: E402
from eval.files.row_writing import write_lines  # noqa: E402


def _rows(count: int) -> Iterator[dict[str, object]]:
    for number in range(count):
        yield {"id": f"q{number}", "question": f"What is {number}?", "answer": str(number), "tags": ["small"]}


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _repeated(one: Path, times: int) -> Path:
    """A file with the contents of another so many times."""
    many = one.with_name(f"many{one.suffix}")
    if one.suffix == ".jsonl":
        with many.open("wb") as file:
            for _ in range(times):
                file.write(one.read_bytes())
        return many
    with pq.ParquetFile(one) as source, pq.ParquetWriter(many, source.schema_arrow) as target:
        for _ in range(times):
            for group in range(source.num_row_groups):
                target.write_table(source.read_row_group(group))
    return many


def _measured(what: str, path: Path) -> None:
    started = time.perf_counter()
    done = write_lines(path, _rows(_MILLION)) if what == "write" else sum(1 for _ in json_lines(path))
    seconds = time.perf_counter() - started
    size = path.stat().st_size / 2**20
    print(
        f"{what:5} {path.suffix:8} {done:10,} rows {done / seconds:10,.0f} rows/s "
        f"{_megabytes():7,.0f} MB RSS {size:7,.0f} MB file",
        flush=True,
    )


def _apart(what: str, path: Path) -> None:
    subprocess.run([sys.executable, __file__, what, str(path)], check=True)  # noqa: S603  (this script)


def main(millions: list[int]) -> None:
    """Write a million rows and read so many millions, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".parquet", ".jsonl"):
            one = Path(folder) / f"one{suffix}"
            _apart("write", one)
            for times in millions:
                _apart("read", one if times == 1 else _repeated(one, times))


if __name__ == "__main__":
    if sys.argv[1:2] in (["write"], ["read"]):
        _measured(sys.argv[1], Path(sys.argv[2]))
    else:
        main([int(each) for each in sys.argv[1:]] or [1, 10])

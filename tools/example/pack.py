"""Write the worked example that ships, from a recording of :mod:`tools.example.record`.

    python tools/example/pack.py out/example/recorded

The manifest gets the note that it is an example, the arena the language model's ratings. Folders are removed.
"""

from __future__ import annotations

import argparse
import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

from data_base.schemas.rating import Rating
from eval.arena.example import RECORDING
from eval.arena.request import BANK
from eval.arena.result import ArenaResult
from eval.compare.named_run import run_in_file
from eval.runs.terms import EXAMPLE_NOTE


def main() -> None:
    """Pack the recording in the folder that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="what record.py wrote below its folder, recorded/")
    folder = parser.parse_args().folder
    arena = run_in_file(folder / "arena").arena
    if arena is None:
        raise SystemExit(f"{folder / 'arena'}: there is no arena")
    packed = gzip.compress(_text(arena, _ratings(folder / "ratings.jsonl"), folder).encode(), mtime=0)
    RECORDING.parent.mkdir(parents=True, exist_ok=True)
    RECORDING.write_bytes(packed)
    print(f"{RECORDING}: {len(packed):,} bytes")


def _ratings(path: Path) -> tuple[Rating, ...]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return tuple(
        Rating.model_validate({"created_at": now, **json.loads(line)})
        for line in path.read_text(encoding="utf-8").splitlines()
    )


def _text(arena: ArenaResult, ratings: tuple[Rating, ...], folder: Path) -> str:
    notes = (*arena.manifest.notes, EXAMPLE_NOTE)
    manifest = arena.manifest.model_copy(update={"name": "Worked example", "notes": notes})
    text = arena.model_copy(update={"manifest": manifest, "ratings": ratings}).model_dump_json()
    for place in (str(BANK), str(folder), str(folder.resolve())):
        text = text.replace(f"{place}/", "")
    return text


if __name__ == "__main__":
    main()

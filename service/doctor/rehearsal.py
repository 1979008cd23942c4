"""The proof: one question of the shipped arena, played to the end in a folder that is thrown away."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from service.doctor.finding import Finding, missing, ok


def rehearsal() -> Finding:
    """Whether the arena with the embedded model runs here, found out by running it."""
    try:
        with tempfile.TemporaryDirectory(prefix="judge-doctor-") as folder:
            size = _play(Path(folder))
    except Exception as error:  # noqa: BLE001  (whatever goes wrong is what was to be found out)
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return missing(
            "embedded arena",
            f"one question was tried and failed ({said})",
            "mend what is missing above; if nothing is, install the project again: uv sync",
            needed=True,
        )
    return ok(
        "embedded arena",
        f"one question was asked, answered and judged; its report has {size // 1000:,} kB",
        needed=True,
    )


def _play(folder: Path) -> int:
    from eval.arena.request import ArenaRequest  # noqa: PLC0415
    from eval.arena.run import hold, write_all  # noqa: PLC0415  (heavy)
    from eval.arena.setup import prepare  # noqa: PLC0415

    result = asyncio.run(hold(prepare(ArenaRequest(out=folder, store=str(folder / "runs.sqlite"), limit=1))))
    return write_all(result, folder).stat().st_size

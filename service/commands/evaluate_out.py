"""The files of ``judge evaluate --out``: a result a line, and the terms they were made under."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest
    from eval.judging.summary import ModeSummary
    from eval.runs.served_models import Served


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """A file that takes its name once it is whole.

    Until then, and after a crash, what was written stands in ``<name>.part`` beside it.

    Raises:
        InputError: it cannot be written there.
    """
    from data_base.errors import InputError
    from eval.files.atomic import refuse_folder

    refuse_folder(path)
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = part.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); name another file with --out."
        ) from error
    with lines:
        yield lines
        lines.flush()
        os.fsync(lines.fileno())
    part.replace(path)


def write_manifest(
    out: Path, manifest: "RunManifest", *, results: "tuple[ModeSummary, ...]", served: "Served"
) -> Path:
    """Write the terms of a run, and what came of it, beside its results.

    Returns:
        The manifest's path: that of the results, ending in ``.manifest.json``.
    """
    import json

    from eval.files.atomic import write_whole
    from eval.runs import terms

    facts = {"results_sha256": terms.file_hash(out)}
    told = manifest.model_copy(update={"models_served": served, "facts": facts})
    path = out.with_name(f"{out.name.removesuffix('.jsonl')}.manifest.json")
    content = told.model_dump(mode="json") | {"results": [item.model_dump(mode="json") for item in results]}
    write_whole(path, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    return path

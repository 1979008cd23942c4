"""The files of ``judge evaluate --out``: a result a line, and the terms they were made under."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from agents.judges.settings_file import JudgeSettings
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
    out: Path,
    *,
    answers: Path | None,
    evaluator: "RAGEvaluator",
    settings: "JudgeSettings | None",
    results: "tuple[ModeSummary, ...]",
    served: "Served",
) -> Path:
    """Write the terms of an evaluation, and what came of it, beside its results.

    Returns:
        The manifest's path: that of the results, ending in ``.manifest.json``.
    """
    import json
    from datetime import UTC, datetime

    from data_base.schemas.run import RunManifest
    from eval.arena.exports import write_text
    from eval.runs import terms

    hashes = {"results": terms.file_hash(out)}
    hashes |= {"answers": terms.file_hash(answers)} if answers else {}
    hashes |= {"judge_settings": settings.sha256} if settings else {}
    manifest = RunManifest(
        run_id=terms.run_id("evaluate", dict(sorted(hashes.items()))),
        task="evaluate",
        models={"judge": evaluator.model_id},
        models_served=served,
        prompts=terms.prompt_refs(),
        scorer_version=terms.scorer_version(),
        data_hashes=hashes,
        git_revision=terms.git_revision(),
        settings={"judge": evaluator.terms, "judge_settings": dict(settings.stated) if settings else None},
        created_at=datetime.now(UTC),
    )
    path = out.with_name(f"{out.name.removesuffix('.jsonl')}.manifest.json")
    content = manifest.model_dump(mode="json") | {
        "results": [item.model_dump(mode="json") for item in results]
    }
    write_text(path, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    return path

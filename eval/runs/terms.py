"""The terms of a run: what has to be the same for two runs to be the same run."""

import hashlib
import json
import os
import subprocess
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from agents.models.registry import ModelOrJudge, options_of
from data_base.errors import unreadable
from data_base.schemas.run import RunManifest
from eval.files.pipes import readable_again

_ROOT = Path(__file__).resolve().parents[2]
_ROOMS = ("agents", "data_base", "eval", "prompts", "scoring")
_CODE = frozenset({".py", ".yaml", ".json"})
_DIGITS = 16


def run_id(task: str, terms: Mapping[str, JsonValue]) -> str:
    """A name that the same terms always give: the task and 16 hexadecimal digits."""
    canonical = json.dumps(terms, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"{task}-{hashlib.sha256(canonical.encode()).hexdigest()[:_DIGITS]}"


def shaping(manifest: RunManifest) -> dict[str, JsonValue]:
    """What makes a run another run; what it is called and how many items it will have do not.

    Kind and scale follow from the rest, and would give another name to runs that were begun before there were
    any.
    """
    known = {"run_id", "name", "subject", "planned", "kind", "scale", "created_at", "git_revision"}
    return manifest.model_dump(mode="json", exclude=known)


def scorer_version() -> str:
    """The version of the installed project, ``unknown`` where it runs without being installed."""
    try:
        return version("deep-research-judge")
    except PackageNotFoundError:
        return "unknown"


EXAMPLE_NOTE = (
    "This run is an example, recorded with a language model whose every reply was written from its prompt "
    "alone. A language model gave its ratings, too. It is no evidence about any product."
)
"""What the manifest of the worked example says."""


def code_hash() -> str:
    """Sha256 over the code and prompts that answer and judge, as they were when it was first asked for.

    A calibration says it; the terms of a run have the version of the embedded model, which outlives a change
    that changes no verdict.
    """
    return _hash_below(_ROOT)


@cache
def _hash_below(root: Path) -> str:
    digest = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in _CODE:
                # The same code below the wheel's one package.
                content = path.read_bytes().replace(b"deep_research_judge.", b"")
                name = path.relative_to(root).as_posix().encode()
                digest.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """Sha256 of a file's bytes.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with readable_again(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(path, error) from error


def git_revision() -> str | None:
    """The checkout's commit, marked where files were changed since; None outside a checkout."""
    if not (_ROOT / ".git").exists():
        return None
    describe = ["describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+changed"]
    try:
        # Reading must not touch the checkout, not even its index.
        environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
        described = subprocess.run(  # noqa: S603  (nothing in it comes from outside)
            ["git", "-C", str(_ROOT), *describe],  # noqa: S607  (where git is, is not ours to say)
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
            env=environment,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip() or None


def model_options(models: Mapping[str, ModelOrJudge]) -> dict[str, JsonValue]:
    """What was chosen for the models of a run, as a setting of its manifest; nothing where nothing was.

    Args:
        models: role to model.
    """
    named = {role: options_of(llm) for role, llm in models.items()}
    chosen: dict[str, JsonValue] = {role: options for role, options in named.items() if options}
    return {"model_options": chosen} if chosen else {}

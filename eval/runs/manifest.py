"""The manifest of a run, named by what shapes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import JsonValue

from agents.models.registry import ModelOrJudge, model_id, uses_embedded
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE, EMBEDDED_VERSION
from data_base.schemas.judgement import PromptRef
from data_base.schemas.run import RunKind, RunManifest
from eval.runs import terms

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator


def manifest_of(  # noqa: PLR0913  (each says something else of the run)
    kind: RunKind,
    *,
    models: Mapping[str, ModelOrJudge | str],
    data_hashes: Mapping[str, str],
    settings: Mapping[str, JsonValue],
    scorer_version: str,
    prompts: tuple[PromptRef, ...] = (),
    index_version: str | None = None,
    seeds: Mapping[str, int] | None = None,
    notes: Iterable[str] = (),
    task: str | None = None,
    subject: str | None = None,
    name: str | None = None,
    planned: int | None = None,
) -> RunManifest:
    """The terms of a run; the same terms always have the same id.

    Args:
        kind: what sort of run it is; its task has the same name unless one is given.
        models: role to model, or to the name of a system that is not a model.
        data_hashes: name to sha256 of what is read.
        settings: what else shapes the result.
        scorer_version: of the scoring rules.
        prompts: that are used.
        index_version: of what is searched, None where nothing is.
        seeds: name to seed of every random choice.
        notes: sentences that a reader of the results must see.
        task: under which runs are grouped; ``kind`` if None.
        subject: what the run is of, for people: a file's name, a question.
        name: what people call it; kind, subject and day if None.
        planned: how many items it will have; None where that is not known.
    """
    asked = {role: llm for role, llm in models.items() if not isinstance(llm, str)}
    names = {role: llm if isinstance(llm, str) else model_id(llm) for role, llm in models.items()}
    embedded = any(map(uses_embedded, names.values()))
    manifest = RunManifest(
        run_id=kind,
        name=name,
        subject=subject,
        planned=planned,
        task=task or kind,
        kind=kind,
        models=names,
        prompts=prompts,
        scorer_version=scorer_version,
        index_version=index_version,
        data_hashes=data_hashes,
        seeds=seeds or {},
        git_revision=terms.git_revision(),
        settings={
            **settings,
            **terms.model_options(asked),
            **({"embedded_version": EMBEDDED_VERSION} if embedded else {}),
        },
        notes=(*((EMBEDDED_NOTE,) if embedded else ()), *notes),
        created_at=datetime.now(UTC),
    )
    return manifest.model_copy(update={"run_id": terms.run_id(kind, terms.shaping(manifest))})


def judged_manifest(  # noqa: PLR0913  (as above)
    kind: RunKind,
    judge: RAGEvaluator,
    *,
    data_hashes: Mapping[str, str],
    settings: Mapping[str, JsonValue],
    subject: str | None,
    name: str | None,
    planned: int | None = None,
) -> RunManifest:
    """The terms of a run in which a judge judges answers; see :func:`manifest_of`."""
    return manifest_of(
        kind,
        models={"judge": judge.spec},
        data_hashes=data_hashes,
        settings={"judge": judge.terms, **settings},
        scorer_version=terms.scorer_version(),
        prompts=judge.prompts,
        subject=subject,
        planned=planned,
        name=name,
    )

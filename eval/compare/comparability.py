"""Whether two runs may be compared at all, and what is being compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from eval.compare.result import TermChange
from eval.compare.settings import Difference

if TYPE_CHECKING:
    from eval.compare.sides import Side

_SHOWN = ("models", "index_version", "seeds", "git_revision", "settings")
_IN_SUMMARY = (Difference.PDF_SHA256, Difference.QUESTIONS_SHA256)
_LONGEST = 200
_NAMED = 5


def check_terms(base: Side, cand: Side, allowed: frozenset[Difference]) -> tuple[TermChange, ...]:
    """The terms that differ, each with both values.

    Terms that only one side names are not compared; :func:`one_sided` names them.

    Raises:
        InputError: the runs differ in what must agree, and the user has not said that this is meant.
    """
    changes = list(must_agree(base, cand))
    refused = [change for change in changes if change.name not in allowed]
    if refused:
        first = refused[0]
        also = f" (and in {', '.join(change.name for change in refused[1:])})" if refused[1:] else ""
        allow = " ".join(f"--allow {change.name}" for change in refused)
        raise InputError(
            f"The runs cannot be compared: they differ in {first.name}{also}; {_values(first, base, cand)}. "
            f"Make both alike, or say that the difference is meant: {allow}."
        )
    return (*changes, *_may_differ(base.manifest, cand.manifest))


def _values(change: TermChange, base: Side, cand: Side) -> str:
    """Both values in words; of hashes, which no one can read, the names of what differs."""
    if change.name != Difference.DATA_HASHES:
        return f"baseline {change.base}, candidate {change.cand}"
    names = _differing_data(base, cand)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"other or only on one side: {', '.join(names[:_NAMED])}{more}"


def one_sided(base: Side, cand: Side) -> Iterator[str]:
    """Sentences on terms that only one side names, which are not to be taken for equal."""
    for name in _IN_SUMMARY:
        has = [side.facts.get(name) is not None for side in (base, cand)]
        if has[0] != has[1]:
            yield f"Only the {'baseline' if has[0] else 'candidate'} names its {name}; it was not compared."
    if (base.manifest is None) != (cand.manifest is None):
        which = "candidate" if base.manifest is None else "baseline"
        yield f"Only the {which} has a manifest; task, data and scorer version were not compared."


def must_agree(base: Side, cand: Side) -> Iterator[TermChange]:
    """The terms that must agree and differ; those that only one side names are not compared."""
    for name in _IN_SUMMARY:
        pair = (base.facts.get(name), cand.facts.get(name))
        if None not in pair and pair[0] != pair[1]:
            yield _change(name, *pair)
    if base.manifest is None or cand.manifest is None:
        return
    for name in (Difference.TASK, Difference.SCORER_VERSION):
        values = (getattr(base.manifest, name), getattr(cand.manifest, name))
        if values[0] != values[1]:
            yield _change(name, *values)
    ours, theirs = base.manifest.data_hashes, cand.manifest.data_hashes
    if differing := _differing_data(base, cand):
        yield _change(
            Difference.DATA_HASHES,
            {key: ours.get(key) for key in differing},
            {key: theirs.get(key) for key in differing},
        )


def _differing_data(base: Side, cand: Side) -> list[str]:
    """Names of what was read that has other hashes, or one on one side alone."""
    ours, theirs = (dict(side.manifest.data_hashes) if side.manifest else {} for side in (base, cand))
    return sorted(key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key))


def _may_differ(base: RunManifest | None, cand: RunManifest | None) -> Iterator[TermChange]:
    if base is None or cand is None:
        return
    # Once a run named every prompt there was: one that only one side names need not have been used.
    used = [_versions(side) for side in (base, cand)]
    if changed := sorted(name for name in used[0].keys() & used[1] if used[0][name] != used[1][name]):
        yield _change("prompts", *({name: side[name] for name in changed} for side in used))
    ours, theirs = base.model_dump(mode="json"), cand.model_dump(mode="json")
    for name in _SHOWN:
        if ours[name] != theirs[name]:
            yield _change(name, *_differing_parts(ours[name], theirs[name]))


def _versions(manifest: RunManifest) -> dict[str, str]:
    return {f"{ref.id} {ref.language}": f"{ref.version} ({ref.sha256[:12]})" for ref in manifest.prompts}


def _differing_parts(base: object, cand: object) -> tuple[object, object]:
    if not isinstance(base, dict) or not isinstance(cand, dict):
        return base, cand
    keys = {key for key in {*base, *cand} if base.get(key) != cand.get(key)}
    return {k: base[k] for k in keys & set(base)}, {k: cand[k] for k in keys & set(cand)}


def _change(name: str, base: object, cand: object) -> TermChange:
    return TermChange(name=str(name), base=_shown(base), cand=_shown(cand))


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

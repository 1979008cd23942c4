"""Two runs that can be compared: of the same kind, over the same questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.web.run_view import questions_hash

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from data_base.schemas.run import RunManifest
    from data_base.schemas.runs.run_page import StoredRun


class RunPair(NamedTuple):
    """Ids of two runs."""

    base: str
    candidate: str


def newest_pair(
    runs: Iterable[StoredRun],
    baselines: Collection[str],
    *,
    base: str | None = None,
    candidate: str | None = None,
) -> RunPair | None:
    """The newest two finished runs that are alike; a baseline comes before the run just before.

    Args:
        runs: newest first.
        baselines: ids of those that are marked as baselines.
        base: the baseline, where it is chosen already.
        candidate: the candidate, likewise.
    """
    finished = [run.manifest for run in runs if run.state == "finished"]
    for place, newer in enumerate(finished):
        if candidate != newer.run_id and (candidate is not None or newer.run_id in baselines):
            continue
        terms = _terms(newer)
        if terms is None:
            continue
        like = [older for older in finished[place + 1 :] if _terms(older) == terms]
        marked = [older for older in like if older.run_id in baselines]
        for older in (*marked, *like):
            if base in {None, older.run_id}:
                return RunPair(older.run_id, newer.run_id)
    return None


def _terms(run: RunManifest) -> tuple[str, str] | None:
    questions = questions_hash(run.data_hashes)
    return None if questions is None else (run.kind, questions)

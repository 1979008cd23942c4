"""Which models requests may name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from pydantic import ValidationError

from agents.models.options import split_options
from agents.models.registry import CASCADE, EMBEDDED, PANEL, split_cascade
from service.arenas.arena_terms import ArenaTerms
from service.http.problems import ProblemError
from service.jobs.judging import JudgingTerms
from service.research.terms import ResearchTerms

if TYPE_CHECKING:
    from service.http.caller import Caller
    from service.http.context import ServerContext
    from service.jobs.job import Job, JobKind

_SHOWN = 100
JobTerms: TypeAlias = JudgingTerms | ResearchTerms | ArenaTerms
_TERMS: Mapping[JobKind, type[JobTerms]] = {
    "evaluations": JudgingTerms,
    "research": ResearchTerms,
    "arena": ArenaTerms,
}
"""What jobs of a kind are asked with; a kind that is not there asks no model."""


def require_named(context: ServerContext, who: Caller, names: Sequence[str | None]) -> None:
    """Refuse models that this server, or the key of a request, does not allow to be named.

    The server's own judge and the embedded model may always be named.

    Args:
        context: of the app.
        who: sends the request.
        names: as it names them, panels and cascades, too; None for the server's own.

    Raises:
        ProblemError: 403, one of them may not be named.
    """
    free = {EMBEDDED, *_plain(context.settings.judge)}
    named = [each for name in names if name is not None for each in _plain(name) if each not in free]
    for allowed, whose in ((context.settings.models, "this server"), (who.models, "this API key")):
        for each in named:
            if allowed and each not in allowed and f"{each.partition(':')[0]}:*" not in allowed:
                raise ProblemError(
                    403, f"{each[:_SHOWN]!r} may not be used with {whose}; use one of {', '.join(allowed)}."
                )


def require_job_models(context: ServerContext, who: Caller, job: Job) -> None:
    """Refuse to go on with a job whose models may not be named any more, or not by this key.

    Raises:
        ProblemError: 403, as of :func:`require_named`; 409, which models those are cannot be read.
    """
    try:
        terms = terms_of(job)
    except ValidationError:
        said = f"What the job {job.id} asks for cannot be read by this version; send it as a new job."
        raise ProblemError(409, said) from None
    require_named(context, who, () if terms is None else terms.models_named)


def terms_of(job: Job) -> JobTerms | None:
    """What a job asks for; None where it asks no model.

    Raises:
        ValidationError: its request cannot be read, as one of another version.
    """
    terms = _TERMS.get(job.kind)
    return None if terms is None else terms.model_validate_json(job.request)


def _plain(name: str) -> Iterator[str]:
    """The models of a panel or a cascade, without options."""
    for first, second in map(split_cascade, name.split(PANEL)):
        if first:
            yield first.removesuffix(CASCADE)
        yield split_options(second)[0]

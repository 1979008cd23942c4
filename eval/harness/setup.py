"""From a request to a harness run that can begin: all is read and checked before anything is paid for."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import Field, JsonValue

from agents.models.missing_packages import packages_last
from data_base.documents.pdf import page_count
from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.run import RunManifest
from eval.engines.engine import require_prices
from eval.files.output_checks import check_place
from eval.harness.cached_passage_index import pdf_index
from eval.harness.questions import read_harness_questions
from eval.runs import terms
from eval.runs.manifest import manifest_of
from eval.systems.choice import ChosenSystem, SystemRunRequest, choose_system
from scoring.keyword_question import KeywordQuestion

TASK = "pdf_quality"
CHECKPOINTS = "checkpoints.sqlite"


class HarnessRequest(SystemRunRequest):
    """One PDF, its questions, and who answers."""

    pdf: Path
    """The document."""
    questions: Path
    """The question file."""
    out: Path
    """The run file."""
    cache: Path
    """The folder that indexes are stored in."""
    repeat: int = Field(default=1, ge=1)
    """Distinguishes repeats of the same run, from 1."""
    work: Path | None = None
    """The folder that research is resumed from until the run file is written; next to ``out`` if None."""

    @property
    def work_folder(self) -> Path:
        """Where research is resumed from until the run file is written; it is removed then."""
        return self.work or self.out.with_name(f"{self.out.name}.partial")


@dataclass(frozen=True, slots=True)
class HarnessRun:
    """A run that can begin."""

    request: HarnessRequest
    """What was asked for."""
    manifest: RunManifest
    """The run's manifest."""
    questions: tuple[KeywordQuestion, ...]
    """The questions to ask."""
    pages: int
    """How many pages the PDF has."""
    system: ChosenSystem
    """Who answers."""


@packages_last()
def prepare(request: HarnessRequest) -> HarnessRun:
    """Read the questions and the PDF, and build the system.

    Raises:
        InputError: anything that the user has to fix, in one sentence.
    """
    check_place(request.out, (request.pdf, request.questions, request.system.answers))
    for path in (request.pdf, request.system.answers):
        _require_utf8_name(path)
    questions = read_harness_questions(request.questions)[: request.limit]
    pages = page_count(request.pdf)
    system = choose_system(
        request.system,
        index=partial(pdf_index, request.pdf, request.cache),
        checkpoints=request.work_folder / CHECKPOINTS,
    )
    require_prices(request.engine.limits, system.models)
    if system.recorded is not None:
        system.recorded.require(Case(id=each.id, question=each.question) for each in questions)
    return HarnessRun(request, _manifest(request, system, len(questions)), questions, pages, system)


def _require_utf8_name(path: Path | None) -> None:
    """A file's name is written into the run file, which is UTF-8."""
    if path is not None and (shown := path.name.encode(errors="replace").decode()) != path.name:
        raise InputError(f"{shown}: the file's name is not UTF-8; rename it.")


def _manifest(request: HarnessRequest, system: ChosenSystem, questions: int) -> RunManifest:
    # A document's name is part of its passages' ids.
    own: dict[str, JsonValue] = {"document": request.pdf.name}
    if request.repeat > 1:
        own["repeat"] = request.repeat
    if request.limit is not None:
        own["limit"] = request.limit
    return manifest_of(
        "harness",
        task=TASK,
        models=system.roles,
        data_hashes={"pdf": terms.file_hash(request.pdf), "questions": terms.file_hash(request.questions)},
        settings={**system.settings, **own},
        scorer_version=terms.scorer_version(),
        prompts=system.prompts,
        index_version=system.index_version,
        notes=system.notes,
        subject=request.pdf.name,
        planned=questions,
        name=request.name,
    )

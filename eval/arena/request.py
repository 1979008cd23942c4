"""What the user asks of the arena."""

from pathlib import Path
from typing import Self

from pydantic import Field

from agents.judges.settings import PanelKind
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.runs.run_name import RunName
from eval.engines.engine import IN_PROCESS, InProcess
from eval.engines.ray_engine import RayEngine
from eval.files.output_checks import check_folder

BANK = Path(__file__).resolve().parents[2] / "benchmark" / "arena"
EMBEDDED = "embedded"


class ArenaRequest(Frozen):
    """An arena as the user asks for it."""

    config: Path | None = None
    """The arena's file, see :class:`eval.arena.config.ArenaConfig`; it replaces questions, documents, the
    models and the seed. None for Pure LLM against Deep Research.
    """
    questions: Path | None = None
    """The question file, None for the one that ships with the project."""
    documents: tuple[Path, ...] = ()
    """Files and folders to research; the documents that ship with the project if empty."""
    retrievers: tuple[str, ...] = ()
    """What Deep Research searches besides documents: retrievers by the names of their code."""
    searches: tuple[str, ...] = ()
    """Searches by the addresses of their MCP servers."""
    model: str = EMBEDDED
    """The model that answers on both sides."""
    judge: str | None = None
    """The model that scores, None for ``model``."""
    loop_judge: str | None = None
    """The model that judges inside the research loop, None for the scoring judge."""
    final_judge: str | None = None
    """Who scores in the judge's place, which then steers the research loop alone; ``same`` is the judge by
    another prompt. None for the judge."""
    out: Path = Path("out/arena")
    """The folder for results and checkpoints."""
    store: str | None = None
    """The run store, an SQLite file or a database's URL; None for the one that all commands share."""
    fresh: bool = False
    """Start a new run, even if an unfinished one could be resumed."""
    name: RunName | None = None
    """What the run is called; kind, subject and day if None."""
    limit: int | None = Field(default=None, ge=1)
    """Only the first so many questions, None for all."""
    concurrency: int = Field(default=4, ge=1)
    """How many answers and judgements may be in progress at the same time."""
    seed: int = Field(default=0, ge=0)
    """The seed of the bootstrap."""
    settings: Path | None = None
    """A file with weights, thresholds and a rubric for all judging, None for none."""
    panel: PanelKind | None = None
    """How close verdicts are judged twice more, in the loop and in the scoring; None for not at all."""
    as_of: str | None = None
    """The date that all judging is as of, and all Deep Research that names none, or ``today``; None for that
    of the settings, if they have one."""
    claims: bool = False
    """Whether the claims of all answers are checked, too; also where the settings say so."""
    sources: Path | None = None
    """A folder with the pages that answers cite; None for that of the settings, if they have one."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""
    semantic: bool = False
    """Whether passages are also found by what they mean."""
    extends: str | None = None
    """A finished arena's run, from which the answers and judgements of all unchanged contestants are reused.

    None for none.
    """
    rejudge: bool = False
    """Judge what was reused again if other passages are shared now."""
    engine: InProcess | RayEngine = IN_PROCESS
    """Where answers and pairs are judged; contestants answer in this process."""

    @property
    def shipped_questions(self) -> bool:
        """Whether the questions are those that ship with the project."""
        return self.questions is None or self.questions.resolve() == question_bank()

    @property
    def searches_elsewhere(self) -> bool:
        """Whether more than documents is searched."""
        return bool(self.retrievers or self.searches)

    @property
    def checkpoints(self) -> Path:
        """The checkpoints from which interrupted research is resumed."""
        return self.out / "checkpoints.sqlite"

    def checked(self) -> Self:
        """The request itself, if questions and documents belong together and the results go elsewhere.

        Raises:
            InputError: either are the user's own and the others those that ship with the project,
                or ``out`` is a place of documents.
        """
        check_folder(self.out, self.documents)
        if self.config is not None:
            return self
        if self.documents and self.questions is None:
            named, missing = "--documents", "--questions"
        elif not self.documents and not self.shipped_questions and not self.searches_elsewhere:
            named, missing = "--questions", "--documents"
        else:
            return self
        raise InputError(
            f"{named} needs {missing}: the questions that ship with the project are about the documents that "
            f"ship with it; name your own with {missing}."
        )


def question_bank() -> Path:
    """The question file that ships with the project."""
    return BANK / "questions.jsonl"

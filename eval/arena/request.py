"""What the user asks of the arena."""

from pathlib import Path
from typing import Self

from pydantic import Field

from agents.judges.settings import PanelKind
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.run_name import RunName
from eval.engines.engine import IN_PROCESS, InProcess
from eval.engines.ray_engine import RayEngine
from eval.files.output_checks import check_folder

BANK = Path(__file__).resolve().parents[2] / "benchmark" / "arena"
EMBEDDED = "embedded"


class ArenaRequest(Frozen):
    """An arena as the user asks for it.

    Attributes:
        config: the arena's file, see :class:`eval.arena.config.ArenaConfig`; it takes the place of questions,
            documents, the models and the seed. None for Pure LLM against Deep Research.
        questions: the question file, None for the one that ships with the project.
        documents: files and folders to research, empty for those that ship with the project.
        model: the model that answers on both sides.
        judge: the model that scores, None for ``model``.
        loop_judge: the model that judges inside the research loop, None for the scoring judge.
        out: the folder for results and checkpoints.
        store: the run store, an SQLite file or a database's URL; None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.
        name: what the run is called; kind, subject and day if None.
        limit: take only the first so many questions, None for all.
        concurrency: how many answers and judgements may be under way at once.
        seed: of the bootstrap.
        settings: a file with weights, thresholds and a rubric for all judging, None for none.
        panel: how close verdicts are judged twice more, in the loop and in the scoring; None for not at all.
        blind: the judge sees no gold answers and no key points.
        semantic: whether passages are also found by what they mean.
        extends: a finished arena's run, whose answers and judgements are taken over for all contestants that
            are the same in both; None for none.
        rejudge: judge again what was taken over where other passages are shared now.
        engine: where answers and pairs are judged; contestants answer in this process.
    """

    config: Path | None = None
    questions: Path | None = None
    documents: tuple[Path, ...] = ()
    model: str = EMBEDDED
    judge: str | None = None
    loop_judge: str | None = None
    out: Path = Path("out/arena")
    store: str | None = None
    fresh: bool = False
    name: RunName | None = None
    limit: int | None = Field(default=None, ge=1)
    concurrency: int = Field(default=4, ge=1)
    seed: int = Field(default=0, ge=0)
    settings: Path | None = None
    panel: PanelKind | None = None
    blind: bool = False
    semantic: bool = False
    extends: str | None = None
    rejudge: bool = False
    engine: InProcess | RayEngine = IN_PROCESS

    @property
    def shipped_questions(self) -> bool:
        """Whether the questions are those that ship with the project."""
        return self.questions is None or self.questions.resolve() == question_bank()

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
        elif not self.documents and not self.shipped_questions:
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

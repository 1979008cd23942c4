"""The JSON Schemas of what is kept and exchanged, as they are published in ``eval/schemas``."""

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from data_base.schemas.canonical_answer import SCHEMA_VERSION as ANSWER_VERSION
from data_base.schemas.canonical_answer import CanonicalAnswer
from data_base.schemas.run import SCHEMA_VERSION as RUN_VERSION
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.score_card import ScoreCard
from data_base.whole_file import whole_file
from eval.runs.run_file import RUN_FILE_SCHEMA_VERSION, RunFile
from eval.tasks.task import Task

PUBLISHED = Path(__file__).resolve().parent / "schemas"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCORE_CARD_VERSION, TASK_VERSION = "2", "2"


@dataclass(frozen=True, slots=True)
class PublishedSchema:
    """A schema that other programs may rely on."""

    name: str
    """The name of what it describes."""
    version: str
    """Raised whenever what it allows changes."""
    model: type[BaseModel]
    """What it is made from."""

    @property
    def file_name(self) -> str:
        """The file it is published in."""
        return f"{self.name}.v{self.version.removeprefix('v')}.schema.json"

    def text(self) -> str:
        """The schema as it is published; what it allows is what this project reads and writes."""
        schema = self.model.model_json_schema(by_alias=True, mode="validation")
        number = self.version.removeprefix("v")
        head = {"$schema": _DIALECT, "$id": f"urn:deep-research-judge:{self.name}:v{number}"}
        return json.dumps({**head, **schema}, ensure_ascii=False, indent=2) + "\n"


SCHEMAS = (
    PublishedSchema("canonical_answer", ANSWER_VERSION, CanonicalAnswer),
    PublishedSchema("score_card", SCORE_CARD_VERSION, ScoreCard),
    PublishedSchema("run_manifest", RUN_VERSION, RunManifest),
    PublishedSchema("run_item", RUN_VERSION, RunItem),
    PublishedSchema("run_file", RUN_FILE_SCHEMA_VERSION, RunFile),
    PublishedSchema("task", TASK_VERSION, Task),
)


def write_schemas(folder: Path = PUBLISHED) -> list[Path]:
    """Write every schema to its file.

    Raises:
        InputError: a file cannot be written.
    """
    written = []
    for schema in SCHEMAS:
        with whole_file(folder / schema.file_name) as file:
            file.write(schema.text().encode())
        written.append(folder / schema.file_name)
    return written

"""The configuration of a benchmark: documents with their questions and weights."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError, model_validator

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from eval.files.json_lines import field_and_reason, json_object

_ROOT = Path(__file__).resolve().parents[2]


class Dataset(Frozen):
    """A document with its questions."""

    id: str = Field(pattern=r"^[\w][\w.-]*$", max_length=100)
    """The dataset's id, unique in the benchmark.

    It is part of file names, so it is made of letters, digits, ``.``, ``_`` and ``-``.
    """
    pdf: Path
    """The document.

    A path that is not absolute is looked for in the working directory, next to the configuration and in the
    project's root, in this order.
    """
    questions: Path
    """The dataset's question file, found in the same way."""
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False, strict=True)
    """How much its score counts, above 0."""


class BenchmarkConfig(Frozen):
    """A benchmark."""

    name: str = Field(min_length=1)
    """The benchmark's name in reports."""
    datasets: tuple[Dataset, ...] = Field(min_length=1)
    """The datasets, at least one."""

    @model_validator(mode="after")
    def _can_be_summed_up(self) -> Self:
        if not math.isfinite(sum(dataset.weight for dataset in self.datasets)):
            raise ValueError("the sum of the weights is infinite")
        ids = [dataset.id for dataset in self.datasets]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"the dataset id {twice!r} comes twice")
        return self


def read_benchmark_config(path: Path) -> BenchmarkConfig:
    """Read a configuration: ``{"name": …, "datasets": [{"id": …, "pdf": …, "questions": …, "weight": …}]}``.

    Paths are as they will be opened; whether the files are there is seen when a dataset's turn comes.

    Raises:
        InputError: naming file and field.
    """
    try:
        config = BenchmarkConfig.model_validate(json_object(path))
    except ValidationError as error:
        raise InputError(f"{path}: {field_and_reason(error)}.") from error
    found = tuple(
        dataset.model_copy(
            update={name: _found(getattr(dataset, name), path.parent) for name in ("pdf", "questions")}
        )
        for dataset in config.datasets
    )
    return config.model_copy(update={"datasets": found})


def _found(path: Path, folder: Path) -> Path:
    return next((place for place in _places(path, folder) if place.is_file()), path)


def _places(path: Path, folder: Path) -> Iterator[Path]:
    yield path
    if not path.is_absolute():
        yield folder / path
        yield _ROOT / path

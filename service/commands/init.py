"""``judge init``: a small example to start from."""

import shlex
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from service.commands.terminal.program_name import program_name

_EXAMPLE = Path(__file__).parent / "example"


def init(
    *,
    folder: Annotated[
        Path, typer.Argument(help="New folder to create.", readable=False, metavar="FOLDER")
    ] = Path("judge_example"),
) -> None:
    """Create a commented example folder that you can run.

    It has questions, a document, answers to judge and judge settings.

    Existing files are never overwritten.
    """
    _write_example(folder)
    place = shlex.quote(str(folder))
    typer.echo(f"Written to {folder}; its README.md says what each file is. Next, without a key:\n")
    typer.echo(
        f"{program_name()} arena --questions {place}/questions.jsonl --documents {place}/documents "
        f"--settings {place}/judge.yaml --out {place}/report"
    )


def _write_example(folder: Path) -> None:
    """Write the example, whole or not at all.

    Raises:
        InputError: the folder is there and not empty, or cannot be written.
    """
    from data_base.errors import InputError

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} already exists. Choose a new folder.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent) as temporary:
            whole = shutil.copytree(_EXAMPLE, Path(temporary) / "example")
            readme = whole / "README.md"
            text = readme.read_text(encoding="utf-8").replace("FOLDER", shlex.quote(folder.name))
            text = text.replace("\njudge ", f"\n{program_name()} ")
            readme.write_text(text, encoding="utf-8")
            whole.replace(folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be written ({error.strerror}); name another folder.") from error
